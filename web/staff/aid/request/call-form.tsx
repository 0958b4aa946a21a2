/** How a call to the applicant ended, on which day to call again, and what was said. */
import { useEffect, useRef, useState } from 'react'
import type { ApplicationDetailsJson } from '../../../../contract/aid/admin.ts'
import { REVIEW_CHARACTERS_MAX } from '../../../../contract/aid/application-fields.ts'
import { CALL_OUTCOMES } from '../../../../contract/aid/queue-fields.ts'
import { call } from '../../../api/client.ts'
import { forms } from '#words/office/administration.ts'
import { recordedCall as words } from '#words/aid/review-call.ts'
import { dayOfMoment } from '../../../lib/days.ts'
import { Choices } from '../../../ui/choices.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { useAdministration } from '../../desk/administration.ts'
import { ReasonForm } from '../../desk/parts/reason-form.tsx'
import { useOutcome } from '../../desk/parts/use-outcome.ts'
import { callDraftOf } from './drafts.ts'

export type CalledRequest = Pick<ApplicationDetailsJson, 'id' | 'due_at' | 'waiting_since'>

interface CallFormProps {
  request: CalledRequest
  onSaved: () => void
  onClose: () => void
}

export function CallForm({ request, onSaved, onClose }: CallFormProps) {
  const { id } = request
  const { bearer, user } = useAdministration()
  const outcome = useOutcome()
  const draft = callDraftOf(user.id, id)
  const [ended, setEnded] = useState(() => CALL_OUTCOMES.find((value) => value === draft.outcome.read()))
  const [faults, setFaults] = useState<{ ended?: string | undefined; again?: string | undefined }>({})
  const again = useRef<HTMLInputElement>(null)
  const first = useRef<HTMLParagraphElement>(null)
  useEffect(() => {
    // Opened by the button that it replaces. A kept draft opens it too, and takes the focus from nothing.
    if (document.activeElement === document.body) first.current?.focus({ preventScroll: true })
  }, [])
  const check = () => {
    const found = { ended: ended === undefined ? words.outcomeMissing : undefined, again: faultOf(again.current) }
    setFaults(found)
    return found.ended === undefined && found.again === undefined
  }
  const save = async (text: string) => {
    if (ended === undefined) return false
    const day = again.current?.value ?? ''
    const body = { outcome: ended, ...(day !== '' && { call_again_on: day }), ...(text !== '' && { text }) }
    const saving = call('POST /api/admin/applications/:id/calls', { params: { id }, body, bearer })
    const isSaved = await outcome(saving, { done: words.saved, failed: words.notSaved })
    if (!isSaved) return false
    draft.outcome.keep('')
    draft.again.keep('')
    onSaved()
    return true
  }
  return (
    <ReasonForm
      label={words.text}
      hint={words.textHint}
      missing={undefined}
      charactersMax={REVIEW_CHARACTERS_MAX}
      button={words.save}
      draft={draft.text}
      check={check}
      onSend={save}
      onClose={onClose}
    >
      <p ref={first} tabIndex={-1}>
        {words.silence}
      </p>
      <Choices
        label={words.outcome}
        options={CALL_OUTCOMES.map((value) => ({ value, text: words.outcomes[value] }))}
        chosen={ended}
        error={faults.ended}
        onChoose={(value) => {
          setEnded(value)
          draft.outcome.keep(value)
          setFaults((known) => ({ ...known, ended: undefined }))
        }}
      />
      <Again request={request} input={again} draft={draft.again} fault={faults.again} />
    </ReasonForm>
  )
}

interface AgainProps {
  request: CalledRequest
  input: React.Ref<HTMLInputElement>
  draft: ReturnType<typeof callDraftOf>['again']
  fault: string | undefined
}

function Again({ request, input, draft, fault }: AgainProps) {
  const [now] = useState(() => new Date())
  const why = whyNoDay(request, now)
  if (why !== undefined) return <p className="text-soft">{words.noDay[why]}</p>
  return (
    <TextField
      ref={input}
      type="date"
      label={words.again}
      note={forms.optional}
      hint={words.againHint}
      defaultValue={draft.read()}
      onChange={(event) => draft.keep(event.target.value)}
      error={fault}
    />
  )
}

function whyNoDay({ due_at: due, waiting_since: waiting }: CalledRequest, now: Date) {
  if (due === null) return 'decided'
  if (waiting !== null) return 'waits'
  return new Date(due) <= now ? 'late' : undefined
}

function faultOf(input: HTMLInputElement | null): string | undefined {
  if (input === null) return undefined
  if (input.validity.badInput) return words.againBroken
  return input.value !== '' && input.value <= dayOfMoment(new Date()) ? words.againPast : undefined
}
