/** Checks that every transfer is one of the posting table's, and that the accounts are those of the code. */
import { sql } from 'drizzle-orm'
import { accounts, accountsOfFunds, feesAccounts } from '../../money/ledger/accounts.ts'
import type { TransferPurpose } from '../../money/ledger/schema.ts'
import type { Difference } from '../../money/ledger/self-check.ts'
import type { Db, Tx } from '../../platform/db/db.ts'
import { compareColumns } from './compared.ts'

/** Kinds of account that each purpose debits and credits, and how many gifts it may count (docs/posting-table.md). */
const POSTINGS: readonly [
  purpose: TransferPurpose,
  debit: readonly string[],
  credit: readonly string[],
  gifts: readonly number[],
][] = [
  ['gift', ['provider', 'suspense'], ['fund'], [1]],
  ['top_up', ['provider', 'suspense'], ['wallet'], [0]],
  ['wallet_gift', ['wallet'], ['fund'], [1]],
  ['fee', ['fees'], ['provider', 'fees'], [0]],
  ['mismatch', ['provider'], ['suspense'], [0]],
  ['refund', ['fund', 'wallet', 'suspense', 'fees', 'loss'], ['provider'], [0, -1]],
  ['chargeback', ['fund', 'wallet', 'suspense', 'fees', 'loss'], ['provider'], [0, -1]],
  ['reinstatement', ['provider'], ['fund', 'wallet', 'suspense', 'fees', 'loss', 'operating'], [0, 1]],
  ['settlement', ['bank', 'provider'], ['provider', 'bank'], [0]],
  ['cover', ['bank'], ['operating'], [0]],
  ['cover', ['operating'], ['loss', 'covered'], [0]],
  ['repayment', ['bank'], ['loss'], [0]],
  ['commit', ['fund'], ['committed'], [0]],
  ['uncommit', ['committed'], ['fund'], [0]],
  ['handover', ['committed'], ['disbursed'], [0]],
  ['handover', ['paid_out'], ['bank', 'cash'], [0]],
  ['return', ['disbursed'], ['committed'], [0]],
  ['return', ['bank'], ['paid_out'], [0]],
  ['lost', ['disbursed'], ['lost'], [0]],
  ['payout', ['transit', 'fees'], ['provider'], [0]],
  ['disburse', ['committed'], ['disbursed'], [0]],
  ['disburse', ['paid_out'], ['transit'], [0]],
  ['unsent', ['provider'], ['transit'], [0]],
  ['reversal', ['disbursed', 'lost'], ['committed'], [0]],
  ['reversal', ['provider'], ['paid_out'], [0]],
  ['late', ['transit', 'fees'], ['provider'], [0]],
  ['late_loss', ['fund'], ['lost'], [0]],
  ['late_loss', ['paid_out'], ['transit'], [0]],
  ['fee_back', ['provider'], ['fees'], [0]],
  ['float', ['bank', 'cash'], ['cash', 'bank'], [0]],
  ['count', ['counted', 'cash'], ['cash', 'counted'], [0]],
  ['balance_top_up', ['provider'], ['bank'], [0]],
]

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
export async function compareEntries(db: Db | Tx): Promise<Difference[]> {
  return compareColumns(db, {
    with: sql`posted (purpose, debit, credit, gifts) as (values ${POSTED})`,
    subject: sql`'transfers ' || entry.key`,
    from: sql`transfers as entry
      left join ledger_accounts as debit on debit.id = entry.debit_account
      left join ledger_accounts as credit on credit.id = entry.credit_account
      left join posted on (posted.purpose, posted.debit, posted.credit, posted.gifts)
                        = (entry.purpose, debit.kind, credit.kind, entry.gifts)`,
    columns: [
      {
        name: 'accounts',
        expected: sql`coalesce(posted.purpose, 'an entry of the posting table')`,
        found: sql`coalesce(posted.purpose, entry.purpose || ' from ' || coalesce(debit.code, 'nothing') || ' to ' || coalesce(credit.code, 'nothing'))`,
      },
      {
        name: 'key',
        // Fees that were booked before it was known what was paid are moved once.
        expected: sql`case when entry.purpose = 'fee' and credit.kind = 'fees' then substring(entry.key from '^fees?_assigned') else entry.purpose end`,
        found: sql`split_part(entry.key, ':', 1)`,
      },
    ],
  })
}

