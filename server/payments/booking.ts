/**
 * Writing down what became of a payment: the attempt, its intent, the purpose's own row and the transfers, in one SQL
 * transaction. Rows are locked in one order: attempt, intent, purpose, ledger. Rule: docs/posting-table.md.
 */
import { and, eq, inArray, notExists, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Kobo } from '../../contract/money.ts'
import { accounts } from '../ledger/accounts.ts'
import { postTransfers, type Transfer } from '../ledger/ledger.ts'
import type { Tx } from '../lib/db/db.ts'
import { invariant } from '../lib/errors.ts'
import type { Verdict } from './judge.ts'
import type { Payments } from './payments.ts'
import type { ProviderTransaction } from './paystack.ts'
import { paymentAttempts, paymentIntents, type Attempt, type Intent } from './schema.ts'

type Paid = Extract<Verdict, { kind: 'paid' }>
type Review = Extract<Verdict, { kind: 'review' }>

const UNSETTLED = ['opening', 'open', 'lost', 'failed'] as const

/**
 * Credits a payment once; if its intent was paid before, the money goes to suspense instead: somebody paid twice.
 * @returns whether it was credited now
 */
export async function bookPayment(
  payments: Payments,
  attempt: Attempt,
  transaction: ProviderTransaction,
  paid: Paid,
  now: Date,
): Promise<boolean> {
  return payments.db.transaction(async (tx) => {
    const paidAt = transaction.paid_at ?? now
    if (!(await settleAttempt(tx, attempt, transaction, { status: 'paid', paidAt, ...paid }, now))) return false
    const [intent] = await tx
      .update(paymentIntents)
      .set({ status: 'paid', paidAt, updatedAt: now })
      .where(
        and(
          eq(paymentIntents.id, attempt.intentId),
          inArray(paymentIntents.status, ['pending', 'failed', 'needs_review']),
        ),
      )
      .returning({ id: paymentIntents.id, purpose: paymentIntents.purpose, amount: paymentIntents.amount })
    if (!intent) {
      await moveToReview(tx, attempt, 'it was paid before, by another attempt', now)
      await postTransfers(tx, suspenseTransfers(attempt.reference, paid, paidAt), now)
      return false
    }
    const payment = { intentId: intent.id, amount: intent.amount, reference: attempt.reference, paidAt }
    const destination = await payments.purposes[intent.purpose].onPaid(tx, payment, now)
    if ('review' in destination) {
      payments.log.error({ reference: attempt.reference, reason: destination.review }, 'a payment needs review')
      await moveToReview(tx, attempt, destination.review, now)
      await tx.update(paymentIntents).set({ status: 'needs_review' }).where(eq(paymentIntents.id, intent.id))
      await postTransfers(tx, suspenseTransfers(attempt.reference, paid, paidAt), now)
      return false
    }
    await postTransfers(
      tx,
      [
        {
          key: `${destination.transferPurpose}:${attempt.reference}`,
          debit: accounts.provider,
          credit: destination.account,
          amount: intent.amount,
          purpose: destination.transferPurpose,
          gifts: destination.gifts,
          occurredAt: paidAt,
        },
        // A fee that the payer bore on top was collected and kept by the provider: it never was ours.
        ...feeTransfers(attempt.reference, paid.fees - (paid.collected - intent.amount), paidAt),
      ],
      now,
    )
    return true
  })
}

/** Money came, but not as asked: it is kept apart in suspense, never credited by itself and never lost. */
export async function bookReview(
  payments: Payments,
  attempt: Attempt,
  transaction: ProviderTransaction,
  review: Review,
  now: Date,
): Promise<void> {
  payments.log.error({ reference: attempt.reference, reason: review.reason }, 'a payment needs review')
  await payments.db.transaction(async (tx) => {
    const paidAt = transaction.paid_at ?? now
    const settled = {
      status: 'needs_review' as const,
      paidAt,
      collected: review.bookable?.collected ?? null,
      fees: review.bookable?.fees ?? null,
    }
    if (!(await settleAttempt(tx, attempt, transaction, settled, now))) return
    await moveToReview(tx, attempt, review.reason, now)
    await tx
      .update(paymentIntents)
      .set({ status: 'needs_review', updatedAt: now })
      .where(and(eq(paymentIntents.id, attempt.intentId), inArray(paymentIntents.status, ['pending', 'failed'])))
    if (review.bookable) await postTransfers(tx, suspenseTransfers(attempt.reference, review.bookable, paidAt), now)
  })
}

