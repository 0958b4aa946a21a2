/**
 * Text messages wait in the database, written in the same transaction as what they tell of, and a job hands them over. Each is
 * tried until what it says is of no use any more. A process that dies between the provider's yes and our note of it leaves a
 * message that goes out again, with the same code.
 */
import { and, asc, eq, inArray, isNull, lte, or, sql } from 'drizzle-orm'
import { z } from 'zod'
import { after, hours, seconds } from '../clock.ts'
import type { Core } from '../core.ts'
import { decrypt, encrypt } from '../crypto.ts'
import type { Tx } from '../db/db.ts'
import { invariant } from '../errors.ts'
import { newId } from '../ids.ts'
import type { Job } from '../jobs.ts'
import { outgoingTextMessages, type OutgoingTextMessage } from './schema.ts'
import { SmsFailure, type TextSender } from './sms.ts'

const AT_ONCE = 10
/** Longer than any try may take; after that its process is taken for dead. */
const LEASE = seconds(30)
/** How long after each failed try the next one is; from then on by the last of them. */
const RETRIES = [seconds(5), seconds(15), seconds(30)]
const RETRY_AT_LAST = seconds(60)
/** How long it is remembered that a message was sent, or given up. */
const REMEMBERED_FOR = hours(7 * 24)

export interface Text {
  /** Digits only, with the country in front. */
  readonly to: string
  readonly text: string
  /** From then on nobody needs it. */
  readonly expiresAt: Date
}

/** Puts a text message on its way with whatever else the transaction changes: both, or neither. */
export async function enqueueText({ keys, clock }: Core, tx: Tx, { to, text, expiresAt }: Text): Promise<void> {
  const now = clock.now()
  await tx.insert(outgoingTextMessages).values({
    id: newId(),
    recipient: to,
    textSealed: encrypt(keys.encryption, Buffer.from(text)),
    createdAt: now,
    expiresAt,
    nextTryAt: now,
  })
}

export function smsJobs(sender: TextSender): Job[] {
  let sending = false
  return [
    {
      name: 'sms.send',
      everyMilliseconds: seconds(2),
      async run(core) {
        if (sending) return
        sending = true
        // A provider that hangs must not hold up the other jobs, which settle payments.
        core.background.run('sms.send', () => sendDueTexts(core, sender).finally(() => (sending = false)))
      },
    },
    { name: 'sms.forget', everyMilliseconds: hours(1), run: pruneTexts },
  ]
}

/** Hands over the messages that are due and that no other process is at. */
export async function sendDueTexts(core: Core, sender: TextSender): Promise<void> {
  const claimed = await claimDue(core)
  await Promise.all(claimed.map((row) => attempt(core, sender, row)))
}

function claimDue({ db, clock }: Core): Promise<OutgoingTextMessage[]> {
  const now = clock.now()
  const { claimedUntil, nextTryAt, id } = outgoingTextMessages
  const due = and(lte(nextTryAt, now), or(isNull(claimedUntil), lte(claimedUntil, now)))
  return db
    .update(outgoingTextMessages)
    .set({ claimedUntil: after(now, LEASE) })
    .where(
      inArray(
        id,
        db
          .select({ id })
          .from(outgoingTextMessages)
          .where(due)
          .orderBy(asc(nextTryAt), asc(id))
          .limit(AT_ONCE)
          .for('update', { skipLocked: true }),
      ),
    )
    .returning()
}

async function attempt(core: Core, sender: TextSender, row: OutgoingTextMessage): Promise<void> {
  const { id, recipient, textSealed, createdAt, expiresAt } = row
  if (expiresAt <= core.clock.now()) return giveUp(core, row, row.lastError ?? 'EXPIRED')
  try {
    invariant(textSealed, 'a text message that waits still has its words')
    const text = decrypt(core.keys.encryption, textSealed).toString()
    await sender.send({ id, to: recipient, text, createdAt })
  } catch (error) {
    return recordFailure(core, row, error)
  }
  const done = { sentAt: core.clock.now(), tries: row.tries + 1, nextTryAt: null, claimedUntil: null, lastError: null }
  await core.db
    .update(outgoingTextMessages)
    .set({ ...done, textSealed: null })
    .where(eq(outgoingTextMessages.id, id))
}

async function recordFailure(core: Core, row: OutgoingTextMessage, error: unknown): Promise<void> {
  const now = core.clock.now()
  const nextTryAt = after(now, RETRIES[row.tries] ?? RETRY_AT_LAST)
  const tried = { ...row, tries: row.tries + 1 }
  const code = codeOf(error)
  const again = !(error instanceof SmsFailure) || error.again
  if (!again || nextTryAt >= row.expiresAt) return giveUp(core, tried, code)
  await core.db
    .update(outgoingTextMessages)
    .set({ tries: tried.tries, lastError: code, claimedUntil: null, nextTryAt })
    .where(and(eq(outgoingTextMessages.id, row.id), isNull(outgoingTextMessages.sentAt)))
  core.log.warn(fieldsOf(tried, code), 'a text message could not be sent; it will be tried again')
}

/** Whoever waits for it asks for another one. */
async function giveUp(core: Core, row: OutgoingTextMessage, code: string): Promise<void> {
  await core.db
    .update(outgoingTextMessages)
    .set({
      tries: row.tries,
      lastError: code,
      claimedUntil: null,
      nextTryAt: null,
      failedAt: core.clock.now(),
      textSealed: null,
    })
    .where(and(eq(outgoingTextMessages.id, row.id), isNull(outgoingTextMessages.sentAt)))
  core.log.error(fieldsOf(row, code), 'a text message could not be sent in time, and was given up')
}

function fieldsOf({ id, tries }: OutgoingTextMessage, reason: string) {
  return { text_message_id: id, tries, reason }
}

const Coded = z.object({ code: z.string().regex(/^[A-Z][A-Z\d_]{1,39}$/) })

/** What a failure is called: ours, or the system's name for what befell a file. */
function codeOf(error: unknown): string {
  if (error instanceof SmsFailure) return error.code
  return Coded.safeParse(error).data?.code ?? 'UNKNOWN'
}

async function pruneTexts({ db, clock }: Core): Promise<void> {
  const { nextTryAt, sentAt, failedAt } = outgoingTextMessages
  const before = after(clock.now(), -REMEMBERED_FOR)
  await db
    .delete(outgoingTextMessages)
    .where(and(isNull(nextTryAt), lte(sql`coalesce(${sentAt}, ${failedAt})`, before.toISOString())))
}
