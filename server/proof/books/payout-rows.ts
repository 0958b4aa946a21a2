/** Compares each row of paying out with the ledger, both ways: sums could hide two rows that are wrong by the same amount. */
import { sql, type SQL } from 'drizzle-orm'
import type { Difference } from '../../money/ledger/self-check.ts'
import type { Db, Tx } from '../../platform/db/db.ts'
import { compareColumns } from './compared.ts'
import { comparePayoutMoneyRows } from './payout-money-rows.ts'

/** The entries of a purpose that belong to a fund: their key has so many parts. */
const entriesOf = (purposes: SQL, parts: number) => sql`(
  select transfers.*, debit.code as debited, credit.code as credited from transfers
    join ledger_accounts as debit on debit.id = debit_account join ledger_accounts as credit on credit.id = credit_account
   where purpose in (${purposes}) and split_part(key, ':', ${sql.raw(String(parts))}) <> '')`

export async function comparePayoutRows(db: Db | Tx): Promise<Difference[]> {
  return [
    ...(await compareAwards(db)),
    ...(await compareDisbursements(db)),
    ...(await compareTransfers(db)),
    ...(await comparePayoutMoneyRows(db)),
  ]
}

/** Compares how much each fund promised to an award, and took back. */
function compareAwards(db: Db | Tx): Promise<Difference[]> {
  return compareColumns(db, {
    subject: sql`coalesce('award_funds ' || share.award_id || ':' || share.fund, 'transfers ' || booked.key)`,
    from: sql`(select award_funds.* from award_funds join awards on awards.id = award_id where granted_at is not null) as share
      full join ${entriesOf(sql`'commit'`, 3)} as booked on booked.key = 'commit:' || share.award_id || ':' || share.fund
      left join (select split_part(key, ':', 2) as award_id, split_part(key, ':', 3) as fund, sum(amount) as amount
                   from transfers where purpose = 'uncommit' group by 1, 2) as undone
        on undone.award_id = share.award_id::text and undone.fund = share.fund`,
    columns: [
      {
        name: 'amount',
        expected: sql`coalesce(booked.amount, 0)`,
        found: sql`coalesce(share.amount, 0)`,
        isKobo: true,
      },
      { name: 'fund', expected: sql`booked.credited`, found: sql`'committed:' || share.fund` },
      {
        name: 'uncommitted',
        expected: sql`coalesce(undone.amount, 0)`,
        found: sql`coalesce(share.uncommitted, 0)`,
        isKobo: true,
      },
    ],
  })
}

/** Compares each fund's part of a disbursement, the sum of it that came back, and the sum written off. */
function compareDisbursements(db: Db | Tx): Promise<Difference[]> {
  return compareColumns(db, {
    subject: sql`coalesce('disbursement_funds ' || share.disbursement_id || ':' || share.fund, 'transfers ' || booked.key)`,
    from: sql`(select disbursement_funds.*, case kind when 'bank' then 'disburse:' else 'handover:' end as began
                 from disbursement_funds join disbursements on disbursements.id = disbursement_id) as share
      full join ${entriesOf(sql`'handover', 'disburse'`, 3)} as booked
        on booked.key = share.began || share.disbursement_id || ':' || share.fund
      left join transfers as lost on lost.key = 'lost:' || share.disbursement_id || ':' || share.fund
      left join (select attempt.disbursement_id, split_part(transfers.key, ':', 3) as fund, transfers.amount
                   from transfers join ledger_accounts on ledger_accounts.id = debit_account and kind = 'lost'
                   join payout_attempts as attempt on attempt.reference = split_part(transfers.key, ':', 2)
                  where purpose = 'reversal') as found_again
        on found_again.disbursement_id = share.disbursement_id and found_again.fund = share.fund
      left join (
        select id, fund, sum(amount) as amount from (
          select split_part(key, ':', 2) as id, split_part(key, ':', 4) as fund, amount
            from transfers where purpose = 'return' and split_part(key, ':', 4) <> ''
          union all
          select attempt.disbursement_id::text, split_part(transfers.key, ':', 3), transfers.amount
            from transfers join payout_attempts as attempt on attempt.reference = split_part(transfers.key, ':', 2)
           where purpose = 'reversal' and split_part(transfers.key, ':', 3) <> '') as step group by id, fund) as back
        on back.id = share.disbursement_id::text and back.fund = share.fund`,
    columns: [
      {
        name: 'amount',
        expected: sql`coalesce(booked.amount, 0)`,
        found: sql`coalesce(share.amount, 0)`,
        isKobo: true,
      },
      { name: 'fund', expected: sql`booked.credited`, found: sql`'disbursed:' || share.fund` },
      {
        name: 'returned',
        expected: sql`coalesce(back.amount, 0)`,
        found: sql`coalesce(share.returned, 0)`,
        isKobo: true,
      },
      {
        name: 'lost',
        expected: sql`coalesce(lost.amount, 0) - coalesce(found_again.amount, 0)`,
        found: sql`coalesce(share.lost, 0)`,
        isKobo: true,
      },
    ],
  })
}

/** Compares the money that left the provider for each transfer. */
function compareTransfers(db: Db | Tx): Promise<Difference[]> {
  return compareColumns(db, {
    subject: sql`coalesce('payout_attempts ' || attempt.reference, 'transfers ' || booked.key)`,
    from: sql`(select * from payout_attempts where booked_at is not null) as attempt
      full join (select * from transfers where purpose = 'payout' and key not like '%:fee') as booked
        on booked.key = 'payout:' || attempt.reference`,
    columns: [
      {
        name: 'amount',
        expected: sql`coalesce(booked.amount, 0)`,
        found: sql`coalesce(attempt.amount, 0)`,
        isKobo: true,
      },
    ],
  })
}
