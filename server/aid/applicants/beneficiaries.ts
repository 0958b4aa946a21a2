/** Beneficiaries as administrators see them. */
import { sql } from 'drizzle-orm'
import { z } from 'zod'
import type { beneficiaryFilters } from '../../../contract/aid/admin.ts'
import { PHONE_DOUBTS } from '../../../contract/people/number-doubt.ts'
import type { FiltersOf } from '../../../contract/platform/lists.ts'
import { markIdentity } from '../review/identity.ts'
import { readRequestsOf } from '../review/brief.ts'
import { recordAudit, type Administering } from '../../record/audit/audit.ts'
import { isDoubted } from '../../people/sign-in/number-doubt.ts'
import { CALL_NUMBER, CAN_SIGN_IN, personIn, readPeople } from '../../people/sign-in/people.ts'
import { listClaims } from '../../people/households/claimed.ts'
import { isEnded } from '../../people/households/ended.ts'
import type { Core } from '../../platform/core.ts'
import { allOf } from '../../platform/db/conditions.ts'
import { rows, type Tx } from '../../platform/db/db.ts'
import { AppError } from '../../platform/errors.ts'
import {
  count,
  csvOnly,
  flag,
  id,
  maskedAddress,
  maskedPhone,
  nullable,
  oneOf,
  pageOnly,
  text,
  timestamp,
} from '../../platform/lists/columns.ts'
import { newestFirst } from '../../platform/lists/keyset.ts'
import { defineList, readListed, readOpened } from '../../platform/lists/list.ts'
import { searchCondition, searchedProfiles } from '../../record/profiles/search.ts'

type BeneficiaryFilters = FiltersOf<typeof beneficiaryFilters>

const NO_SUCH = { detail: 'There is no such person.' }

/** A row of `profiles` is in the list. */
export const IS_LISTED = sql`(profiles.role = 'beneficiary' and not ${isEnded(sql`profiles.id`)})`

export const beneficiaryList = defineList({
  table: sql`profiles`,
  alias: 'profiles',
  columns: {
    id: id(sql`profiles.id`),
    user_id: id(sql`profiles.user_id`),
    full_name: text(sql`profiles.full_name`),
    email: csvOnly(text(sql`users.email`)),
    phone: maskedPhone(sql`coalesce(${CALL_NUMBER}, profiles.phone)`),
    address: maskedAddress(sql`profiles.address`),
    is_approved: flag(sql`profiles.is_approved`),
    number_doubt: pageOnly(nullable(oneOf(sql`users.phone_doubt`, PHONE_DOUBTS))),
    applications: count(sql`requests.applications`),
    approved: count(sql`requests.approved`),
    created_at: timestamp(sql`profiles.created_at`),
  },
  joins: sql`left join users on users.id = profiles.user_id
    cross join lateral (select count(*) as applications, count(*) filter (where status = 'approved') as approved
                          from aid_applications where beneficiary_id = profiles.id) as requests`,
  order: ({ sort }) => ({ ...newestFirst('profiles'), descending: sort === 'newest' }),
  where: ({ status, number }: BeneficiaryFilters) =>
    allOf([
      IS_LISTED,
      status !== undefined && sql`profiles.is_approved = ${status === 'approved'}`,
      number !== undefined && isDoubted(number),
    ]),
  search({ search }) {
    const byRow = searchCondition(search)
    return byRow && { byRow, byIndex: sql`profiles.id = ${searchedProfiles(byRow)}`, toCount: byRow }
  },
})

const WordsRow = z.object({
  email: z.string(),
  bio: z.string(),
  can_sign_in: z.boolean(),
  signs_in_by_text: z.boolean(),
  has_ended: z.boolean(),
})

/** A beneficiary with their profile and newest requests. Reading is audited. */
export function readBeneficiary({ db, clock }: Core, by: Administering, profileId: string) {
  return db.transaction(async (tx) => {
    const beneficiary = await getBeneficiary(tx, profileId, readOpened)
    const [words] = await rows(
      tx,
      sql`select coalesce(users.email, '') as email, bio, ${CAN_SIGN_IN} as can_sign_in,
                 users.phone is not null as signs_in_by_text,
                 ${isEnded(sql`profiles.id`)} as has_ended from profiles join users on users.id = profiles.user_id
           where profiles.id = ${profileId}::uuid`,
      WordsRow,
    )
    if (!words) throw new AppError('not_found', NO_SUCH)
    await recordAudit(
      tx,
      {
        by,
        action: 'beneficiary.read',
        subject: 'beneficiary',
        subjectId: beneficiary.id,
        personId: beneficiary.user_id,
      },
      clock.now(),
    )
    const claims = await readClaims(tx, beneficiary.user_id)
    return { ...beneficiary, ...words, claims, application_list: await readRequestsOf(tx, beneficiary.user_id) }
  })
}

async function readClaims(tx: Tx, userId: string) {
  const claims = await listClaims(tx, userId)
  const people = await readPeople(
    tx,
    claims.map((claim) => claim.userId),
  )
  return claims.map((claim) => ({
    id: claim.profileId,
    full_name: personIn(people, claim.userId).full_name,
    claimed_at: claim.claimedAt,
  }))
}

/** @param read masked, as in the list, or opened */
async function getBeneficiary(tx: Tx, profileId: string, read: typeof readListed = readListed) {
  const [found] = await read(
    tx,
    beneficiaryList,
    sql`profiles.id = ${profileId}::uuid and profiles.role = 'beneficiary'`,
  )
  if (!found) throw new AppError('not_found', NO_SUCH)
  return found
}

/** Sets or clears the mark that staff checked who a person is. @throws AppError as {@link markIdentity} */
export function markBeneficiary(
  { db, clock }: Core,
  by: Administering,
  profileId: string,
  {
    is_approved: isChecked,
    full_name: name,
  }: { readonly is_approved: boolean; readonly full_name?: string | undefined },
) {
  return db.transaction(async (tx) => {
    await markIdentity(tx, { by, now: clock.now() }, profileId, isChecked, name)
    // Refused for someone who is staff by now.
    return getBeneficiary(tx, profileId)
  })
}
