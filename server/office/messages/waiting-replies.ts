/**
 * Holds staff's messages for a minute, as the letters about decisions are (server/aid/review/waiting-letters.ts). In that time their
 * writer can undo them, and the person's page does not show them.
 */
import { and, asc, eq, isNotNull } from 'drizzle-orm'
import type { ReplyChannel } from '../../../contract/office/admin-reports-fields.ts'
import { UNDO_SECONDS } from '../../../contract/aid/queue-fields.ts'
import { recordAudit, type Administering } from '../../record/audit/audit.ts'
import { lockOpenAccount } from '../../people/sign-in/open-account.ts'
import { after, hours, seconds } from '../../platform/clock.ts'
import { isDue } from '../../platform/db/columns.ts'
import type { Core } from '../../platform/core.ts'
import type { Tx } from '../../platform/db/db.ts'
import { AppError } from '../../platform/errors.ts'
import { newId } from '../../platform/ids.ts'
import { onEach, type Job } from '../../platform/jobs.ts'
import { lockThread, numberOfCase } from './own-threads.ts'
import { contactMessages, contactReplies, type ContactMessage } from './schema.ts'
import { recordLetter } from '../../aid/requests/letters.ts'
import { aidApplications } from '../../aid/requests/schema.ts'
import { sendToPerson } from './sending.ts'

type WaitingReply = typeof contactReplies.$inferSelect

interface NewReply {
  readonly userId: string
  readonly text: string
  readonly channel: ReplyChannel
}

/**
 * Adds a reply to a locked thread, which counts as answered from now on.
 * @returns its id; the same words of the same writer that still wait are found again, because someone whose line was cut sends them twice
 */
export async function addWaiting(tx: Tx, thread: ContactMessage, reply: NewReply, now: Date): Promise<string> {
  const same = and(
    eq(contactReplies.messageId, thread.id),
    eq(contactReplies.userId, reply.userId),
    eq(contactReplies.text, reply.text),
    eq(contactReplies.channel, reply.channel),
    isNotNull(contactReplies.sendAt),
  )
  const [known] = await tx.select().from(contactReplies).where(same)
  if (known) return known.id
  const id = newId()
  const waiting = { sendAt: after(now, seconds(UNDO_SECONDS)), stateBefore: thread.state }
  await tx.insert(contactReplies).values({ id, messageId: thread.id, ...reply, ...waiting, createdAt: now })
  await tx.update(contactMessages).set({ state: 'answered' }).where(eq(contactMessages.id, thread.id))
  return id
}

/**
 * Takes back what the caller wrote: the thread is as before, and one that staff had begun with it is gone.
 * @returns its text, to be written again
 * @throws AppError `not_found` (no such reply of the caller), `undo_too_late`
 */
export function takeBackReply({ db, clock }: Core, by: Administering, id: string) {
  const now = clock.now()
  return db.transaction(async (tx) => {
    const own = and(eq(contactReplies.id, id), eq(contactReplies.userId, by.userId))
    const find = () => tx.select().from(contactReplies).where(own)
    const [known] = await find()
    const thread = known && (await lockThread(tx, eq(contactMessages.id, known.messageId)))
    // Someone who presses twice has taken it back before the lock was free.
    const [gone] = await find()
    if (!gone || !thread)
      throw new AppError('not_found', { detail: 'You did not write this message, or it was taken back already.' })
    if (gone.sendAt === null || gone.sendAt <= now) throw new AppError('undo_too_late')
    await tx.delete(contactReplies).where(own)
    const state = await restore(tx, thread, gone)
    const about = { subject: 'contact_message', subjectId: thread.id, before: { state: thread.state } } as const
    await recordAudit(tx, { by, action: 'message.taken_back', ...about, after: { state } }, now)
    return { id, text: gone.text }
  })
}

