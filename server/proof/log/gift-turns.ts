/** Gives each gift its turn in its fund, from the log on: those before a place that is kept have theirs, so few are looked at. */
import { sql } from 'drizzle-orm'
import { after, hours, minutes } from '../../platform/clock.ts'
import type { Core } from '../../platform/core.ts'
import type { Tx } from '../../platform/db/db.ts'

/**
 * Gifts of the days that ended a day ago take their turns, in the order of their leaves in the log: within a day it says nothing of time.
 * A gift that was paid earlier and is known only now comes after those that have their turns.
 */
export async function placeGifts({ clock, env }: Pick<Core, 'clock' | 'env'>, tx: Tx): Promise<void> {
  const now = clock.now()
  const cutoff = env.mode === 'sandbox' ? after(now, -minutes(1)) : startOfDay(after(now, -hours(24)))
  await tx.execute(sql`
    with due as materialized (
      select donations.id, donations.donation_type as fund, donations.amount,
             row_number() over (partition by donations.donation_type
                                order by (donations.paid_at at time zone 'UTC')::date, log_entries.leaf_hash) as turn
        from log_entries join donations on donations.id = log_entries.subject::uuid
       where log_entries.type = 'gift' and log_entries.leaf_index >= coalesce((select leaf_index from gift_turns), 0)
         and donations.paid_at < ${cutoff.toISOString()}::timestamptz
         and not exists (select from gift_lots where gift_lots.donation_id = donations.id)),
    last as (select fund, (select max(place) from gift_lots where gift_lots.fund = each.fund) as place
               from (select distinct fund from due) as each)
    insert into gift_lots (donation_id, fund, place, amount)
    select due.id, fund, coalesce(last.place, -1) + due.turn, due.amount from due join last using (fund)`)
  await tx.execute(sql`
    insert into gift_turns (leaf_index) values (coalesce(
      (select min(log_entries.leaf_index) from log_entries
        where log_entries.type = 'gift' and log_entries.leaf_index >= coalesce((select leaf_index from gift_turns), 0)
          and not exists (select from gift_lots where gift_lots.donation_id = log_entries.subject::uuid)),
      (select max(leaf_index) + 1 from log_entries), 0))
    on conflict (one) do update set leaf_index = excluded.leaf_index`)
}

function startOfDay(moment: Date): Date {
  const day = new Date(moment)
  day.setUTCHours(0, 0, 0, 0)
  return day
}
