/** Something in the books that needs a person, in one line: what, how much, since when, whose, what to do. It opens to its details and acts. */
import type { ReactNode } from 'react'
import { formatNaira } from '../../../contract/platform/money.ts'
import type { OpenDisputeJson } from '../../../contract/money/disputes.ts'
import { PAYMENT_DECISION_CHARACTERS_MAX } from '../../../contract/office/admin-reports-fields.ts'
import type { PaymentForReviewJson } from '../../../contract/office/admin-reports.ts'
import { WALLET_DECISION_CHARACTERS_MAX } from '../../../contract/money/wallet-decision-fields.ts'
import type { FrozenWalletJson } from '../../../contract/money/wallet-decisions.ts'
import { call } from '../../api/client.ts'
import { formatDay, formatDayAndTime } from '../../lib/format-date.ts'
import { books, problems } from '#words/money/admin-reports.ts'
import { disputes } from '#words/money/disputes.ts'
import { frozenWallets } from '#words/money/frozen-wallets.ts'
import { May } from '../desk/may.tsx'
import { Decision } from '../desk/parts/decision.tsx'
import { Fact, Facts } from '../desk/parts/facts.tsx'
import { nameOfPerson } from '../desk/parts/people.ts'
import { Decisions } from '../desk/parts/propose.tsx'

interface ProblemProps {
  what: string
  /** The kind of it. */
  kind: string
  amount: number | null
  since: string | null
  /** Empty: no one yet. */
  owner: string
  todo: string
  isOpen: boolean
  children: ReactNode
}

export function Problem({ what, kind, amount, since, owner, todo, isOpen, children }: ProblemProps) {
  return (
    <li>
      <details className="problem" open={isOpen}>
        <summary>
          <span className="problem-what">
            <strong className="wrap-anywhere">{what}</strong>
            <span className="second">{kind}</span>
          </span>
          <span className="number">{amount === null ? '' : formatNaira(amount)}</span>
          <span>{since === null ? '' : problems.since(formatDay(since))}</span>
          <span className={owner === '' ? 'text-alert' : undefined}>{owner === '' ? problems.noOwner : owner}</span>
          <span className="text-soft">{todo}</span>
        </summary>
        <div className="pb-5">{children}</div>
      </details>
    </li>
  )
}

/** A dispute that must be answered at the payment provider, with its deadline. */
export function Dispute({ dispute, isOpen }: { dispute: OpenDisputeJson; isOpen: boolean }) {
  const { id, payment, purpose, amount, amount_paid: paid, opened_at: openedAt } = dispute
  return (
    <Problem
      what={payment}
      kind={disputes.kind(books.purposes[purpose])}
      amount={amount}
      since={openedAt}
      owner={problems.finance}
      todo={deadlineOf(dispute) === '' ? problems.answer : problems.answerBy(deadlineOf(dispute))}
      isOpen={isOpen}
    >
      <p className="text-soft">{disputes.hint}</p>
      <p className="mt-2 text-soft">{disputes.advice}</p>
      <Facts>
        <Fact name={disputes.deadline} value={deadlineOf(dispute)} missing={disputes.noDeadline} />
        <Fact name={disputes.disputed} value={amount === null ? '' : formatNaira(amount)} missing={disputes.notSaid} />
        <Fact name={disputes.paid} value={paid === null ? '' : formatNaira(paid)} missing={disputes.notSaid} />
        <Fact name={disputes.category} value={dispute.category ?? ''} missing={disputes.notSaid} />
        <Fact name={disputes.status} value={dispute.status} missing={disputes.notSaid} />
        <Fact
          name={disputes.opened}
          value={openedAt === null ? '' : formatDayAndTime(openedAt)}
          missing={disputes.notSaid}
        />
        <Fact name={disputes.reference} value={id} />
      </Facts>
    </Problem>
  )
}

function deadlineOf({ due_at: dueAt, minutes_left: left }: OpenDisputeJson): string {
  return dueAt === null || left === null ? '' : disputes.left(formatDayAndTime(dueAt), left)
}

/** @param todo where the reader may act. Of their own wallet they may not */
function todoOf(
  { proposal, actions }: Pick<PaymentForReviewJson | FrozenWalletJson, 'proposal' | 'actions'>,
  todo: string,
) {
  if (proposal) return problems.confirm
  return actions.length === 0 ? problems.others : todo
}

