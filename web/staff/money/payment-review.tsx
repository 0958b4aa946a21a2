/** A payment that needs review: its details, the possible proposals, and a proposal that waits for a second administrator. */
import { PAYMENT_DECISION_CHARACTERS_MAX } from '../../../contract/office/admin-reports-fields.ts'
import type { PaymentForReviewJson } from '../../../contract/office/admin-reports.ts'
import { formatNaira } from '../../../contract/platform/money.ts'
import { call } from '../../api/client.ts'
import { books as words, problems } from '#words/money/admin-reports.ts'
import { formatDayAndTime } from '../../lib/format-date.ts'
import { Fact, Facts } from '../desk/parts/facts.tsx'
import { Decision } from '../desk/parts/decision.tsx'
import { Decisions } from '../desk/parts/propose.tsx'
import { May } from '../desk/may.tsx'
import { nameOfPerson } from '../desk/parts/people.ts'
import { Problem } from './problem.tsx'

interface PaymentReviewProps {
  payment: PaymentForReviewJson
  isOpen: boolean
  onChanged: () => void
}

export function PaymentReview({ payment, isOpen, onChanged }: PaymentReviewProps) {
  const { reference, purpose, amount_paid: came, amount_suspended: waiting, amount_returned: returned } = payment
  const { actions, proposal } = payment
  return (
    <Problem
      what={reference}
      kind={words.review(words.purposes[purpose])}
      amount={came}
      since={payment.paid_at}
      owner={proposal ? nameOfPerson(proposal.proposed_by) : problems.finance}
      todo={proposal ? problems.confirm : actions.includes('settle') ? words.settleOrReturn : words.actions.return}
      isOpen={isOpen}
    >
      <p className="text-soft">{words.paymentsHint}</p>
      <Facts>
        <Fact name={words.asked} value={formatNaira(payment.amount)} />
        <Fact name={words.received} value={came === null ? '' : formatNaira(came)} missing={words.notNaira} />
        {waiting > 0 && waiting !== came && <Fact name={words.waiting} value={formatNaira(waiting)} />}
        {returned > 0 && <Fact name={words.returned} value={formatNaira(returned)} />}
        <Fact name={words.why} value={payment.review_reason} missing={words.nothingSaid} />
        <Fact name={words.providerSays} value={payment.provider_status ?? ''} missing={words.nothingSaid} />
        <Fact
          name={words.paidAt}
          value={payment.paid_at === null ? '' : formatDayAndTime(payment.paid_at)}
          missing={words.notPaid}
        />
      </Facts>
      {proposal ? (
        <Decision decision={proposal} name={reference} onChanged={onChanged} className="mt-4" />
      ) : (
        <May duty="handle_money">
          <Decisions
            actions={actions}
            name={reference}
            texts={words}
            hint={words.reasonHint}
            charactersMax={PAYMENT_DECISION_CHARACTERS_MAX}
            send={(action, reason, bearer) =>
              call('POST /api/admin/books/decisions', { body: { payment: reference, action, reason }, bearer })
            }
            onDone={onChanged}
          />
        </May>
      )}
    </Problem>
  )
}
