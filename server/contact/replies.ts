/** Replies of staff in a thread: kept in it, and told by mail, by text message or by both. */
import { eq, sql } from 'drizzle-orm'
import { z } from 'zod'
import { REPLY_CHANNELS, type ReplyChannel } from '../../contract/admin-reports-fields.ts'
import { aidApplications } from '../applications/schema.ts'
import { recordAudit, type Administering } from '../audit/audit.ts'
import { joinPerson, PERSON_EMAIL, PERSON_NAME } from '../auth/people.ts'
import type { Core } from '../lib/core.ts'
import { rows, type Tx } from '../lib/db/db.ts'
import { AppError } from '../lib/errors.ts'
import { newId } from '../lib/ids.ts'
import { lockThread } from './own-threads.ts'
import { contactMessages, contactReplies, type ContactMessage } from './schema.ts'
import { sendToPerson } from './sending.ts'

export interface NewReply {
  readonly text: string
  readonly channel: ReplyChannel
  /** How many replies the writer saw. */
  readonly expectedReplies: number
}

const ReplyRow = z
  .object({
    id: z.string(),
    is_from_us: z.boolean(),
    text: z.string(),
    channel: z.enum([...REPLY_CHANNELS, 'page']),
    sender: z.string().nullable(),
    left_out: z.number(),
    created_at: z.coerce.date(),
    by_id: z.string().nullable(),
    by_name: z.string(),
    by_email: z.string(),
  })
  .transform(({ is_from_us: isFromUs, by_id: id, by_name: name, by_email: email, ...reply }) => ({
    ...reply,
    from: isFromUs ? ('us' as const) : ('them' as const),
    by: id === null ? null : { user_id: id, full_name: name, email },
  }))

/** Oldest first. */
export function readReplies(tx: Tx, messageId: string) {
  return rows(
    tx,
    sql`select contact_replies.id::text, is_from_us, contact_replies.text, channel, sender, left_out, contact_replies.created_at,
               contact_replies.user_id::text as by_id, ${PERSON_NAME} as by_name, ${PERSON_EMAIL} as by_email
          from contact_replies ${joinPerson(sql`contact_replies.user_id`)}
         where message_id = ${messageId}::uuid order by contact_replies.created_at, contact_replies.id`,
    ReplyRow,
  )
}

/**
 * Sends a reply to the person of a thread, keeps it there and marks the thread as answered: all of it, or nothing.
 * @returns all replies, oldest first
 * @throws AppError `not_found`; `already_decided`: something was written in the meantime; `address_stopped`: no mail may go there;
 *   `not_reachable`: not by this channel
 */
export function sendReply(core: Core, by: Administering, messageId: string, reply: NewReply) {
  const { text, channel, expectedReplies } = reply
  const now = core.clock.now()
  return core.db.transaction(async (tx) => {
    const message = await lockThread(tx, eq(contactMessages.id, messageId))
    if (!message) throw new AppError('not_found', { detail: 'There is no such message.' })
    await refuseIfOvertaken(tx, messageId, expectedReplies)
    const number = await numberOfCase(tx, message)
    await sendToPerson(core, tx, message, { text, channel, number }, now)
    const id = newId()
    await tx.insert(contactReplies).values({ id, messageId, userId: by.userId, text, channel, createdAt: now })
    await tx.update(contactMessages).set({ state: 'answered' }).where(eq(contactMessages.id, messageId))
    await recordAudit(
      tx,
      {
        by,
        action: 'message.replied',
        subject: 'contact_message',
        subjectId: messageId,
        before: { state: message.state },
        after: { state: 'answered' },
      },
      now,
    )
    return readReplies(tx, messageId)
  })
}

async function refuseIfOvertaken(tx: Tx, messageId: string, expected: number): Promise<void> {
  const replies = await readReplies(tx, messageId)
  const latest = replies.at(-1)
  if (!latest || replies.length === expected) return
  const { from, by, created_at: at } = latest
  throw new AppError('already_decided', {
    detail: from === 'us' ? 'A reply to this message was sent in the meantime.' : 'The person has written again.',
    decision: {
      status: from === 'us' ? 'answered' : 'new',
      by: by?.full_name || by?.email || '',
      at: at.toISOString(),
    },
  })
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
