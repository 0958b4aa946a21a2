/** Checks what was promised and paid out: awards, disbursements and cash against the ledger. */
import { sql } from 'drizzle-orm'
import { accounts, accountsOfFunds } from '../../money/ledger/accounts.ts'
import { DifferenceRow, type Difference } from '../../money/ledger/self-check.ts'
import { rows, type Db, type Tx } from '../../platform/db/db.ts'

/** The sum that left our bank for cash and hand-overs, less what came back, in kobo. */
export const LEFT_THE_BANK = sql`(
  (select coalesce(sum(case direction when 'drawn' then amount else -amount end), 0) from cash_movements)
  + (select coalesce(sum(case when holder is null then amount else 0 end - returned), 0) from disbursements
      where sent_at is not null and kind <> 'bank'))`

/** The sum that left the provider for transfers and their fees, less what came back, in kobo. */
export const LEFT_THE_PROVIDER = sql`(
  select coalesce(sum(case when state in ('sending', 'unknown', 'open', 'success') or late_booked = 'lost' then amount else 0 end + fee - fee_returned), 0)
    from payout_attempts where booked_at is not null)`

/**
 * For each fund, what is promised, paid out and lost, by the awards and disbursements; what left us in all; and the cash that each
 * person holds. In one snapshot.
 */
export async function comparePayouts(db: Db | Tx): Promise<Difference[]> {
  return rows(
    db,
    sql`with account as (select account_id, sum(balance) as balance from ledger_balances group by account_id),
        given as (select fund, sum(amount - returned) as handed_over, sum(amount - returned - lost) as disbursed, sum(lost) as lost
                    from disbursement_funds group by fund),
        granted as (select share.fund, sum(share.amount - share.uncommitted) as amount
                      from award_funds as share join awards on awards.id = share.award_id
                     where awards.granted_at is not null group by share.fund),
        by_fund as (select fund.name, committed.balance as committed, disbursed.balance as disbursed, lost.balance as lost,
                           coalesce(granted.amount, 0) - coalesce(given.handed_over, 0) as promised,
                           coalesce(given.disbursed, 0) as given, coalesce(given.lost, 0) + coalesce(late.amount, 0) as gone
                      from (select fund as name, max(account) filter (where kind = 'committed') as committed,
                                   max(account) filter (where kind = 'disbursed') as disbursed, max(account) filter (where kind = 'lost') as lost
                              from ${accountsOfFunds(['committed', 'disbursed', 'lost'])} as of_fund group by fund) as fund
                      left join account as committed on committed.account_id = fund.committed
                      left join account as disbursed on disbursed.account_id = fund.disbursed
                      left join account as lost on lost.account_id = fund.lost
                      left join given on given.fund = fund.name
                      left join (select fee_fund, sum(amount) as amount from payout_attempts where late_booked = 'lost' group by 1) as late
                        on late.fee_fund = fund.name
                      left join granted on granted.fund = fund.name),
        holders as (select substr(ledger_accounts.code, 6) as holder, -account.balance as balance
                      from ledger_accounts join account on account.account_id = ledger_accounts.id where kind = 'cash'),
        paid as (select coalesce(sum(amount), 0) as amount, coalesce(sum(returned), 0) as returned, coalesce(sum(lost), 0) as lost
                   from disbursements where sent_at is not null),
        counts as (select cash_counts.holder, counted - booked as difference
                     from cash_counts join proposals on proposals.id = cash_counts.id where proposals.state = 'confirmed'),
        shares as (select coalesce(sum(amount), 0) as amount, coalesce(sum(returned), 0) as returned, coalesce(sum(lost), 0) as lost
                     from disbursement_funds),
        sums as (select 'awards of the fund ' || name as what, committed as expected, promised as found from by_fund
                 union all select 'disbursements of the fund ' || name, disbursed, given from by_fund
                 union all select 'losses of the fund ' || name, lost, gone from by_fund
                 union all
                 select 'everything paid out', -account.balance, (select sum(disbursed + lost) from by_fund)
                   from account where account_id = ${accounts.paidOut.toString()}::bigint
                 union all
                 select 'transfers on their way', -account.balance,
                        (select coalesce(sum(amount), 0) from payout_attempts
                          where booked_at is not null and state in ('sending', 'unknown', 'open'))
                   from account where account_id = ${accounts.transit.toString()}::bigint
                 union all
                 select 'transfers that arrived', (select coalesce(sum(amount - returned), 0) from disbursements where sent_at is not null and kind = 'bank'),
                        (select coalesce(sum(amount), 0) from payout_attempts where state = 'success')
                 union all select 'disbursements by fund', paid.amount, shares.amount from paid, shares
                 union all select 'returns by fund', paid.returned, shares.returned from paid, shares
                 union all select 'losses by fund', paid.lost, shares.lost from paid, shares
                 union all
                 select 'the cash of ' || holder, balance,
                        (select coalesce(sum(case direction when 'drawn' then amount else -amount end), 0) from cash_movements
                          where cash_movements.holder::text = holders.holder)
                        - (select coalesce(sum(amount), 0) from disbursements where disbursements.holder::text = holders.holder)
                        + (select coalesce(sum(difference), 0) from counts where counts.holder::text = holders.holder)
                   from holders
                 union all
                 select 'counts of cash', account.balance, (select coalesce(sum(difference), 0) from counts)
                   from account where account_id = ${accounts.counted.toString()}::bigint)
        select what, expected || ' kobo' as expected, found || ' kobo' as found, (expected - found)::text as amount
          from sums where expected <> found`,
    DifferenceRow,
  )
}