/** @returns the state of the thread */
async function restore(tx: Tx, thread: ContactMessage, gone: WaitingReply) {
  const chosen = eq(contactMessages.id, thread.id)
  const ofThread = eq(contactReplies.messageId, thread.id)
  const left = await tx.select().from(contactReplies).where(ofThread).orderBy(asc(contactReplies.createdAt))
  const latest = left.at(-1)
  if (thread.origin === 'staff' && !latest) {
    await tx.delete(contactMessages).where(chosen)
    return gone.stateBefore
  }
  const next = left.find(({ sendAt, createdAt }) => sendAt !== null && createdAt >= gone.createdAt)
  // Another answer waits, and would leave the same state if it is taken back, too.
  if (next) await tx.update(contactReplies).set({ stateBefore: gone.stateBefore }).where(eq(contactReplies.id, next.id))
  // A message to which the person has added since is unanswered already.
  const state = next || thread.state !== 'answered' ? thread.state : (gone.stateBefore ?? thread.state)
  await tx
    .update(contactMessages)
    .set({ state, lastAt: latest?.createdAt ?? thread.createdAt })
    .where(chosen)
  return state
}

/** Sends the replies that are due, each in a transaction. The next run tries a failed one again. */
export const waitingRepliesJob: Job = {
  name: 'contact.waiting-replies',
  everyMilliseconds: seconds(2),
  async run(core, signal) {
    const due = await core.db
      .select({ id: contactReplies.id })
      .from(contactReplies)
      .where(isDueAt(core.clock.now()))
      .orderBy(asc(contactReplies.sendAt), asc(contactReplies.id))
    await onEach(due, async ({ id }) => signal.aborted || tellOne(core, id))
  },
}

const isDueAt = (now: Date) => and(isNotNull(contactReplies.sendAt), isDue(contactReplies.sendAt, now, hours(2)))

async function tellOne(core: Core, id: string): Promise<void> {
  const now = core.clock.now()
  await core.db.transaction(async (tx) => {
    const chosen = and(eq(contactReplies.id, id), isDueAt(now))
    const [next] = await tx
      .select({ id: contactReplies.id, messageId: contactReplies.messageId, ownerId: contactMessages.userId })
      .from(contactReplies)
      .innerJoin(contactMessages, eq(contactMessages.id, contactReplies.messageId))
      .where(chosen)
    // Before all else, as closing the account does.
    if (next?.ownerId) await lockOpenAccount(tx, next.ownerId, 'key share')
    const thread = next && (await lockThread(tx, eq(contactMessages.id, next.messageId)))
    // Another process may have told it meanwhile.
    const [due] = await tx.update(contactReplies).set({ sendAt: null, toldAt: now }).where(chosen).returning()
    if (!due || !thread) return
    if (await wasWithdrawn(tx, thread)) {
      // As the retention does within the hour.
      await tx.delete(contactMessages).where(eq(contactMessages.id, thread.id))
      return
    }
    const told = await tell(core, tx, thread, due, now)
    await tx.update(contactReplies).set(told).where(eq(contactReplies.id, due.id))
  })
}

/** Whether the request of a thread that staff began is erased: no one waits for the message any more. */
async function wasWithdrawn(tx: Tx, { origin, applicationId }: ContactMessage): Promise<boolean> {
  if (origin !== 'staff' || applicationId === null) return false
  const erased = and(eq(aidApplications.id, applicationId), isNotNull(aidApplications.erasedAt))
  return (await tx.$count(aidApplications, erased)) > 0
}

/** The page has it from now on, and staff see what went out. */
async function tell(core: Core, tx: Tx, thread: ContactMessage, { text, channel }: WaitingReply, now: Date) {
  if (channel === 'page') return { mailId: null, textId: null }
  const told = await sendToPerson(core, tx, thread, { text, channel, number: await numberOfCase(tx, thread) }, now)
  const { applicationId, userId } = thread
  // An address that someone typed is not the applicant's: what becomes of its mail neither makes nor ends a call to them.
  if (applicationId !== null && userId !== null)
    await recordLetter(tx, { applicationId, news: 'message', ...told, toldAt: now })
  return told
}
