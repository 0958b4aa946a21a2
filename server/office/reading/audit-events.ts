/** The audit as administrators read it. It holds no names; those of staff and of tags that are shown are the current ones. */
import { sql, type SQL } from 'drizzle-orm'
import { z } from 'zod'
import { AUDIT_ACTIONS, AUDIT_ACTORS, AUDIT_LOOKS, AUDIT_SUBJECTS } from '../../../contract/platform/admin-fields.ts'
import type { FiltersOf } from '../../../contract/platform/lists.ts'
import type { auditFilters } from '../../../contract/record/audit.ts'
import { ROLES } from '../../../contract/record/profile-fields.ts'
import { caseNumber, readCaseNumber } from '../../aid/requests/case-number.ts'
import { joinPerson, PERSON_EMAIL, PERSON_NAME } from '../../people/sign-in/people.ts'
import type { Core } from '../../platform/core.ts'
import { allOf, within } from '../../platform/db/conditions.ts'
import { rows, type Db } from '../../platform/db/db.ts'
import { id, json, kobo, nullable, oneOf, pageOnly, text, timestamp } from '../../platform/lists/columns.ts'
import { newestFirst } from '../../platform/lists/keyset.ts'
import { defineList, readPage, type PageQuery } from '../../platform/lists/list.ts'

type AuditFilters = FiltersOf<typeof auditFilters>

const Fields = z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])).nullable()

/** Some subjects have a name in place of an id. */
const SUBJECT = sql`case when audit_events.subject_id ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then audit_events.subject_id::uuid end`
/** The request that an event is about. */
const REQUEST = sql`case audit_events.subject
  when 'application' then ${SUBJECT}
  when 'award' then (select application_id from awards where awards.id = ${SUBJECT})
  when 'disbursement' then (select awards.application_id from disbursements join awards on awards.id = disbursements.award_id
                             where disbursements.id = ${SUBJECT}) end`

/** Acts of awards and payouts. */
const AMOUNT = sql`case audit_events.subject
  when 'award' then (select amount from awards where awards.id = ${SUBJECT})
  when 'disbursement' then (select amount from disbursements where disbursements.id = ${SUBJECT}) end`
const IS_LOOK = sql`audit_events.action = any (${`{${AUDIT_LOOKS.join(',')}}`}::text[])`

function isAboutCase(typed: string): SQL {
  const number = readCaseNumber(typed)
  if (number === undefined) return sql`false`
  return sql`audit_events.subject_id in (
    with request as (select id from aid_applications where number = ${String(number)}::bigint),
         award as (select awards.id from awards join request on request.id = awards.application_id)
    select id::text from request union all select id::text from award
    union all select disbursements.id::text from disbursements join award on award.id = disbursements.award_id)`
}

/** The names of applicants are not shown (decision 0029). */
const BY_STAFF = sql`audit_events.actor_kind = 'administrator'`

export const auditList = defineList({
  table: sql`audit_events`,
  alias: 'audit_events',
  columns: {
    id: id(sql`audit_events.id`),
    created_at: timestamp(sql`audit_events.created_at`),
    actor_kind: oneOf(sql`audit_events.actor_kind`, AUDIT_ACTORS),
    actor_id: nullable(id(sql`audit_events.actor_id`)),
    actor_role: nullable(oneOf(sql`audit_events.actor_role`, ROLES)),
    full_name: nullable(text(sql`case when ${BY_STAFF} then profiles.full_name end`)),
    email: nullable(text(sql`case when ${BY_STAFF} then users.email end`)),
    actor_profile: nullable(id(sql`case when audit_events.actor_kind = 'applicant' then profiles.id end`)),
    action: oneOf(sql`audit_events.action`, AUDIT_ACTIONS),
    subject: oneOf(sql`audit_events.subject`, AUDIT_SUBJECTS),
    subject_id: text(sql`audit_events.subject_id`),
    case_digits: pageOnly(
      nullable(text(sql`(select number::text from aid_applications where aid_applications.id = ${REQUEST})`)),
    ),
    amount: pageOnly(nullable(kobo(AMOUNT))),
    before: json(sql`audit_events.before`, Fields),
    after: json(sql`audit_events.after`, Fields),
    request_id: nullable(text(sql`audit_events.request_id`)),
  },
  joins: joinPerson(sql`audit_events.actor_id`),
  order: () => newestFirst('audit_events'),
  where: ({ actor, action, kind, subject, subject_id: subjectId, case: typedCase, person, from, to }: AuditFilters) =>
    allOf([
      actor === 'operator' && sql`audit_events.actor_kind = 'operator'`,
      actor !== undefined && actor !== 'operator' && sql`audit_events.actor_id = ${actor}::uuid`,
      action !== undefined && sql`audit_events.action = ${action}`,
      kind !== undefined && sql`${IS_LOOK} = ${kind === 'looks'}`,
      subject !== undefined && sql`audit_events.subject = ${subject}`,
      subjectId !== undefined && sql`audit_events.subject_id = ${subjectId}`,
      typedCase !== undefined && isAboutCase(typedCase),
      person !== undefined && sql`audit_events.person_id = ${person}::uuid`,
      ...within(sql`audit_events.created_at`, { from, to }),
    ]),
})

/** A page of the audit, newest first. @throws AppError `invalid_input`: not a cursor of this list */
export async function listAuditEvents(core: Core, filters: AuditFilters, page: PageQuery) {
  const { items, ...rest } = await readPage(core, auditList, filters, page)
  const names = await readNames(core.db, items)
  return { items: items.map((item) => asEvent(item, names)), ...rest }
}

type EventRow = z.output<typeof auditList.row>

/** The ids of people and of tags that an event can name. */
const idsIn = ({ subject, subject_id: subjectId, before, after }: EventRow) =>
  [
    subject === 'account' && subjectId,
    ...[before, after].flatMap((fields) => [fields?.['assigned_to'], fields?.['tag']]),
  ].filter((value) => typeof value === 'string')

/** Reads the names of staff only, because reading anyone else's would have to be audited, and of tags that requests still have. */
async function readNames(db: Db, events: readonly EventRow[]): Promise<ReadonlyMap<string, string>> {
  const ids = sql`any (${`{${[...new Set(events.flatMap(idsIn))].join(',')}}`}::text[])`
  const found = await rows(
    db,
    sql`select profiles.user_id::text as id, coalesce(nullif(full_name, ''), email, '') as name
          from profiles join users on users.id = profiles.user_id
         where profiles.role = 'admin' and profiles.user_id::text = ${ids}
        union all
        select tags.id::text, name from tags
         where tags.id::text = ${ids} and exists (select from request_tags where tag_id = tags.id)`,
    z.object({ id: z.string(), name: z.string() }),
  )
  return new Map(found.map(({ id: of, name }) => [of, name]))
}

function asEvent(row: EventRow, names: ReadonlyMap<string, string>) {
  const { actor_id: userId, actor_role: role, full_name: name, email, case_digits: digits, ...event } = row
  const named = idsIn(row).flatMap((of): [string, string][] => {
    const found = names.get(of)
    return found === undefined ? [] : [[of, found]]
  })
  const actor =
    userId === null || role === null ? null : { user_id: userId, full_name: name ?? '', email: email ?? '', role }
  const about = { case_number: digits === null ? null : caseNumber(BigInt(digits)), names: Object.fromEntries(named) }
  return { ...event, ...about, actor }
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
           and exists (select from audit_events where audit_events.actor_id = acted.actor_id and ${BY_STAFF})
         order by full_name, email, user_id limit ${ACTORS_MAX}`,
    ActorRow,
  )
}
