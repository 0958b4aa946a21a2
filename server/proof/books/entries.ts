/** Checks that every transfer is one of the posting table's, and that the accounts are those of the code. */
import { sql } from 'drizzle-orm'
import { accounts, FUND_ACCOUNTS } from '../../money/ledger/accounts.ts'
import { POSTINGS } from '../../money/ledger/postings.ts'
import type { Difference } from '../../money/ledger/self-check.ts'
import type { Db, Tx } from '../../platform/db/db.ts'
import type { Reading } from '../../platform/db/pieces.ts'
import { compareInPieces, kobo, text, type Comparison } from './compared.ts'
import { KEYS_OF_ATTEMPT, OF_PAYMENT } from './payment-rows.ts'

const POSTED = sql.join(
  POSTINGS.flatMap(([purpose, debits, credits, gifts]) =>
    debits.flatMap((debit) =>
      credits.flatMap((credit) =>
        gifts.map((count) => sql`(${purpose}::text, ${debit}::text, ${credit}::text, ${count}::smallint)`),
      ),
    ),
  ),
  sql`, `,
)

/** Every transfer has a purpose, a key, accounts and a number of gifts that belong together. */
const ENTRIES: Comparison = {
  subject: sql`'transfers ' || entry.key`,
  from: sql`entries as entry
    left join lateral (select code, kind from ledger_accounts where id = entry.debit_account offset 0) as debit on true
    left join lateral (select code, kind from ledger_accounts where id = entry.credit_account offset 0) as credit on true
    left join posted on (posted.purpose, posted.debit, posted.credit, posted.gifts)
                      = (entry.purpose, debit.kind, credit.kind, entry.gifts)`,
  columns: [
    text(
      'accounts',
      `coalesce(posted.purpose, 'an entry of the posting table')`,
      `coalesce(posted.purpose, entry.purpose || ' from ' || coalesce(debit.code, 'nothing') || ' to ' || coalesce(credit.code, 'nothing'))`,
    ),
    // Fees booked before their payment was known are moved once.
    text(
      'key',
      `case when entry.purpose = 'fee' and credit.kind = 'fees' then substring(entry.key from '^fees?_assigned') else entry.purpose end`,
      `split_part(entry.key, ':', 1)`,
    ),
  ],
}

/** Compares the account of each refund, chargeback or reinstatement with the one that was credited, or the one that bears the rest. */
const REVERSED: Comparison = {
  subject: sql`'transfers ' || reversal.key`,
  from: sql`
    (select key, split_part(key, ':', 2) as reference,
            case purpose when 'reinstatement' then credit_account else debit_account end as account_id
       from entries where purpose in ('refund', 'chargeback', 'reinstatement')) as reversal
    cross join lateral (select from ledger_accounts where id = reversal.account_id and kind in ('fund', 'wallet') offset 0) as account
    left join transfers as credited on credited.key in ('gift:' || reversal.reference, 'top_up:' || reversal.reference)`,
  columns: [text('account', 'credited.credit_account', 'reversal.account_id')],
}

/** Every transfer that names a payment or a gift from a wallet is among those with which that row is compared. */
const NAMED: Comparison = {
  subject: sql`'transfers ' || entry.key`,
  from: sql`
    (select * from entries where ${OF_PAYMENT} or purpose = 'wallet_gift') as entry
    left join lateral (
      select entry.key from payment_attempts as attempt
       where entry.purpose <> 'wallet_gift' and attempt.reference = split_part(entry.key, ':', 2) and entry.key = any (${KEYS_OF_ATTEMPT})
      union all
      select entry.key from wallet_transactions as gift
       where entry.purpose = 'wallet_gift' and gift.reference = split_part(entry.key, ':', 2) and gift.kind = 'gift'
         and entry.key = 'wallet_gift:' || gift.reference offset 0) as named on true`,
  columns: [
    text('reference', 'entry.key', 'named.key'),
    kobo('amount', 'entry.amount', 'case when named.key is not null then entry.amount end'),
  ],
}

/** Every transfer, whatever it is for. */
export const compareTransfers = (db: Db | Tx, reading: Reading): Promise<Difference[]> =>
  compareInPieces(db, ['transfers', 'id'], reading, (isIn) => ({
    with: sql`entries as materialized (select * from transfers where ${isIn('id')}),
      posted (purpose, debit, credit, gifts) as (values ${POSTED})`,
    comparisons: [ENTRIES, REVERSED, NAMED],
  }))

/** Codes that differ from the name in the code. */
const CODES: Readonly<Record<string, string>> = {
  unassignedFees: 'fees:unassigned',
  topUpFees: 'fees:top_up',
  paidOut: 'paid_out',
}

const NEVER_BELOW_ZERO = sql`account.kind in ('wallet', 'committed')`

/** The fixed accounts are those of the code, each fund has its six, every other one belongs to a wallet or a holder of cash, and each has its rows of balances. */
export async function compareAccounts(db: Db | Tx, reading: Reading): Promise<Difference[]> {
  const fixed = sql.join(
    Object.entries(accounts).map(([name, id]) => sql`(${id.toString()}::bigint, ${CODES[name] ?? name}::text)`),
    sql`, `,
  )
  return compareInPieces(db, ['ledger_accounts', 'id'], reading, (isIn) => ({
    with: sql`fixed (id, code) as (values ${fixed}),
      owned as (select id, code from fixed
                union all
                select account.id, of_fund.code
                  from (select each.kind || ':' || funds.name as code from funds
                         cross join unnest(${sql.param([...FUND_ACCOUNTS])}::text[]) as each (kind)) as of_fund
                  left join ledger_accounts as account on account.code = of_fund.code
                union all
                select account_id, 'wallet:' || user_id from wallets where ${isIn('account_id')}
                union all
                select id, code from ledger_accounts
                 where code in (select 'cash:' || holder from cash_movements) and ${isIn('id')}),
      kept as (select account_id, count(*) as rows, bool_or(floor_zero) as floor_zero, bool_and(floor_zero) as all_floor_zero,
                      max(shard) + 1 as shards, min(shard) as first_shard
                 from ledger_balances where ${isIn('account_id')} group by account_id)`,
    comparisons: [
      {
        subject: sql`coalesce('ledger_accounts ' || account.code, 'wallets of the account ' || owned.id, 'the account ' || owned.code)`,
        // An account that a fund lacks has no id: the first piece names it.
        from: sql`(select * from ledger_accounts where ${isIn('id')}) as account
          full join (select * from owned where ${isIn('coalesce(id, 0)')}) as owned on owned.id = account.id
          left join kept on kept.account_id = account.id`,
        columns: [
          text('code', 'owned.code', 'account.code'),
          text('kind', `split_part(owned.code, ':', 1)`, 'account.kind'),
          text(
            'shards',
            `kept.rows || ' from ' || kept.first_shard || ' of ' || kept.shards`,
            `account.shards || ' from 0 of ' || account.shards`,
          ),
          text(
            'floor_zero',
            sql`concat_ws(' ', ${NEVER_BELOW_ZERO}, ${NEVER_BELOW_ZERO}, ${NEVER_BELOW_ZERO})`,
            `concat_ws(' ', account.floor_zero, kept.floor_zero, kept.all_floor_zero)`,
          ),
        ],
      },
    ],
  }))
}