/** The provider refused this attempt, or nobody paid in 72 hours. The intent fails with the last attempt that could pay it. */
export async function bookFailure(
  payments: Payments,
  attempt: Attempt,
  providerStatus: string,
  now: Date,
): Promise<void> {
  await payments.db.transaction(async (tx) => {
    await tx
      .update(paymentAttempts)
      .set({ status: 'failed', providerStatus, nextCheckAt: null, updatedAt: now })
      .where(and(eq(paymentAttempts.id, attempt.id), inArray(paymentAttempts.status, [...UNSETTLED])))
    const other = alias(paymentAttempts, 'other')
    const hopeful = tx
      .select({ one: sql`1` })
      .from(other)
      .where(and(eq(other.intentId, paymentIntents.id), inArray(other.status, ['opening', 'open', 'lost'])))
    const [failed] = await tx
      .update(paymentIntents)
      .set({ status: 'failed', updatedAt: now })
      .where(and(eq(paymentIntents.id, attempt.intentId), eq(paymentIntents.status, 'pending'), notExists(hopeful)))
      .returning()
    if (failed) await payments.purposes[failed.purpose].onFailed(tx, failed.id, now)
  })
}

interface Settled {
  status: 'paid' | 'needs_review'
  paidAt: Date
  collected: Kobo | null
  fees: Kobo | null
}

/** @returns false when somebody else settled it meanwhile */
async function settleAttempt(
  tx: Tx,
  attempt: Attempt,
  transaction: ProviderTransaction,
  settled: Settled,
  now: Date,
): Promise<boolean> {
  const changed = await tx
    .update(paymentAttempts)
    .set({
      status: settled.status,
      amountPaid: settled.collected,
      fees: settled.fees,
      paidAt: settled.paidAt,
      providerStatus: transaction.status,
      providerTransactionId: transaction.id,
      openingUntil: null,
      // What was given back before we heard of the payment is followed up at once.
      nextCheckAt: transaction.status === 'success' ? null : now,
      updatedAt: now,
    })
    .where(and(eq(paymentAttempts.id, attempt.id), inArray(paymentAttempts.status, [...UNSETTLED])))
    .returning({ id: paymentAttempts.id })
  return changed.length > 0
}

async function moveToReview(tx: Tx, attempt: Attempt, reason: string, now: Date): Promise<void> {
  await tx
    .update(paymentAttempts)
    .set({ status: 'needs_review', reviewReason: reason, updatedAt: now })
    .where(eq(paymentAttempts.id, attempt.id))
}

function suspenseTransfers(reference: string, money: { collected: Kobo; fees: Kobo }, occurredAt: Date): Transfer[] {
  const mismatch = {
    key: `mismatch:${reference}`,
    debit: accounts.provider,
    credit: accounts.suspense,
    amount: money.collected,
    purpose: 'mismatch' as const,
    occurredAt,
  }
  return [mismatch, ...feeTransfers(reference, money.fees, occurredAt)]
}

function feeTransfers(reference: string, fee: Kobo, occurredAt: Date): Transfer[] {
  invariant(fee >= 0n, 'a fee is never negative')
  if (fee === 0n) return []
  return [
    {
      key: `fee:${reference}`,
      debit: accounts.fees,
      credit: accounts.provider,
      amount: fee,
      purpose: 'fee',
      occurredAt,
    },
  ]
}

/** The attempt with its intent, both locked in the order that everybody locks them. */
export async function lockPayment(tx: Tx, attemptId: string): Promise<{ attempt: Attempt; intent: Intent }> {
  const [attempt] = await tx.select().from(paymentAttempts).where(eq(paymentAttempts.id, attemptId)).for('update')
  invariant(attempt, 'attempts are never deleted')
  const [intent] = await tx.select().from(paymentIntents).where(eq(paymentIntents.id, attempt.intentId)).for('update')
  invariant(intent, 'an attempt has an intent')
  return { attempt, intent }
}
