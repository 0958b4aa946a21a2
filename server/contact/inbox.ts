/** What administrators read of contact messages, and how far each has come: new, read, answered. */
import { eq, sql, type SQL } from 'drizzle-orm'
import { z } from 'zod'
import { CONTACT_MESSAGE_STATES, type ContactMessageState } from '../../contract/admin-reports-fields.ts'
import { recordAudit, type Administering } from '../audit/audit.ts'
import type { Core } from '../lib/core.ts'
import { timestampCell, plainCell, textCell, type CsvList } from '../lib/csv.ts'
import { allOf, prefixPattern } from '../lib/db/conditions.ts'
import { rows } from '../lib/db/db.ts'
import { newestFirst } from '../lib/db/keyset.ts'
import { readListPage, type PageQuery } from '../lib/db/list-page.ts'
import { AppError, invariant } from '../lib/errors.ts'
import { contactMessages, type ContactMessage } from './schema.ts'

export interface ContactMessageFilters {
  readonly search?: string | undefined
  readonly state?: ContactMessageState | undefined
  readonly from?: Date | undefined
  readonly to?: Date | undefined
}

const MessageRow = z.object({
  id: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
  subject: z.string(),
  message: z.string(),
  state: z.enum(CONTACT_MESSAGE_STATES),
  created_at: z.coerce.date(),
})

const ORDER = newestFirst('contact_messages')

function matching({ search, state, from, to }: ContactMessageFilters) {
  const beginning = prefixPattern(search)
  return allOf([
    state && sql`contact_messages.state = ${state}`,
    beginning !== undefined &&
      sql`(lower(contact_messages.email) like ${beginning}
           or lower(contact_messages.first_name || ' ' || contact_messages.last_name) like ${beginning}
           or lower(contact_messages.last_name) like ${beginning})`,
    from && sql`contact_messages.created_at >= ${from.toISOString()}::timestamptz`,
    to && sql`contact_messages.created_at < ${to.toISOString()}::timestamptz`,
  ])
}

/** A page of messages, newest first. @throws AppError `invalid_input`: no cursor of ours */
export function listContactMessages(
  core: Pick<Core, 'db' | 'clock'>,
  filters: ContactMessageFilters,
  asked: PageQuery,
) {
  const where = matching(filters)
  const list = {
    order: ORDER,
    counted: sql`from contact_messages where ${where}`,
    read: (onward: SQL, page: SQL) =>
      rows(
        core.db,
        sql`select id::text, first_name, last_name, email, subject, message, state, created_at
              from contact_messages where ${where} and ${onward} ${page}`,
        MessageRow,
      ),
  }
  return readListPage(core, list, asked)
}

/**
 * Sets how far a message has come, with its row in the audit; the same state again changes nothing.
 * @throws AppError `not_found`
 */
export async function setMessageState(
  { db, clock }: Core,
  by: Administering,
  id: string,
  state: ContactMessageState,
): Promise<ContactMessage> {
  return db.transaction(async (tx) => {
    const [before] = await tx.select().from(contactMessages).where(eq(contactMessages.id, id)).for('update')
    if (!before) throw new AppError('not_found', { detail: 'There is no such message.' })
    if (before.state === state) return before
    const [changed] = await tx.update(contactMessages).set({ state }).where(eq(contactMessages.id, id)).returning()
    invariant(changed, 'a locked row is there to be changed')
    await recordAudit(
      tx,
      {
        by,
        action: 'message.state_changed',
        subject: 'contact_message',
        subjectId: id,
        before: { state: before.state },
        after: { state },
      },
      clock.now(),
    )
    return changed
  })
}

/** The same messages as {@link listContactMessages}, all of them. */
export function contactMessagesCsv(filters: ContactMessageFilters): CsvList {
  return {
    columns: {
      id: plainCell(sql`contact_messages.id`),
      first_name: textCell(sql`contact_messages.first_name`),
      last_name: textCell(sql`contact_messages.last_name`),
      email: textCell(sql`contact_messages.email`),
      subject: textCell(sql`contact_messages.subject`),
      message: textCell(sql`contact_messages.message`),
      state: plainCell(sql`contact_messages.state`),
      created_at: timestampCell(sql`contact_messages.created_at`),
    },
    table: 'contact_messages',
    from: sql`contact_messages`,
    where: matching(filters),
    order: ORDER,
  }
}
