/** How many requests a household may have: a person reads each one. Staff may enter more, and say why. */
import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { REQUESTS_A_DAY_MAX, UNDECIDED_REQUESTS_MAX } from '../../../contract/aid/application-fields.ts'
import { after, hours } from '../../platform/clock.ts'
import { onlyRow, type Tx } from '../../platform/db/db.ts'
import { AppError } from '../../platform/errors.ts'
import { inLagos } from '../../platform/lagos-days.ts'

const Counted = z.object({
  people: z.number(),
  undecided: z.number(),
  /** When the oldest of the newest requests was sent, as many as a day allows; null while there are fewer. */
  sixth: z.coerce.date().nullable(),
  is_known: z.boolean(),
})

interface Asked {
  readonly idempotencyKeyHash: Buffer
  /** The member of staff who enters it. */
  readonly enteredBy: string | null
  readonly beyondReason: string | null
  readonly now: Date
}

/**
 * Requires room for one more request of a person whose account is locked. The requests of one household wait for each other here, so
 * that two at once cannot both be the last one allowed. A repeated request needs none.
 * @returns whether staff enters it beyond the limit
 * @throws AppError `too_many_open_requests`, with the number and from when one may ask again
 */
export async function requireRoom(
  tx: Tx,
  userId: string,
  { idempotencyKeyHash, enteredBy, beyondReason, now }: Asked,
): Promise<boolean> {
  await tx.execute(sql`
    select pg_advisory_xact_lock(hashtextextended('requests of ' || household_id::text, 0))
      from household_members where user_id = ${userId}::uuid`)
  const {
    people,
    undecided,
    sixth,
    is_known: isKnown,
  } = await onlyRow(tx, countOf(userId, idempotencyKeyHash), Counted)
  if (isKnown) return false
  const until = sixth && after(sixth, hours(24))
  const fault =
    undecided >= UNDECIDED_REQUESTS_MAX
      ? `${undecided} requests that are not decided yet. You can send another once one of them is decided.`
      : until && until > now
        ? `sent ${REQUESTS_A_DAY_MAX} requests within 24 hours. You can send another from ${inLagos.format(until)}, Lagos time.`
        : null
  if (fault === null) return false
  if (enteredBy !== null && beyondReason !== null) return true
  throw new AppError('too_many_open_requests', { detail: `${whose(enteredBy !== null, people)} ${fault}` })
}

function whose(isStaff: boolean, people: number): string {
  if (people > 1) return isStaff ? 'This household has' : 'Your household has'
  return isStaff ? 'This person has' : 'You have'
}

const countOf = (userId: string, key: Buffer) => sql`
  with people as (
    select ${userId}::uuid as user_id union
    select theirs.user_id from household_members as mine join household_members as theirs using (household_id)
     where mine.user_id = ${userId}::uuid),
  requests as (
    select aid_applications.* from aid_applications join people using (user_id))
  select (select count(*) from people)::int as people,
         (select count(*) from requests where status in ('pending', 'under_review') and erased_at is null)::int as undecided,
         (select created_at from requests order by created_at desc, id desc offset ${REQUESTS_A_DAY_MAX - 1} limit 1) as sixth,
         exists (select from requests where user_id = ${userId}::uuid and idempotency_key_hash = ${key}) as is_known`
