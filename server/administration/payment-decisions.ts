/**
 * Decisions about payments that need review: one administrator proposes, a second one confirms, and only then the decision is booked.
 * Each step is audited in its own transaction.
 */
import { and, eq } from 'drizzle-orm'
import type { PaymentAction } from '../../contract/admin-reports-fields.ts'
import { recordAudit, type Administering } from '../audit/audit.ts'
import { personIn, readPeople, type Person } from '../auth/people.ts'
import type { Db, Tx } from '../lib/db/db.ts'
import { isUniqueViolation } from '../lib/db/errors.ts'
import { AppError, invariant } from '../lib/errors.ts'
import { newId } from '../lib/ids.ts'
import { lockPayment } from '../payments/booking.ts'
import type { Payments } from '../payments/payments.ts'
import { endReview, refusalToSettle } from '../payments/review.ts'
import { paymentAttempts } from '../payments/schema.ts'
import { paymentDecisions, type PaymentDecision } from './schema.ts'

export interface Proposal {
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
  { reference, action, reason }: Proposal,
) {
  const now = clock.now()
  const [payment] = await db
    .select({ id: paymentAttempts.id })
    .from(paymentAttempts)
    .where(eq(paymentAttempts.reference, reference))
  if (!payment) throw new AppError('not_found', { detail: 'We have no payment with this reference.' })
  try {
    const decision = await db.transaction(async (tx) => {
      const { attempt, intent } = await lockPayment(tx, payment.id)
      if (attempt.status !== 'needs_review') throw new AppError('payment_not_for_review')
      const refusal = action === 'settle' ? refusalToSettle(attempt, intent) : null
      if (refusal !== null) throw new AppError('payment_cannot_settle', { detail: refusal })
      const [proposed] = await tx
        .insert(paymentDecisions)
        .values({ id: newId(), attemptId: attempt.id, action, reason, proposedBy: by.userId, proposedAt: now })
        .returning()
      invariant(proposed, 'an insert returns its row')
      await recordAudit(
        tx,
        {
          by,
          action: 'payment.decision_proposed',
          subject: 'payment',
          subjectId: reference,
          after: { decision: action },
        },
        now,
      )
      return proposed
    })
    return await describe(db, decision, reference, by.userId)
  } catch (error) {
    if (isUniqueViolation(error, 'payment_decisions_one_waits')) throw new AppError('already_proposed')
    throw error
  }
}

/**
 * Confirms a proposal of another administrator and books it, once even when several confirm at the same time.
 * @throws AppError `not_found` (also when it is already confirmed or withdrawn), `second_administrator_needed`,
 *   `payment_not_for_review`, `payment_cannot_settle`
 */
export async function confirmDecision(payments: Payments, by: Administering, id: string) {
  const { db, clock } = payments
  const now = clock.now()
  const { decision, attempt } = await db.transaction(async (tx) => {
    const { attempt, decision } = await lockProposal(tx, id)
    if (decision.proposedBy === by.userId) throw new AppError('second_administrator_needed')
    await endReview(payments, tx, attempt.id, decision.action, now)
    const decided = await decide(tx, id, 'confirmed', by, now)
    await recordAudit(
      tx,
      {
        by,
        action: 'payment.decided',
        subject: 'payment',
        subjectId: attempt.reference,
        before: { status: attempt.status },
        after: { status: decision.action === 'settle' ? 'paid' : 'returned', decision: decision.action },
      },
      now,
    )
    return { decision: decided, attempt }
  })
  payments.log.warn(
    { reference: attempt.reference, action: decision.action },
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
    const { attempt, decision } = await lockProposal(tx, id)
    const withdrawn = await decide(tx, id, 'withdrawn', by, now)
    await recordAudit(
      tx,
      {
        by,
        action: 'payment.decision_withdrawn',
        subject: 'payment',
        subjectId: attempt.reference,
        before: { decision: decision.action },
      },
      now,
    )
    return { decision: withdrawn, attempt }
  })
  return describe(db, decision, attempt.reference, by.userId)
}

/** Locks an open proposal and its payment. The payment comes first, in the order of all code that locks payments. */
async function lockProposal(tx: Tx, id: string) {
  const gone = new AppError('not_found', { detail: 'This proposal is no longer open.' })
  const [found] = await tx
    .select({ attemptId: paymentDecisions.attemptId })
    .from(paymentDecisions)
    .where(eq(paymentDecisions.id, id))
  if (!found) throw gone
  const { attempt } = await lockPayment(tx, found.attemptId)
  const [decision] = await tx
    .select()
    .from(paymentDecisions)
    .where(and(eq(paymentDecisions.id, id), eq(paymentDecisions.state, 'proposed')))
  if (!decision) throw gone
  return { attempt, decision }
}

async function decide(tx: Tx, id: string, state: 'confirmed' | 'withdrawn', by: Administering, now: Date) {
  const [decided] = await tx
    .update(paymentDecisions)
    .set({ state, decidedBy: by.userId, decidedAt: now })
    .where(eq(paymentDecisions.id, id))
    .returning()
  invariant(decided, 'a locked row still exists')
  return decided
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
    action: decision.action,
    reason: decision.reason,
    state: decision.state,
    proposed_by: personIn(people, decision.proposedBy),
    proposed_at: decision.proposedAt,
    decided_by: decision.decidedBy === null ? null : personIn(people, decision.decidedBy),
    decided_at: decision.decidedAt,
    may_confirm: decision.state === 'proposed' && decision.proposedBy !== userId,
  }
}
