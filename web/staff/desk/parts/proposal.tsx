/** A proposal of one administrator waits for a second one: its text, the buttons to confirm or withdraw it, and the toasts. */
import { useState, type ReactNode } from 'react'
import type { Duty } from '../../../../contract/platform/staff-roles.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { forms } from '#words/office/administration.ts'
import { proposals as words } from '#words/money/admin-reports.ts'
import { adminReportToasts as toasts } from '#words/money/admin-report-toasts.ts'
import { useFocusOnRemoval } from '../../../lib/use-focus-on-removal.ts'
import { formatDayAndTime } from '../../../lib/format-date.ts'
import { useOutcome } from './use-outcome.ts'
import { May } from '../may.tsx'

export type Answer = 'confirmation' | 'withdrawal'

interface ProposalProps {
  /** The proposal, and who made it. */
  children: ReactNode
  reason: string
  /** ISO 8601. */
  expiresAt: string
  /** Who answers proposals of this kind. Everyone else only reads them. */
  duty: Duty
  /** Who confirms them, if that is not everyone who may withdraw them. */
  confirmDuty?: Duty
  /** The proposer may not. */
  mayConfirm: boolean
  /** Accessible names of the buttons, which include what they act on. */
  names: Readonly<Record<Answer, string>>
  /** Confirmed once more before sending. */
  dialog: { readonly title: string; readonly lead: string }
  /** The toasts of a confirmation. */
  confirmed: { readonly done: string; readonly failed: string }
  send: (answer: Answer) => Promise<unknown>
  onChanged: () => void
}

export function Proposal({
  children,
  reason,
  expiresAt,
  duty,
  confirmDuty = duty,
  mayConfirm,
  names,
  dialog,
  confirmed,
  send,
  onChanged,
}: ProposalProps) {
  const outcome = useOutcome()
  const [busy, setBusy] = useState<Answer>()
  const [confirming, setConfirming] = useState(false)
  const [hasLapsed] = useState(() => Date.parse(expiresAt) <= Date.now())
  const buttons = useFocusOnRemoval<HTMLDivElement>()
  const answer = async (which: Answer) => {
    const says = which === 'confirmation' ? confirmed : { done: toasts.withdrawn, failed: toasts.notWithdrawn }
    setBusy(which)
    await outcome(send(which), says)
    setBusy(undefined)
    setConfirming(false)
    // After a refusal too: another administrator may have decided meanwhile.
    onChanged()
  }
  return (
    <>
      {children}
      <blockquote className="request-text">{reason}</blockquote>
      <p className="mt-2 text-sm text-soft">
        {(hasLapsed ? words.expired : words.expires)(formatDayAndTime(expiresAt))}
      </p>
      <May duty={duty}>
        {!mayConfirm && !hasLapsed && <p className="mt-2 text-soft">{words.own}</p>}
        <div ref={buttons} className="mt-3 flex flex-wrap gap-3">
          {mayConfirm && (
            <May duty={confirmDuty}>
              <Button className="button-small" aria-label={names.confirmation} onClick={() => setConfirming(true)}>
                {words.confirm}
              </Button>
            </May>
          )}
          <Button
            look="outline"
            className="button-small"
            busy={busy === 'withdrawal'}
            aria-label={names.withdrawal}
            onClick={() => void answer('withdrawal')}
          >
            {busy === 'withdrawal' ? words.working : words.withdraw}
          </Button>
        </div>
      </May>
      {confirming && (
        <Dialog {...dialog} onClose={() => busy === undefined && setConfirming(false)}>
          <div className="mt-6 flex flex-wrap gap-3">
            <Button className="grow" busy={busy === 'confirmation'} onClick={() => void answer('confirmation')}>
              {busy === 'confirmation' ? words.working : words.confirm}
            </Button>
            <Button look="outline" className="grow" onClick={() => setConfirming(false)}>
              {forms.cancel}
            </Button>
          </div>
        </Dialog>
      )}
    </>
  )
}