interface PaymentReviewProps {
  payment: PaymentForReviewJson
  isOpen: boolean
  onChanged: () => void
}

/** A payment that needs review: its details, the possible proposals, and a proposal that waits for a second administrator. */
export function PaymentReview({ payment, isOpen, onChanged }: PaymentReviewProps) {
  const { reference, purpose, amount_paid: came, amount_suspended: waiting, amount_returned: returned } = payment
  const { actions, proposal } = payment
  return (
    <Problem
      what={reference}
      kind={books.review(books.purposes[purpose])}
      amount={came}
      since={payment.paid_at}
      owner={proposal ? nameOfPerson(proposal.proposed_by) : problems.finance}
      todo={todoOf(payment, actions.includes('settle') ? books.settleOrReturn : books.actions.return)}
      isOpen={isOpen}
    >
      <p className="text-soft">{books.paymentsHint}</p>
      <Facts>
        <Fact name={books.asked} value={formatNaira(payment.amount)} />
        <Fact name={books.received} value={came === null ? '' : formatNaira(came)} missing={books.notNaira} />
        {waiting > 0 && waiting !== came && <Fact name={books.waiting} value={formatNaira(waiting)} />}
        {returned > 0 && <Fact name={books.returned} value={formatNaira(returned)} />}
        <Fact name={books.why} value={payment.review_reason} missing={books.nothingSaid} />
        <Fact name={books.providerSays} value={payment.provider_status ?? ''} missing={books.nothingSaid} />
        <Fact
          name={books.paidAt}
          value={payment.paid_at === null ? '' : formatDayAndTime(payment.paid_at)}
          missing={books.notPaid}
        />
      </Facts>
      {proposal ? (
        <Decision decision={proposal} name={reference} onChanged={onChanged} className="mt-4" />
      ) : (
        <May duty="handle_money">
          <Decisions
            actions={actions}
            name={reference}
            texts={books}
            hint={books.reasonHint}
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

interface FrozenWalletProps {
  wallet: FrozenWalletJson
  isOpen: boolean
  onChanged: () => void
}

/** A frozen wallet: what it has lost, the possible proposals, and a proposal that waits for a second administrator. */
export function FrozenWallet({ wallet, isOpen, onChanged }: FrozenWalletProps) {
  const { wallet_id: id, owner, is_closed: isClosed, lost, covered, held, actions, proposal } = wallet
  const name = nameOfPerson(owner)
  return (
    <Problem
      what={name}
      kind={frozenWallets.kind}
      amount={lost}
      since={wallet.frozen_at}
      owner={proposal ? nameOfPerson(proposal.proposed_by) : problems.finance}
      todo={todoOf(wallet, frozenWallets.todo)}
      isOpen={isOpen}
    >
      <p className="text-soft">{frozenWallets.hint}</p>
      {owner.email !== '' && owner.email !== name && <p className="text-soft wrap-anywhere">{owner.email}</p>}
      <Facts>
        <Fact name={frozenWallets.lost} value={formatNaira(lost)} />
        {covered > 0 && <Fact name={frozenWallets.covered} value={formatNaira(covered)} />}
        <Fact name={frozenWallets.held} value={formatNaira(held)} />
        <Fact name={frozenWallets.since} value={formatDay(wallet.frozen_at)} />
        {isClosed && <Fact name={frozenWallets.wallet} value={id} />}
      </Facts>
      {proposal ? (
        <Decision decision={proposal} name={name} onChanged={onChanged} className="mt-4">
          {proposal.amount !== null && <p>{formatNaira(proposal.amount)}</p>}
        </Decision>
      ) : (
        <May duty="handle_money">
          <Decisions
            actions={actions}
            name={name}
            texts={frozenWallets}
            hint={frozenWallets.reasonHint}
            charactersMax={WALLET_DECISION_CHARACTERS_MAX}
            send={(action, reason, bearer) =>
              call('POST /api/admin/books/wallet-decisions', { body: { wallet: id, action, reason }, bearer })
            }
            onDone={onChanged}
          />
        </May>
      )}
    </Problem>
  )
}
