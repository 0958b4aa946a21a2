/**
 * Booking the provider's answer: paid, needs review or failed, each in one SQL transaction. Rows are locked in one order
 * everywhere: intent, attempt, purpose, ledger. Rule: docs/posting-table.md.
 */
import { and, eq, inArray, notExists, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Kobo } from '../../../contract/platform/money.ts'
import { accounts } from '../ledger/accounts.ts'
import { postTransfers, type Account, type Transfer } from '../ledger/ledger.ts'
import { after, minutes } from '../../platform/clock.ts'
import type { Tx } from '../../platform/db/db.ts'
import { invariant } from '../../platform/errors.ts'
import { newId } from '../../platform/ids.ts'
import type { Collected, Verdict } from './judge.ts'
import type { FoundPayment, Payments } from './payments.ts'
import type { ListedTransaction } from './paystack.ts'
import { nextCheckAt } from './schedule.ts'
import { isUnsettled, paymentAttempts, paymentIntents, UNSETTLED, type Attempt, type Intent } from './schema.ts'

type Paid = Extract<Verdict, { kind: 'paid' }>
type Review = Extract<Verdict, { kind: 'review' }>

/** The provider's answer about an attempt, with its time. */
export interface Answer {
  found: FoundPayment
  transaction: ListedTransaction
  now: Date
}

/**
 * Credits a payment once. What cannot be credited, because its intent was paid by another attempt or its wallet was closed,
 * goes to suspense instead.
 * @returns whether it was credited now
 */
export async function bookPayment(payments: Payments, answer: Answer, paid: Paid): Promise<boolean> {
  const { found, transaction, now } = answer
  const { attempt, intent } = found
  const paidAt = transaction.paid_at ?? now
  // A fee that the payer bore on top was collected and kept by the provider: it never belonged to us.
  const feeBooked = (paid.fees ?? 0n) - (paid.collected - intent.amount)
  invariant(feeBooked >= 0n, 'a fee is never negative')
  const credited = await payments.purposes[intent.purpose].credit(payments.db, {
    attemptId: attempt.id,
    from: [...UNSETTLED],
    debit: accounts.provider,
    amount: intent.amount,
    collected: paid.collected,
    fees: paid.fees,
    feeBooked,
    feeFrom: accounts.provider,
    paidAt,
    occurredAt: paidAt,
    providerStatus: transaction.status,
    providerTransactionId: transaction.id,
    askedAt: attempt.askedAt,
    nextCheckAt: nextReversalCheckAt(transaction, now),
    transferId: newId(),
    feeTransferId: newId(),
    now,
  })
  if (credited.length > 0) return true
  await suspend(payments, answer, paid, (tx, locked) => whyNotCredited(payments, tx, locked))
  return false
}

/** Money came, but not as requested: it is kept apart in suspense, never credited automatically and never lost. */
export async function bookReview(payments: Payments, answer: Answer, { bookable, reason }: Review): Promise<void> {
  await suspend(payments, answer, bookable, async () => reason)
}

async function suspend(
  payments: Payments,
  { found, transaction, now }: Answer,
  money: Collected | null,
  findReason: (tx: Tx, intent: Intent) => Promise<string>,
): Promise<void> {
  await payments.db.transaction(async (tx) => {
    const { attempt, intent } = await lockPayment(tx, found.attempt.id)
    // Another caller has settled it meanwhile.
    if (!isUnsettled(attempt.status)) return
    const reviewReason = await findReason(tx, intent)
    payments.log.error({ reference: attempt.reference, reason: reviewReason }, 'a payment needs review')
    const paidAt = transaction.paid_at ?? now
    await tx
      .update(paymentAttempts)
      .set({
        status: 'needs_review',
        reviewReason,
        amountPaid: money?.collected ?? null,
        amountSuspended: money?.collected ?? 0n,
        fees: money?.fees ?? null,
        paidAt,
        providerStatus: transaction.status,
        providerTransactionId: transaction.id,
        openingUntil: null,
        answeredAt: now,
        nextCheckAt: nextReversalCheckAt(transaction, now),
        updatedAt: now,
      })
      .where(eq(paymentAttempts.id, attempt.id))
    await tx
      .update(paymentIntents)
      .set({ status: 'needs_review', updatedAt: now })
      .where(and(eq(paymentIntents.id, intent.id), inArray(paymentIntents.status, ['pending', 'failed'])))
    if (money) await postTransfers(tx, suspenseTransfers(attempt.reference, money, paidAt), now)
  })
}

