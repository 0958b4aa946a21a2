/**
 * Gifts and refunds of each fund in each month in Lagos, as the books recorded them: a row is written once the month is over, and
 * never changes. /transparency adds the rows up, and each has an entry in the public log.
 */
import { sql, type SQL } from 'drizzle-orm'
import { z } from 'zod'
import { hours } from '../../platform/clock.ts'
import type { Core } from '../../platform/core.ts'
import { rows, type Db } from '../../platform/db/db.ts'
import { accountsOfFunds } from './accounts.ts'
import { givenToFunds } from './fund-moves.ts'

/** A transaction that began before the end of a month is booked by then. */
const GRACE_HOURS = 1

const Gifts = z.object({
  fund: z.string(),
  month: z.string(),
  given: z.coerce.bigint(),
  refunded: z.coerce.bigint(),
})
type Gifts = z.output<typeof Gifts>

const FUNDS = sql`${accountsOfFunds(['fund'])} as funds`

const startOf = (month: SQL) => sql`(${month}::timestamp at time zone 'Africa/Lagos')`

/** The gifts and refunds of each fund and month, from `from` up to but not including `until`. */
const addUp = (from: SQL, until: SQL) => sql`
  select fund, month, coalesce(sum(given), 0) as given, coalesce(sum(refunded), 0) as refunded
    from (
      select fund, recorded_at, amount as given, 0 as refunded from ${FUNDS}
        join transfers on credit_account = account and purpose in ('gift', 'wallet_gift')
      union all
      select fund, recorded_at, 0, amount from ${FUNDS}
        join transfers on debit_account = account and purpose in ('refund', 'chargeback')
      union all
      select fund, recorded_at, 0, -amount from ${FUNDS} join transfers on credit_account = account and purpose = 'reinstatement'
    ) as moved
   cross join lateral (select date_trunc('month', recorded_at at time zone 'Africa/Lagos')::date as month) as in_lagos
   where recorded_at >= ${startOf(from)} and recorded_at < ${startOf(until)}
   group by fund, month`

const Sums = Gifts.pick({ fund: true, given: true, refunded: true })

/** Writes the rows of the months that are over. Safe at the same time in several processes: a row is written once. */
export async function keepMonthlyGifts({ db, clock }: Pick<Core, 'db' | 'clock'>): Promise<void> {
  const over = sql`date_trunc('month', ${new Date(clock.now().getTime() - hours(GRACE_HOURS)).toISOString()}::timestamptz at time zone 'Africa/Lagos')::date`
  const days = await rows(
    db,
    sql`with first as (select coalesce(
           (select (max(month) + interval '1 month')::date from monthly_gifts),
           (select date_trunc('month', min(recorded_at) at time zone 'Africa/Lagos')::date from transfers)) as month)
        select to_char(day, 'YYYY-MM') as month, array_agg(day::date::text order by day) as days
          from first cross join generate_series(month, ${over} - interval '1 day', interval '1 day') as day
         where month < ${over} group by 1 order by 1`,
    z.object({ month: z.string(), days: z.array(z.string()) }),
  )
  for (const month of days) await keepMonth(db, month.month, month.days)
}

/** A day at a time: a month of gifts can be more than one statement may take. */
async function keepMonth(db: Db, month: string, days: readonly string[]): Promise<void> {
  const funds = await rows(db, sql`select fund from ${FUNDS}`, z.object({ fund: z.string() }))
  const kept = new Map(funds.map(({ fund }) => [fund, { fund, given: 0n, refunded: 0n }]))
  for (const day of days) {
    const added = await rows(db, addUp(sql`${day}::date`, sql`(${day}::date + 1)`), Sums)
    for (const { fund, given, refunded } of added) {
      const sum = kept.get(fund)
      if (sum) kept.set(fund, { fund, given: sum.given + given, refunded: sum.refunded + refunded })
    }
  }
  const sums = [...kept.values()].map(
    ({ fund, given, refunded }) =>
      sql`(${fund}, ${`${month}-01`}::date, ${String(given)}::bigint, ${String(refunded)}::bigint)`,
  )
  await db.execute(
    sql`insert into monthly_gifts (fund, month, given, refunded) values ${sql.join(sums, sql`, `)} on conflict do nothing`,
  )
}

/** The given-back side of `addUp`, of the running month alone. */
const refundedSince = (from: SQL) => sql`
  select fund, coalesce(sum(case purpose when 'reinstatement' then -amount else amount end), 0) as refunded
    from ${FUNDS} left join transfers on purpose in ('refund', 'chargeback', 'reinstatement') and recorded_at >= ${startOf(from)}
     and account = case purpose when 'reinstatement' then credit_account else debit_account end
   group by fund`

/**
 * The rows that are kept, and the months after them. What was given in the running month is what all accounts of its fund hold, less the
 * months before: that costs the same with any number of gifts. Amounts in kobo.
 */
export function readMonthlyGifts(db: Db, now: Date): Promise<Gifts[]> {
  const running = sql`date_trunc('month', ${now.toISOString()}::timestamptz at time zone 'Africa/Lagos')::date`
  const next = sql`coalesce((select (max(month) + interval '1 month')::date from monthly_gifts), '2000-01-01'::date)`
  return rows(
    db,
    sql`with ended as (select fund, month, given, refunded from monthly_gifts where month < ${running}
                       union all ${addUp(next, running)}),
             held as (select fund, amount as net from ${givenToFunds} as given_to),
             before as (select fund, sum(given - refunded) as net from ended group by fund)
        select fund, to_char(month, 'YYYY-MM') as month, given::text, refunded::text from ended
        union all
        select fund, to_char(${running}, 'YYYY-MM'), (held.net - coalesce(before.net, 0) + refunded)::text, refunded::text
          from held join (${refundedSince(running)}) as back using (fund) left join before using (fund)`,
    Gifts,
  )
}
