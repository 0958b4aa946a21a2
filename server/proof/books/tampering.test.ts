/**
 * Changes each column of each table about money, one at a time, with all triggers off. The next nightly check of the books names the
 * table and the row. Tables and columns are read from the database, so that a new one cannot be forgotten.
 */
import { sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { z } from 'zod'
import { addressOf } from '../../../test/support/given-postgres.ts'
import { isNightly } from '../../../test/support/nightly.ts'
import { moneyWorld, type MoneyWorld } from '../../../test/support/money-world.ts'
import { EXCLUDED_ROWS, FREE_COLUMNS, OTHER_TABLES } from '../../../test/support/money-columns.ts'
import { otherValues } from '../../../test/support/other-values.ts'
import { onlyRow, rows, type Tx } from '../../platform/db/db.ts'
import { findDifferences } from './books.ts'

let world: MoneyWorld
/** A separate connection: switching triggers off drops its plans, and each column would need sixty anew. */
let withoutTriggers: Client
beforeAll(async () => {
  world = await moneyWorld()
  const { name } = await onlyRow(
    world.server.core.db,
    sql`select current_database() as name`,
    z.object({ name: z.string() }),
  )
  withoutTriggers = new Client({ connectionString: addressOf(inject('postgresTemplate'), name) })
  await withoutTriggers.connect()
  await withoutTriggers.query('set session_replication_role = replica')
  await withoutTriggers.query('set jit = off')
}, 120_000)
afterAll(async () => {
  await withoutTriggers.end()
  await world.close()
})

const Column = z.object({ table: z.string(), column: z.string(), type: z.string(), key: z.string() })

/** Every column of every table, with the primary key of its table as one text. */
function readColumns() {
  return rows(
    world.server.core.db,
    sql`select class.relname::text as table, attname::text as column, format_type(atttypid, atttypmod) as type,
               (select string_agg(quote_ident(a.attname) || '::text', $$ || ':' || $$ order by a.attnum)
                  from pg_index join pg_attribute as a on a.attrelid = indrelid and a.attnum = any(indkey)
                 where indrelid = class.oid and indisprimary) as key
          from pg_class as class join pg_attribute on attrelid = class.oid and attnum > 0 and not attisdropped
         where relnamespace = 'public'::regnamespace and relkind = 'r' and relname not like 'sandbox%'
         order by 1, attnum`,
    Column,
  )
}

/** How a check names a table, where that is not its name. */
const NAMES: Readonly<Record<string, RegExp>> = {
  ledger_balances: /^(balance of|ledger_accounts)/,
  ledger_checkpoints: /^checked sum of/,
  book_checks: /^checked sum of/,
  sealed_days: / of /,
  wallets: /^(wallets|the wallet|wallet_transactions)/,
}

/** The value that names a row in a difference, beside its primary key. */
const ROW: Readonly<Record<string, string>> = {
  transfers: 'key',
  payment_attempts: 'reference',
  ledger_accounts: 'code',
  ledger_balances: '(select code from ledger_accounts where id = account_id)',
  ledger_checkpoints: '(select code from ledger_accounts where id = account_id)',
  // The sums below the watermark are those of all accounts.
  book_checks: `'fund:food'`,
  sealed_days: `source || ' of ' || day`,
  // One that is in another settlement now is gone from its day.
  settled_payments: `'of ' || (select (payments_read_at at time zone 'UTC')::date from settlements where id = settlement_id)`,
}

/** The tables that hold parts of one payment: a difference may name any of its rows. */
const INTENT_OF: Readonly<Record<string, string>> = {
  payment_attempts: 'intent_id',
  payment_intents: 'id',
  donations: 'intent_id',
  wallet_transactions: 'intent_id',
}
const OF_PAYMENT = /^(payment_attempts|payment_intents|donations|wallet_transactions)/

const partsOf = (intent: string) => `array(
  select part from (
    select id::text, id from payment_intents union all
    select reference, intent_id from payment_attempts union all
    select id::text, intent_id from payment_attempts union all
    select id::text, intent_id from donations union all
    select id::text, intent_id from wallet_transactions) as parts (part, intent_id)
   where parts.intent_id = ${intent})`

const Row = z.object({ names: z.array(z.string()), value: z.string().nullable() })

class Undone extends Error {}

/** Changes one row, and looks. @returns what was missed; nothing where the database refuses every change */
async function tamper(
  tx: Tx,
  column: z.output<typeof Column>,
  ctid: string,
  rowsPerPiece: number | undefined,
): Promise<string[]> {
  const { table, key } = column
  const intent = INTENT_OF[table]
  const read = (
    where: string,
  ) => `select array[${key}, ${ROW[table] ?? key}] || ${intent ? partsOf(`"${table}".${intent}`) : "'{}'::text[]"} as names,
    "${column.column}"::text as value from "${table}" where ${where}`
  for (const value of otherValues(column)) {
    const outcome = { found: [''], names: [''], changed: false }
    try {
      await tx.transaction(async (savepoint) => {
        const [before] = await rows(savepoint, sql.raw(read(`ctid = '${ctid}'`)), Row)
        const [moved] = await rows(
          savepoint,
          sql.raw(`update "${table}" set "${column.column}" = ${value} where ctid = '${ctid}' returning ctid::text`),
          z.object({ ctid: z.string() }),
        )
        const [now] = await rows(savepoint, sql.raw(read(`ctid = '${moved?.ctid}'`)), Row)
        outcome.names = [...(before?.names ?? []), ...(now?.names ?? [])]
        outcome.changed = before?.value !== now?.value
        if (outcome.changed) outcome.found = (await findDifferences(savepoint, rowsPerPiece)).map(({ what }) => what)
        throw new Undone()
      })
    } catch (error) {
      if (!(error instanceof Undone)) continue
    }
    if (!outcome.changed) continue
    const isTable = intent ? OF_PAYMENT : (NAMES[table] ?? new RegExp(`\\b${table}\\b`))
    const isNamed = outcome.found.some((what) => isTable.test(what) && outcome.names.some((row) => what.includes(row)))
    return isNamed
      ? []
      : [`${table}.${column.column} of ${outcome.names[1]} set to ${value}: ${outcome.found.join(', ') || 'nothing'}`]
  }
  return []
}

/** Columns that mean something else in each status: one row of each is changed. */
const CHANGES_WITH_STATUS = /^(status|amount.*|paid_at|completed_at)$/
const STATUS: Readonly<Record<string, string>> = {
  payment_attempts: 'status',
  payment_intents: 'status',
  donations: 'status',
  wallet_transactions: `kind || ' ' || status`,
}

test('the books of the world before are right', async () => {
  expect(await findDifferences(world.server.core.db)).toEqual([])
})

test('every table is about money, or named among the others', async () => {
  const tables = new Set((await readColumns()).map(({ table }) => table))
  expect(Object.keys(OTHER_TABLES).filter((table) => !tables.has(table))).toEqual([])
})

test('every free column exists', async () => {
  const known = new Set((await readColumns()).map(({ table, column }) => `${table}.${column}`))
  expect(Object.keys(FREE_COLUMNS).filter((name) => !known.has(name))).toEqual([])
})

// Small pieces cost twice as much; pieces.test.ts finds rows at their ends by day as well.
test.each([['one piece', undefined], ...(isNightly ? [['pieces of three rows', 3] as const] : [])] as const)(
  'a change of any column of any table about money is found at night in %s, and its row named',
  { timeout: 300_000 },
  async (_name, rowsPerPiece) => {
    const columns = (await readColumns()).filter(
      ({ table, column }) => !(table in OTHER_TABLES) && !(`${table}.${column}` in FREE_COLUMNS),
    )
    expect(columns.length).toBeGreaterThan(80)
    const missed: string[] = []
    const db = drizzle(withoutTriggers)
    for (const column of columns) {
      const { table, column: name } = column
      const variant = CHANGES_WITH_STATUS.test(name) ? (STATUS[table] ?? 'null::text') : 'null::text'
      // A transaction for each column: a watermark of any database of the cluster waits for the oldest one.
      const tampered = db.transaction(async (tx) => {
        const chosen = await rows(
          tx,
          sql.raw(
            `select distinct on (${variant}, "${name}" is null) ctid::text as ctid from "${table}"
            where not (${EXCLUDED_ROWS[`${table}.${name}`] ?? 'false'}) order by ${variant}, "${name}" is null, ${column.key}`,
          ),
          z.object({ ctid: z.string() }),
        )
        if (chosen.length === 0) missed.push(`${table} has no row to change`)
        for (const { ctid } of chosen) missed.push(...(await tamper(tx, column, ctid, rowsPerPiece)))
        throw new Undone()
      })
      await expect(tampered).rejects.toThrow(Undone)
    }
    expect(missed).toEqual([])
  },
)
