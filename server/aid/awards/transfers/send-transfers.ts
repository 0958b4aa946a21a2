/**
 * Sends the stored attempts, and polls their status. A lost answer leaves the attempt as it is: the next step polls,
 * and sends again only under the same reference, which the provider takes once.
 */
import { and, asc, eq, gt, inArray, isNull, lte, or, sql } from 'drizzle-orm'
import { z } from 'zod'
import { after, hours, minutes, seconds } from '../../../platform/clock.ts'
import { isDue } from '../../../platform/db/columns.ts'
import { onlyRow, rows, type Db, type Tx } from '../../../platform/db/db.ts'
import { AppError } from '../../../platform/errors.ts'
import type { Job } from '../../../platform/jobs.ts'
import { readPages } from '../../../money/payments/pages.ts'
import { isProviderProblem, ProviderRefusal, ProviderSilence } from '../../../money/payments/provider-answers.ts'
import { isHeld } from '../../complaints/holds.ts'
import { findBrokenAgreement } from '../agreements.ts'
import { hasLostAccount, findAttempt } from './attempts.ts'
import { bookRefused, bookTransfer, review } from './book-transfer.ts'
import { ASK_AGAIN_AFTER, claimed, keepRequestedCheck, nextCheck, notLaterThan } from './next-check.ts'
import { payoutAttempts, type AttemptChange, type PayoutAttempt } from '../schema.ts'
import type { Sending } from './sending.ts'
import { shortFundsJob } from '../short-funds.ts'
import { mostCostOf } from './transfer-balance.ts'
import { DOUBTED_FOR, readRefusal, SEND_AGAIN_AFTER } from './transfer-words.ts'

const AT_ONCE = 8
/** After a refused key, or words that we do not know. */
const LOOK_AGAIN_AFTER = minutes(1)
/** The provider's clock may be behind ours. */
const LISTED_BEFORE = hours(1)

export const transferJobs = (sending: Sending): Job[] => [
  { name: 'payouts.send', everyMilliseconds: seconds(2), run: () => sendDue(sending) },
  shortFundsJob,
]

async function sendDue(sending: Sending): Promise<'more' | 'done'> {
  const now = sending.clock.now()
  const due = sending.db
    .select({ id: payoutAttempts.id })
    .from(payoutAttempts)
    // Asks about one that was paid after a week at the latest.
    .where(isDue(payoutAttempts.nextCheckAt, now, hours(24 * 8)))
    .orderBy(asc(payoutAttempts.nextCheckAt), asc(payoutAttempts.id))
    .limit(AT_ONCE)
    .for('update', { skipLocked: true })
  const attempts = await sending.db
    .update(payoutAttempts)
    .set(claimed(now))
    .where(inArray(payoutAttempts.id, due))
    .returning()
  await Promise.all(attempts.map((attempt) => step(sending, attempt)))
  return attempts.length === AT_ONCE ? 'more' : 'done'
}

async function step(sending: Sending, attempt: PayoutAttempt): Promise<void> {
  if (attempt.postedAt === null) return send(sending, attempt)
  return ask(sending, attempt)
}

/** Whether a transfer was sent or ended since that moment. */
export async function hasTransferMoved(db: Db, since: Date): Promise<boolean> {
  const [moved] = await db
    .select({ id: payoutAttempts.id })
    .from(payoutAttempts)
    .where(
      gt(
        sql`greatest(${payoutAttempts.postedAt}, ${payoutAttempts.bookedAt}, ${payoutAttempts.endedAt})`,
        since.toISOString(),
      ),
    )
    .limit(1)
  return moved !== undefined
}

/**
 * For a webhook: asks about a transfer now, or as soon as it may be asked about again.
 * @throws AppError `not_found`: not ours
 */
export async function followTransfer(sending: Sending, reference: string): Promise<void> {
  const now = sending.clock.now()
  const found = await findAttempt(sending, reference)
  if (!found) throw new AppError('not_found')
  if (found.reviewReason !== null) return
  const free = or(isNull(payoutAttempts.askedAt), lte(payoutAttempts.askedAt, after(now, -ASK_AGAIN_AFTER)))
  const [attempt] = await sending.db
    .update(payoutAttempts)
    .set(claimed(now))
    .where(and(eq(payoutAttempts.id, found.id), free))
    .returning()
  if (attempt?.postedAt) return ask(sending, attempt)
  await sending.db
    .update(payoutAttempts)
    .set({ nextCheckAt: notLaterThan(after(now, ASK_AGAIN_AFTER)) })
    .where(eq(payoutAttempts.id, found.id))
}

