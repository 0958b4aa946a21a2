/** Earlier awards to an applicant, to their household, also of lately, and to people who named the same bank account. */
import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { EARLIER_OF } from '../../../contract/aid/payout-fields.ts'
import { caseNumber } from '../requests/case-number.ts'
import { countedSince } from './counted-awards.ts'
import { rows, type Db, type Tx } from '../../platform/db/db.ts'

const Row = z.object({
  id: z.uuid(),
  number: z.coerce.bigint(),
  application_type: z.string(),
  of: z.enum(EARLIER_OF),
  full_name: z.string(),
  amount: z.coerce.bigint().nullable(),
  granted_at: z.coerce.date().nullable(),
})

/**
 * The other requests to which something was granted, and every request of people who named the same account, newest first, at most 20. Each with
 * the sum of its awards, also of a person whose account is closed.
 * @returns each once: as the applicant's own, or else as one with the same account, or else as one of the household
 */
export async function readEarlierAwards(db: Db | Tx, applicationId: string, now: Date) {
  const since = countedSince(now).toISOString()
  const found = await rows(
    db,
    sql`select aid_applications.id::text, number::text, application_type,
               case rank when 1 then 'applicant' when 2 then 'same_account' else 'household' end as of,
               coalesce(full_name, '') as full_name, award.amount::text, award.granted_at
          from people_of_request(${applicationId}::uuid, ${since}::timestamptz) as once join aid_applications on aid_applications.user_id = once.user_id
          left join profiles on profiles.user_id = once.user_id
          left join lateral (
            select sum(award_kept(awards)) as amount, max(granted_at) as granted_at from awards
             where awards.application_id = aid_applications.id and state in ('granted', 'closed')) as award on true
         where aid_applications.id <> ${applicationId}::uuid and (award.amount is not null or rank = 2)
         order by coalesce(award.granted_at, aid_applications.created_at) desc, aid_applications.id desc limit 20`,
    Row,
  )
  return found.map((row) => ({
    of: row.of,
    application_id: row.id,
    case_number: caseNumber(row.number),
    application_type: row.application_type,
    applicant: row.full_name,
    amount: row.amount,
    granted_at: row.granted_at,
  }))
}
