/** The figures of one month, added up from the ledger in one snapshot, by the day on which each entry was booked. */
import { sql, type SQL } from 'drizzle-orm'
import { z } from 'zod'
import { onlyRow, type Db, type Tx } from '../../platform/db/db.ts'
import { accounts } from '../ledger/accounts.ts'
import { endOf, startOf } from './month-time.ts'

const kobo = z.coerce.bigint()
const Flow = z.object({ debit: z.string(), credit: z.string(), purpose: z.string(), entries: z.number(), amount: kobo })
const Account = z.object({ account: z.string(), opening: kobo, debits: kobo, credits: kobo })
const Figures = z.object({
  flows: z.array(Flow),
  accounts: z.array(Account),
  fees_unknown: z.number(),
})

export type Flow = z.output<typeof Flow>
/** The entries by accounts and purpose, and each account that ever moved. Amounts in kobo, balances as credits less debits. */
export type Figures = z.output<typeof Figures>

/** No statement names a person: all wallets are one account, and so is all cash. @param account an alias of `ledger_accounts` */
export const publicAccount = (account: SQL): SQL =>
  sql`case ${account}.kind when 'wallet' then 'wallets' when 'cash' then 'cash' else ${account}.code end`

/**
 * Computes opening balances backwards from today's, so that earlier months are never added up. Looks up each payment without a fee by its
 * keys (`offset 0`), as there are few.
 */
export function readFigures(db: Db | Tx, month: string): Promise<Figures> {
  const [from, until] = [startOf(month), endOf(month)].map((moment) => sql`${moment.toISOString()}::timestamptz`)
  return onlyRow(
    db,
    sql`with since as materialized (
           select ${publicAccount(sql`debited`)} as debit, ${publicAccount(sql`credited`)} as credit, purpose,
                  booked.recorded_at < ${until} as is_in, count(*)::int as entries, sum(booked.amount) as amount
             from transfers as booked
             join ledger_accounts as debited on debited.id = booked.debit_account
             join ledger_accounts as credited on credited.id = booked.credit_account
            where booked.recorded_at >= ${from} group by 1, 2, 3, 4),
         changes as (select debit as account, is_in, amount as debits, 0 as credits from since
                     union all select credit, is_in, 0, amount from since),
         moved as (select account, sum(credits - debits) as net, coalesce(sum(debits) filter (where is_in), 0) as debits,
                          coalesce(sum(credits) filter (where is_in), 0) as credits from changes group by account),
         held as (select ${publicAccount(sql`account`)} as account, min(account.id) as place, sum(kept.balance) as balance
                    from ledger_accounts as account join ledger_balances as kept on kept.account_id = account.id group by 1)
         select coalesce((select json_agg(json_build_object('debit', debit, 'credit', credit, 'purpose', purpose, 'entries', entries,
                                                            'amount', amount::text) order by debit, credit, purpose)
                            from since where is_in), '[]') as flows,
                (select json_agg(json_build_object('account', account, 'opening', (balance - coalesce(net, 0))::text,
                                                   'debits', coalesce(debits, 0)::text, 'credits', coalesce(credits, 0)::text) order by place)
                   from held left join moved using (account)) as accounts,
                (select count(*)::int from payment_attempts
                  where amount_paid is not null and fees is null and exists (
                    select from transfers where key in ('gift:' || reference, 'top_up:' || reference, 'mismatch:' || reference)
                       and debit_account = ${accounts.provider.toString()}::bigint
                       and recorded_at >= ${from} and recorded_at < ${until} offset 0)) as fees_unknown`,
    Figures,
  )
}

/** When the first entry was booked; null before it. Every entry moves an account that no person owns, of which there are few. */
export async function readFirstBooking(db: Db | Tx): Promise<Date | null> {
  const { first } = await onlyRow(
    db,
    sql`select min(moment) as first from ledger_accounts as account cross join lateral (
          select min(recorded_at) as moment from transfers where debit_account = account.id
          union all select min(recorded_at) from transfers where credit_account = account.id) as moments
         where account.id < 1000`,
    z.object({ first: z.coerce.date().nullable() }),
  )
  return first
}
