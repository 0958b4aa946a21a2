/** When an attempt is polled again. A webhook that arrives during a poll requests the next one, and the poll's answer keeps that. */
import { eq, sql, type SQL } from 'drizzle-orm'
import { after, minutes, seconds } from '../../../platform/clock.ts'
import type { Tx } from '../../../platform/db/db.ts'
import { AppError } from '../../../platform/errors.ts'
import { payoutAttempts, type AttemptChange, type PayoutAttempt } from '../schema.ts'
import { nextQuestion } from './transfer-words.ts'

/** A process that dies leaves its attempts for this long. */
const LEASE = minutes(1)
/** The shortest interval between two polls of a reference. */
export const ASK_AGAIN_AFTER = seconds(10)

/** For who asks now: the next question is due when the lease ends. */
export const claimed = (now: Date) => ({ nextCheckAt: after(now, LEASE), askedAt: now })

/** Asks for a question at this time, or when one is due before. */
export const notLaterThan = (due: Date): SQL<Date> =>
  sql`least(${payoutAttempts.nextCheckAt}, ${due.toISOString()}::timestamptz)`

/** For the answer to a question that was claimed: a message that asked for the next one before the lease ends keeps its time. */
export function keepRequestedCheck({
  nextCheckAt,
  ...values
}: AttemptChange): Omit<AttemptChange, 'nextCheckAt'> & { nextCheckAt?: Date | SQL | null } {
  if (!nextCheckAt) return nextCheckAt === null ? { ...values, nextCheckAt } : values
  const woken = sql`${payoutAttempts.nextCheckAt} < ${payoutAttempts.askedAt} + ${LEASE} * interval '1 millisecond'`
  const due = sql`${nextCheckAt.toISOString()}::timestamptz`
  return { ...values, nextCheckAt: sql`case when ${woken} then ${notLaterThan(nextCheckAt)} else ${due} end` }
}

/** @returns null when the attempt is final and needs no further check */
export const nextCheck = (meaning: 'waiting' | 'unknown' | 'paid', since: Date, now: Date): Date | null => {
  // A later start is of a clock that was wrong.
  const from = since < now ? since : now
  const due = nextQuestion(meaning, now.getTime() - from.getTime())
  return due === null ? null : after(from, due)
}

/** Whether a failed attempt needs no review and waits for no answer, which may be that it was paid after all. */
export const isOver = ({ reviewReason, nextCheckAt }: PayoutAttempt): boolean =>
  reviewReason === null && nextCheckAt === null

/** Whether no transfer of a failed disbursement is in review or waits for an answer: the money may have left. */
export async function isSettled(tx: Tx, disbursementId: string): Promise<boolean> {
  const ofIt = await tx.select().from(payoutAttempts).where(eq(payoutAttempts.disbursementId, disbursementId))
  return ofIt.every(isOver)
}

export async function requireSettled(tx: Tx, disbursementId: string): Promise<void> {
  if (!(await isSettled(tx, disbursementId)))
    throw new AppError('already_decided', { detail: 'It is not settled yet what became of the last attempt.' })
}
