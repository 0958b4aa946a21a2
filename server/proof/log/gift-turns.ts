/** Gives each gift its turn in its fund, from the log on: those before a place that is kept have theirs, so few are looked at. */
import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { after, hours, minutes } from '../../platform/clock.ts'
import type { Core } from '../../platform/core.ts'
import { onlyRow, type Tx } from '../../platform/db/db.ts'

const Look = z.object({ first: z.string(), size: z.string(), repeated: z.boolean() })

/**
 * Gifts of the days that ended a day ago take their turns, in the order of their leaves in the log: within a day it says nothing of time.
 * A gift that was paid earlier and is known only now comes after those that have their turns.
 */
export async function placeGifts({ clock, env }: Pick<Core, 'clock' | 'env'>, tx: Tx): Promise<void> {
  const now = clock.now()
  const ended = env.mode === 'sandbox' ? after(now, -minutes(1)) : startOfDay(after(now, -hours(24)))
  const cutoff = sql`${ended.toISOString()}::timestamptz`
  const { first, size, repeated } = await onlyRow(
    tx,
    sql`select coalesce(turns.leaf_index, 0)::text as first, log.size::text as size,
               coalesce(turns.size = log.size and turns.paid_before = ${cutoff}, false) as repeated
          from (select coalesce(max(leaf_index) + 1, 0) as size from log_entries) as log left join gift_turns as turns on true`,
    Look,
  )
  // A day's gifts wait in the log until it has ended: they are not looked at each minute.
  if (repeated) return
  // As values, from which PostgreSQL knows that few entries are between them.
  const unseen = sql`log_entries.type = 'gift' and log_entries.leaf_index >= ${first}::bigint and log_entries.leaf_index < ${size}::bigint`
  await tx.execute(sql`
    with due as materialized (
      select donations.id, donations.donation_type as fund, donations.amount,
             row_number() over (partition by donations.donation_type
                                order by (donations.paid_at at time zone 'UTC')::date, log_entries.leaf_hash) as turn
        from log_entries join donations on donations.id = log_entries.subject::uuid
       where ${unseen} and donations.paid_at < ${cutoff}
         and not exists (select from gift_lots where gift_lots.donation_id = donations.id)),
    last as materialized (select fund, (select max(place) from gift_lots where gift_lots.fund = each.fund) as place
               from (select distinct fund from due) as each)
    insert into gift_lots (donation_id, fund, place, amount)
    select due.id, fund, coalesce(last.place, -1) + due.turn, due.amount from due join last using (fund)`)
  // Those that were due have their turns now. Not asked of gift_lots: PostgreSQL does not know yet how many rows it just got.
  await tx.execute(sql`
    insert into gift_turns (leaf_index, size, paid_before) values (coalesce(
      (select min(log_entries.leaf_index) from log_entries join donations on donations.id = log_entries.subject::uuid
        where ${unseen} and donations.paid_at >= ${cutoff}),
      ${size}::bigint), ${size}::bigint, ${cutoff})
    on conflict (one) do update
       set leaf_index = excluded.leaf_index, size = excluded.size, paid_before = excluded.paid_before`)
}

function startOfDay(moment: Date): Date {
  const day = new Date(moment)
  day.setUTCHours(0, 0, 0, 0)
  return day
}
