/**
 * Compares the rows of paying out with the entries of where the money lies, both ways: what was handed over and came back, each
 * transfer with its fee, cash, and what we paid into our balance at the provider.
 */
import { sql } from 'drizzle-orm'
import type { Difference } from '../../money/ledger/self-check.ts'
import type { Db, Tx } from '../../platform/db/db.ts'
import { compareColumns, type Column } from './compared.ts'

export async function comparePayoutMoneyRows(db: Db | Tx): Promise<Difference[]> {
  return [
    ...(await compareSent(db)),
    ...(await compareAttempts(db)),
    ...(await compareCash(db)),
    ...(await compareCounts(db)),
    ...(await compareTopUps(db)),
    ...(await compareCovers(db)),
  ]
}

const kobo = (name: string, expected: string, found: string): Column => ({
  name,
  expected: sql.raw(`coalesce(${expected}, 0)`),
  found: sql.raw(`coalesce(${found}, 0)`),
  isKobo: true,
})

/** The entries of a purpose on the side of the money, whose key has so many parts, with the codes of their accounts. */
const entries = (purposes: string, parts: number) =>
  sql.raw(`(
  select transfers.*, debit.code as debited, credit.code as credited from transfers
    join ledger_accounts as debit on debit.id = debit_account join ledger_accounts as credit on credit.id = credit_account
   where purpose in (${purposes}) and split_part(key, ':', ${parts}) <> '' and split_part(key, ':', ${parts + 1}) = '')`)

/** Compares each disbursement's amount, its source, and the money that came back: to our bank, or by a reversal of its transfer. */
function compareSent(db: Db | Tx): Promise<Difference[]> {
  return compareColumns(db, {
    subject: sql`coalesce('disbursements ' || row.id, 'transfers ' || booked.key)`,
    from: sql`(select * from disbursements where sent_at is not null) as row
      full join ${entries(`'handover', 'disburse'`, 2)} as booked
        on booked.key = (case row.kind when 'bank' then 'disburse:' else 'handover:' end) || row.id
      left join (
        select id, sum(amount) as amount from (
          select split_part(key, ':', 2) as id, amount from transfers where purpose = 'return' and split_part(key, ':', 4) = ''
          union all
          select attempt.disbursement_id::text, transfers.amount
            from transfers join payout_attempts as attempt on transfers.key = 'reversal:' || attempt.reference
           where purpose = 'reversal') as step group by id) as back on back.id = row.id::text`,
    columns: [
      kobo('amount', 'booked.amount', 'row.amount'),
      {
        name: 'holder',
        expected: sql`booked.credited`,
        found: sql`case when row.kind = 'bank' then 'transit' when row.holder is null then 'bank' else 'cash:' || row.holder end`,
      },
      kobo('returned', 'back.amount', 'row.returned'),
    ],
  })
}

/** Compares each transfer's fee and the money that came back. A failed transfer must be back, and a sent one must not. */
function compareAttempts(db: Db | Tx): Promise<Difference[]> {
  const one = (name: string, key: string) =>
    sql.raw(
      `left join lateral (select amount, debit.code as debited, credit.code as credited from transfers
         join ledger_accounts as debit on debit.id = debit_account join ledger_accounts as credit on credit.id = credit_account
        where key = ${key}) as ${name} on true`,
    )
  return compareColumns(db, {
    subject: sql`'payout_attempts ' || attempt.reference`,
    from: sql`payout_attempts as attempt
      left join lateral (select sum(amount) as amount, min(debit.code) as debited from transfers
                           join ledger_accounts as debit on debit.id = debit_account
                          where key in ('payout:' || attempt.reference || ':fee', 'late:' || attempt.reference || ':fee')) as paid_fee on true
      ${one('late', `'late:' || attempt.reference`)}
      ${one('late_loss', `'late_loss:' || attempt.reference`)}
      ${one('late_fund', `'late_loss:' || attempt.reference || ':' || attempt.fee_fund`)}
      left join (select split_part(key, ':', 2) as reference, sum(amount) as amount from transfers where purpose = 'fee_back' group by 1)
        as fee_back on fee_back.reference = attempt.reference
      ${one('unsent', `'unsent:' || attempt.reference`)}
      ${one('reversal', `'reversal:' || attempt.reference`)}`,
    columns: [
      kobo('fee', 'paid_fee.amount', 'attempt.fee'),
      {
        name: 'fee_fund',
        expected: sql`coalesce(paid_fee.debited, 'fees:' || attempt.fee_fund)`,
        found: sql`'fees:' || attempt.fee_fund`,
      },
      kobo('fee_returned', 'fee_back.amount', 'attempt.fee_returned'),
      kobo(
        'state',
        'unsent.amount',
        `case when attempt.booked_at is not null and (attempt.state = 'failed' or late.amount is not null) then attempt.amount end`,
      ),
      kobo(
        'late_booked',
        'late.amount',
        `case when attempt.late_booked in ('paid', 'lost') and unsent.amount is not null then attempt.amount end`,
      ),
      kobo('late_booked', 'late_loss.amount', `case when attempt.late_booked = 'lost' then attempt.amount end`),
      kobo('fee_fund', 'late_fund.amount', `case when attempt.late_booked = 'lost' then attempt.amount end`),
      kobo('state', 'reversal.amount', `case when attempt.state = 'reversed' then attempt.amount end`),
    ],
  })
}

