/** The applicants who asked for a call: first on the Calls page. A call that reaches them ends it; without an answer they stay. */
import { useEffect, useRef, useState } from 'react'
import { REVIEW_CHARACTERS_MAX } from '../../../../contract/aid/application-fields.ts'
import { CALL_OUTCOMES, type CallOutcome } from '../../../../contract/aid/queue-fields.ts'
import { call, type CallReply } from '../../../api/client.ts'
import { formatDayAndTime } from '../../../lib/format-date.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Choices } from '../../../ui/choices.tsx'
import { calls as words } from '#words/aid/calls.ts'
import { recordedCall } from '#words/aid/review-call.ts'
import { review } from '#words/aid/review.ts'
import { useAdministration } from '../../desk/administration.ts'
import { ReasonForm } from '../../desk/parts/reason-form.tsx'
import { useOutcome } from '../../desk/parts/use-outcome.ts'
import { CallRow, LastCall, Phone } from './call-parts.tsx'

export type AskedCall = CallReply<'GET /api/admin/calls'>['asked'][number]

export function AskedCalls({ items, openId }: { items: readonly AskedCall[]; openId: string | undefined }) {
  if (items.length === 0) return null
  return (
    <section className="mt-5 mb-6">
      <h2 className="text-lg">{words.asked}</h2>
      <ul aria-label={words.asked} className="mt-3 grid gap-4">
        {items.map((item) => (
          <CallRow key={item.id} item={item} about={item.case_number} isOpen={item.id === openId}>
            <Why item={item} />
          </CallRow>
        ))}
      </ul>
    </section>
  )
}

function Why({ item: { asked_at: at, last_call: last } }: { item: AskedCall }) {
  return (
    <p className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
      <Badge tone="waiting">{words.askedOn(formatDayAndTime(at))}</Badge>
      <LastCall last={last} />
    </p>
  )
}

interface OneAskedCallProps {
  item: AskedCall
  onClose: () => void
  /** Called once it is recorded. */
  onRecorded: (outcome: CallOutcome) => void
}

export function OneAskedCall({ item, onClose, onRecorded }: OneAskedCallProps) {
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => title.current?.focus(), [])
  const { bearer } = useAdministration()
  const outcome = useOutcome()
  const [ended, setEnded] = useState<CallOutcome>()
  const [fault, setFault] = useState<string>()
  const save = async (text: string) => {
    if (ended === undefined) return false
    const body = { outcome: ended, ...(text !== '' && { text }) }
    const saving = call('POST /api/admin/applications/:id/asked-call', { params: { id: item.id }, body, bearer })
    const isSaved = await outcome(saving, { done: words.attemptSaved, failed: words.attemptNotSaved })
    if (isSaved) onRecorded(ended)
    return isSaved
  }
  return (
    <div className="card grid gap-4">
      <div>
        <h2 ref={title} tabIndex={-1} className="text-xl wrap-anywhere">
          {item.full_name}
        </h2>
        <p>
          <Phone phone={item.phone} />
        </p>
        <p className="text-sm text-soft">{item.case_number}</p>
        <Why item={item} />
      </div>
      <p className="text-soft">{words.askedHint}</p>
      <ReasonForm
        label={recordedCall.text}
        hint={recordedCall.textHint}
        missing={undefined}
        charactersMax={REVIEW_CHARACTERS_MAX}
        button={recordedCall.save}
        busyText={review.saving}
        check={() => {
          setFault(ended === undefined ? recordedCall.outcomeMissing : undefined)
          return ended !== undefined
        }}
        onSend={save}
        onClose={onClose}
      >
        <Choices
          label={recordedCall.outcome}
          options={CALL_OUTCOMES.map((value) => ({ value, text: recordedCall.outcomes[value] }))}
          chosen={ended}
          error={fault}
          onChoose={setEnded}
        />
      </ReasonForm>
    </div>
  )
}
