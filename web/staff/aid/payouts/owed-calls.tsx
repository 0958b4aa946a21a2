/** The applicants to whom a call is owed: first on the Calls page. A call that reaches them ends it; without an answer they stay. */
import { useState } from 'react'
import { REVIEW_CHARACTERS_MAX } from '../../../../contract/aid/application-fields.ts'
import { CALL_OUTCOMES, type CallOutcome } from '../../../../contract/aid/queue-fields.ts'
import { call, type CallReply } from '../../../api/client.ts'
import { formatDayAndTime } from '../../../lib/format-date.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Choices } from '../../../ui/choices.tsx'
import { calls as words } from '#words/aid/calls.ts'
import { recordedCall } from '#words/aid/review-call.ts'
import { useAdministration } from '../../desk/administration.ts'
import { ReasonForm } from '../../desk/parts/reason-form.tsx'
import { useOutcome } from '../../desk/parts/use-outcome.ts'
import { CalledPerson, CallRow, LastCall } from './call-parts.tsx'

export type OwedCall = CallReply<'GET /api/admin/calls'>['owed'][number]

export function OwedCalls({ items, openId }: { items: readonly OwedCall[]; openId: string | undefined }) {
  if (items.length === 0) return null
  return (
    <section className="mt-5 mb-6">
      <h2 className="text-lg">{words.owed}</h2>
      <ul aria-label={words.owed} className="mt-3 grid gap-4">
        {items.map((item) => (
          <CallRow key={item.id} item={item} about={item.case_number} isOpen={item.id === openId}>
            <Why item={item} />
          </CallRow>
        ))}
      </ul>
    </section>
  )
}

function Why({ item: { reasons, since, words: texted, last_call: last } }: { item: OwedCall }) {
  return (
    <>
      <p className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
        {reasons.map((reason) => (
          <Badge key={reason} tone={reason === 'asked' ? 'waiting' : 'bad'}>
            {words.reasons[reason]}
          </Badge>
        ))}
        <span>{words.since(formatDayAndTime(since))}</span>
        <LastCall last={last} />
      </p>
      {texted !== null && <blockquote className="inset mt-2 wrap-anywhere">{texted}</blockquote>}
    </>
  )
}

interface OneOwedCallProps {
  item: OwedCall
  onClose: () => void
  /** Called once it is recorded. */
  onRecorded: (outcome: CallOutcome) => void
}

export function OneOwedCall({ item, onClose, onRecorded }: OneOwedCallProps) {
  const { bearer } = useAdministration()
  const outcome = useOutcome()
  const [ended, setEnded] = useState<CallOutcome>()
  const [fault, setFault] = useState<string>()
  const save = async (text: string) => {
    if (ended === undefined) return false
    const body = { outcome: ended, ...(text !== '' && { text }) }
    const saving = call('POST /api/admin/applications/:id/owed-call', { params: { id: item.id }, body, bearer })
    const isSaved = await outcome(saving, { done: words.attemptSaved, failed: words.attemptNotSaved })
    if (isSaved) onRecorded(ended)
    return isSaved
  }
  return (
    <div className="card grid gap-4">
      <CalledPerson item={item}>
        <p className="text-sm text-soft">{item.case_number}</p>
        <Why item={item} />
      </CalledPerson>
      <p className="text-soft">{words.owedHint}</p>
      <ReasonForm
        label={recordedCall.text}
        hint={recordedCall.textHint}
        missing={undefined}
        charactersMax={REVIEW_CHARACTERS_MAX}
        button={recordedCall.save}
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
