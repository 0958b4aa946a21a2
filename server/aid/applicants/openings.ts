/** The view log of a person's file: each time an administrator opened their profile, request, document or a message with them. */
import { sql } from 'drizzle-orm'
import { OPENED_THINGS } from '../../../contract/aid/opened-things.ts'
import { ROLES } from '../../../contract/record/profile-fields.ts'
import { ownUserIds } from '../../people/households/claimed.ts'
import type { Core } from '../../platform/core.ts'
import { flag, id, nullable, oneOf, text, timestamp } from '../../platform/lists/columns.ts'
import { newestFirst } from '../../platform/lists/keyset.ts'
import { defineList, readPage, type PageQuery } from '../../platform/lists/list.ts'

const subjectOf = (subject: string) =>
  sql`case when audit_events.subject = ${subject} then audit_events.subject_id::uuid end`

/** Without the name of who opened it: administrators answer to the organisation, which has the name in its audit. */
const openingList = defineList({
  table: sql`audit_events`,
  alias: 'audit_events',
  columns: {
    id: id(sql`audit_events.id`),
    opened_at: timestamp(sql`audit_events.created_at`),
    role: oneOf(sql`audit_events.actor_role`, ROLES),
    opened: oneOf(
      sql`case when audit_events.action = 'application.prepared' then 'prepared' when audit_events.action = 'case.printed' then 'printed'
               when audit_events.action = 'document.prepared' then 'prepared_document' when audit_events.subject = 'beneficiary' then 'profile'
               when audit_events.subject in ('application', 'contact_message') then 'request' else 'document' end`,
      OPENED_THINGS,
    ),
    is_message: flag(sql`audit_events.subject = 'contact_message'`),
    application_type: nullable(id(sql`aid_applications.application_type`)),
    filename: nullable(text(sql`documents.filename`)),
  },
  joins: sql`left join aid_applications on aid_applications.id = ${subjectOf('application')}
             left join documents on documents.id = ${subjectOf('document')}`,
  order: () => newestFirst('audit_events'),
  where: ({ userId }: { userId: string }) =>
    sql`audit_events.person_id in ${ownUserIds(userId)} and audit_events.actor_id <> ${userId}::uuid
        and audit_events.action in ('beneficiary.read', 'application.read', 'application.prepared', 'case.printed', 'document.opened', 'document.prepared', 'message.read')`,
})

/** A page of them, newest first. @throws AppError `invalid_input`: not a cursor of this list */
export function listOpenings(core: Core, userId: string, page: PageQuery) {
  return readPage(core, openingList, { userId }, page)
}
