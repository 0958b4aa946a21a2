/**
 * Settling: asking the provider about a reference and booking its answer, once. The page's verify call, the webhook and the
 * jobs all come here, at the same time and in any order; only the first changes anything.
 */
import { and, eq, inArray } from 'drizzle-orm'
import type { PaymentStatus } from '../../../contract/money/payments.ts'
import { AppError, invariant } from '../../platform/errors.ts'
import { bookFailure, bookPayment, bookReview } from './booking.ts'
import { judge } from './judge.ts'
import { paymentStatus, type FoundPayment, type Payments } from './payments.ts'
import type { ListedTransaction } from './paystack.ts'
import { answerFor, askSoon, claimQuestion, findPayment, verifyTransaction, waitForAnswer } from './questions.ts'
import { nextCheckAt } from './schedule.ts'
import { isUnsettled, paymentAttempts, UNSETTLED, type Attempt } from './schema.ts'

/**
 * Asks the provider about one of our references, and books its answer: credits once, in one SQL statement with the purpose's
 * own row (docs/architecture.md, "A gift, step by step"). The provider is asked at most every 10 seconds: a caller who comes
 * while a question is open waits for its answer; one who comes after it schedules the next question.
 * @returns what a page may say of it
 * @throws AppError `not_found` when the reference is not ours
 */
export async function settlePayment(payments: Payments, reference: string): Promise<PaymentStatus> {
  const found = await claimQuestion(payments, reference, UNSETTLED)
  if (!found) throw new AppError('not_found', { detail: 'We have no payment with this reference.' })
  if (found.claimed) return answerFor(payments, reference, () => askAndBook(payments, found))
  if (!isUnsettled(found.attempt.status)) return paymentStatus(found.attempt, found.intent)
  await waitForAnswer(payments, found.attempt)
  const heard = await getPayment(payments, reference)
  // The answer may be older than the event that brought this caller here, such as a webhook.
  if (isUnsettled(heard.attempt.status)) await askSoon(payments, heard.attempt)
  return paymentStatus(heard.attempt, heard.intent)
}

async function askAndBook(payments: Payments, found: FoundPayment): Promise<PaymentStatus> {
  const { attempt } = found
  const answer = await verifyTransaction(payments, attempt)
  if (answer === 'unknown') await bookOpen(payments, attempt, null)
  // Credited by this call: the result is known.
  else if (answer !== 'silent' && (await book(payments, found, answer))) return 'success'
  const settled = await getPayment(payments, attempt.reference)
  return paymentStatus(settled.attempt, settled.intent, typeof answer === 'string' ? undefined : answer.status)
}

async function getPayment(payments: Payments, reference: string): Promise<FoundPayment> {
  const found = await findPayment(payments, reference)
  invariant(found, 'payments are never deleted')
  return found
}

/** @returns whether this call credited the payment */
async function book(payments: Payments, found: FoundPayment, transaction: ListedTransaction): Promise<boolean> {
  const { attempt, intent } = found
  // A payment that was not started here has its own reference, or none.
  const reference = intent.purpose === 'unexpected' ? transaction.reference : attempt.reference
  const verdict = judge(transaction, { reference, amount: intent.amount }, payments.env.mode)
  payments.metrics.settlements.inc({ outcome: verdict.kind })
  const now = payments.clock.now()
  const answer = { found, transaction, now }
  switch (verdict.kind) {
    case 'paid':
      return bookPayment(payments, answer, verdict)
    case 'review':
      await bookReview(payments, answer, verdict)
      return false
    case 'failed':
      await bookFailure(payments, attempt, transaction.status, now)
      return false
    case 'open':
      await bookOpen(payments, attempt, transaction)
      return false
  }
}

/** Not paid so far: we check it again by the schedule, and it fails with the first answer after its 72 hours. */
async function bookOpen(payments: Payments, attempt: Attempt, transaction: ListedTransaction | null): Promise<void> {
  const now = payments.clock.now()
  const next = nextCheckAt(attempt.createdAt, now)
  if (next === null) return bookFailure(payments, attempt, transaction?.status ?? 'unknown', now)
  await payments.db
    .update(paymentAttempts)
    .set({
      answeredAt: now,
      nextCheckAt: next,
      ...(transaction && { providerStatus: transaction.status, providerTransactionId: transaction.id }),
    })
    .where(and(eq(paymentAttempts.id, attempt.id), inArray(paymentAttempts.status, [...UNSETTLED])))
}
