/** The people who registered, as administrators see them, and the mark that reviewers set on them. */
import { sql, type SQL } from 'drizzle-orm'
import { z } from 'zod'
import type { BENEFICIARY_SORTS, BENEFICIARY_STATUSES } from '../../contract/admin-fields.ts'
import { APPLICATION_STATUSES, APPLICATION_TYPES, URGENCIES } from '../../contract/application-fields.ts'
import { recordAudit, type Administering } from '../audit/audit.ts'
import type { Core } from '../lib/core.ts'
import { allOf } from '../lib/db/conditions.ts'
import { rows, type Db, type Tx } from '../lib/db/db.ts'
import { sortKeys, newestFirst } from '../lib/db/keyset.ts'
import { readListPage, type PageQuery } from '../lib/db/list-page.ts'
import { AppError } from '../lib/errors.ts'
import { setApproved } from '../profiles/profiles.ts'
import { SCANNED_ROWS_MAX, searchCondition, searchedProfiles, searchPage } from '../profiles/search.ts'

export interface BeneficiaryFilters {
  readonly search?: string | undefined
  readonly status?: (typeof BENEFICIARY_STATUSES)[number] | undefined
  readonly sort: (typeof BENEFICIARY_SORTS)[number]
}

const BeneficiaryRow = z.object({
  id: z.string(),
  user_id: z.string(),
  full_name: z.string(),
  phone: z.string(),
  address: z.string(),
  is_approved: z.boolean(),
  created_at: z.coerce.date(),
  applications: z.number(),
  approved: z.number(),
})
export type Beneficiary = z.output<typeof BeneficiaryRow>

const NO_SUCH = { detail: 'There is no such person.' }

/** Which rows of `profiles` a page and the CSV of the same filters are made of. */
export function beneficiaryConditions({ search, status }: Omit<BeneficiaryFilters, 'sort'>): SQL {
  return allOf([
    sql`profiles.role = 'beneficiary'`,
    status !== undefined && sql`profiles.is_approved = ${status === 'approved'}`,
    searchCondition(search),
  ])
}

/** @param chosen rows of `profiles`: what comes after `from`. The counts are taken from an index, for the chosen rows alone. */
function readBeneficiaries(db: Db | Tx, chosen: SQL): Promise<Beneficiary[]> {
  return rows(
    db,
    sql`select chosen.*, requests.applications, requests.approved
          from (select id::text, id as profile_id, user_id::text, full_name, phone, address, is_approved, created_at
                  from ${chosen}) as chosen
          cross join lateral (select count(*)::int as applications, count(*) filter (where status = 'approved')::int as approved
                                from aid_applications where beneficiary_id = chosen.profile_id) as requests`,
    BeneficiaryRow,
  )
}

/** A page of them. @throws AppError `invalid_input`: no cursor of ours */
export function listBeneficiaries(core: Core, filters: BeneficiaryFilters, asked: PageQuery) {
  const order = { ...newestFirst('profiles'), descending: filters.sort === 'newest' }
  const searched = searchCondition(filters.search)
  const read = (onward: SQL, page: SQL) => {
    const listed = allOf([beneficiaryConditions({ status: filters.status }), onward])
    if (searched === undefined) return readBeneficiaries(core.db, sql`profiles where ${listed} ${page}`)
    return searchPage(asked.limit, {
      first: () =>
        readBeneficiaries(
          core.db,
          sql`(select * from profiles where ${listed} order by ${sortKeys(order)} limit ${SCANNED_ROWS_MAX}) as profiles where ${searched} ${page}`,
        ),
      all: () =>
        readBeneficiaries(
          core.db,
          sql`profiles where ${listed} and profiles.id = ${searchedProfiles(searched)} ${page}`,
        ),
    })
  }
  return readListPage(core, { order, counted: sql`from profiles where ${beneficiaryConditions(filters)}`, read }, asked)
}

const WordsRow = z.object({ email: z.string(), bio: z.string() })
const BriefRow = z.object({
  id: z.string(),
  application_type: z.enum(APPLICATION_TYPES),
  amount_requested: z.coerce.bigint().nullable(),
  urgency: z.enum(URGENCIES).nullable(),
  status: z.enum(APPLICATION_STATUSES),
  created_at: z.coerce.date(),
})

/** One person with everything they wrote, and the newest of what they asked for. Writes down who read it. @throws AppError `not_found` */
export function readBeneficiary({ db, clock }: Core, by: Administering, id: string) {
  return db.transaction(async (tx) => {
    const beneficiary = await getBeneficiary(tx, id)
    const [words] = await rows(
      tx,
      sql`select coalesce(users.email, '') as email, bio from profiles join users on users.id = profiles.user_id
           where profiles.id = ${id}::uuid`,
      WordsRow,
    )
    if (!words) throw new AppError('not_found', NO_SUCH)
    const requests = await rows(
      tx,
      sql`select id::text, application_type, amount_requested::text, urgency, status, created_at from aid_applications
           where user_id = ${beneficiary.user_id}::uuid order by created_at desc, id desc limit 50`,
      BriefRow,
    )
    await recordAudit(
      tx,
      { by, action: 'beneficiary.read', subject: 'beneficiary', subjectId: beneficiary.id },
      clock.now(),
    )
    return { ...beneficiary, ...words, application_list: requests }
  })
}

async function getBeneficiary(tx: Tx, id: string): Promise<Beneficiary> {
  const [found] = await readBeneficiaries(tx, sql`profiles where id = ${id}::uuid and role = 'beneficiary'`)
  if (!found) throw new AppError('not_found', NO_SUCH)
  return found
}

/**
 * Sets or takes away the mark. It blocks nothing (docs/spec-decisions.md); setting what is set already changes nothing.
 * @throws AppError `not_found`: no such person, or an administrator by now
 */
export function markBeneficiary({ db, clock }: Core, by: Administering, id: string, isApproved: boolean) {
  return db.transaction(async (tx) => {
    const now = clock.now()
    const before = await setApproved(tx, id, isApproved, now)
    if (before === null) throw new AppError('not_found', NO_SUCH)
    if (before !== isApproved) {
      await recordAudit(
        tx,
        {
          by,
          action: isApproved ? 'beneficiary.approved' : 'beneficiary.unapproved',
          subject: 'beneficiary',
          subjectId: id,
          before: { is_approved: before },
          after: { is_approved: isApproved },
        },
        now,
      )
    }
    return getBeneficiary(tx, id)
  })
}
