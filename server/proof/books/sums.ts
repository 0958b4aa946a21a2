/** Checks sums of all gifts and payments: donations against the funds, payments against the provider's account, suspense and fees. */
import { sql } from 'drizzle-orm'
import { accounts } from '../../money/ledger/accounts.ts'
import { givenToFunds } from '../../money/ledger/fund-moves.ts'
import { DifferenceRow, type Difference } from '../../money/ledger/self-check.ts'
import { rows, type Db, type Tx } from '../../platform/db/db.ts'
import { inOneSnapshot, sumInPieces, type Piece, type Reading } from '../../platform/db/pieces.ts'
import { LEFT_THE_BANK, LEFT_THE_PROVIDER } from './payout-books.ts'

/** Sums of a range of payments by the account of their fees: fees, amount held by the provider, amount in suspense. */
const sumPayments = (isIn: Piece) => sql`
  select case when attempt.status not in ('paid', 'reversed') then 'unassigned'
              when intent.purpose = 'top_up' then 'top_up' else donation.donation_type end as key,
         sum(case when attempt.status in ('paid', 'reversed')
                  then intent.amount - attempt.amount_paid + coalesce(attempt.fees, 0)
                       + greatest(0, attempt.amount_refunded + attempt.amount_charged_back - intent.amount)
                  else coalesce(attempt.fees, 0) end) filter (where attempt.amount_paid is not null) as cost,
         sum(amount_paid - coalesce(fees, 0) - amount_refunded - amount_charged_back) as held, sum(amount_suspended) as suspended
    from (select * from payment_attempts where ${isIn('intent_id')}) as attempt
    left join (select * from payment_intents where ${isIn('id')}) as intent on intent.id = attempt.intent_id
    left join (select * from donations where ${isIn('intent_id')}) as donation on donation.intent_id = attempt.intent_id
   group by 1`

/** A range of gifts, by fund. */
const sumGifts = (isIn: Piece) => sql`
  select donation_type as key, sum(amount - amount_reversed) as amount, count(*) filter (where status = 'success') as gifts
    from donations where status in ('success', 'reversed') and ${isIn('id')} group by 1`

/**
 * The balance that each account of fees must have, by the payments: of a credited one the fees that we bore and the refunds beyond the
 * amount credited, of any other one all its fees; and the fees of transfers out.
 */
const FEES = sql`
  select 'payments of ' || account.code, -sum(kept.balance) || ' kobo', coalesce(min(cost.amount), 0) + coalesce(min(sent.amount), 0) || ' kobo',
         -sum(kept.balance) - coalesce(min(cost.amount), 0) - coalesce(min(sent.amount), 0)
    from ledger_accounts as account
    join ledger_balances as kept on kept.account_id = account.id
    left join (select key, sum(cost) as amount from payments group by key) as cost on account.code = 'fees:' || cost.key
    left join (select fee_fund, sum(fee - fee_returned) as amount from payout_attempts where fee_fund is not null group by 1) as sent
           on account.code = 'fees:' || sent.fee_fund
   where account.kind = 'fees' group by account.code`

/** Donations against the funds, and payments against the provider's account, in one snapshot. */
export const compareSums = (db: Db | Tx, reading: Reading): Promise<Difference[]> =>
  inOneSnapshot(db, async (tx) => {
    const payments = await sumInPieces(tx, ['payment_intents', 'id'], reading, sumPayments)
    const gifts = await sumInPieces(tx, ['donations', 'id'], reading, sumGifts)
    return compareWithSums(tx, payments, gifts)
  })

function compareWithSums(db: Tx, payments: string, gifts: string): Promise<Difference[]> {
  const provider = accounts.provider.toString()
  const bank = accounts.bank.toString()
  const suspense = accounts.suspense.toString()
  const settled = sql`(select coalesce(sum(booked_amount), 0) from settlements)`
  const toppedUp = sql`(select coalesce(sum(amount), 0) from balance_top_ups)`
  return rows(
    db,
    sql`with payments as (select * from jsonb_to_recordset(${payments}::jsonb) as sum (key text, cost numeric, held numeric, suspended numeric)),
        given as (select key as donation_type, sum(amount)::bigint as amount, sum(gifts)::bigint as gifts
                    from jsonb_to_recordset(${gifts}::jsonb) as sum (key text, amount numeric, gifts bigint) group by key),
        fund as (select fund as donation_type, amount::bigint as amount, gifts::bigint as gifts from ${givenToFunds} as given_to),
        sums as (select 'donations of the fund ' || fund.donation_type as what,
                        fund.amount || ' kobo, ' || fund.gifts || ' gifts' as expected,
                        coalesce(given.amount, 0) || ' kobo, ' || coalesce(given.gifts, 0) || ' gifts' as found,
                        fund.amount - coalesce(given.amount, 0) as amount
                   from fund left join given on given.donation_type = fund.donation_type
                 union all
                 select what, expected || ' kobo', found || ' kobo', expected - found
                   from (values ('payments at the provider',
                                 (select -sum(balance) from ledger_balances where account_id = ${provider}::bigint),
                                 coalesce((select sum(held) from payments), 0) - ${settled} - ${LEFT_THE_PROVIDER} + ${toppedUp}),
                                ('payments in suspense',
                                 (select sum(balance) from ledger_balances where account_id = ${suspense}::bigint),
                                 (select coalesce(sum(suspended), 0) from payments)),
                                ('settlements and settled losses at the bank, less what left it',
                                 (select -sum(balance) from ledger_balances where account_id = ${bank}::bigint),
                                 ${settled} + (select coalesce(sum(amount), 0) from loss_settlements where booked_at is not null) + (select coalesce(sum(amount), 0) from fund_covers) - ${LEFT_THE_BANK} - ${toppedUp}))
                     as totals (what, expected, found)
                 union all
                 ${FEES})
        select what, expected, found, amount::text from sums where expected <> found`,
    DifferenceRow,
  )
}
