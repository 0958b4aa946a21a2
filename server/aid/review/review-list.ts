/** Requests for aid as administrators see them: with their applicants, and without withdrawn ones. */
import { sql, type SQL } from 'drizzle-orm'
import { z } from 'zod'
import type { APPLICATION_SORTS } from '../../../contract/platform/admin-fields.ts'
import type { applicationFilters } from '../../../contract/aid/admin.ts'
import { URGENCIES } from '../../../contract/aid/application-fields.ts'
import { APPLICATION_STATUSES } from '../../../contract/aid/handling-fields.ts'
import type { FiltersOf } from '../../../contract/platform/lists.ts'
import type { QueueView } from '../../../contract/aid/queue-fields.ts'
import type { Administering } from '../../record/audit/audit.ts'
import { readAuditedPage } from '../../record/audit/lists.ts'
import { CALL_NUMBER } from '../../people/sign-in/people.ts'
import type { Core } from '../../platform/core.ts'
import { allOf, within } from '../../platform/db/conditions.ts'
import type { Db, Tx } from '../../platform/db/db.ts'
import {
  count,
  csvOnly,
  flag,
  id,
  json,
  kobo,
  maskedAddress,
  maskedEmail,
  maskedPhone,
  nullable,
  oneOf,
  pageOnly,
  text,
  timestamp,
} from '../../platform/lists/columns.ts'
import { momentOf } from '../../platform/lists/counted.ts'
import { newestFirst, type ListOrder } from '../../platform/lists/keyset.ts'
import { defineList, readListed, type Lead, type PageQuery } from '../../platform/lists/list.ts'
import { caseNumber, caseNumberIn } from '../requests/case-number.ts'
import { hasDuplicate } from './duplicates.ts'
import { findTied } from '../requests/impartial.ts'
import { startOfDay } from '../../platform/lagos-days.ts'
import { searchConditions } from './review-search.ts'
import { inView, NOT_WITHDRAWN, UNDECIDED, type Reading } from './queue/views.ts'

type ApplicationFilters = FiltersOf<typeof applicationFilters>
/** The filters of one reader at one moment, as the list takes them. */
export type ReadFilters = ApplicationFilters & {
  readonly reading: Reading
  /** When a request is due, where another column than its own has it. */
  readonly dueAt?: SQL
}

const NEWEST = newestFirst('applications')
const ORDERS: Readonly<Record<(typeof APPLICATION_SORTS)[number], ListOrder>> = {
  newest: NEWEST,
  oldest: { ...NEWEST, descending: false },
  // Requests without an amount come last.
  amount: { ...NEWEST, by: sql`coalesce(applications.amount_requested, -1)`, type: 'bigint' },
  due: { ...NEWEST, by: sql`applications.due_at`, descending: false },
}
/** A view of the queue is worked through by its due date. */
const sortOf = ({ view, sort }: ApplicationFilters) => sort ?? (view === 'all' ? 'newest' : 'due')

/** The name of a member of staff. */
export const nameOf = (userId: SQL) => sql`(select full_name from profiles where profiles.user_id = ${userId})`
const DECIDED_BY = sql`(select full_name from application_events join profiles on profiles.user_id = application_events.user_id
  where application_id = applications.id and applications.decided_at is not null
  order by application_events.created_at desc, application_events.id desc limit 1)`
/** The text about the decision that the applicant read. */
const REASON = sql`(select reason from application_events
  where application_id = applications.id and applications.decided_at is not null
  order by created_at desc, id desc limit 1)`
/** Until when it was set aside, if an answer ended that and not a member of staff. */
const WAITED_BEFORE = sql`case when ${UNDECIDED} and applications.snoozed_until is null and not applications.snoozed_until_answered then
  (select until from request_acts where application_id = applications.id and act in ('snoozed', 'woken')
    order by created_at desc, id desc limit 1) end`

/** The tags of a row, by name. */
const tagsOf = (value: SQL) =>
  sql`(select ${value} from request_tags join tags on tags.id = tag_id where application_id = applications.id)`
const BY_NAME = sql`order by lower(tags.name)`

const hasTag = (tag: string) =>
  sql`exists (select from request_tags where application_id = applications.id and tag_id = ${tag}::uuid)`

/**
 * The views without an index of their own: they have the date from the tag alone. Said of both tables, it would count twice when
 * PostgreSQL estimates how many rows there are, and a worse plan would look cheaper.
 */
