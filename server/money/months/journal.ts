/**
 * The entries of a month for accounting programs, each day's in the order in which they were booked. No one is named: wallets and cash are one
 * account each, and the gifts from wallets of a day are one entry for each fund, since the entry of one would show whose fund it is.
 */
import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { nairaText, type Kobo } from '../../../contract/platform/money.ts'
import { rows, type Db } from '../../platform/db/db.ts'
import { textInCell } from '../../platform/lists/spreadsheet-text.ts'
import { publicAccount } from './figures.ts'
import { endOf, startOf } from './month-time.ts'

const ENTRIES_PER_PIECE = 300
const LINE_END = '\r\n'
const BYTE_ORDER_MARK = '\uFEFF'

const Entry = z.object({
  id: z.string(),
  at: z.string(),
  day: z.string(),
  debit: z.string(),
  credit: z.string(),
  purpose: z.string(),
  key: z.string(),
  amount: z.coerce.bigint(),
})
/** Two accounts and an amount. */
interface JournalEntry {
  /** In its month, from 1. */
  readonly number: number
  /** In Lagos. */
  readonly day: string
  readonly debit: string
  readonly credit: string
  readonly purpose: string
  /** The entry's key in the ledger; empty for the gifts from wallets of a day. */
  readonly reference: string
  readonly amount: Kobo
}

const DAY = sql`to_char(recorded_at at time zone 'Africa/Lagos', 'YYYY-MM-DD')`
const JOINED = sql`transfers as booked
  join ledger_accounts as debited on debited.id = booked.debit_account
  join ledger_accounts as credited on credited.id = booked.credit_account`
const ACCOUNTS = sql`${publicAccount(sql`debited`)} as debit, ${publicAccount(sql`credited`)} as credit`

/** All entries but gifts from wallets, which follow at the end of each day. */
async function* entriesOf(db: Db, month: string): AsyncGenerator<JournalEntry, void> {
  const within = sql`recorded_at >= ${startOf(month).toISOString()}::timestamptz and recorded_at < ${endOf(month).toISOString()}::timestamptz`
  const given = await rows(
    db,
    sql`select '' as id, '' as at, ${DAY} as day, ${ACCOUNTS}, purpose, '' as key, sum(booked.amount)::text as amount
          from ${JOINED} where ${within} and purpose = 'wallet_gift' group by 3, 4, 5, 6 order by 3, 5`,
    Entry,
  )
  let number = 0
  const numbered = ({ key: reference, day, debit, credit, purpose, amount }: z.output<typeof Entry>) => {
    number += 1
    return { number, day, debit, credit, purpose, reference, amount }
  }
  let last: z.output<typeof Entry> | undefined
  do {
    const after = last ? sql`and (recorded_at, booked.id) > (${last.at}::timestamptz, ${last.id}::uuid)` : sql``
    const piece: z.output<typeof Entry>[] = await rows(
      db,
      sql`select booked.id::text, recorded_at::text as at, ${DAY} as day, ${ACCOUNTS}, purpose, key, booked.amount::text
            from ${JOINED} where ${within} and purpose <> 'wallet_gift' ${after}
           order by recorded_at, booked.id limit ${ENTRIES_PER_PIECE}`,
      Entry,
    )
    for (const entry of piece) {
      while (given[0] && given[0].day < entry.day) yield numbered(given.shift() ?? entry)
      yield numbered(entry)
    }
    last = piece.length === ENTRIES_PER_PIECE ? piece.at(-1) : undefined
  } while (last)
  for (const entry of given) yield numbered(entry)
}

/** How many entries the files have. */
export async function countJournal(db: Db, month: string): Promise<number> {
  let entries = 0
  for await (const { number } of entriesOf(db, month)) entries = number
  return entries
}

/** Two lines for each entry, as programs import them: the account debited, then the account credited. */
export async function* journalCsv(db: Db, month: string): AsyncGenerator<string, void> {
  yield `${BYTE_ORDER_MARK}entry,day,account,type,debit,credit,purpose,reference${LINE_END}`
  for await (const { number, day, debit, credit, purpose, reference, amount } of entriesOf(db, month)) {
    const line = (account: string, sides: string) =>
      `${number},${day},${account},${typeOf(account)},${sides},${purpose},${textInCell(reference)}${LINE_END}`
    yield line(debit, `${nairaText(amount)},0.00`) + line(credit, `0.00,${nairaText(amount)}`)
  }
}

/** The text of Ledger and hledger. Files of several months can be read as one. */
export async function* journalLedger(db: Db, month: string): AsyncGenerator<string, void> {
  const name = (account: string) => `${typeOf(account)}:${account}`
  yield `; Entries of ${month}, by the day in Lagos on which each was booked. Amounts in naira.\n`
  for await (const { day, debit, credit, purpose, reference, amount } of entriesOf(db, month)) {
    const code = reference === '' ? '' : `(${reference}) `
    yield `\n${day} * ${code}${purpose}\n    ${name(debit)}  ${nairaText(amount)} NGN\n    ${name(credit)}  -${nairaText(amount)} NGN\n`
  }
}

const TYPES: Readonly<Record<string, string>> = {
  provider: 'Assets',
  bank: 'Assets',
  cash: 'Assets',
  transit: 'Assets',
  wallets: 'Liabilities',
  suspense: 'Liabilities',
  paid_out: 'Expenses',
  fees: 'Expenses',
  loss: 'Expenses',
  counted: 'Income',
}
/** The kind of account in an accountant's terms. Funds, with promises and payouts out of them, are the restricted funds: equity. */
export const typeOf = (account: string): string => TYPES[account.split(':')[0] ?? ''] ?? 'Equity'
