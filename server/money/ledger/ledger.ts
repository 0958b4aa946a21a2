/**
 * Moving money between accounts. Append-only double entry: a transfer is one row with a debit and a credit account, from
 * which the database keeps the balances. docs/posting-table.md says what each event books.
 */
import { inArray, sql, type SQL } from 'drizzle-orm'
import { z } from 'zod'
import type { Kobo } from '../../../contract/platform/money.ts'
import { onlyRow, rows, type Db, type Tx } from '../../platform/db/db.ts'
import { invariant } from '../../platform/errors.ts'
import { newId } from '../../platform/ids.ts'
import type { FundCode } from './accounts.ts'
import { ledgerBalances, transfers, type TransferPurpose } from './schema.ts'

/** An account by its id, or one of a fund by its code. */
export type Account = bigint | FundCode

/** One entry of the ledger: an amount goes from the account it debits to the account it credits. Never changed after it is booked. */
export interface Transfer {
  /** Names the booking: `gift:<reference>`. The database accepts each key once. */
  key: string
  debit: Account
  credit: Account
  /** In kobo, above zero. */
  amount: Kobo
  purpose: TransferPurpose
  /** +1 when it adds a gift to its fund, -1 when it removes one. */
  gifts?: -1 | 0 | 1
  /** When it happened, as opposed to when we recorded it. */
  occurredAt: Date
}

/**
 * Books transfers, all in one statement, because the database then locks the balances in one order. A transaction calls this
 * once. What to book for which event: docs/posting-table.md.
 * @param tx a transaction, so that what caused the transfers is recorded with them or not at all
 * @throws the database's unique violation `transfers_key_taken` when one of the keys was booked before, and its check
 *   violation `ledger_balances_floor` when a wallet would go below zero
 */
export async function postTransfers(tx: Tx, posted: readonly Transfer[], recordedAt: Date): Promise<void> {
  invariant(posted.length > 0, 'postTransfers: nothing to post')
  await tx.insert(transfers).values(
    posted.map((transfer) => ({
      id: newId(),
      key: transfer.key,
      debitAccount: idOf(transfer.debit),
      creditAccount: idOf(transfer.credit),
      amount: transfer.amount,
      purpose: transfer.purpose,
      gifts: transfer.gifts ?? 0,
      occurredAt: transfer.occurredAt,
      recordedAt,
    })),
  )
}

/** The statement itself finds the account of a fund. The column refuses one that does not exist. */
const idOf = (account: Account) =>
  typeof account === 'bigint' ? account : sql<bigint>`(select id from ledger_accounts where code = ${account})`

/**
 * Books transfers as a part of a larger statement, which books all of its transfers here for the same reason.
 * @param selected a query of: id, key, debit, credit, amount (kobo), purpose, gifts, occurred at, recorded at
 */
export function insertTransfers(selected: SQL): SQL {
  return sql`insert into transfers
    (id, key, debit_account, credit_account, amount, purpose, gifts, occurred_at, recorded_at) ${selected}`
}

const Opened = z.object({ id: z.coerce.bigint() })

/**
 * Finds or creates a user's account: one balance row, which never goes below zero. Concurrent callers get the same one.
 */
export async function openWalletAccount(tx: Tx, userId: string): Promise<bigint> {
  const code = `wallet:${userId}`
  await tx.execute(sql`
    insert into ledger_accounts (code, kind, shards, floor_zero) values (${code}, 'wallet', 1, true)
    on conflict (code) do nothing`)
  return (await onlyRow(tx, sql`select id from ledger_accounts where code = ${code}`, Opened)).id
}

/** Finds or creates the account of the cash that a person holds for handing over. */
export async function openCashAccount(tx: Tx, userId: string): Promise<bigint> {
  const code = `cash:${userId}`
  await tx.execute(sql`
    insert into ledger_accounts (code, kind, shards) values (${code}, 'cash', 1) on conflict (code) do nothing`)
  return (await onlyRow(tx, sql`select id from ledger_accounts where code = ${code}`, Opened)).id
}

/** The account of the cash that a person holds; null if they never held any. */
export async function findCashAccount(tx: Tx, userId: string): Promise<bigint | null> {
  const [found] = await rows(tx, sql`select id from ledger_accounts where code = ${`cash:${userId}`}`, Opened)
  return found?.id ?? null
}

/** Locks the balance of an account until the transaction ends. */
export async function lockBalance(tx: Tx, accountId: bigint): Promise<Kobo> {
  await tx.execute(
    sql`select from ledger_balances where account_id = ${String(accountId)}::bigint order by shard for update`,
  )
  return (await readBalances(tx, [accountId])).get(accountId)?.balance ?? 0n
}

/** The balance of an account. */
export interface Balance {
  /** Credits less debits, in kobo. */
  balance: Kobo
  /** For a fund: the number of its gifts. */
  gifts: bigint
}

/** The balances of some accounts, summed over their rows: exact, and at the same cost with a million transfers as with one. */
export async function readBalances(db: Db | Tx, accountIds: readonly bigint[]): Promise<Map<bigint, Balance>> {
  const found = await db
    .select({
      accountId: ledgerBalances.accountId,
      balance: sql<bigint>`sum(${ledgerBalances.balance})::bigint`.mapWith(ledgerBalances.balance),
      gifts: sql<bigint>`sum(${ledgerBalances.gifts})::bigint`.mapWith(ledgerBalances.gifts),
    })
    .from(ledgerBalances)
    .where(inArray(ledgerBalances.accountId, [...accountIds]))
    .groupBy(ledgerBalances.accountId)
  return new Map(found.map(({ accountId, balance, gifts }) => [accountId, { balance, gifts }]))
}
