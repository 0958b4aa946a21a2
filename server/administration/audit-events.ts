/** The audit as administrators read it. It holds no names; those shown are the current ones. */
import { sql, type SQL } from 'drizzle-orm'
import { z } from 'zod'
import {
  AUDIT_ACTIONS,
  AUDIT_ACTORS,
  AUDIT_SUBJECTS,
  type AuditAction,
  type AuditSubject,
} from '../../contract/admin-fields.ts'
import { ROLES } from '../../contract/profile-fields.ts'
import { joinPerson, PERSON_EMAIL, PERSON_NAME } from '../auth/people.ts'
import type { Core } from '../lib/core.ts'
import { allOf, within } from '../lib/db/conditions.ts'
import { rows } from '../lib/db/db.ts'
import { id, json, nullable, oneOf, text, timestamp } from '../lib/lists/columns.ts'
import { newestFirst } from '../lib/lists/keyset.ts'
import { defineList, readPage, type PageQuery } from '../lib/lists/list.ts'

export interface AuditFilters {
  readonly actor?: string | undefined
  readonly action?: AuditAction | undefined
  readonly subject?: AuditSubject | undefined
  readonly subject_id?: string | undefined
  readonly from?: Date | undefined
  readonly to?: Date | undefined
}

const Fields = z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])).nullable()

export const auditList = defineList({
  table: sql`audit_events`,
  alias: 'audit_events',
  columns: {
    id: id(sql`audit_events.id`),
    created_at: timestamp(sql`audit_events.created_at`),
    actor_kind: oneOf(sql`audit_events.actor_kind`, AUDIT_ACTORS),
    actor_id: nullable(id(sql`audit_events.actor_id`)),
    actor_role: nullable(oneOf(sql`audit_events.actor_role`, ROLES)),
    full_name: nullable(text(sql`profiles.full_name`)),
    email: nullable(text(sql`users.email`)),
    action: oneOf(sql`audit_events.action`, AUDIT_ACTIONS),
    subject: oneOf(sql`audit_events.subject`, AUDIT_SUBJECTS),
    subject_id: text(sql`audit_events.subject_id`),
    before: json(sql`audit_events.before`, Fields),
    after: json(sql`audit_events.after`, Fields),
    request_id: nullable(text(sql`audit_events.request_id`)),
  },
  joins: joinPerson(sql`audit_events.actor_id`),
  order: () => newestFirst('audit_events'),
  where: ({ actor, action, subject, subject_id: subjectId, from, to }: AuditFilters) =>
    allOf([
      actor === 'operator' && sql`audit_events.actor_kind = 'operator'`,
      actor !== undefined && actor !== 'operator' && sql`audit_events.actor_id = ${actor}::uuid`,
      action !== undefined && sql`audit_events.action = ${action}`,
      subject !== undefined && sql`audit_events.subject = ${subject}`,
      subjectId !== undefined && sql`audit_events.subject_id = ${subjectId}`,
      ...within(sql`audit_events.created_at`, { from, to }),
    ]),
})

/** A page of the audit, newest first. @throws AppError `invalid_input`: not a cursor of this list */
export async function listAuditEvents(core: Core, filters: AuditFilters, page: PageQuery) {
  const { items, ...rest } = await readPage(core, auditList, filters, page)
  return { items: items.map(asEvent), ...rest }
}

function asEvent({
  actor_id: userId,
  actor_role: role,
  full_name: name,
  email,
  ...event
}: z.output<typeof auditList.row>) {
  const actor =
    userId === null || role === null ? null : { user_id: userId, full_name: name ?? '', email: email ?? '', role }
  return { ...event, actor }
}

const ActorRow = z.object({ user_id: z.string(), full_name: z.string(), email: z.string() })

/** More than fit in a select field. */
const ACTORS_MAX = 200

/** All people who ever acted as administrators, by name. The recursion reads one index entry for each of them, not one for each event. */
export function listActors({ db }: Core) {
  const first = (where: SQL) => sql`(select actor_id from audit_events where ${where} order by actor_id limit 1)`
  return rows(
    db,
    sql`with recursive acted (actor_id) as (
          select ${first(sql`actor_id is not null`)}
          union all
          select ${first(sql`audit_events.actor_id > acted.actor_id`)} from acted where acted.actor_id is not null)
        select acted.actor_id::text as user_id, ${PERSON_NAME} as full_name, ${PERSON_EMAIL} as email
          from acted
          ${joinPerson(sql`acted.actor_id`)}
         where acted.actor_id is not null
         order by full_name, email, user_id limit ${ACTORS_MAX}`,
    ActorRow,
  )
}
