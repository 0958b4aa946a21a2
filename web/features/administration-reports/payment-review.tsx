/** A payment that needs review: what is known of it, what can be proposed, and what waits for a second administrator. */
import { useState } from 'react'
import type { PaymentAction } from '../../../contract/admin-reports-fields.ts'
import type { PaymentDecisionJson, PaymentForReviewJson } from '../../../contract/admin-reports.ts'
import { formatNaira } from '../../../contract/money.ts'
import { call } from '../../api/client.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { showToast } from '../../ui/toast-store.ts'
import { books as words } from '#words/admin-reports.ts'
import { adminReportToasts as toasts } from '#words/toasts.ts'
import { sayFailed } from '../account/ask-auth.ts'
import { dayAndTimeOf } from '../account/moment.ts'
import { useAdministration } from '../administration/administration.ts'
import { Fact, Facts } from '../administration/facts.tsx'
import { nameOfPerson } from '../administration/people.ts'
import { ProposalDialog } from './proposal-dialog.tsx'

interface PaymentReviewProps {
  payment: PaymentForReviewJson
  onChanged: () => void
}

export function PaymentReview({ payment, onChanged }: PaymentReviewProps) {
  const { reference, purpose, amount_paid: came, amount_returned: returned, actions, proposal } = payment
  const [proposing, setProposing] = useState<PaymentAction>()
  return (
    <li>
      <h3 className="font-semibold wrap-anywhere">{reference}</h3>
      <p className="text-soft">{words.purposes[purpose]}</p>
      <Facts>
        <Fact name={words.asked} value={formatNaira(payment.amount)} missing="" />
        <Fact name={words.came} value={came === null ? '' : formatNaira(came)} missing={words.notNaira} />
        {returned > 0 && <Fact name={words.returned} value={formatNaira(returned)} missing="" />}
        <Fact name={words.why} value={payment.review_reason} missing={words.nothingSaid} />
        <Fact name={words.providerSays} value={payment.provider_status ?? ''} missing={words.nothingSaid} />
        <Fact
          name={words.paidAt}
          value={payment.paid_at === null ? '' : dayAndTimeOf(payment.paid_at)}
          missing={words.notPaid}
        />
      </Facts>
      {proposal ? (
        <Proposal proposal={proposal} onChanged={onChanged} />
      ) : (
        <div className="mt-4 flex flex-wrap gap-3">
          {actions.map((action) => (
            <Button
              key={action}
              look="outline"
              className="button-small"
              aria-label={words.actionOn[action](reference)}
              onClick={() => setProposing(action)}
            >
              {words.actions[action]}
            </Button>
          ))}
        </div>
      )}
      {proposing && (
        <ProposalDialog
          payment={reference}
          action={proposing}
          onClose={() => setProposing(undefined)}
          onProposed={() => {
            setProposing(undefined)
            onChanged()
          }}
        />
      )}
    </li>
  )
}

type Answer = 'confirmation' | 'withdrawal'
const ANSWERS = {
  confirmation: { done: toasts.confirmed, failed: toasts.notConfirmed },
  withdrawal: { done: toasts.withdrawn, failed: toasts.notWithdrawn },
}

function Proposal({ proposal, onChanged }: { proposal: PaymentDecisionJson; onChanged: () => void }) {
  const { bearer, onRefusal } = useAdministration()
  const [busy, setBusy] = useState<Answer>()
  const [confirming, setConfirming] = useState(false)
  const { id, payment, action, reason, proposed_by: by, proposed_at: at, may_confirm: mayConfirm } = proposal
  const send = async (answer: Answer) => {
    setBusy(answer)
    try {
      await call(`POST /api/admin/books/decisions/:id/${answer}`, { params: { id }, bearer })
      showToast({ kind: 'plain', title: ANSWERS[answer].done })
    } catch (problem) {
      if (!onRefusal(problem)) sayFailed(ANSWERS[answer].failed, problem)
    } finally {
      setBusy(undefined)
      setConfirming(false)
      // Also after a refusal: somebody else may have decided meanwhile.
      onChanged()
    }
  }
  return (
    <div className="mt-4">
      <p className="font-semibold wrap-anywhere">
        {words.proposedBy(words.actions[action], nameOfPerson(by), dayAndTimeOf(at))}
      </p>
      <blockquote className="request-text">{reason}</blockquote>
      {!mayConfirm && <p className="mt-2 text-soft">{words.ownProposal}</p>}
      <div className="mt-3 flex flex-wrap gap-3">
        {mayConfirm && (
          <Button className="button-small" aria-label={words.confirmOn(payment)} onClick={() => setConfirming(true)}>
            {words.confirm}
          </Button>
        )}
        <Button
          look="outline"
          className="button-small"
          busy={busy === 'withdrawal'}
          aria-label={words.withdrawOn(payment)}
          onClick={() => void send('withdrawal')}
        >
          {busy === 'withdrawal' ? words.working : words.withdraw}
        </Button>
      </div>
      {confirming && (
        <Dialog
          title={words.confirmTitle}
          lead={words.confirmLead[action]}
          onClose={() => busy === undefined && setConfirming(false)}
        >
          <div className="mt-6 flex flex-wrap gap-3">
            <Button className="grow" busy={busy === 'confirmation'} onClick={() => void send('confirmation')}>
              {busy === 'confirmation' ? words.working : words.confirm}
            </Button>
            <Button look="outline" className="grow" onClick={() => setConfirming(false)}>
              {words.cancel}
            </Button>
          </div>
        </Dialog>
      )}
    </div>
  )
}
