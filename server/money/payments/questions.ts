/**
 * Asking the provider about an attempt. The page's verify call, the webhook and the jobs all want an answer, often at the same
 * moment: one of them claims the question and asks, the others wait for its answer.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { and, eq, gt, isNull, lte, or, sql } from 'drizzle-orm'
import { after, hours, minutes, seconds } from '../../platform/clock.ts'
import { plain, prepared } from '../../platform/db/prepared.ts'
import { ASK_MILLISECONDS_MIN, type FoundPayment, type Payments } from './payments.ts'
import type { ListedTransaction } from './paystack.ts'
import { isProviderProblem, ProviderSilence } from './provider-answers.ts'
import { nextCheckAt } from './schedule.ts'
import { paymentAttempts, paymentIntents, type Attempt, type AttemptStatus } from './schema.ts'
import { lookUp } from './unexpected.ts'

/** A process that dies before it has the answer loses its claim after this time: a job then asks again. */
const CLAIM_MILLISECONDS = minutes(1)
/** How long a caller waits for an answer to another caller's question. */
const WAIT_MILLISECONDS_MAX = seconds(6)

const { id, purpose, amount, status } = paymentIntents
const FOUND = { attempt: paymentAttempts, intent: { id, purpose, amount, status } }

const selectPayment = prepared('find_payment', { reference: paymentAttempts.reference }, (db, { reference }) =>
  db
    .select(FOUND)
    .from(paymentAttempts)
    .innerJoin(paymentIntents, eq(paymentIntents.id, paymentAttempts.intentId))
    .where(eq(paymentAttempts.reference, reference)),
)

const claimAndSelect = prepared(
  'claim_question',
  {
    reference: paymentAttempts.reference,
    statuses: plain<string[]>(),
    now: paymentAttempts.askedAt,
    askedBefore: paymentAttempts.askedAt,
    expiresAt: paymentAttempts.nextCheckAt,
  },
  (db, given) => {
    const claimed = db.$with('claimed').as(
      db
        .update(paymentAttempts)
        .set({ askedAt: given.now, checks: sql`${paymentAttempts.checks} + 1`, nextCheckAt: given.expiresAt })
        .where(
          and(
            eq(paymentAttempts.reference, given.reference),
            sql`${paymentAttempts.status} = any(${given.statuses}::text[])`,
            or(
              isNull(paymentAttempts.askedAt),
              lte(paymentAttempts.askedAt, given.askedBefore),
              // Asked in the future: by a clock that was wrong.
              gt(paymentAttempts.askedAt, given.expiresAt),
            ),
          ),
        )
        .returning({ id: paymentAttempts.id }),
    )
    return db
      .with(claimed)
      .select({ ...FOUND, claimed: sql<boolean>`exists (select from ${claimed})` })
      .from(paymentAttempts)
      .innerJoin(paymentIntents, eq(paymentIntents.id, paymentAttempts.intentId))
      .where(eq(paymentAttempts.reference, given.reference))
  },
)

/** The payment of one of our references, or null. */
export async function findPayment(payments: Payments, reference: string): Promise<FoundPayment | null> {
  const [found] = await selectPayment(payments.db, { reference })
  return found ?? null
}

/** A payment, and whether this caller may ask the provider about it now. */
export type ClaimedPayment = FoundPayment & { claimed: boolean }

/**
 * Finds a payment and, if its attempt has one of these statuses and the last question is ten seconds old, claims the next one.
 * @returns the payment, with `askedAt` as this claim has set it; null when the reference is not ours
 */
export async function claimQuestion(
  payments: Payments,
  reference: string,
  statuses: readonly AttemptStatus[],
): Promise<ClaimedPayment | null> {
  const now = payments.clock.now()
  const askedBefore = after(now, -ASK_MILLISECONDS_MIN)
  const expiresAt = after(now, CLAIM_MILLISECONDS)
  const [found] = await claimAndSelect(payments.db, { reference, statuses: [...statuses], now, askedBefore, expiresAt })
  if (!found) return null
  const { askedAt, status: current } = found.attempt
  if (found.claimed) return { ...found, attempt: { ...found.attempt, askedAt: now } }
  if (!statuses.includes(current) || (askedAt && askedAt > askedBefore)) return found
  // Another caller claimed it while this statement waited, which then returned the row as it was before.
  const claimedByOther = await findPayment(payments, reference)
  return claimedByOther && { ...claimedByOther, claimed: false }
}