/** Compares how much each person drew or paid in. */
function compareCash(db: Db | Tx): Promise<Difference[]> {
  return compareColumns(db, {
    subject: sql`coalesce('cash_movements ' || row.id, 'transfers ' || booked.key)`,
    from: sql`cash_movements as row full join ${entries(`'float'`, 2)} as booked on booked.key = 'float:' || row.id`,
    columns: [
      kobo('amount', 'booked.amount', 'row.amount'),
      {
        name: 'holder',
        expected: sql`booked.debited || ' ' || booked.credited`,
        found: sql`case row.direction when 'drawn' then 'cash:' || row.holder || ' bank' else 'bank cash:' || row.holder end`,
      },
    ],
  })
}

/** Compares the sums that confirmed counts found missing or surplus. */
function compareCounts(db: Db | Tx): Promise<Difference[]> {
  return compareColumns(db, {
    subject: sql`coalesce('cash_counts ' || row.id, 'transfers ' || booked.key)`,
    from: sql`(select cash_counts.*, counted - booked as difference from cash_counts
                 join proposals on proposals.id = cash_counts.id
                where proposals.state = 'confirmed' and counted <> booked) as row
      full join ${entries(`'count'`, 2)} as booked on booked.key = 'count:' || row.id`,
    columns: [
      kobo('counted', 'booked.amount', 'abs(row.difference)'),
      {
        name: 'holder',
        expected: sql`booked.debited || ' ' || booked.credited`,
        found: sql`case when row.difference > 0 then 'cash:' || row.holder || ' counted' else 'counted cash:' || row.holder end`,
      },
    ],
  })
}

/** Compares the money that the organisation put into funds below zero. */
function compareCovers(db: Db | Tx): Promise<Difference[]> {
  return compareColumns(db, {
    subject: sql`coalesce('fund_covers ' || row.id, 'transfers ' || booked.key)`,
    from: sql`fund_covers as row
      full join (select transfers.*, credit.code as credited from transfers
                   join ledger_accounts as credit on credit.id = credit_account
                  where purpose = 'cover' and key like 'cover:fund:%' and key not like '%:bank') as booked
        on booked.key = 'cover:fund:' || row.id
      left join transfers as paid on paid.key = 'cover:fund:' || row.id || ':bank'`,
    columns: [
      kobo('amount', 'booked.amount', 'row.amount'),
      kobo('amount', 'paid.amount', 'row.amount'),
      { name: 'fund', expected: sql`booked.credited`, found: sql`'covered:' || row.fund` },
    ],
  })
}

/** Compares our payments from the bank into our balance at the provider. Its accounts are the only ones of its purpose. */
function compareTopUps(db: Db | Tx): Promise<Difference[]> {
  return compareColumns(db, {
    subject: sql`coalesce('balance_top_ups ' || row.id, 'transfers ' || booked.key)`,
    from: sql`balance_top_ups as row full join ${entries(`'balance_top_up'`, 2)} as booked on booked.key = 'balance_top_up:' || row.id`,
    columns: [
      kobo('amount', 'booked.amount', 'row.amount'),
      { name: 'occurred_at', expected: sql`booked.occurred_at::text`, found: sql`row.occurred_at::text` },
    ],
  })
}
