/** Requests for aid as administrators see them: with their applicants, and without withdrawn ones. */
import { sql, type SQL } from 'drizzle-orm'
import { z } from 'zod'
import type { APPLICATION_SORTS } from '../../contract/admin-fields.ts'
import {
  APPLICATION_STATUSES,
  APPLICATION_TYPES,
  URGENCIES,
  type ApplicationStatus,
  type ApplicationType,
  type Urgency,
} from '../../contract/application-fields.ts'
import type { Administering } from '../audit/audit.ts'
import { readAuditedPage } from '../audit/lists.ts'
import type { Core } from '../lib/core.ts'
import { allOf, within } from '../lib/db/conditions.ts'
import type { Db, Tx } from '../lib/db/db.ts'
import {
  csvOnly,
  flag,
  id,
  kobo,
  maskedAddress,
  maskedEmail,
  maskedPhone,
  nullable,
  oneOf,
  pageOnly,
  text,
  timestamp,
} from '../lib/lists/columns.ts'
import { newestFirst, type ListOrder } from '../lib/lists/keyset.ts'
import { defineList, readListed, type PageQuery, type Search } from '../lib/lists/list.ts'
import { searchCondition, searchedProfiles } from '../profiles/search.ts'
import { caseNumber, readCaseNumber } from './case-number.ts'

export interface ApplicationFilters {
  readonly search?: string | undefined
  readonly status?: ApplicationStatus | undefined
  readonly type?: ApplicationType | undefined
  readonly urgency?: Urgency | undefined
  readonly from?: Date | undefined
  readonly to?: Date | undefined
  readonly waiting_for_applicant?: true | undefined
  readonly sort: (typeof APPLICATION_SORTS)[number]
}

/** A request in brief. The amount is read as text, because a JavaScript number would round large ones. */
export const briefRow = z.object({
  id: z.string(),
  application_type: z.enum(APPLICATION_TYPES),
  amount_requested: z.coerce.bigint().nullable(),
  urgency: z.enum(URGENCIES).nullable(),
  status: z.enum(APPLICATION_STATUSES),
  created_at: z.coerce.date(),
})
export type BriefApplication = z.output<typeof briefRow>

/** A request is withdrawn when its account is closed before a decision. The condition is written as in the indexes. */
const NOT_WITHDRAWN = sql`(applications.erased_at is null or applications.decided_at is not null)`

const NEWEST = newestFirst('applications')
const ORDERS: Readonly<Record<ApplicationFilters['sort'], ListOrder>> = {
  newest: NEWEST,
  oldest: { ...NEWEST, descending: false },
  // Requests without an amount come last.
  amount: { ...NEWEST, by: sql`coalesce(applications.amount_requested, -1)`, type: 'bigint' },
}

const ID_PREFIX = /^[\da-f]{8}[\da-f-]{0,28}$/i

/** By the applicant, the case number, or the first characters of the request's id, at least 8. */
function searchConditions(search: string | undefined): Search | undefined {
  const ofApplicant = searchCondition(search)
  if (search === undefined || !ofApplicant) return undefined
  // A subquery, because PostgreSQL would be free to reorder a join.
  const byRow = sql`coalesce((select ${ofApplicant} from profiles where profiles.id = applications.beneficiary_id), false)`
  const byIndex = sql`applications.beneficiary_id = ${searchedProfiles(ofApplicant)}`
  const named = namedConditions(search.trim())
  return {
    byRow: sql`(${sql.join([...named, byRow], sql` or `)})`,
    byIndex: sql`(${sql.join([...named, byIndex], sql` or `)})`,
  }
}

/** What the typed text names of the request itself; text of digits may be both. */
function namedConditions(typed: string): SQL[] {
  const named: SQL[] = []
  const number = readCaseNumber(typed)
  if (number !== undefined) named.push(sql`applications.number = ${String(number)}::bigint`)
  if (ID_PREFIX.test(typed)) {
    const digits = typed.replaceAll('-', '').slice(0, 32)
    named.push(sql`applications.id between ${digits.padEnd(32, '0')}::uuid and ${digits.padEnd(32, 'f')}::uuid`)
  }
  return named
}

export const applicationList = defineList({
  table: sql`aid_applications as applications`,
  alias: 'applications',
  columns: {
    id: id(sql`applications.id`),
    number: pageOnly({ value: sql`applications.number::text`, row: z.coerce.bigint(), cell: null }),
    user_id: id(sql`applications.user_id`),
    profile_id: pageOnly(nullable(id(sql`profiles.id`))),
    // Without its profile an applicant is 'Unknown', with empty fields (spec, section 7).
    full_name: text(sql`coalesce(profiles.full_name, 'Unknown')`),
    email: nullable(maskedEmail(sql`users.email`)),
    phone: nullable(maskedPhone(sql`profiles.phone`)),
    address: nullable(maskedAddress(sql`profiles.address`)),
    is_approved: nullable(flag(sql`profiles.is_approved`)),
    application_type: oneOf(sql`applications.application_type`, APPLICATION_TYPES),
    amount_requested: nullable(kobo(sql`applications.amount_requested`)),
    urgency: nullable(oneOf(sql`applications.urgency`, URGENCIES)),
    status: oneOf(sql`applications.status`, APPLICATION_STATUSES),
    waiting_since: nullable(timestamp(sql`applications.waiting_since`)),
    created_at: timestamp(sql`applications.created_at`),
    decided_at: csvOnly(timestamp(sql`applications.decided_at`)),
  },
  joins: sql`left join profiles on profiles.id = applications.beneficiary_id left join users on users.id = profiles.user_id`,
  order: ({ sort }: ApplicationFilters) => ORDERS[sort],
  where: ({ status, type, urgency, from, to, waiting_for_applicant: waiting }) =>
    allOf([
      NOT_WITHDRAWN,
      status !== undefined && sql`applications.status = ${status}`,
      type !== undefined && sql`applications.application_type = ${type}`,
      urgency !== undefined && sql`applications.urgency = ${urgency}`,
      ...within(sql`applications.created_at`, { from, to }),
      waiting && sql`applications.waiting_since is not null`,
    ]),
  search: ({ search }) => searchConditions(search),
})

function asReviewed(row: z.output<typeof applicationList.row>, readerId: string) {
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
    own: row.user_id === readerId,
  }
}
export type ReviewedApplication = ReturnType<typeof asReviewed>

/**
 * One request of the list; undefined when it is not listed.
 * @param read masked, as in the list, or opened
 */
export async function findReviewed(
  db: Db | Tx,
  readerId: string,
  applicationId: string,
  read: typeof readListed = readListed,
): Promise<ReviewedApplication | undefined> {
  const [found] = await read(db, applicationList, sql`${NOT_WITHDRAWN} and applications.id = ${applicationId}::uuid`)
  return found && asReviewed(found, readerId)
}

/** A page of requests, audited. @throws AppError `invalid_input`: not a cursor of this order */
export async function listReviewed(core: Core, by: Administering, query: ApplicationFilters & PageQuery) {
  const { items, ...rest } = await readAuditedPage(core, by, 'applications', applicationList, query)
  return { items: items.map((row) => asReviewed(row, by.userId)), ...rest }
}
