/**
 * Decisions about payments that need review: one administrator proposes, a second one confirms (server/record/two-person), and only then the
 * decision is booked.
 */
import { eq } from 'drizzle-orm'
import { PAYMENT_ACTIONS, type PaymentAction } from '../../../contract/office/admin-reports-fields.ts'
import type { Administering } from '../../record/audit/audit.ts'
import { personIn, readPeople, type Person } from '../../people/sign-in/people.ts'
import type { Db, Tx } from '../../platform/db/db.ts'
import { AppError } from '../../platform/errors.ts'
import { lockPayment } from '../../money/payments/booking.ts'
import type { Payments } from '../../money/payments/payments.ts'
import { endReview, needsReview, refusalToSettle } from '../../money/payments/review.ts'
import { paymentAttempts } from '../../money/payments/schema.ts'
import {
  confirmProposal,
  getOpenProposal,
  propose,
  withdrawProposal,
  type Proposal,
  type ProposalKind,
} from '../../record/two-person/proposals.ts'

export const PAYMENT_DECISIONS: ProposalKind<PaymentAction> = {
  name: 'payment_decision',
  choices: PAYMENT_ACTIONS,
  duties: { propose: 'handle_money', confirm: 'handle_money' },
  audited: {
    subject: 'payment',
    proposed: 'payment.decision_proposed',
    confirmed: 'payment.decided',
    withdrawn: 'payment.decision_withdrawn',
  },
}
export type PaymentDecision = Proposal<PaymentAction>

interface ProposedDecision {
  /** The payment's reference. */
  readonly reference: string
  readonly action: PaymentAction
  readonly reason: string
}

/**
 * Proposes a decision. A payment has one open proposal at a time.
 * @throws AppError `not_found`, `payment_not_for_review`, `payment_cannot_settle`, `already_proposed`
 */
export async function proposeDecision(
  { db, clock }: Payments,
  by: Administering,
  { reference, action, reason }: ProposedDecision,
) {
  const now = clock.now()
  const [payment] = await db
    .select({ id: paymentAttempts.id })
    .from(paymentAttempts)
    .where(eq(paymentAttempts.reference, reference))
  if (!payment) throw new AppError('not_found', { detail: 'We have no payment with this reference.' })
  const decision = await db.transaction(async (tx) => {
    const { attempt, intent } = await lockPayment(tx, payment.id)
    if (!needsReview(attempt)) throw new AppError('payment_not_for_review')
    const refusal = action === 'settle' ? refusalToSettle(attempt, intent) : null
    if (refusal !== null) throw new AppError('payment_cannot_settle', { detail: refusal })
    const about = { subjectId: reference, after: { decision: action } }
    return propose(tx, PAYMENT_DECISIONS, by, { subjectId: attempt.id, choice: action, reason }, about, now)
  })
  return describe(db, decision, reference, by.userId)
}

/**
 * Confirms a proposal of another administrator and books it, once even when several confirm at the same time.
 * @throws AppError `not_found` (also when it is already confirmed or withdrawn), `second_administrator_needed`, `proposal_lapsed`,
 *   `payment_not_for_review`, `payment_cannot_settle`
 */
export async function confirmDecision(payments: Payments, by: Administering, id: string) {
  const { db, clock } = payments
  const now = clock.now()
  const { decision, attempt } = await db.transaction(async (tx) => {
    const { attempt, choice } = await lockProposedPayment(tx, id)
    const about = {
      subjectId: attempt.reference,
      before: { status: attempt.status },
      after: { status: choice === 'settle' ? 'paid' : 'returned', decision: choice },
    }
    const decision = await confirmProposal(tx, PAYMENT_DECISIONS, by, id, about, now)
    if (!needsReview(attempt)) throw new AppError('payment_not_for_review')
    await endReview(payments, tx, attempt.id, choice, now)
    return { decision, attempt }
  })
  payments.log.warn(
    { reference: attempt.reference, action: decision.choice },
    'a payment that needed review was decided',
  )
  return describe(db, decision, attempt.reference, by.userId)
}

/**
 * Withdraws an open proposal. Any administrator may.
 * @throws AppError `not_found`: no open proposal has this id
 */
export async function withdrawDecision({ db, clock }: Payments, by: Administering, id: string) {
  const now = clock.now()
  const { decision, attempt } = await db.transaction(async (tx) => {
    const { attempt, choice } = await lockProposedPayment(tx, id)
    const about = { subjectId: attempt.reference, before: { decision: choice } }
    return { decision: await withdrawProposal(tx, PAYMENT_DECISIONS, by, id, about, now), attempt }
  })
  return describe(db, decision, attempt.reference, by.userId)
}

/** Locks the payment of a proposal: the payment comes first, in the order of all code that locks payments. */
async function lockProposedPayment(tx: Tx, id: string) {
  const { subjectId, choice } = await getOpenProposal(tx, PAYMENT_DECISIONS, id)
  const { attempt } = await lockPayment(tx, subjectId)
  return { attempt, choice }
}

async function describe(db: Db, decision: PaymentDecision, reference: string, userId: string) {
  const people = await readPeople(
    db,
    [decision.proposedBy, decision.decidedBy].filter((id) => id !== null),
  )
  return asDecision(decision, reference, people, userId)
}

/** A decision as this administrator sees it. */
export function asDecision(
  decision: PaymentDecision,
  reference: string,
  people: ReadonlyMap<string, Person>,
  userId: string,
) {
  return {
    id: decision.id,
    payment: reference,
    action: decision.choice,
    reason: decision.reason,
    state: decision.state,
    proposed_by: personIn(people, decision.proposedBy),
    proposed_at: decision.proposedAt,
    expires_at: decision.expiresAt,
    decided_by: decision.decidedBy === null ? null : personIn(people, decision.decidedBy),
    decided_at: decision.decidedAt,
    may_confirm: decision.state === 'proposed' && decision.proposedBy !== userId,
  }
}