const change = async ({ db }: Sending, { id }: PayoutAttempt, values: AttemptChange) => {
  await db.update(payoutAttempts).set(keepRequestedCheck(values)).where(eq(payoutAttempts.id, id))
}

/** Sends the money. That it is being sent is committed before, so that our approval and a restart know of it. */
async function send(sending: Sending, attempt: PayoutAttempt): Promise<void> {
  const broken = await findBrokenAgreement(sending, sending.db, attempt.disbursementId, attempt)
  if (broken !== null) return refuseBroken(sending, attempt, broken)
  const lost = attempt.posts === 0 ? await findLost(sending, attempt) : null
  if (lost !== null)
    return bookRefused(
      sending,
      attempt.id,
      `The provider has made ${lost}, of this amount, and no payment here has it. Two people look at it in Books first.`,
    )
  const postedAt = sending.clock.now()
  const isLost = (tx: Tx) => hasLostAccount(tx, attempt.disbursementId, postedAt)
  if (attempt.posts === 0 && (await sending.db.transaction(isLost)))
    return bookRefused(sending, attempt.id, 'Its account was replaced, given up or put in doubt before it was sent.')
  if (await isPayoutHeld(sending.db, attempt.disbursementId, postedAt)) return keepBack(sending, attempt, postedAt)
  await change(sending, attempt, { postedAt, posts: attempt.posts + 1 })
  try {
    const { status, transferCode } = await sending.transfers.transfer(attempt)
    await stillWaiting(sending, attempt, {
      state: 'open',
      providerStatus: status,
      transferCode,
      nextCheckAt: after(postedAt, seconds(10)),
    })
  } catch (error) {
    await hearNoTransfer(sending, { ...attempt, postedAt, posts: attempt.posts + 1 }, error)
  }
}

/**
 * The reference of an open difference that is a transfer of ours in form, amount and account, and that a restored database has lost.
 * While the provider does not tell its account, it may be this one.
 */
async function findLost({ db, transfers }: Sending, { amount, recipientCode }: PayoutAttempt): Promise<string | null> {
  const sent = sql`${String(amount)}::bigint`
  const found = await rows(
    db,
    sql`select subject from differences
         where state = 'open' and kind = 'transfer' and ledger = 0 and subject like 'pay-%'
           and -provider between ${sent} and ${sent} + ${mostCostOf(sent)}
           and not exists (select from payout_attempts where reference = subject) order by occurred_at, id`,
    z.object({ subject: z.string() }),
  )
  for (const { subject } of found) {
    const recipient = await readRecipient(transfers, subject)
    if (recipient === null || recipient === recipientCode) return subject
  }
  return null
}

/** The code of a transfer's recipient, which is the same for the same account; null where the provider does not say. */
async function readRecipient(transfers: Sending['transfers'], reference: string): Promise<string | null> {
  try {
    return (await transfers.verifyTransfer(reference))?.recipient.recipient_code ?? null
  } catch (error) {
    if (isProviderProblem(error)) return null
    throw error
  }
}

async function isPayoutHeld(db: Db, disbursementId: string, now: Date): Promise<boolean> {
  const { held } = await onlyRow(
    db,
    sql`select ${isHeld(sql`application_id`, now)} as held from awards join disbursements on award_id = awards.id
         where disbursements.id = ${disbursementId}::uuid`,
    z.object({ held: z.boolean() }),
  )
  return held
}

/** Released before it was held. What the provider does not have is over: people cancel it, or send it again after the hold. */
function keepBack(sending: Sending, attempt: PayoutAttempt, now: Date): Promise<void> {
  const { id, postedAt } = attempt
  if (postedAt === null) return bookRefused(sending, id, 'Payouts of this request were held before it was sent.')
  return change(sending, attempt, { nextCheckAt: nextCheck('unknown', postedAt, now) })
}

/** A transfer that was posted before may exist: people look at it. */
function refuseBroken(sending: Sending, attempt: PayoutAttempt, reason: string): Promise<void> {
  if (attempt.posts === 0) return bookRefused(sending, attempt.id, reason)
  return sending.db.transaction((tx) => review(sending, tx, attempt, reason))
}

