/**
 * The tables that a backup carries, from the database's own catalogue, so that a table of tomorrow is in it without anybody
 * thinking of it. What is derived, belongs to this run only, or is made anew is left out, and named here.
 */
import { sql, type SQL } from 'drizzle-orm'
import { z } from 'zod'
import { rows, type Db, type Tx } from '../lib/db/db.ts'
import { invariant } from '../lib/errors.ts'

export interface Column {
  name: string
  /** As PostgreSQL writes it: `timestamp with time zone`. */
  type: string
}

export interface Table {
  name: string
  columns: Column[]
  /** The columns of its primary key. */
  key: Column[]
  /** The column whose values the database counts up. */
  identity: string | null
}

const LEFT_OUT = new Set([
  // The manifest holds the names of the migrations, and which money this is.
  'schema_migrations',
  'instance',
  'rate_limits',
  // After a restore everybody signs in again: an old copy of a session could not tell a stolen token from its owner's.
  'sessions',
  'challenges',
  'flow_states',
  'one_time_tokens',
  'signing_keys',
  // The database makes the balances from the transfers; the checks start anew.
  'ledger_balances',
  'ledger_checkpoints',
  'book_checks',
])

const COLUMNS_LEFT_OUT = new Set([
  // A lease belongs to the process that took it. The rest of a job is carried: where it has come to in the provider's lists.
  'jobs.claimed_until',
  // The database makes them from names and addresses.
  'profiles.search_words',
])

/**
 * Rows that are not carried do not make a database full either: the migrations make the ledger's fixed accounts, and the bytes
 * of files that wait for the sweep stay where they are.
 */
const CARRIED: Readonly<Record<string, SQL>> = {
  ledger_accounts: sql`id >= 1000`,
  stored_files: sql`sweep_at is null`,
}

/** What is read one after the other. Wallets never go below zero, so all that was put into them is restored first. */
const PARTS: Readonly<Record<string, readonly SQL[]>> = {
  transfers: [
    sql`debit_account not in (select id from ledger_accounts where floor_zero)`,
    sql`debit_account in (select id from ledger_accounts where floor_zero)`,
  ],
}

/** Tables that may have rows in a database that nobody has used: the restored rows take their place. */
export const REPLACED: ReadonlySet<string> = new Set(['jobs'])

/**
 * Rows that nobody's use of the instance made, and that stay where they are: that an operator made an administrator here stays
 * true after a restore, and the audit takes nothing back.
 */
export const NO_USE: Readonly<Record<string, SQL>> = { audit_events: sql`actor_kind = 'operator'` }

/** The rows of a table that a backup carries, in the parts in which it reads them. */
export function partsOf(table: Table): readonly SQL[] {
  return PARTS[table.name] ?? [CARRIED[table.name] ?? sql`true`]
}

/** The tables that a backup carries, each after those that its foreign keys point to. */
export async function readTables(db: Db | Tx): Promise<Table[]> {
  const found = await rows(
    db,
    sql`select class.relname::text as table, attribute.attname::text as column,
               format_type(attribute.atttypid, attribute.atttypmod) as type, attribute.attidentity <> '' as identity,
               coalesce(array_position(key.indkey::int2[], attribute.attnum), -1)::int as key_position
          from pg_class as class
          join pg_attribute as attribute on attribute.attrelid = class.oid and attribute.attnum > 0 and not attribute.attisdropped
          left join pg_index as key on key.indrelid = class.oid and key.indisprimary
         where class.relnamespace = current_schema()::regnamespace and class.relkind in ('r', 'p') and not class.relispartition
           -- Numbers of transactions mean nothing in another database: their default is made anew.
           and attribute.attgenerated = '' and attribute.atttypid <> 'xid8'::regtype
         order by class.relname, attribute.attnum`,
    z.object({
      table: z.string(),
      column: z.string(),
      type: z.string(),
      identity: z.boolean(),
      key_position: z.number(),
    }),
  )
  const carried = found.filter((row) => !LEFT_OUT.has(row.table) && !COLUMNS_LEFT_OUT.has(`${row.table}.${row.column}`))
  const tables = [...Map.groupBy(carried, (row) => row.table)].map(([name, columns]): Table => {
    const key = columns.filter((column) => column.key_position >= 0).sort((a, b) => a.key_position - b.key_position)
    invariant(key.length > 0, `the table ${name} has a primary key, by which it is read in pieces`)
    const asColumn = ({ column, type }: (typeof columns)[number]) => ({ name: column, type })
    return {
      name,
      columns: columns.map(asColumn),
      key: key.map(asColumn),
      identity: columns.find((column) => column.identity)?.column ?? null,
    }
  })
  return inForeignKeyOrder(tables, await readForeignKeys(db))
}

interface ForeignKey {
  from: string
  to: string
}

async function readForeignKeys(db: Db | Tx): Promise<ForeignKey[]> {
  return rows(
    db,
    sql`select pointing.relname::text as from, pointed.relname::text as to
          from pg_constraint as key
          join pg_class as pointing on pointing.oid = key.conrelid
          join pg_class as pointed on pointed.oid = key.confrelid
         where key.contype = 'f' and pointing.oid <> pointed.oid and pointing.relnamespace = current_schema()::regnamespace`,
    z.object({ from: z.string(), to: z.string() }),
  )
}

function inForeignKeyOrder(tables: readonly Table[], keys: readonly ForeignKey[]): Table[] {
  const ordered: Table[] = []
  let left = [...tables]
  while (left.length > 0) {
    const waiting = new Set(left.map((table) => table.name))
    const ready = left.filter((table) => !keys.some((key) => key.from === table.name && waiting.has(key.to)))
    invariant(ready.length > 0, `foreign keys in a circle: ${[...waiting].join(', ')}`)
    ordered.push(...ready)
    left = left.filter((table) => !ready.includes(table))
  }
  return ordered
}
