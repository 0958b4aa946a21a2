/** The search of the list of requests, as conditions on `aid_applications as applications`. */
import { sql, type SQL } from 'drizzle-orm'
import type { Search } from '../../platform/lists/list.ts'
import { searchCondition, searchedProfiles } from '../../record/profiles/search.ts'
import { readCaseNumber } from '../requests/case-number.ts'

const ID_PREFIX = /^[\da-f]{8}[\da-f-]{0,28}$/i

/** By the applicant, the case number, or the first characters of the request's id, at least 8. */
export function searchConditions(search: string | undefined): Search | undefined {
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

/** Conditions for a case number or the beginning of an id; digits may be both. */
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
