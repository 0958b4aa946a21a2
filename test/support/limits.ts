/** Other limits of paying out, as two administrators would set them. The first two of the instance sign. */
import { sql } from 'drizzle-orm'
import { FIRST_LIMITS, type PayoutLimits } from '../../server/aid/limits/limits.ts'
import type { Db } from '../../server/platform/db/db.ts'

/** @param limits in kobo; what is left out is as in a new instance */
export async function setLimits(db: Db, limits: Partial<PayoutLimits>): Promise<void> {
  const id = crypto.randomUUID()
  const { secondStepAbove, threePeopleAbove, releasedADayMax, changedAccountHours } = { ...FIRST_LIMITS, ...limits }
  const administrator = (place: number) =>
    sql`(select user_id from profiles where role = 'admin' order by created_at, user_id limit 1 offset ${place})`
  await db.transaction(async (tx) => {
    await tx.execute(sql`
      insert into proposals (id, kind, subject_id, choice, reason, proposed_by, proposed_at, expires_at)
      values (${id}::uuid, 'payout_limits', '6c696d69-7473-4f6e-8000-000000000001', 'change', 'For a test.', ${administrator(0)},
              now(), now() + interval '1 day')`)
    await tx.execute(sql`
      insert into payout_limits (id, second_step_above, three_people_above, released_a_day_max, changed_account_hours)
      values (${id}::uuid, ${String(secondStepAbove)}::bigint, ${String(threePeopleAbove)}::bigint,
              ${String(releasedADayMax)}::bigint, ${changedAccountHours})`)
    await tx.execute(sql`
      update proposals set state = 'confirmed', decided_by = ${administrator(1)}, decided_at = clock_timestamp()
       where id = ${id}::uuid`)
  })
}

/** As a proposal through the API. In naira. */
export const OTHER_LIMITS = {
  second_step_above: 1_000,
  three_people_above: 20_000,
  released_a_day_max: 10_000,
  changed_account_hours: 48,
  reason: 'The board agreed.',
}
