/** Replies of staff to contact messages: kept in the thread, and mailed to the sender. */
import { eq, sql } from 'drizzle-orm'
import { z } from 'zod'
import { recordAudit, type Administering } from '../audit/audit.ts'
import { joinPerson, PERSON_EMAIL, PERSON_NAME } from '../auth/people.ts'
import type { Core } from '../lib/core.ts'
import { rows, type Tx } from '../lib/db/db.ts'
import { AppError } from '../lib/errors.ts'
import { newId } from '../lib/ids.ts'
import { composeMail } from '../lib/mail/compose.ts'
import { enqueueMail } from '../lib/mail/outbox.ts'
import { hashAddress, isAddressStopped } from '../lib/mail/stopped-addresses.ts'
import { contactMessages, contactReplies } from './schema.ts'

export interface NewReply {
  readonly text: string
  /** How many replies the writer saw. */
  readonly expectedReplies: number
}

const ReplyRow = z
  .object({
    id: z.string(),
    text: z.string(),
    created_at: z.coerce.date(),
    by_id: z.string(),
    by_name: z.string(),
    by_email: z.string(),
  })
  .transform(({ by_id: id, by_name: name, by_email: email, ...reply }) => ({
    ...reply,
    by: { user_id: id, full_name: name, email },
  }))

/** Oldest first. */
export function readReplies(tx: Tx, messageId: string) {
  return rows(
    tx,
    sql`select contact_replies.id::text, contact_replies.text, contact_replies.created_at,
               users.id::text as by_id, ${PERSON_NAME} as by_name, ${PERSON_EMAIL} as by_email
          from contact_replies ${joinPerson(sql`contact_replies.user_id`)}
         where message_id = ${messageId}::uuid order by contact_replies.created_at, contact_replies.id`,
    ReplyRow,
  )
}

/**
 * Mails a reply to the sender of a message, keeps it in the thread and marks the message as answered: all of it, or nothing.
 * @returns all replies, oldest first
 * @throws AppError `not_found`; `already_decided`: a colleague replied in the meantime; `address_stopped`: no mail may go there
 */
export async function sendReply(core: Core, by: Administering, messageId: string, reply: NewReply) {
  const now = core.clock.now()
  return core.db.transaction(async (tx) => {
    const chosen = eq(contactMessages.id, messageId)
    const [message] = await tx.select().from(contactMessages).where(chosen).for('update')
    if (!message) throw new AppError('not_found', { detail: 'There is no such message.' })
    await refuseIfOvertaken(tx, messageId, reply.expectedReplies)
    if (await isAddressStopped(tx, hashAddress(message.email))) throw new AppError('address_stopped')
    const id = newId()
    await tx.insert(contactReplies).values({ id, messageId, userId: by.userId, text: reply.text, createdAt: now })
    await tx.update(contactMessages).set({ state: 'answered' }).where(chosen)
    await enqueueMail(tx, await replyLetter(core, message, reply.text), now)
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
  const { full_name: name, email } = latest.by
  throw new AppError('already_decided', {
    detail: 'A reply to this message was sent in the meantime.',
    decision: { status: 'answered', by: name || email, at: latest.created_at.toISOString() },
  })
}

function replyLetter(core: Core, { email, subject }: typeof contactMessages.$inferSelect, text: string) {
  return composeMail(core, email, {
    subject: `Re: ${subject}`,
    paragraphs: text.split(/\s*\n\s*/),
    closing: ['You wrote to us on our contact page. To answer, reply to this email.'],
  })
}
