/** A proposal that waits for a second person, and the dialog in which every kind of decision is confirmed or withdrawn. */
import { useState, type ReactNode } from 'react'
import { DECISIONS } from '../../../../contract/record/decision-fields.ts'
import type { ProposalJson } from '../../../../contract/people/decisions.ts'
import { call } from '../../../api/client.ts'
import { SmallButton } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { useConfirmation } from '../../../ui/session/use-confirmation.tsx'
import { decisions as words, effectOf } from '#words/office/decisions.ts'
import { useFocusOnRemoval } from '../../../lib/use-focus-on-removal.ts'
import { formatDayAndTime } from '../../../lib/format-date.ts'
import { useAdministration } from '../administration.ts'
import { useRefresh } from '../queries.ts'
import { DialogButtons } from './dialog-buttons.tsx'
import { nameOfPerson } from './people.ts'
import { useOutcome } from './use-outcome.ts'

type Answer = 'confirmation' | 'withdrawal'

interface DecisionProps {
  decision: ProposalJson
  /** The subject, for the dialog and the names of the buttons. */
  name: string
  /** Shows the name too, if the page around it does not. */
  showsName?: boolean
  className?: string
  /** Details, below what is proposed. */
  children?: ReactNode
  onChanged?: () => void
}

export function Decision({ decision, name, showsName = false, className, children, onChanged }: DecisionProps) {
  const { user, may } = useAdministration()
  const { kind, choice, reason, proposed_by: by, proposed_at: at, expires_at: expiresAt } = decision
  const refresh = useRefresh()
  const [asking, ask] = useState<Answer>()
  const [isPast] = useState(() => Date.parse(expiresAt) <= Date.now())
  const hasLapsed = decision.lapsed || isPast
  const buttons = useFocusOnRemoval<HTMLDivElement>()
  const mayConfirm = decision.may_confirm && !hasLapsed && may(DECISIONS[kind].confirm)
  return (
    <div className={className}>
      <p className="font-semibold wrap-anywhere">{effectOf(kind, choice).what}</p>
      {showsName && <p className="wrap-anywhere">{name}</p>}
      {children}
      <blockquote className="request-text">{reason}</blockquote>
      <p className="mt-2 text-sm wrap-anywhere text-soft">{words.proposedBy(nameOfPerson(by), formatDayAndTime(at))}</p>
      <p className="text-sm text-soft">{hasLapsed ? words.expired : words.expires(formatDayAndTime(expiresAt))}</p>
      {by.user_id === user.id && !mayConfirm && !hasLapsed && <p className="mt-2 text-soft">{words.own}</p>}
      <div ref={buttons} className="mt-3 flex flex-wrap gap-3 empty:hidden">
        {mayConfirm && (
          <SmallButton look="primary" aria-label={words.confirmOn(name)} onClick={() => ask('confirmation')}>
            {words.confirm}
          </SmallButton>
        )}
        {decision.may_withdraw && may(DECISIONS[kind].propose) && (
          <SmallButton aria-label={words.withdrawOn(name)} onClick={() => ask('withdrawal')}>
            {words.withdraw}
          </SmallButton>
        )}
      </div>
      {asking && (
        <DecisionDialog
          decision={decision}
          name={name}
          answer={asking}
          onDone={() => {
            ask(undefined)
            refresh('GET /api/admin/decisions', 'GET /api/admin/decision-counts')
            onChanged?.()
          }}
          onClose={() => ask(undefined)}
        >
          {children}
        </DecisionDialog>
      )}
    </div>
  )
}

interface DialogProps {
  decision: ProposalJson
  name: string
  answer: Answer
  /** Called after a refusal too: someone else may have decided meanwhile. */
  onDone: () => void
  onClose: () => void
  /** Details: people confirm an amount and an account that they see. */
  children: ReactNode
}

function DecisionDialog({ decision, name, answer, onDone, onClose, children }: DialogProps) {
  const { bearer, user } = useAdministration()
  const { run, step } = useConfirmation(user)
  const outcome = useOutcome()
  const [busy, setBusy] = useState(false)
  const confirms = answer === 'confirmation'
  const effect = effectOf(decision.kind, decision.choice)
  const send = async () => {
    const says = confirms
      ? { done: words.confirmed, failed: words.notConfirmed }
      : { done: words.withdrawn, failed: words.notWithdrawn }
    setBusy(true)
    const sending = run(async () => {
      const { state } = await call(`POST /api/admin/decisions/:id/${answer}`, { params: { id: decision.id }, bearer })
      if (state === 'proposed') says.done = words.approved
    })
    await outcome(sending, says)
    setBusy(false)
    onDone()
  }
  return (
    <Dialog
      title={confirms ? effect.what : words.withdrawTitle}
      lead={confirms ? effect.lead : words.withdrawLead}
      {...((!busy || step) && { onClose })}
    >
      <p className="mt-4 font-semibold wrap-anywhere">{name}</p>
      {children}
      <blockquote className="request-text">{decision.reason}</blockquote>
      {step}
      <DialogButtons
        text={confirms ? words.confirm : words.withdraw}
        busy={busy}
        onSend={() => void send()}
        onClose={onClose}
      />
    </Dialog>
  )
}
