/**
 * The tables of a backup, read from the database's catalogue, so that new tables are included automatically. Excluded tables and
 * columns, which are derived or temporary, are listed here.
 */
import { sql, type SQL } from 'drizzle-orm'
import { z } from 'zod'
import { rows, type Db, type Tx } from '../../platform/db/db.ts'
import { invariant } from '../../platform/errors.ts'

export interface Column {
  name: string
  /** PostgreSQL's name: `timestamp with time zone`. */
  type: string
}

export interface Table {
  name: string
  columns: Column[]
  /** The columns of its primary key. */
  key: Column[]
  /** The identity column. */
  identity: string | null
  /** The column with the transaction's id. Those of another database mean nothing: after a restore it is 0, before every new one. */
  transaction: string | null
}

const EXCLUDED = new Set([
  // The manifest has the names of the migrations and the mode.
  'schema_migrations',
  'instance',
  'rate_limits',
  // Has a row only while this command runs.
  'restoring',
  // Everyone signs in again after a restore: an old copy of a session could not detect stolen tokens.
  'sessions',
  'challenges',
  'flow_states',
  'one_time_tokens',
  // A used code would work again.
  'recovery_codes',
  'signing_keys',
  // The database derives the balances from the transfers. The checks start again.
  'ledger_balances',
  'ledger_checkpoints',
  'gift_turns',
  // Derived from the facts and the log: a restore asks for a sweep (migrations/0030_log_outbox.sql).
  'log_outbox',
  'log_sweeps',
  'log_rechecks',
  // The next checkpoint finds it again.
  'log_signing_stop',
  'book_checks',
  'audit_chain_state',
  // Their bytes are files outside the backup.
  'resumable_uploads',
  'upload_parts',
  // They last an hour, and each has its key in the page of the person who typed it.
  'plain_requests',
])

const COLUMNS_EXCLUDED = new Set([
  // A lease belongs to its process. The other columns record the progress in the provider's lists.
  'jobs.claimed_until',
  // A lease of minutes on a request, to the person who works on it.
  'aid_applications.held_by',
  'aid_applications.held_until',
  // The database derives it from the allocations, and the next job what was refunded.
  'gift_lots.spent',
  'gift_lots.given_back',
  'disbursement_funds.counted',
  // The database derives them from names and addresses.
  'profiles.search_words',
])

/**
 * Rows of a table that are included; the others do not count as use of a database. The migrations create the ledger's fixed
 * accounts and those of the spec's funds, and files that wait for the sweep are about to be deleted.
 */
const INCLUDED_ROWS: Readonly<Record<string, SQL>> = {
  ledger_accounts: sql`id > 100`,
  stored_files: sql`sweep_at is null`,
}

/** Parts that are restored in this order. Wallets never go below zero, so their credits come first. */
const PARTS: Readonly<Record<string, readonly SQL[]>> = {
  transfers: [
    sql`debit_account not in (select id from ledger_accounts where floor_zero)`,
    sql`debit_account in (select id from ledger_accounts where floor_zero)`,
  ],
}

/** Tables that have rows even in an unused database: they are replaced. */
export const REPLACED: ReadonlySet<string> = new Set(['jobs'])

/**
 * Rows that do not count as use of a database, and are kept: the audit of an operator who created an administrator stays true after
 * a restore. The spec's funds are in every database, and become what they were in the backup. Our own privacy notice, terms and refunds are
 * stored at the first start, and replaced.
 */
export const IGNORED_ROWS: Readonly<Record<string, SQL>> = {
  audit_events: sql`actor_kind = 'operator'`,
  funds: sql`true`,
  aid_kinds: sql`true`,
  policy_versions: sql`true`,
}

/** The included rows of a table, in the parts in which they are read. */
export function partsOf(table: Table): readonly SQL[] {
  return PARTS[table.name] ?? [INCLUDED_ROWS[table.name] ?? sql`true`]
}

/** The tables of a backup, each after the tables that its foreign keys reference. */
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
           and attribute.attgenerated = ''
         order by class.relname, attribute.attnum`,
    z.object({
      table: z.string(),
      column: z.string(),
      type: z.string(),
      identity: z.boolean(),
      key_position: z.number(),
    }),
  )
  const carried = found.filter((row) => !EXCLUDED.has(row.table) && !COLUMNS_EXCLUDED.has(`${row.table}.${row.column}`))
  const tables = [...Map.groupBy(carried, (row) => row.table)].map(([name, all]): Table => {
    const columns = all.filter(({ type }) => type !== 'xid8')
    const key = columns.filter((column) => column.key_position >= 0).sort((a, b) => a.key_position - b.key_position)
    invariant(key.length > 0, `the table ${name} has a primary key, for reading it in chunks`)
    const asColumn = ({ column, type }: (typeof columns)[number]) => ({ name: column, type })
    return {
      name,
      columns: columns.map(asColumn),
      key: key.map(asColumn),
      identity: columns.find((column) => column.identity)?.column ?? null,
      transaction: all.find(({ type }) => type === 'xid8')?.column ?? null,
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
    invariant(ready.length > 0, `foreign keys form a circle: ${[...waiting].join(', ')}`)
    ordered.push(...ready)
    left = left.filter((table) => !ready.includes(table))
  }
  return ordered
}