const READ_BY_DUE: ReadonlySet<QueueView> = new Set(['next', 'late', 'unassigned'])

/** The requests of one tag, from its own index in the order of the list: otherwise all of them would be read and sorted for each page. */
function ledByTag(filters: ReadFilters): Lead<ReadFilters> | undefined {
  const { tag, search } = filters
  const sort = sortOf(filters)
  if (tag === undefined || search !== undefined || sort === 'amount') return undefined
  const by = sort === 'due' ? sql`tagged.due_at` : sql`tagged.created_at`
  return {
    table: sql`aid_applications as applications join request_tags as tagged
      on tagged.application_id = applications.id and tagged.tag_id = ${tag}::uuid and ${by} is not null`,
    order: { ...ORDERS[sort], by, id: sql`tagged.application_id` },
    filters: { ...filters, tag: undefined, ...(READ_BY_DUE.has(filters.view) && { dueAt: sql`tagged.due_at` }) },
  }
}

export const applicationList = defineList({
  table: sql`aid_applications as applications`,
  alias: 'applications',
  columns: {
    id: id(sql`applications.id`),
    case_number: csvOnly(id(caseNumberIn(sql`applications.number`))),
    number: pageOnly({ value: sql`applications.number::text`, row: z.coerce.bigint(), cell: null }),
    user_id: id(sql`applications.user_id`),
    profile_id: pageOnly(nullable(id(sql`profiles.id`))),
    // Without its profile an applicant is 'Unknown', with empty fields (spec, section 7).
    full_name: text(sql`coalesce(profiles.full_name, 'Unknown')`),
    email: nullable(maskedEmail(sql`users.email`)),
    phone: nullable(maskedPhone(sql`coalesce(${CALL_NUMBER}, profiles.phone)`)),
    address: nullable(maskedAddress(sql`profiles.address`)),
    is_approved: nullable(flag(sql`profiles.is_approved`)),
    application_type: id(sql`applications.application_type`),
    amount_requested: nullable(kobo(sql`applications.amount_requested`)),
    urgency: nullable(oneOf(sql`applications.urgency`, URGENCIES)),
    status: oneOf(sql`applications.status`, APPLICATION_STATUSES),
    waiting_since: nullable(timestamp(sql`applications.waiting_since`)),
    created_at: timestamp(sql`applications.created_at`),
    decided_at: csvOnly(timestamp(sql`applications.decided_at`)),
    version: pageOnly(count(sql`applications.version`)),
    due_at: nullable(timestamp(sql`applications.due_at`)),
    owner_id: pageOnly(nullable(id(sql`applications.assigned_to`))),
    owner: nullable(text(nameOf(sql`applications.assigned_to`))),
    decided_by: csvOnly(text(DECIDED_BY)),
    reason: csvOnly(nullable(text(REASON))),
    reason_code: csvOnly(id(sql`applications.reason_code`)),
    snoozed_until: pageOnly(nullable(timestamp(sql`applications.snoozed_until`))),
    snoozed_until_answered: pageOnly(flag(sql`applications.snoozed_until_answered`)),
    waited_before: pageOnly(nullable(timestamp(WAITED_BEFORE))),
    answered_at: pageOnly(nullable(timestamp(sql`applications.answered_at`))),
    papers: pageOnly(count(sql`select count(*) from application_documents where application_id = applications.id`)),
    tags: {
      ...json(tagsOf(sql`coalesce(jsonb_agg(tags.name ${BY_NAME}), '[]')`), z.array(z.string())),
      cell: text(tagsOf(sql`string_agg(tags.name, ', ' ${BY_NAME})`)).cell,
    },
    possible_duplicate: pageOnly(flag(hasDuplicate)),
    held_by: pageOnly(nullable(id(sql`applications.held_by`))),
    held_by_name: pageOnly(nullable(text(nameOf(sql`applications.held_by`)))),
    undo_by: pageOnly(nullable(id(sql`waiting_letters.user_id`))),
    undo_until: pageOnly(nullable(timestamp(sql`waiting_letters.send_at`))),
    held_until: pageOnly(nullable(timestamp(sql`applications.held_until`))),
  },
  joins: sql`left join profiles on profiles.id = applications.beneficiary_id left join users on users.id = profiles.user_id
    left join waiting_letters on waiting_letters.application_id = applications.id and waiting_letters.version = applications.version`,
  order: (filters: ReadFilters) => ORDERS[sortOf(filters)],
  lead: ledByTag,
  where: ({ status, type, urgency, from, to, tag, ids, view, sort, reading, dueAt }) =>
    allOf([
      inView(view, reading, dueAt),
      sort === 'due' && view === 'all' && UNDECIDED,
      status !== undefined && sql`applications.status = ${status}`,
      type !== undefined && sql`applications.application_type = ${type}`,
      urgency !== undefined && sql`applications.urgency = ${urgency}`,
      ...within(sql`applications.created_at`, { from, to }),
      tag !== undefined && hasTag(tag),
      ids !== undefined && sql`applications.id = any(${sql.param(ids)}::uuid[])`,
    ]),
  search: ({ search }) => searchConditions(search),
})

