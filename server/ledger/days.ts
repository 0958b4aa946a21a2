/**
 * A hash over the transfers of each day, chained to the day before. The balances show that the transfers add up; the hashes, that
 * none was changed, added or removed since its day was sealed, even where the sums still agree.
 */
import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { after, hours } from '../lib/clock.ts'
import { rows, type Db, type Tx } from '../lib/db/db.ts'
import type { Difference } from './self-check.ts'

/** A day is sealed this long after its end: every transaction that recorded a transfer in it has ended. */
const SEALED_AFTER_MILLISECONDS = hours(2)

/** Any change of a column changes this text. */
const TRANSFER = sql`concat_ws('|', key, id, debit_account, credit_account, amount, purpose, gifts,
  extract(epoch from occurred_at), extract(epoch from recorded_at))`

/** For each day in UTC: the number of its transfers, and a hash over the hash of each. */
const DAYS = sql`
  select (recorded_at at time zone 'UTC')::date as day, count(*) as transfers,
         sha256(string_agg(sha256(convert_to(${TRANSFER}, 'UTF8')), ''::bytea order by key)) as content
    from transfers`

const Day = z.object({ day: z.string() })

/**
 * Compares every sealed day with its transfers.
 * @returns the days that no longer agree, and those before the last sealed day that were never sealed
 */
export async function compareDays(db: Db | Tx): Promise<Difference[]> {
  const wrong = await rows(
    db,
    sql`with found as (${DAYS} where recorded_at < (select max(day) + 1 from ledger_days)::timestamp at time zone 'UTC' group by 1),
             sealed as (select day, transfers, hash, coalesce(lag(hash) over (order by day), ''::bytea) as previous from ledger_days)
        select coalesce(sealed.day, found.day)::text as day,
               coalesce(sealed.transfers, 0)::text as expected, coalesce(found.transfers, 0)::text as found
          from sealed full join found on found.day = sealed.day
         where sealed.hash is null or sealed.hash is distinct from sha256(sealed.previous || found.content)
         order by 1`,
    Day.extend({ expected: z.string(), found: z.string() }),
  )
  return wrong.map(({ day, expected, found }) => ({
    what: `transfers of ${day}`,
    expected: `${expected} transfers, as sealed`,
    found: `${found} transfers, and not those`,
  }))
}

/**
 * Seals the days that had ended at the nightly check before this one, in order: a clock that is ahead for a moment cannot seal a day
 * that goes on. A day without transfers is left out.
 * @returns the days sealed now
 */
export async function sealDays(db: Db, now: Date): Promise<string[]> {
  return db.transaction(async (tx) => {
    // One at a time: the next day needs the hash of this one.
    const [last] = await rows(
      tx,
      sql`select checked_at from book_checks where scope = 'full' for update`,
      z.object({ checked_at: z.coerce.date().nullable() }),
    )
    if (!last?.checked_at) return []
    const checked = last.checked_at < now ? last.checked_at : now
    const until = after(checked, -SEALED_AFTER_MILLISECONDS).toISOString()
    const ended = await rows(
      tx,
      sql`select distinct (recorded_at at time zone 'UTC')::date::text as day from transfers
           where recorded_at < date_trunc('day', ${until}::timestamptz, 'UTC')
             and recorded_at >= coalesce((select max(day) + 1 from ledger_days)::timestamp at time zone 'UTC', '-infinity')
           order by 1`,
      Day,
    )
    for (const { day } of ended) {
      await tx.execute(sql`
        insert into ledger_days (day, transfers, hash)
        select found.day, found.transfers,
               sha256(coalesce((select hash from ledger_days order by day desc limit 1), ''::bytea) || found.content)
          from (${DAYS} where recorded_at >= ${day}::timestamp at time zone 'UTC'
                          and recorded_at < (${day}::date + 1)::timestamp at time zone 'UTC' group by 1) as found`)
    }
    return ended.map(({ day }) => day)
  })
}

/** The hash of the last sealed day, to be kept outside the database. */
export async function readLastSealed(db: Db): Promise<{ day: string; hash: string } | null> {
  const [last] = await rows(
    db,
    sql`select day::text, encode(hash, 'hex') as hash from ledger_days order by day desc limit 1`,
    Day.extend({ hash: z.string() }),
  )
  return last ?? null
}
