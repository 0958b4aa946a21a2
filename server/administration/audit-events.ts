/** What administrators read of the audit. The names stand beside it as they are now: the audit itself holds none. */
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
import { allOf } from '../lib/db/conditions.ts'
import { rows } from '../lib/db/db.ts'
import { newestFirst } from '../lib/db/keyset.ts'
import { readListPage, type PageQuery } from '../lib/db/list-page.ts'

export interface AuditFilters {
  readonly actor?: string | undefined
  readonly action?: AuditAction | undefined
  readonly subject?: AuditSubject | undefined
  readonly subject_id?: string | undefined
  readonly from?: Date | undefined
  readonly to?: Date | undefined
}

const Fields = z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])).nullable()
const EventRow = z.object({
  id: z.string(),
  actor_kind: z.enum(AUDIT_ACTORS),
  actor_id: z.string().nullable(),
  actor_role: z.enum(ROLES).nullable(),
  full_name: z.string(),
  email: z.string(),
  action: z.enum(AUDIT_ACTIONS),
  subject: z.enum(AUDIT_SUBJECTS),
  subject_id: z.string(),
  before: Fields,
  after: Fields,
  request_id: z.string().nullable(),
  created_at: z.coerce.date(),
})

/** What a page and the CSV of the same filters are made of: the rows of `audit_events`. */
export function auditConditions({ actor, action, subject, subject_id: subjectId, from, to }: AuditFilters) {
  return allOf([
    actor === 'operator' && sql`audit_events.actor_kind = 'operator'`,
    actor !== undefined && actor !== 'operator' && sql`audit_events.actor_id = ${actor}::uuid`,
    action !== undefined && sql`audit_events.action = ${action}`,
    subject !== undefined && sql`audit_events.subject = ${subject}`,
    subjectId !== undefined && sql`audit_events.subject_id = ${subjectId}`,
    from && sql`audit_events.created_at >= ${from.toISOString()}::timestamptz`,
    to && sql`audit_events.created_at < ${to.toISOString()}::timestamptz`,
  ])
}

/** A page of what was done, newest first. @throws AppError `invalid_input`: no cursor of ours */
export async function listAuditEvents(core: Core, filters: AuditFilters, asked: PageQuery) {
  const matching = auditConditions(filters)
  const list = {
    order: newestFirst('audit_events'),
    counted: sql`from audit_events where ${matching}`,
    read: (onward: SQL, page: SQL) =>
      rows(
        core.db,
        sql`select audit_events.id::text, actor_kind, actor_id::text, actor_role, ${PERSON_NAME} as full_name,
                 ${PERSON_EMAIL} as email, action, subject, subject_id, before, after, request_id,
                 audit_events.created_at
            from audit_events
            ${joinPerson(sql`audit_events.actor_id`)}
           where ${matching} and ${onward} ${page}`,
        EventRow,
      ),
  }
  const { items, ...page } = await readListPage(core, list, asked)
  return { items: items.map(asEvent), ...page }
}

const ActorRow = z.object({ user_id: z.string(), full_name: z.string(), email: z.string() })

/** More than stand in a choice. */
const ACTORS_MAX = 200

/**
 * Everybody who ever acted as an administrator, by name. Each is one step through the index of actors, however much each of them did.
 */
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

function asEvent({ actor_id: userId, actor_role: role, full_name, email, ...event }: z.output<typeof EventRow>) {
  return {
    id: event.id,
    actor_kind: event.actor_kind,
    actor: userId === null || role === null ? null : { user_id: userId, full_name, email, role },
    action: event.action,
    subject: event.subject,
    subject_id: event.subject_id,
    before: event.before,
    after: event.after,
    request_id: event.request_id,
    created_at: event.created_at,
  }
}