/** A row for one reader: leases and waits end by the clock. */
function asReviewed(row: Row, { userId, now }: Reading, tied: ReadonlySet<string>) {
  const { owner_id: ownerId, held_by: heldBy, held_until: heldUntil } = row
  return {
    id: row.id,
    case_number: caseNumber(row.number),
    user_id: row.user_id,
    application_type: row.application_type,
    amount_requested: row.amount_requested,
    urgency: row.urgency,
    status: row.status,
    created_at: row.created_at,
    waiting_since: row.waiting_since,
    applicant: {
      id: row.profile_id,
      full_name: row.full_name,
      email: row.email ?? '',
      phone: row.phone ?? '',
      address: row.address ?? '',
      is_approved: row.is_approved ?? false,
    },
    own: tied.has(row.id),
    version: row.version,
    due_at: row.due_at,
    owner: ownerId === null ? null : { user_id: ownerId, full_name: row.owner ?? '' },
    waits: waitOf(row, now),
    waits_again: waitAgain(row, now),
    answered_at: row.answered_at,
    papers: row.papers,
    tags: row.tags,
    possible_duplicate: row.possible_duplicate,
    held_by:
      heldBy === null || heldUntil === null || heldUntil <= now
        ? null
        : { user_id: heldBy, full_name: row.held_by_name ?? '', until: heldUntil },
    undo_until: row.undo_by === userId && row.undo_until !== null && row.undo_until > now ? row.undo_until : null,
  }
}
export type ReviewedApplication = ReturnType<typeof asReviewed>

type Row = z.output<typeof applicationList.row>

const isLate = (row: Row, now: Date) => row.due_at !== null && row.due_at <= now && row.waiting_since === null

/** A late request never waits for a day. */
function waitOf(row: Row, now: Date) {
  const asleep = row.snoozed_until_answered || (row.snoozed_until !== null && row.snoozed_until > now)
  return asleep && !isLate(row, now) ? { until: row.snoozed_until } : null
}

/** Only a day after today can be chosen again. */
function waitAgain(row: Row, now: Date): Date | null {
  const { waited_before: before } = row
  return before !== null && startOfDay(before) > startOfDay(now) && !isLate(row, now) ? before : null
}

/**
 * One request of the list; undefined when it is not listed.
 * @param read masked, as in the list, or opened
 */
export async function findReviewed(
  db: Db | Tx,
  reading: Reading,
  applicationId: string,
  read: typeof readListed = readListed,
): Promise<ReviewedApplication | undefined> {
  const [found] = await read(db, applicationList, sql`${NOT_WITHDRAWN} and applications.id = ${applicationId}::uuid`)
  return found && asReviewed(found, reading, await findTied(db, reading.userId, [applicationId]))
}

/** A page of requests, audited. @throws AppError `invalid_input`: not a cursor of this order */
export async function listReviewed(core: Core, by: Administering, query: ApplicationFilters & PageQuery) {
  const reading = { userId: by.userId, now: core.clock.now() }
  const { items, ...rest } = await readAuditedPage(core, by, 'applications', applicationList, asRead(query, reading))
  const ids = items.map(({ id: requestId }) => requestId)
  const tied = await findTied(core.db, by.userId, ids)
  return { items: items.map((row) => asReviewed(row, reading, tied)), ...rest }
}

export function asRead<Query extends ApplicationFilters>(query: Query, { userId, now }: Reading): Query & ReadFilters {
  return { ...query, reading: { userId, now: momentOf(now) } }
}
