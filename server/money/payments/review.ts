/**
 * Ending the review of a payment, once people have decided: the money is credited, or booked as sent back. Who may decide is
 * checked by the caller. Rule: docs/posting-table.md.
 */
import { and, eq, inArray, notExists, or, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { z } from 'zod'
import type { PaymentAction } from '../../../contract/office/admin-reports-fields.ts'
import { AMOUNT_KOBO_MAX, AMOUNT_KOBO_MIN } from '../../../contract/platform/money.ts'
import { accounts } from '../ledger/accounts.ts'
import { postTransfers } from '../ledger/ledger.ts'
import { rows, type Db, type Tx } from '../../platform/db/db.ts'
import { AppError, invariant } from '../../platform/errors.ts'
import { newId } from '../../platform/ids.ts'
import { bookReversal } from './book-reversal.ts'
import { lockPayment } from './booking.ts'
import type { Payments } from './payments.ts'
import { paymentAttempts, paymentIntents, type Attempt, type Intent } from './schema.ts'

type Reviewed = Pick<Attempt, 'status' | 'amountPaid' | 'amountRefunded' | 'amountChargedBack'>

/** Payments that people must decide about: not as requested, or with money that came back after the account was closed. */
export const FOR_REVIEW = or(eq(paymentAttempts.status, 'needs_review'), sql`${paymentAttempts.amountSuspended} > 0`)

export function needsReview({ status, amountSuspended }: Pick<Attempt, 'status' | 'amountSuspended'>): boolean {
  return status === 'needs_review' || amountSuspended > 0n
}

/**
 * Why the money cannot be credited to what it was for, or null. Its purpose may still refuse it, as a closed wallet does.
 */
export function refusalToSettle(attempt: Reviewed, intent: Pick<Intent, 'status' | 'purpose'>): string | null {
  const { amountPaid } = attempt
  if (attempt.status !== 'needs_review') return 'The account that it was for is closed.'
  if (intent.purpose === 'unexpected') return 'It was not started here.'
  if (amountPaid === null) return 'It was paid in another currency.'
  if (intent.status === 'paid' || intent.status === 'reversed') return 'It was paid before, by another attempt.'
  if (attempt.amountRefunded + attempt.amountChargedBack > 0n) return 'A part of it was refunded already.'
  if (amountPaid < AMOUNT_KOBO_MIN || amountPaid > AMOUNT_KOBO_MAX)
    return 'The amount is outside the limits for a gift.'
  return null
}

/** Finds why a payment cannot be settled: {@link refusalToSettle}, or a refusal of its purpose, as of a closed wallet. */
export async function findRefusalToSettle(
  { db, purposes }: Pick<Payments, 'db' | 'purposes'>,
  { attempt, intent }: { readonly attempt: Reviewed; readonly intent: Intent },
): Promise<string | null> {
  const refusal = refusalToSettle(attempt, intent)
  if (refusal !== null) return refusal
  const refused = await purposes[intent.purpose].findRefusal(db, intent.id)
  return refused && `${refused}.`
}

/** Whether something of a payment that no account took went back, or came back to us, from a moment on. */
export async function hasReversedSince(
  db: Db | Tx,
  { reference, reversals, amountSuspended }: Pick<Attempt, 'reference' | 'reversals' | 'amountSuspended'>,
  since: Date,
): Promise<boolean> {
  if (amountSuspended === 0n) return false
  const found = await rows(
    db,
    sql`select from generate_series(1, ${reversals}::int) as step
         cross join unnest(array['refund', 'chargeback', 'reinstatement']) as how (purpose)
          join transfers on transfers.key = how.purpose || ':' || ${reference}::text || ':' || step
         where transfers.recorded_at >= ${since.toISOString()}::timestamptz limit 1`,
    z.unknown(),
  )
  return found.length > 0
}

/** Whether no one can decide so about a payment any more: it needs no decision, or something of it moved. */
export async function isDecidedOtherwise(
  payments: Pick<Payments, 'db' | 'purposes'>,
  payment: { readonly attempt: Attempt; readonly intent: Intent },
  { choice, proposedAt }: { readonly choice: string; readonly proposedAt: Date },
): Promise<boolean> {
  if (!needsReview(payment.attempt)) return true
  if (choice === 'settle' && (await findRefusalToSettle(payments, payment)) !== null) return true
  return hasReversedSince(payments.db, payment.attempt, proposedAt)
}

/**
 * Ends the review of a payment as people decided.
 * @param tx a transaction, with the decision's own row
 * @throws AppError `payment_cannot_settle`
 */
export async function endReview(
  payments: Payments,
  tx: Tx,
  attemptId: string,
  action: PaymentAction,
  now: Date,
): Promise<Attempt> {
  const { attempt, intent } = await lockPayment(tx, attemptId)
  invariant(needsReview(attempt), 'an open decision is about a payment that needs review')
  await (action === 'settle'
    ? creditFromSuspense(payments, tx, attempt, intent, now)
    : sendBackFromSuspense(payments, tx, attempt, intent, now))
  return attempt
}

/** Credits the amount that came, which becomes the amount of the intent. */
async function creditFromSuspense(payments: Payments, tx: Tx, attempt: Attempt, intent: Intent, now: Date) {
  const refusal = refusalToSettle(attempt, intent)
  if (refusal !== null) throw new AppError('payment_cannot_settle', { detail: refusal })
  const { amountPaid: amount } = attempt
  invariant(amount !== null, 'what can be settled is naira')
  const credited = await payments.purposes[intent.purpose].credit(tx, {
    attemptId: attempt.id,
    from: ['needs_review'],
    debit: accounts.suspense,
    amount,
    collected: amount,
    fees: attempt.fees,
    // Booked as unassigned when the money came.
    feeBooked: attempt.fees ?? 0n,
    feeFrom: accounts.unassignedFees,
    paidAt: attempt.paidAt ?? now,
    occurredAt: now,
    providerStatus: attempt.providerStatus,
    providerTransactionId: attempt.providerTransactionId,
    // An older answer of the provider is not acted on.
    askedAt: now,
    nextCheckAt: attempt.nextCheckAt,
    transferId: newId(),
    feeTransferId: newId(),
    now,
  })
  if (credited.length > 0) return
  const refused = await payments.purposes[intent.purpose].findRefusal(tx, intent.id)
  throw new AppError('payment_cannot_settle', { detail: `${refused}.` })
}

/**
 * Books that the rest of the money in suspense was sent back. Refunds are cumulative, so the provider's report of the same
 * refund changes nothing.
 */
async function sendBackFromSuspense(payments: Payments, tx: Tx, attempt: Attempt, intent: Intent, now: Date) {
  const { id, reference, status, amountRefunded, amountChargedBack, amountSuspended: left, reversals } = attempt
  if (status !== 'needs_review') {
    // Only a part of it came back; what was credited before stays so.
    const totals = { refunded: amountRefunded + left, chargedBack: amountChargedBack }
    const learned = { askedAt: now, nextCheckAt: null }
    return bookReversal(payments, tx, { attempt, intent, ...totals, occurredAt: now, learned }, now)
  }
  await tx
    .update(paymentAttempts)
    .set({
      status: 'returned',
      amountRefunded: amountRefunded + left,
      amountSuspended: 0n,
      reversals: reversals + (left > 0n ? 1 : 0),
      // An older answer of the provider is not acted on.
      askedAt: now,
      nextCheckAt: null,
      updatedAt: now,
    })
    .where(eq(paymentAttempts.id, id))
  await failWithoutHope(payments, tx, intent, now)
  if (left === 0n) return
  await postTransfers(
    tx,
    [
      {
        key: `refund:${reference}:${reversals + 1}`,
        debit: accounts.suspense,
        credit: accounts.provider,
        amount: left,
        purpose: 'refund',
        occurredAt: now,
      },
    ],
    now,
  )
}

/** The intent fails, unless another attempt has paid it or still may. */
async function failWithoutHope(payments: Payments, tx: Tx, intent: Intent, now: Date): Promise<void> {
  const other = alias(paymentAttempts, 'other')
  const hopeful = tx
    .select({ one: sql`1` })
    .from(other)
    .where(
      and(
        eq(other.intentId, paymentIntents.id),
        inArray(other.status, ['opening', 'open', 'lost', 'paid', 'needs_review']),
      ),
    )
  const [failed] = await tx
    .update(paymentIntents)
    .set({ status: 'failed', updatedAt: now })
    .where(
      and(
        eq(paymentIntents.id, intent.id),
        inArray(paymentIntents.status, ['needs_review', 'pending']),
        notExists(hopeful),
      ),
    )
    .returning()
  if (failed) await payments.purposes[failed.purpose].onFailed(tx, failed.id, now)
}
