/**
 * Settling: asking the provider about a reference and acting on its answer, once. The pages' verify call, the webhook and
 * the jobs all come here, at once and in any order; who comes second changes nothing.
 */
import { and, eq, gt, isNull, lte, ne, or } from 'drizzle-orm'
import type { PaymentStatus } from '../../contract/payments.ts'
import { after, hours } from '../lib/clock.ts'
import { AppError, invariant } from '../lib/errors.ts'
import { bookFailure, bookPayment, bookReview } from './booking.ts'
import { judge } from './judge.ts'
import { ASK_MILLISECONDS_MIN, paymentStatus, type Payments } from './payments.ts'
import { ProviderRefusal, ProviderSilence, type ProviderTransaction } from './paystack.ts'
import { nextCheckAt } from './schedule.ts'
import { paymentAttempts, paymentIntents, type Attempt, type Intent } from './schema.ts'

/** An attempt, and as much of its intent as deciding about it takes. Amounts in kobo. */
export interface FoundPayment {
  attempt: Attempt
  intent: Pick<Intent, 'id' | 'purpose' | 'amount' | 'status'>
}

/** The payment of one of our references, or null. */
export async function findPayment(payments: Payments, reference: string): Promise<FoundPayment | null> {
  const { id, purpose, amount, status } = paymentIntents
  const [found] = await payments.db
    .select({ attempt: paymentAttempts, intent: { id, purpose, amount, status } })
    .from(paymentAttempts)
    .innerJoin(paymentIntents, eq(paymentIntents.id, paymentAttempts.intentId))
    .where(eq(paymentAttempts.reference, reference))
  return found ?? null
}

/**
 * Asks the provider about one of our references, and books what it says: credits once, in one SQL transaction with the
 * purpose's own row (docs/architecture.md, "A gift, step by step"). Within 10 seconds of the last question it asks nothing,
 * and makes sure that the next one comes.
 * @returns what a page may say of it
 * @throws AppError `not_found` when the reference is none of ours
 */
export async function settlePayment(payments: Payments, reference: string): Promise<PaymentStatus> {
  const found = await findPayment(payments, reference)
  if (!found) throw new AppError('not_found', { detail: 'We have no payment with this reference.' })
  const { attempt, intent } = found
  if (!mayStillBePaid(attempt)) return paymentStatus(attempt, intent)
  if (!(await claimQuestion(payments, attempt))) {
    await askSoon(payments, attempt)
    return paymentStatus(attempt, intent)
  }
  const transaction = await verifyTransaction(payments, attempt)
  // Credited by this very call: nobody needs to look again.
  if (transaction && (await act(payments, found, transaction))) return 'success'
  const settled = await findPayment(payments, reference)
  invariant(settled, 'payments are never deleted')
  return paymentStatus(settled.attempt, settled.intent, transaction?.status)
}

/** Everything but a credit that stands, and a refusal that never became a transaction. */
function mayStillBePaid(attempt: Attempt): boolean {
  return (
    attempt.status !== 'paid' &&
    attempt.status !== 'needs_review' &&
    attempt.status !== 'reversed' &&
    attempt.status !== 'returned' &&
    attempt.status !== 'refused'
  )
}

/**
 * Takes the right to ask now; whoever else comes within ten seconds does not.
 * @returns the moment of the question, or null when somebody asked a moment ago
 */
export async function claimQuestion(payments: Payments, attempt: Attempt): Promise<Date | null> {
  const now = payments.clock.now()
  // Should this process die before it has the answer, the question is asked again.
  const next = attempt.amountPaid === null ? nextCheckAt(attempt.createdAt, now) : after(now, hours(1))
  const claimed = await payments.db
    .update(paymentAttempts)
    .set({ askedAt: now, checks: attempt.checks + 1, nextCheckAt: next })
    .where(
      and(
        eq(paymentAttempts.id, attempt.id),
        or(isNull(paymentAttempts.askedAt), lte(paymentAttempts.askedAt, after(now, -ASK_MILLISECONDS_MIN))),
      ),
    )
    .returning({ id: paymentAttempts.id })
  return claimed.length > 0 ? now : null
}

/** A hint came too soon after the last question: the job asks as soon as it may. */
export async function askSoon(payments: Payments, attempt: Attempt): Promise<void> {
  const soonest = after(attempt.askedAt ?? payments.clock.now(), ASK_MILLISECONDS_MIN)
  await payments.db
    .update(paymentAttempts)
    .set({ nextCheckAt: soonest })
    .where(
      and(
        eq(paymentAttempts.id, attempt.id),
        or(isNull(paymentAttempts.nextCheckAt), gt(paymentAttempts.nextCheckAt, soonest)),
      ),
    )
}

/**
 * The provider's word on an attempt, or null when it has none now: it is silent, or does not know the reference (yet).
 */
export async function verifyTransaction(payments: Payments, attempt: Attempt): Promise<ProviderTransaction | null> {
  try {
    const transaction = await payments.provider.verify(attempt.reference)
    if (!transaction) payments.metrics.settlements.inc({ outcome: 'unknown' })
    return transaction
  } catch (error) {
    if (!(error instanceof ProviderSilence || error instanceof ProviderRefusal)) throw error
    payments.log.warn({ err: error, reference: attempt.reference }, 'the provider did not say what became of a payment')
    payments.metrics.settlements.inc({ outcome: 'silent' })
    const pause = Math.max(
      ASK_MILLISECONDS_MIN,
      (error instanceof ProviderSilence ? (error.retryAfterSeconds ?? 0) : 0) * 1000,
    )
    await payments.db
      .update(paymentAttempts)
      .set({ nextCheckAt: after(payments.clock.now(), pause) })
      .where(eq(paymentAttempts.id, attempt.id))
    return null
  }
}

/** @returns whether this call credited the payment */
async function act(
  payments: Payments,
  { attempt, intent }: FoundPayment,
  transaction: ProviderTransaction,
): Promise<boolean> {
  const verdict = judge(transaction, { reference: attempt.reference, amount: intent.amount }, payments.env.mode)
  payments.metrics.settlements.inc({ outcome: verdict.kind })
  const now = payments.clock.now()
  switch (verdict.kind) {
    case 'paid':
      return bookPayment(payments, attempt, transaction, verdict, now)
    case 'review':
      await bookReview(payments, attempt, transaction, verdict, now)
      return false
    case 'failed':
      await bookFailure(payments, attempt, transaction.status, now)
      return false
    case 'open':
      await payments.db
        .update(paymentAttempts)
        .set({ providerStatus: transaction.status, providerTransactionId: transaction.id })
        .where(and(eq(paymentAttempts.id, attempt.id), ne(paymentAttempts.status, 'paid')))
      return false
  }
}