async function whyNotCredited(payments: Payments, tx: Tx, { id, purpose, status }: Intent): Promise<string> {
  if (status === 'paid' || status === 'reversed') return 'it was paid before, by another attempt'
  const refusal = await payments.purposes[purpose].findRefusal(tx, id)
  invariant(refusal !== null, 'a payment that was not credited has a reason')
  return refusal
}

/** A refund that came before we knew of the payment is followed up immediately, fees that the provider does not know yet, soon. */
function nextReversalCheckAt({ status, fees }: ListedTransaction, now: Date): Date | null {
  if (status !== 'success') return now
  return fees === null || fees === undefined ? after(now, minutes(1)) : null
}

/**
 * The provider refused this attempt, or it was not paid in 72 hours. The intent fails with the last attempt that could pay it.
 * We keep checking the attempt until the 72 hours are over: the payer may have tried again, with another card.
 */
export async function bookFailure(
  payments: Payments,
  attempt: Attempt,
  providerStatus: string,
  now: Date,
): Promise<void> {
  await payments.db.transaction(async (tx) => {
    const { attempt: locked, intent } = await lockPayment(tx, attempt.id)
    if (!isUnsettled(locked.status)) return
    await tx
      .update(paymentAttempts)
      .set({
        status: 'failed',
        providerStatus,
        answeredAt: now,
        nextCheckAt: nextCheckAt(locked.createdAt, now),
        updatedAt: now,
      })
      .where(eq(paymentAttempts.id, locked.id))
    const other = alias(paymentAttempts, 'other')
    const hopeful = tx
      .select({ one: sql`1` })
      .from(other)
      .where(and(eq(other.intentId, paymentIntents.id), inArray(other.status, ['opening', 'open', 'lost'])))
    const failed = await tx
      .update(paymentIntents)
      .set({ status: 'failed', updatedAt: now })
      .where(and(eq(paymentIntents.id, intent.id), eq(paymentIntents.status, 'pending'), notExists(hopeful)))
      .returning({ id: paymentIntents.id })
    if (failed.length > 0) await payments.purposes[intent.purpose].onFailed(tx, intent.id, now)
  })
}

function suspenseTransfers(reference: string, money: Collected, occurredAt: Date): Transfer[] {
  const mismatch = {
    key: `mismatch:${reference}`,
    debit: accounts.provider,
    credit: accounts.suspense,
    amount: money.collected,
    purpose: 'mismatch' as const,
    occurredAt,
  }
  if (!money.fees) return [mismatch]
  return [mismatch, feeTransfer(reference, accounts.unassignedFees, money.fees, occurredAt)]
}

function feeTransfer(reference: string, debit: Account, amount: Kobo, occurredAt: Date): Transfer {
  return { key: `fee:${reference}`, debit, credit: accounts.provider, amount, purpose: 'fee', occurredAt }
}

/** Books the fees of a payment that the provider did not know when the payment was booked, once. */
export async function bookLateFee(payments: Payments, attemptId: string, fees: Kobo): Promise<void> {
  const now = payments.clock.now()
  await payments.db.transaction(async (tx) => {
    const { attempt, intent } = await lockPayment(tx, attemptId)
    if (attempt.fees !== null || attempt.amountPaid === null) return
    await tx.update(paymentAttempts).set({ fees, updatedAt: now }).where(eq(paymentAttempts.id, attemptId))
    if (fees === 0n) return
    const account = await findFeesAccount(payments, tx, attempt, intent)
    await postTransfers(tx, [feeTransfer(attempt.reference, account, fees, attempt.paidAt ?? now)], now)
  })
}

/** The account that bears the fees of a payment: of what it was credited to, or of payments credited to nothing. */
export async function findFeesAccount(
  payments: Payments,
  tx: Tx,
  { status }: Attempt,
  { id, purpose }: Intent,
): Promise<Account> {
  const isCredited = status === 'paid' || status === 'reversed'
  return isCredited ? payments.purposes[purpose].findFeesAccount(tx, id) : accounts.unassignedFees
}

/** Locks an attempt and its intent, in the order that every writer locks them. */
export async function lockPayment(tx: Tx, attemptId: string): Promise<{ attempt: Attempt; intent: Intent }> {
  const owner = tx
    .select({ id: paymentAttempts.intentId })
    .from(paymentAttempts)
    .where(eq(paymentAttempts.id, attemptId))
  const [intent] = await tx.select().from(paymentIntents).where(inArray(paymentIntents.id, owner)).for('no key update')
  const [attempt] = await tx
    .select()
    .from(paymentAttempts)
    .where(eq(paymentAttempts.id, attemptId))
    .for('no key update')
  invariant(attempt && intent, 'attempts and intents are never deleted')
  return { attempt, intent }
}