/** A webhook may have been faster: what it booked stays. */
async function stillWaiting({ db }: Sending, { id }: PayoutAttempt, values: AttemptChange): Promise<void> {
  await db
    .update(payoutAttempts)
    .set(keepRequestedCheck(values))
    .where(and(eq(payoutAttempts.id, id), inArray(payoutAttempts.state, ['sending', 'unknown'])))
}

async function hearNoTransfer(sending: Sending, attempt: PayoutAttempt, error: unknown): Promise<void> {
  const now = sending.clock.now()
  if (error instanceof ProviderRefusal) {
    const meaning = readRefusal(error)
    if (meaning === 'refused' && attempt.posts === 1) return bookRefused(sending, attempt.id, error.message)
    const askSoon = { state: 'unknown', nextCheckAt: nextCheck('unknown', now, now) } as const
    if (meaning === 'exists') return stillWaiting(sending, attempt, askSoon)
    const refusal = error.message.slice(0, 200)
    // The provider may refuse a repeat before it looks at the reference: the first post can have made the transfer.
    if (meaning === 'refused') return stillWaiting(sending, attempt, { ...askSoon, refusal, repeatRefusedAt: now })
    return stillWaiting(sending, attempt, { state: 'unknown', refusal, nextCheckAt: after(now, LOOK_AGAIN_AFTER) })
  }
  if (!(error instanceof ProviderSilence)) throw error
  // Nothing happened: the first time, nothing can have happened before either.
  const untouched = (error.rateLimited || error.notAsked || error.keyRefused) && attempt.posts === 1
  if (error.keyRefused) sending.log.error('the provider refused our key: no payout is sent')
  const wait = error.keyRefused ? LOOK_AGAIN_AFTER : seconds(error.retryAfterSeconds ?? 10)
  await stillWaiting(sending, attempt, {
    ...(untouched ? { postedAt: null, posts: attempt.posts } : { state: 'unknown' }),
    nextCheckAt: untouched ? after(now, wait) : nextCheck('unknown', attempt.postedAt ?? now, now),
  })
}

async function ask(sending: Sending, attempt: PayoutAttempt): Promise<void> {
  const now = sending.clock.now()
  const { reference, postedAt, state, repeatRefusedAt } = attempt
  const isDoubtOver = repeatRefusedAt !== null && after(repeatRefusedAt, DOUBTED_FOR) <= now
  let isListed = true
  try {
    const transfer = await sending.transfers.verifyTransfer(reference)
    if (transfer) return await bookTransfer(sending, attempt.id, transfer)
    if (isDoubtOver) isListed = await isInList(sending, attempt, now)
  } catch (error) {
    if (!isProviderProblem(error)) throw error
    sending.log.warn({ err: error, reference }, 'the provider gave no answer about a payout')
    const wait = error instanceof ProviderSilence ? (error.retryAfterSeconds ?? 30) : 30
    return change(sending, attempt, { nextCheckAt: after(now, seconds(wait)) })
  }
  if (state !== 'sending' && state !== 'unknown')
    return change(sending, attempt, { nextCheckAt: nextCheck('waiting', attempt.createdAt, now) })
  if (!isListed) return bookRefused(sending, attempt.id, attempt.refusal ?? '')
  if (repeatRefusedAt !== null)
    return change(sending, attempt, { nextCheckAt: nextCheck('unknown', repeatRefusedAt, now) })
  if (attempt.refusal !== null) {
    const reason = `the provider refused it in words that we do not know: ${attempt.refusal}`
    return sending.db.transaction((tx) => review(sending, tx, attempt, reason))
  }
  if (postedAt && after(postedAt, SEND_AGAIN_AFTER) <= now) return send(sending, attempt)
  await change(sending, attempt, { state: 'unknown', nextCheckAt: nextCheck('unknown', postedAt ?? now, now) })
}

/** A list with rows that we cannot read may have it. */
async function isInList({ transfers }: Sending, { reference, createdAt }: PayoutAttempt, now: Date): Promise<boolean> {
  const period = { from: after(createdAt, -LISTED_BEFORE), to: now }
  for await (const { rows: listed, odd } of readPages((input) => transfers.listTransfers(input), period))
    if (odd.length > 0 || listed.some((row) => row.reference === reference)) return true
  return false
}
