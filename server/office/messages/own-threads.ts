/** Messages about their requests as applicants see them: what staff wrote, what they wrote, and their answer. */
import { and, desc, eq, isNull, or, type SQL } from 'drizzle-orm'
import { caseNumber } from '../../aid/requests/case-number.ts'
import { aidApplications } from '../../aid/requests/schema.ts'
import { lockRequest, wakeByMessage } from '../../aid/requests/wake.ts'
import type { Core } from '../../platform/core.ts'
import { sha256 } from '../../platform/crypto.ts'
import type { Db, Tx } from '../../platform/db/db.ts'
import { AppError } from '../../platform/errors.ts'
import { newId } from '../../platform/ids.ts'
import { contactMessages, contactReplies, type ContactMessage } from './schema.ts'

const THREADS_MAX = 50

/** Newest thread first, each oldest message first. */
export async function readOwnThreads(db: Db | Tx, userId: string) {
  const found = await db
    .select({ thread: contactMessages, number: aidApplications.number })
    .from(contactMessages)
    .innerJoin(aidApplications, eq(aidApplications.id, contactMessages.applicationId))
    .where(eq(contactMessages.userId, userId))
    .orderBy(desc(contactMessages.lastAt), desc(contactMessages.id))
    .limit(THREADS_MAX)
  const threads = await Promise.all(
    found.map(async ({ thread, number }) => ({
      id: thread.id,
      application_id: thread.applicationId ?? '',
      case_number: caseNumber(number),
      subject: thread.subject,
      messages: await messagesOf(db, thread),
    })),
  )
  return threads.filter(({ messages }) => messages.length > 0)
}

async function messagesOf(db: Db | Tx, { id }: ContactMessage) {
  const replies = await db
    .select()
    .from(contactReplies)
    // A mail that is not verified may not be theirs, and what waits can still be taken back.
    .where(
      and(
        eq(contactReplies.messageId, id),
        or(contactReplies.isFromUs, contactReplies.verified),
        isNull(contactReplies.sendAt),
      ),
    )
    .orderBy(contactReplies.createdAt, contactReplies.id)
  return replies.map(asOwn)
}

const asOwn = (reply: Pick<typeof contactReplies.$inferSelect, 'id' | 'isFromUs' | 'text' | 'createdAt'>) => ({
  id: reply.id,
  from: reply.isFromUs ? ('us' as const) : ('you' as const),
  text: reply.text,
  created_at: reply.createdAt,
})

interface Answer {
  readonly text: string
  readonly idempotencyKey: string
}

/**
 * The person's answer on their page: the thread is unanswered again, and their undecided request wakes. The same Idempotency-Key finds
 * the same answer.
 * @throws AppError `not_found`: no thread of this person; `idempotency_key_reused`
 */
export function answerOnPage(core: Core, userId: string, threadId: string, { text, idempotencyKey }: Answer) {
  const now = core.clock.now()
  return core.db.transaction(async (tx) => {
    const thread = await lockThread(tx, and(eq(contactMessages.id, threadId), eq(contactMessages.userId, userId)))
    if (!thread) throw new AppError('not_found', { detail: 'There is no such message.' })
    const keyHash = sha256(`${userId} ${idempotencyKey}`)
    const [earlier] = await tx.select().from(contactReplies).where(eq(contactReplies.keyHash, keyHash))
    if (earlier && (earlier.messageId !== threadId || earlier.text !== text))
      throw new AppError('idempotency_key_reused')
    return asOwn(earlier ?? (await receive(tx, thread, { text, keyHash }, now)))
  })
}

/** Locks a thread after its request, as everywhere. */
export async function lockThread(tx: Tx, which: SQL | undefined): Promise<ContactMessage | undefined> {
  const [found] = await tx.select().from(contactMessages).where(which)
  if (found?.applicationId != null) await lockRequest(tx, found.applicationId)
  const [locked] = await tx.select().from(contactMessages).where(which).for('update')
  return locked
}

/** The number of the request that a thread belongs to. */
export async function numberOfCase(tx: Tx, { applicationId }: ContactMessage): Promise<bigint | null> {
  if (applicationId === null) return null
  const [found] = await tx
    .select({ number: aidApplications.number })
    .from(aidApplications)
    .where(eq(aidApplications.id, applicationId))
  return found?.number ?? null
}

/** Adds what the applicant wrote on their page to its locked thread, and wakes their request. */
async function receive(tx: Tx, thread: ContactMessage, written: { text: string; keyHash: Buffer }, now: Date) {
  const ways = { isFromUs: false, channel: 'page', verified: true } as const
  const reply = { id: newId(), messageId: thread.id, ...ways, ...written, createdAt: now }
  await tx.insert(contactReplies).values(reply)
  await tx.update(contactMessages).set({ state: 'new', lastAt: now }).where(eq(contactMessages.id, thread.id))
  if (thread.applicationId !== null && thread.userId !== null)
    await wakeByMessage(tx, thread.applicationId, thread.userId, now)
  return reply
}
