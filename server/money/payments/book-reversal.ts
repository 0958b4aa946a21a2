/**
 * Booking refunds and chargebacks. Both are cumulative: we book the difference between the total that is true and the total in the
 * books. Rule: docs/posting-table.md.
 */
import { eq } from 'drizzle-orm'
import type { Kobo } from '../../../contract/platform/money.ts'
import { accounts } from '../ledger/accounts.ts'
import { postTransfers, type Account, type Transfer } from '../ledger/ledger.ts'
import type { Tx } from '../../platform/db/db.ts'
import { invariant } from '../../platform/errors.ts'
import { findFeesAccount } from './booking.ts'
import type { Payments, ReversalChange, ReversalSources } from './payments.ts'
import { paymentAttempts, paymentIntents, type Attempt, type Intent } from './schema.ts'

/** A payment, and what was refunded and charged back of it in all, in kobo. */
export interface Reversal {
  readonly attempt: Attempt
  readonly intent: Intent
  readonly refunded: Kobo
  readonly chargedBack: Kobo
  readonly occurredAt: Date
  /** Other columns of the attempt to set at the same time. */
  readonly learned: Partial<Pick<Attempt, 'askedAt' | 'providerStatus' | 'nextCheckAt'>>
}

/** Is the money of this payment in suspense, because it was never credited, or was it returned from there? */
function isSuspended({ status }: Pick<Attempt, 'status'>): boolean {
  return status === 'needs_review' || status === 'returned'
}

/**
 * Books what was refunded or charged back since the last time, or came back to us.
 * @param tx a transaction that has locked the payment
 */
export async function bookReversal(payments: Payments, tx: Tx, reversal: Reversal, now: Date): Promise<void> {
  const { attempt, intent, refunded, chargedBack, occurredAt, learned } = reversal
  invariant(attempt.amountPaid !== null, 'only a paid attempt can be reversed')
  const full = refunded + chargedBack >= attempt.amountPaid
  const changes = reversalChanges(attempt, reversal)
  const { shares, gifts, reviewReason } = await findSources(payments, tx, reversal, changes, full, now)
  const status = isSuspended(attempt) ? (full ? attempt.status : 'needs_review') : full ? 'reversed' : 'paid'
  const ofSuspense = sumOf(shares.flat().filter(({ account }) => account === accounts.suspense))
  await tx
    .update(paymentAttempts)
    .set({
      ...learned,
      status,
      amountRefunded: refunded,
      amountChargedBack: chargedBack,
      amountSuspended: attempt.amountSuspended - ofSuspense,
      reversals: attempt.reversals + changes.length,
      ...(reviewReason !== undefined && ofSuspense < 0n && { reviewReason }),
      updatedAt: now,
    })
    .where(eq(paymentAttempts.id, attempt.id))
  if (changes.length === 0) return
  const feesAccount = await findFeesAccount(payments, tx, attempt, intent)
  const posted = changes.flatMap((change, index) =>
    reversalTransfers({
      change,
      shares: shares[index] ?? [],
      feesAccount,
      key: `${change.purpose}:${attempt.reference}:${attempt.reversals + index + 1}`,
      occurredAt,
    }),
  )
  const wasFull = attempt.amountRefunded + attempt.amountChargedBack >= attempt.amountPaid
  await postTransfers(tx, gifts === 1 && full !== wasFull ? countGift(posted, full) : posted, now)
  payments.log.warn({ reference: attempt.reference, full }, 'a payment was reversed')
  if (reviewReason !== undefined && ofSuspense < 0n) {
    payments.log.error(
      { reference: attempt.reference, reason: reviewReason, intent: intent.id },
      'a payment needs review',
    )
  }
}

interface Change {
  purpose: ReversalChange['purpose']
  /** The total of refunds and chargebacks before this change, and after it. */
  from: Kobo
  to: Kobo
}

/** The steps from the totals in the books to those that are true now. */
function reversalChanges(attempt: Attempt, { refunded, chargedBack }: Pick<Reversal, 'refunded' | 'chargedBack'>) {
  const changes: Change[] = []
  let from = attempt.amountRefunded + attempt.amountChargedBack
  const step = (purpose: Change['purpose'], by: Kobo) => {
    if (by === 0n) return
    changes.push({ purpose, from, to: from + by })
    from += by
  }
  const chargebackChange = chargedBack - attempt.amountChargedBack
  if (chargebackChange < 0n) step('reinstatement', chargebackChange)
  const refundChange = refunded - attempt.amountRefunded
  step(refundChange > 0n ? 'refund' : 'reinstatement', refundChange)
  if (chargebackChange > 0n) step('chargeback', chargebackChange)
  return changes
}

/** The part of a change that was credited. The rest is a fee that the payer bore. */
function ofCredited({ from, to }: Change, credited: Kobo): Kobo {
  return min(to, credited) - min(from, credited)
}

async function findSources(
  payments: Payments,
  tx: Tx,
  { attempt, intent, refunded, chargedBack }: Reversal,
  steps: readonly Change[],
  full: boolean,
  now: Date,
): Promise<ReversalSources> {
  if (steps.length === 0) return { shares: [], gifts: 0 }
  const suspended = isSuspended(attempt)
  const credited = suspended ? (attempt.amountPaid ?? 0n) : intent.amount
  const changes = steps.map((step) => ({ purpose: step.purpose, amount: ofCredited(step, credited) }))
  if (suspended) {
    return { shares: changes.map(({ amount }) => [{ account: accounts.suspense, amount, suffix: '' }]), gifts: 0 }
  }
  await tx
    .update(paymentIntents)
    .set({ status: full ? 'reversed' : 'paid', updatedAt: now })
    .where(eq(paymentIntents.id, intent.id))
  const { reference, amountSuspended } = attempt
  const amountReversed = min(refunded + chargedBack, credited)
  const payment = { intentId: intent.id, reference, amountReversed, amountSuspended, full, changes }
  return payments.purposes[intent.purpose].onReversed(tx, payment, now)
}

interface Transferring {
  change: Change
  shares: ReversalSources['shares'][number]
  feesAccount: Account
  key: string
  occurredAt: Date
}

/** The transfers of a change: from its sources, and from the fees for the part that the payer bore. */
function reversalTransfers({ change, shares, feesAccount, key, occurredAt }: Transferring): Transfer[] {
  const ofFees = change.to - change.from - sumOf(shares)
  return [...shares, { account: feesAccount, amount: ofFees, suffix: ':fee' }]
    .filter(({ amount }) => amount !== 0n)
    .map(({ account, amount, suffix }) => ({
      key: `${key}${suffix}`,
      debit: amount > 0n ? account : accounts.provider,
      credit: amount > 0n ? accounts.provider : account,
      amount: amount > 0n ? amount : -amount,
      purpose: change.purpose,
      occurredAt,
    }))
}

/** The transfer that completes the reversal takes the gift out of the count; one that gives money back brings it back. */
function countGift(posted: readonly Transfer[], full: boolean): Transfer[] {
  const counting = posted.findIndex(({ purpose }) => (purpose === 'reinstatement') !== full)
  return posted.map((transfer, place) => (place === counting ? { ...transfer, gifts: full ? -1 : 1 } : transfer))
}

const sumOf = (shares: ReversalSources['shares'][number]) => shares.reduce((sum, { amount }) => sum + amount, 0n)
const min = (a: Kobo, b: Kobo) => (a < b ? a : b)