/** The questions that this process is asking now, by their references. */
const inFlight = new WeakMap<Payments, Map<string, Promise<unknown>>>()

/** Runs a claimed question, so that other callers of this process can wait for its end. */
export async function answerFor<T>(payments: Payments, reference: string, ask: () => Promise<T>): Promise<T> {
  const questions = inFlight.get(payments) ?? new Map<string, Promise<unknown>>()
  inFlight.set(payments, questions)
  const question = ask()
  questions.set(reference, question)
  try {
    return await question
  } finally {
    questions.delete(reference)
  }
}

/** Waits until a question that another caller has claimed is answered and booked, for a few seconds at most. */
export async function waitForAnswer(payments: Payments, { reference, askedAt, answeredAt }: Attempt): Promise<void> {
  const here = inFlight.get(payments)?.get(reference)
  if (here) {
    // Ignores an error, which the asking caller handles.
    await Promise.race([here.catch(() => {}), pause(WAIT_MILLISECONDS_MAX, undefined, { ref: false })])
    return
  }
  if (!askedAt || (answeredAt && answeredAt >= askedAt)) return
  if (askedAt < after(payments.clock.now(), -ASK_MILLISECONDS_MIN)) return
  // Another process is asking.
  const until = performance.now() + WAIT_MILLISECONDS_MAX
  for (let wait = 50; performance.now() < until; wait = Math.min(2 * wait, 500)) {
    await pause(wait)
    const found = await findPayment(payments, reference)
    if (found?.attempt.answeredAt && found.attempt.answeredAt >= askedAt) return
  }
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

/** The provider's answer about an attempt: what it knows of it, that it does not know the reference (yet), or silence. */
export async function verifyTransaction(
  payments: Payments,
  attempt: Attempt,
): Promise<ListedTransaction | 'unknown' | 'silent'> {
  const { reference } = attempt
  try {
    const transaction = await lookUp(payments, reference)
    if (!transaction) payments.metrics.settlements.inc({ outcome: 'unknown' })
    return transaction ?? 'unknown'
  } catch (error) {
    await askAfterSilence(payments, attempt, error)
    return 'silent'
  }
}

/**
 * The next question comes by the schedule, and hourly once the 72 hours are over or the payment is settled.
 * @throws any error that is neither silence nor a refusal by the provider
 */
export async function askAfterSilence(payments: Payments, attempt: Attempt, error: unknown): Promise<void> {
  if (!isProviderProblem(error)) throw error
  if (error instanceof ProviderSilence && error.notAsked) return askSoon(payments, attempt)
  payments.log.warn({ err: error, reference: attempt.reference }, 'the provider gave no answer about a payment')
  payments.metrics.settlements.inc({ outcome: 'silent' })
  const retryAfterSeconds = error instanceof ProviderSilence ? (error.retryAfterSeconds ?? 0) : 0
  await scheduleNextCheck(payments, attempt, Math.max(seconds(retryAfterSeconds), ASK_MILLISECONDS_MIN))
}

/** @param notBefore how many milliseconds from now at the earliest */
export async function scheduleNextCheck(payments: Payments, attempt: Attempt, notBefore = 0): Promise<void> {
  const now = payments.clock.now()
  const scheduled = attempt.amountPaid === null ? nextCheckAt(attempt.createdAt, now) : null
  const next = Math.max((scheduled ?? after(now, hours(1))).getTime(), after(now, notBefore).getTime())
  await payments.db
    .update(paymentAttempts)
    .set({ nextCheckAt: new Date(next) })
    .where(eq(paymentAttempts.id, attempt.id))
}