/** Compares the account of each refund, chargeback or reinstatement with the one that was credited, or the one that bears the rest. */
export async function compareReversedAccounts(db: Db | Tx): Promise<Difference[]> {
  return compareColumns(db, {
    with: sql`reversal as (select key, split_part(key, ':', 2) as reference,
                                  case purpose when 'reinstatement' then credit_account else debit_account end as account_id
                             from transfers where purpose in ('refund', 'chargeback', 'reinstatement'))`,
    subject: sql`'transfers ' || reversal.key`,
    from: sql`reversal
      join ledger_accounts as account on account.id = reversal.account_id and account.kind in ('fund', 'wallet')
      left join transfers as credited on credited.key in ('gift:' || reversal.reference, 'top_up:' || reversal.reference)`,
    columns: [{ name: 'account', expected: sql`credited.credit_account`, found: sql`reversal.account_id` }],
  })
}

/** Codes that differ from the name in the code. */
const CODES: Readonly<Record<string, string>> = { unassignedFees: 'fees:unassigned', paidOut: 'paid_out' }

const FIXED: readonly [id: bigint, code: string][] = [
  ...Object.entries(accounts).map(([name, id]): [bigint, string] => [id, CODES[name] ?? name]),
  ...accountsOfFunds.flatMap(({ donationType, ...ofFund }) =>
    Object.entries(ofFund).map(([name, id]): [bigint, string] => [id, `${name}:${donationType}`]),
  ),
  ...Object.entries(feesAccounts).map(([name, id]): [bigint, string] => [id, `fees:${name}`]),
]

const NEVER_BELOW_ZERO = sql`account.kind in ('wallet', 'committed')`

/** The fixed accounts are those of the code, every other one belongs to a wallet or a holder of cash, and each has its rows of balances. */
export async function compareAccounts(db: Db | Tx): Promise<Difference[]> {
  const fixed = sql.join(
    FIXED.map(([id, code]) => sql`(${id.toString()}::bigint, ${code}::text)`),
    sql`, `,
  )
  return compareColumns(db, {
    with: sql`fixed (id, code) as (values ${fixed}),
      owned as (select id, code from fixed
                union all
                select account_id, 'wallet:' || user_id from wallets
                union all
                select id, code from ledger_accounts
                 where code in (select 'cash:' || holder from cash_movements)),
      kept as (select account_id, count(*) as rows, bool_or(floor_zero) as floor_zero, bool_and(floor_zero) as all_floor_zero,
                      max(shard) + 1 as shards, min(shard) as first_shard
                 from ledger_balances group by account_id)`,
    subject: sql`coalesce('ledger_accounts ' || account.code, 'wallets of the account ' || owned.id)`,
    from: sql`ledger_accounts as account
      full join owned on owned.id = account.id
      left join kept on kept.account_id = account.id`,
    columns: [
      { name: 'code', expected: sql`owned.code`, found: sql`account.code` },
      { name: 'kind', expected: sql`split_part(owned.code, ':', 1)`, found: sql`account.kind` },
      {
        name: 'shards',
        expected: sql`kept.rows || ' from ' || kept.first_shard || ' of ' || kept.shards`,
        found: sql`account.shards || ' from 0 of ' || account.shards`,
      },
      {
        name: 'floor_zero',
        expected: sql`concat_ws(' ', ${NEVER_BELOW_ZERO}, ${NEVER_BELOW_ZERO}, ${NEVER_BELOW_ZERO})`,
        found: sql`concat_ws(' ', account.floor_zero, kept.floor_zero, kept.all_floor_zero)`,
      },
    ],
  })
}
