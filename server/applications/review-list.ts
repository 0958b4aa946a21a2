/** The requests for aid as administrators see them: all but what was withdrawn, with who asks. */
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
import type { Core } from '../lib/core.ts'
import { allOf } from '../lib/db/conditions.ts'
import { countUpTo } from '../lib/db/counted.ts'
import { rows, type Db, type Tx } from '../lib/db/db.ts'
import { cutPageBy, readCursor, readKeyCursor, writeCursor, writeKeyCursor } from '../lib/http/cursor.ts'
import { SCANNED_ROWS_MAX, searchCondition, searchedProfiles, searchPage } from '../profiles/search.ts'

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

/** A request in few words. The amount is read as text: a JavaScript number would round large ones. */
export const briefRow = z.object({
  id: z.string(),
  application_type: z.enum(APPLICATION_TYPES),
  amount_requested: z.coerce.bigint().nullable(),
  urgency: z.enum(URGENCIES).nullable(),
  status: z.enum(APPLICATION_STATUSES),
  created_at: z.coerce.date(),
})
export type BriefApplication = z.output<typeof briefRow>

const ReviewedRow = briefRow.extend({
  user_id: z.string(),
  waiting_since: z.coerce.date().nullable(),
  profile_id: z.string().nullable(),
  full_name: z.string().nullable(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  address: z.string().nullable(),
  is_approved: z.boolean().nullable(),
})

/** Withdrawn, when the account was closed before anybody had decided. Written as the indexes have it. */
const NOT_WITHDRAWN = sql`(applications.erased_at is null or applications.decided_at is not null)`
const AMOUNT = sql`coalesce(applications.amount_requested, -1)`

/** Which rows of `aid_applications as applications` the CSV is made of: read row by row, in its order. */
export function applicationConditions({ search, ...filters }: Omit<ApplicationFilters, 'sort'>): SQL {
  return allOf([listedConditions(filters), searchConditions(search)?.byRow])
}

function listedConditions(filters: Omit<ApplicationFilters, 'sort' | 'search'>): SQL {
  const { status, type, urgency, from, to, waiting_for_applicant: waiting } = filters
  return allOf([
    NOT_WITHDRAWN,
    status !== undefined && sql`applications.status = ${status}`,
    type !== undefined && sql`applications.application_type = ${type}`,
    urgency !== undefined && sql`applications.urgency = ${urgency}`,
    from && sql`applications.created_at >= ${from.toISOString()}::timestamptz`,
    to && sql`applications.created_at < ${to.toISOString()}::timestamptz`,
    waiting && sql`applications.waiting_since is not null`,
  ])
}

const ID_BEGINNING = /^[\da-f]{8}[\da-f-]{0,28}$/i

/**
 * By the applicant, or by the beginning of the request's own id, from 8 characters on. One condition, in the two ways to read it: of each
 * row, or from the indexes.
 */
function searchConditions(search: string | undefined): { byRow: SQL; byIndex: SQL } | undefined {
  const ofApplicant = searchCondition(search)
  if (search === undefined || !ofApplicant) return undefined
  // As a value of each row: as a join it would be the database's choice which of the two ways to go.
  const byRow = sql`coalesce((select ${ofApplicant} from profiles where profiles.id = applications.beneficiary_id), false)`
  const byIndex = sql`applications.beneficiary_id = ${searchedProfiles(ofApplicant)}`
  const typed = search.trim()
  if (!ID_BEGINNING.test(typed)) return { byRow, byIndex }
  const digits = typed.replaceAll('-', '').slice(0, 32)
  const byId = sql`applications.id between ${digits.padEnd(32, '0')}::uuid and ${digits.padEnd(32, 'f')}::uuid`
  return { byRow: sql`(${byId} or ${byRow})`, byIndex: sql`(${byId} or ${byIndex})` }
}

/** @param chosen rows of `aid_applications as applications`: what comes after `from`. The joins are for those rows alone */
async function readReviewed(db: Db | Tx, readerId: string, chosen: SQL, order = ORDERS.newest.order) {
  const found = await rows(
    db,
    sql`select applications.id::text, applications.user_id::text, application_type, amount_requested::text, urgency, status,
               applications.created_at, waiting_since, profiles.id::text as profile_id, full_name, users.email, phone, address,
               is_approved
          from (select applications.* from ${chosen}) as applications
          left join profiles on profiles.id = applications.beneficiary_id
          left join users on users.id = profiles.user_id
         order by ${order}`,
    ReviewedRow,
  )
  return found.map((row) => asReviewed(row, readerId))
}

/** Without its profile an applicant is 'Unknown', with empty fields (spec, section 7). */
function asReviewed(row: z.output<typeof ReviewedRow>, readerId: string) {
  return {
    id: row.id,
    user_id: row.user_id,
    application_type: row.application_type,
    amount_requested: row.amount_requested,
    urgency: row.urgency,
    status: row.status,
    created_at: row.created_at,
    waiting_since: row.waiting_since,
    applicant: {
      id: row.profile_id,
      full_name: row.profile_id === null ? 'Unknown' : (row.full_name ?? ''),
      email: row.email ?? '',
      phone: row.phone ?? '',
      address: row.address ?? '',
      is_approved: row.is_approved ?? false,
    },
    own: row.user_id === readerId,
  }
}
export type ReviewedApplication = ReturnType<typeof asReviewed>

/** One of them, as the list has it. */
export async function findReviewed(
  db: Db | Tx,
  readerId: string,
  id: string,
): Promise<ReviewedApplication | undefined> {
  const [found] = await readReviewed(
    db,
    readerId,
    sql`aid_applications as applications where ${NOT_WITHDRAWN} and applications.id = ${id}::uuid`,
  )
  return found
}

interface PageAsked {
  readonly limit: number
  readonly cursor?: string | undefined
}

/** A page of them. @throws AppError `invalid_input`: no cursor of this order */
export async function listReviewed(
  core: Core,
  readerId: string,
  filters: ApplicationFilters,
  { limit, cursor }: PageAsked,
) {
  const { order, after } = ORDERS[filters.sort]
  const listed = listedConditions(filters)
  const behind = allOf([listed, cursor !== undefined && after(cursor)])
  const page = sql`order by ${order} limit ${limit + 1}`
  const read = (chosen: SQL) => readReviewed(core.db, readerId, sql`${chosen} ${page}`, order)
  const searched = searchConditions(filters.search)
  const table = sql`aid_applications as applications`
  const [found, total] = await Promise.all([
    searched === undefined
      ? read(sql`${table} where ${behind}`)
      : searchPage(limit, {
          first: () =>
            read(
              sql`(select * from ${table} where ${behind} order by ${order} limit ${SCANNED_ROWS_MAX}) as applications where ${searched.byRow}`,
            ),
          all: () => read(sql`${table} where ${behind} and ${searched.byIndex}`),
        }),
    countUpTo(core, sql`from ${table} where ${allOf([listed, searched?.byIndex])}`),
  ])
  const { items, nextCursor } = cutPageBy(found, limit, ({ created_at: createdAt, id, amount_requested: amount }) =>
    filters.sort === 'amount' ? writeKeyCursor({ key: String(amount ?? -1n), id }) : writeCursor({ createdAt, id }),
  )
  return { items, next_cursor: nextCursor, total }
}

interface Order {
  readonly order: SQL
  /** The rows behind the place where the page before ended. */
  readonly after: (cursor: string) => SQL
}

function placeOf(cursor: string): SQL {
  const { createdAt, id } = readCursor(cursor)
  return sql`(${createdAt.toISOString()}::timestamptz, ${id}::uuid)`
}

const ORDERS: Readonly<Record<ApplicationFilters['sort'], Order>> = {
  newest: {
    order: sql`applications.created_at desc, applications.id desc`,
    after: (cursor) => sql`(applications.created_at, applications.id) < ${placeOf(cursor)}`,
  },
  oldest: {
    order: sql`applications.created_at, applications.id`,
    after: (cursor) => sql`(applications.created_at, applications.id) > ${placeOf(cursor)}`,
  },
  amount: {
    order: sql`${AMOUNT} desc, applications.id desc`,
    after: (cursor) => {
      const { key, id } = readKeyCursor(cursor)
      return sql`(${AMOUNT}, applications.id) < (${key}::bigint, ${id}::uuid)`
    },
  },
}
