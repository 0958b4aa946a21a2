/** Contact messages as staff see them, with a state: new, read or answered. */
import { eq, sql } from 'drizzle-orm'
import {
  CONTACT_MESSAGE_STATES,
  THREAD_ORIGINS,
  type ContactMessageState,
} from '../../../contract/office/admin-reports-fields.ts'
import { caseNumberIn } from '../../aid/requests/case-number.ts'
import { recordAudit, recordReading, type Administering } from '../../record/audit/audit.ts'
import type { Core } from '../../platform/core.ts'
import { allOf, prefixPattern, within } from '../../platform/db/conditions.ts'
import { AppError, invariant } from '../../platform/errors.ts'
import { csvOnly, id, maskedEmail, nullable, oneOf, pageOnly, text, timestamp } from '../../platform/lists/columns.ts'
import { countUpTo } from '../../platform/lists/counted.ts'
import { defineList, readListed, readOpened } from '../../platform/lists/list.ts'
import { numberOfCase } from './own-threads.ts'
import { readReplies } from './replies.ts'
import { contactMessages } from './schema.ts'
import { reachOf } from './sending.ts'

export interface ContactMessageFilters {
  readonly search?: string | undefined
  readonly state?: ContactMessageState | undefined
  readonly from?: Date | undefined
  readonly to?: Date | undefined
}

const NO_SUCH = { detail: 'There is no such message.' }

export const contactMessageList = defineList({
  table: sql`contact_messages`,
  alias: 'contact_messages',
  columns: {
    id: id(sql`contact_messages.id`),
    first_name: text(sql`contact_messages.first_name`),
    last_name: text(sql`contact_messages.last_name`),
    email: maskedEmail(sql`contact_messages.email`),
    subject: text(sql`contact_messages.subject`),
    message: csvOnly(text(sql`contact_messages.message`)),
    state: oneOf(sql`contact_messages.state`, CONTACT_MESSAGE_STATES),
    origin: pageOnly(oneOf(sql`contact_messages.origin`, THREAD_ORIGINS)),
    created_at: timestamp(sql`contact_messages.created_at`),
    last_at: pageOnly(timestamp(sql`contact_messages.last_at`)),
    case_number: nullable(id(caseNumberIn(sql`applications.number`))),
  },
  joins: sql`left join aid_applications as applications on applications.id = contact_messages.application_id`,
  // Unanswered first, then newest first.
  order: () => ({
    by: sql`contact_messages.inbox_key`,
    id: sql`contact_messages.id`,
    type: 'bigint',
    descending: true,
  }),
  where: ({ state, from, to }: ContactMessageFilters) =>
    allOf([state && sql`contact_messages.state = ${state}`, ...within(sql`contact_messages.created_at`, { from, to })]),
  search({ search }) {
    const prefix = prefixPattern(search)
    if (prefix === undefined) return undefined
    return {
      byRow: sql`(lower(contact_messages.email) like ${prefix}
                  or lower(contact_messages.first_name || ' ' || contact_messages.last_name) like ${prefix}
                  or lower(contact_messages.last_name) like ${prefix})`,
    }
  },
})

export function countUnanswered(core: Core) {
  return countUpTo(core, sql`from contact_messages where state in ('new', 'read')`)
}

/** A thread with its texts, the person's address and how to reach them. Reading is audited. */
export async function readMessage(core: Core, by: Administering, messageId: string, purpose: 'read' | 'again') {
  const { db, clock } = core
  return db.transaction(async (tx) => {
    const [opened] = await readOpened(tx, contactMessageList, sql`contact_messages.id = ${messageId}::uuid`)
    const [thread] = await tx.select().from(contactMessages).where(eq(contactMessages.id, messageId))
    if (!opened || !thread) throw new AppError('not_found', NO_SUCH)
    const read = { action: 'message.read', subject: 'contact_message', subjectId: messageId } as const
    await recordReading(tx, { by, ...read }, purpose === 'again', clock.now())
    const { message, email, userId } = thread
    return {
      ...opened,
      message,
      replies: await readReplies(tx, messageId, { userId: by.userId, now: clock.now() }),
      reach: await reachOf(core, tx, { userId, email, number: await numberOfCase(tx, thread) }),
    }
  })
}

/**
 * Sets the state of a message and audits that; setting the state it already has changes nothing.
 * @returns the message as it is now
 */
export async function setMessageState(
  { db, clock }: Core,
  by: Administering,
  messageId: string,
  state: ContactMessageState,
) {
  return db.transaction(async (tx) => {
    const chosen = eq(contactMessages.id, messageId)
    const [before] = await tx.select({ state: contactMessages.state }).from(contactMessages).where(chosen).for('update')
    if (!before) throw new AppError('not_found', NO_SUCH)
    if (before.state !== state) {
      await tx.update(contactMessages).set({ state }).where(chosen)
      await recordAudit(
        tx,
        {
          by,
          action: 'message.state_changed',
          subject: 'contact_message',
          subjectId: messageId,
          before: { state: before.state },
          after: { state },
        },
        clock.now(),
      )
    }
    const [message] = await readListed(tx, contactMessageList, sql`contact_messages.id = ${messageId}::uuid`)
    invariant(message, 'a locked row still exists')
    return message
  })
}
