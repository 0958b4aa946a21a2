/** Replies of staff in a thread, with the delivery of their mail and their text message. */
import { eq, sql, type SQL } from 'drizzle-orm'
import { z } from 'zod'
import { DELIVERIES, REPLY_CHANNELS, type ReplyChannel } from '../../../contract/office/admin-reports-fields.ts'
import { requireImpartial } from '../../aid/requests/impartial.ts'
import { newsDelivery } from '../../aid/requests/letters.ts'
import { recordAudit, type Administering } from '../../record/audit/audit.ts'
import { joinPerson, PERSON, PersonRow } from '../../people/sign-in/people.ts'
import type { Core } from '../../platform/core.ts'
import { deliveryIn } from '../../platform/delivery.ts'
import { rows, type Tx } from '../../platform/db/db.ts'
import { AppError } from '../../platform/errors.ts'
import { lockThread, numberOfCase } from './own-threads.ts'
import { takeMessage } from './owners.ts'
import { contactMessages } from './schema.ts'
import { requireReachable } from './sending.ts'
import { addWaiting } from './waiting-replies.ts'

export interface NewReply {
  readonly text: string
  readonly channel: ReplyChannel
  /** How many replies the writer saw. */
  readonly expectedReplies: number
}

const ReplyRow = z.object({
  id: z.string(),
  from: z.enum(['us', 'them']),
  text: z.string(),
  channel: z.enum([...REPLY_CHANNELS, 'page']),
  created_at: z.coerce.date(),
  by: PersonRow.nullable(),
  undo_until: z.coerce.date().nullable(),
  mail: z.enum(DELIVERIES).nullable(),
  sms: z.enum(DELIVERIES).nullable(),
})

const deliveryOf = (delivery: SQL) =>
  sql`case when send_at is not null then 'waiting' when told_at is not null then ${delivery} end`

/** State of a reply by mail: a failed one stays so when the outbox has forgotten it. */
const MAIL_DELIVERY = sql`coalesce(${newsDelivery(sql`contact_replies.mail_id`, sql`null::uuid`)},
  case when contact_replies.failed_at is not null then 'failed' end)`

/** The reader, and the time: they can undo a reply that they wrote less than a minute ago. */
export interface Reader {
  readonly userId: string
  readonly now: Date
}

/** Oldest first. */
export function readReplies(tx: Tx, messageId: string, { userId: readerId, now }: Reader) {
  return rows(
    tx,
    sql`select contact_replies.id::text, case when is_from_us then 'us' else 'them' end as "from", contact_replies.text, channel,
               contact_replies.created_at, case when users.id is not null then ${PERSON} end as by,
               case when contact_replies.user_id = ${readerId}::uuid and send_at > ${now.toISOString()}::timestamptz then send_at end as undo_until,
               case when channel in ('mail', 'both') and is_from_us then ${deliveryOf(MAIL_DELIVERY)} end as mail,
               case when channel in ('sms', 'both') and is_from_us then ${deliveryOf(deliveryIn(sql`contact_replies.text_id`, 'outgoing_text_messages'))} end as sms
          from contact_replies ${joinPerson(sql`contact_replies.user_id`)}
         where message_id = ${messageId}::uuid order by contact_replies.created_at, contact_replies.id`,
    ReplyRow,
  )
}

/**
 * Adds a reply to a thread, and marks the thread as answered. The person is told a minute later.
 * @returns all replies, oldest first
 * @throws AppError `not_found`; `already_decided`: something was written in the meantime; `address_stopped`: no mail may go there;
 *   `not_reachable`: not by this channel; `own_request`: about a request to which they are tied
 */
export function sendReply(core: Core, by: Administering, messageId: string, reply: NewReply) {
  const { text, channel, expectedReplies } = reply
  const now = core.clock.now()
  return core.db.transaction(async (tx) => {
    const message = await lockThread(tx, eq(contactMessages.id, messageId))
    if (!message) throw new AppError('not_found', { detail: 'There is no such message.' })
    if (message.applicationId !== null) await requireImpartial(tx, message.applicationId, by.userId)
    await refuseIfOvertaken(tx, messageId, expectedReplies, { userId: by.userId, now })
    const number = await numberOfCase(tx, message)
    await requireReachable(core, tx, message, { channel, number })
    await addWaiting(tx, message, { userId: by.userId, text, channel }, now)
    if (message.assignedTo === null) await takeMessage(tx, { by, now }, messageId)
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
    return readReplies(tx, messageId, { userId: by.userId, now })
  })
}

/** @param expected how many replies the reader saw. @throws AppError `already_decided` */
export async function refuseIfOvertaken(tx: Tx, messageId: string, expected: number, reader: Reader): Promise<void> {
  const replies = await readReplies(tx, messageId, reader)
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
