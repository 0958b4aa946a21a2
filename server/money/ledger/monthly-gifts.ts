/**
 * Gifts and refunds of each fund in each month in Lagos, as the books recorded them: a row is written once the month is over, and
 * never changes. /transparency adds the rows up, and each has an entry in the public log.
 */
import { sql, type SQL } from 'drizzle-orm'
import { z } from 'zod'
import { DONATION_TYPES } from '../../../contract/money/funds.ts'
import { hours } from '../../platform/clock.ts'
import type { Core } from '../../platform/core.ts'
import { rows, type Db } from '../../platform/db/db.ts'
import { accountsOfFunds } from './accounts.ts'

/** A transaction that began before the end of a month is booked by then. */
const GRACE_HOURS = 1

const Gifts = z.object({
  fund: z.enum(DONATION_TYPES),
  month: z.string(),
  given: z.coerce.bigint(),
  refunded: z.coerce.bigint(),
})
type Gifts = z.output<typeof Gifts>

const FUNDS = sql`(values ${sql.join(
  accountsOfFunds.map(({ donationType, fund }) => sql`(${donationType}::text, ${fund.toString()}::bigint)`),
  sql`, `,
)}) as funds (fund, account)`

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

/** Writes the rows of the months that are over. Safe at the same time in several processes: a row is written once. */
export async function keepMonthlyGifts({ db, clock }: Core): Promise<void> {
  const over = sql`date_trunc('month', ${new Date(clock.now().getTime() - hours(GRACE_HOURS)).toISOString()}::timestamptz at time zone 'Africa/Lagos')::date`
  await db.execute(sql`
    with kept as (select max(month) as month from monthly_gifts),
         first as (select coalesce(
           (select (month + interval '1 month')::date from kept where month is not null),
           (select date_trunc('month', min(recorded_at) at time zone 'Africa/Lagos')::date from transfers)) as month),
         months as (select generate_series(month, ${over} - interval '1 day', interval '1 month')::date as month
                      from first where month < ${over}),
         moved as (${addUp(sql`(select month from first)`, over)})
    insert into monthly_gifts (fund, month, given, refunded)
    select fund, month, coalesce(moved.given, 0), coalesce(moved.refunded, 0)
      from months cross join (select fund from ${FUNDS}) as each left join moved using (fund, month)
    on conflict do nothing`)
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
  const accounts = sql.join(
    accountsOfFunds.flatMap(({ donationType, fund, committed, disbursed, lost }) =>
      [fund, committed, disbursed, lost].map((account) => sql`(${donationType}::text, ${account.toString()}::bigint)`),
    ),
    sql`, `,
  )
  return rows(
    db,
    sql`with ended as (select fund, month, given, refunded from monthly_gifts where month < ${running}
                       union all ${addUp(next, running)}),
             held as (select fund, sum(balance) as net from (values ${accounts}) as of_fund (fund, account)
                        join ledger_balances on ledger_balances.account_id = of_fund.account group by fund),
             before as (select fund, sum(given - refunded) as net from ended group by fund)
        select fund, to_char(month, 'YYYY-MM') as month, given::text, refunded::text from ended
        union all
        select fund, to_char(${running}, 'YYYY-MM'), (held.net - coalesce(before.net, 0) + refunded)::text, refunded::text
          from held join (${refundedSince(running)}) as back using (fund) left join before using (fund)`,
    Gifts,
  )
}
