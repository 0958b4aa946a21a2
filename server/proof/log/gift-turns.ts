/** Gives each gift its turn in its fund, from those that wait since they got their entry in the log (`gifts_to_place`). */
import { sql, type SQL } from 'drizzle-orm'
import { z } from 'zod'
import { readFollowers } from '../../money/ledger/fund-moves.ts'
import { after, hours, minutes } from '../../platform/clock.ts'
import type { Core } from '../../platform/core.ts'
import { onlyRow, type Tx } from '../../platform/db/db.ts'

/** The most gifts that one transaction places. */
const PLACED_AT_ONCE = 5000

/** The last turn that a fund has given, also to gifts of a fund whose rest was moved to it. Null: none. */
const lastTurn = (fund: SQL) => sql`
  greatest((select max(place) from gift_lots where gift_lots.fund = ${fund}), (select max(turn) from gift_lots where goes_on_in = ${fund}))`

/**
 * Lets the gifts of funds whose rest was moved, as far as they are not counted yet, go on in the other fund: in their order, after those that
 * have their turns there. Also a gift that arrives late, and one of which something is released.
 */
export async function followMoves(tx: Tx): Promise<void> {
  const followers = [...(await readFollowers(tx))]
  for (const [target, moved] of Map.groupBy(followers, ([, end]) => end))
    await tx.execute(sql`
      with going as materialized (
        select donation_id, row_number() over (order by coalesce(turn, place)) as turn from gift_lots
         where fund = any(${sql.param(moved.map(([fund]) => fund))}::text[]) and spent + given_back < amount
           and goes_on_in is distinct from ${target})
      update gift_lots set goes_on_in = ${target}, turn = (select coalesce(${lastTurn(sql`${target}`)}, -1)) + going.turn
        from going where going.donation_id = gift_lots.donation_id`)
}

/**
 * Gifts of the days that ended a day ago take their turns, in the order of their leaves in the log: within a day it says nothing of time.
 * A gift that was paid earlier and is known only now comes after those that have their turns.
 * @returns whether some may be left
 */
export async function placeGifts({ clock, env }: Pick<Core, 'clock' | 'env'>, tx: Tx): Promise<boolean> {
  const now = clock.now()
  const ended = env.mode === 'sandbox' ? after(now, -minutes(1)) : startOfDayUtc(after(now, -hours(24)))
  const cutoff = sql`${ended.toISOString()}::timestamptz`
  // The day alone is in the index, so the gifts of days that have not ended are not read each minute.
  const { placed } = await onlyRow(
    tx,
    sql`
    with due as materialized (
      select donation_id, (paid_at at time zone 'UTC')::date as day, leaf_hash from gifts_to_place
       where (paid_at at time zone 'UTC')::date <= ((${cutoff} - interval '1 microsecond') at time zone 'UTC')::date and paid_at < ${cutoff}
       order by 2, 3 limit ${PLACED_AT_ONCE}),
    taken as (delete from gifts_to_place where donation_id in (select donation_id from due)),
    gift as materialized (
      select donations.id, donations.donation_type as fund, donations.amount,
             row_number() over (partition by donations.donation_type order by due.day, due.leaf_hash) as turn
        from due join donations on donations.id = due.donation_id
       where not exists (select from gift_lots where gift_lots.donation_id = donations.id offset 0)),
    last as materialized (select fund, ${lastTurn(sql`each.fund`)} as place
               from (select distinct fund from gift) as each),
    given as (insert into gift_lots (donation_id, fund, place, amount)
      select gift.id, fund, coalesce(last.place, -1) + gift.turn, gift.amount from gift join last using (fund))
    select count(*)::int as placed from due`,
    z.object({ placed: z.number() }),
  )
  return placed === PLACED_AT_ONCE
}

function startOfDayUtc(moment: Date): Date {
  const day = new Date(moment)
  day.setUTCHours(0, 0, 0, 0)
  return day
}
