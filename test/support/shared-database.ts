/** Databases for tests, on the engine of the test project. Each worker reuses them, emptied. */
import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import { Client } from 'pg'
import { inject } from 'vitest'
import type { Database } from '../../server/platform/db/db.ts'
import { forgetFunds } from '../../server/money/funds/funds.ts'
import { FIRST_FUNDS } from '../../server/proof/books/fund-rows.ts'
import { openPostgres } from '../../server/platform/db/postgres.ts'
import { keepTimeouts } from '../../server/platform/db/runtime-role.ts'
import { migratedDatabase } from './database.ts'
import { addressOf } from './given-postgres.ts'
import { nameStatementsIn } from './named-statements.ts'
import { SECRET_KEY, type Variables } from './process.ts'

/** Databases that no test of this worker is using. */
const free: Database[] = []

/** One for each database of PostgreSQL: `session_replication_role` drops every plan of the session that sets it. */
const emptyingClients = new WeakMap<Database['db'], Client>()

/** An empty, migrated database. `close` makes it available to the next test instead of closing it. */
export async function borrowDatabase(): Promise<Database> {
  const used = free.pop()
  if (used) await emptyDatabase(used)
  const database = used ?? (await newSharedDatabase())
  return {
    ...database,
    close: async () => {
      free.push(database)
    },
  }
}

async function newSharedDatabase(): Promise<Database> {
  if (process.env['TEST_ENGINE'] === 'embedded') return migratedDatabase()
  const url = await newPostgresDatabase('migrated')
  const name = new URL(url).pathname.slice(1)
  // By default PostgreSQL makes five plans of a statement before it keeps one.
  await runAside(`alter database ${name} set plan_cache_mode = force_generic_plan`)
  if (inject('pooler') !== '') return openThroughPooler(url)
  nameStatementsIn(name)
  const database = openPostgres(url, () => {})
  const client = new Client({ connectionString: url })
  await client.connect()
  emptyingClients.set(database.db, client)
  return database
}

/** As a server that starts there does. */
async function openThroughPooler(url: string): Promise<Database> {
  const direct = openPostgres(url, () => {})
  await keepTimeouts(direct.db)
  await direct.close()
  return openPostgres(databaseAddresses(url).DATABASE_URL, () => {})
}

/** The settings of a server for a database: through the pooler, where the run has one. */
export function databaseAddresses(url: string): { DATABASE_URL: string; DATABASE_DIRECT_URL?: string } {
  const pooler = inject('pooler')
  if (pooler === '') return { DATABASE_URL: url }
  return { DATABASE_URL: addressOf(pooler, new URL(url).pathname.slice(1)), DATABASE_DIRECT_URL: url }
}

/** A new migrated database, for tests that change more than rows. */
export async function newTestDatabase(): Promise<Database> {
  return process.env['TEST_ENGINE'] === 'embedded'
    ? migratedDatabase()
    : openPostgres(await newPostgresDatabase('migrated'), () => {})
}

/**
 * A new database on the PostgreSQL of this test run.
 * @returns its address
 */
export async function newPostgresDatabase(holds: 'nothing' | 'migrated'): Promise<string> {
  const from = inject('postgresTemplate')
  const template = new URL(from).pathname.slice(1)
  const name = `${template}_${randomUUID().replaceAll('-', '')}`
  await runAside(`create database ${name} ${holds === 'migrated' ? `template ${template} strategy file_copy` : ''}`)
  return addressOf(from, name)
}

/** Runs a statement that concerns a whole database, on a connection to another one. */
async function runAside(statement: string): Promise<void> {
  const maintenance = new Client({ connectionString: addressOf(inject('postgresTemplate'), 'postgres') })
  await maintenance.connect()
  await maintenance.query(statement)
  await maintenance.end()
}

/** Settings for a server process: a new migrated database on the PostgreSQL of this test run. */
export async function postgresVariables(): Promise<Variables> {
  return { ...databaseAddresses(await newPostgresDatabase('migrated')), SECRET_KEY }
}

/**
 * Deletes all business rows, except those of the tables to keep. The ledger's triggers refuse that, so they are switched off with `session_replication_role`.
 * `truncate` would be ten times slower: it creates a new file for each table and index.
 */
export async function emptyDatabase({ db }: Database, keep: readonly string[] = []): Promise<void> {
  const kept = sql.raw(`array[${keep.map((table) => `'${table}'`).join(', ')}]::name[]`)
  const client = emptyingClients.get(db)
  forgetFunds(db)
  await (client ? drizzle(client) : db).execute(sql`
    do $$
    declare emptied name;
    begin
      set local session_replication_role = replica;
      for emptied in
        -- Most tables have never had a row: to delete from each takes five times as long.
        select relname from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' and pg_relation_size(oid) > 0
           and relname not in ('schema_migrations', 'instance', 'funds', 'aid_kinds', 'ledger_accounts', 'ledger_balances', 'book_checks',
                               'signing_keys')
           and not relname = any(${kept})
      loop
        execute format('delete from %I', emptied);
      end loop;
      delete from aid_kinds where title is not null;
      delete from ledger_balances where account_id > 100;
      delete from ledger_accounts where id > 100;
      delete from funds where place > 6 or name not in ('general', 'school', 'emergency', 'shelter', 'food', 'medical');
      update funds set closed_at = null, title = first.title, purpose = first.purpose, icon = first.icon, place = first.place,
                       kinds = first.kinds, for_critical = name = 'emergency', pays_for = '[]'
        from ${FIRST_FUNDS}
       where first.fund = name and (closed_at is not null or pays_for <> '[]' or for_critical <> (name = 'emergency') or
             (funds.title, funds.purpose, funds.icon, funds.place, funds.kinds)
               is distinct from (first.title, first.purpose, first.icon, first.place, first.kinds));
      update ledger_balances set balance = 0, gifts = 0 where (balance, gifts) <> (0, 0);
      update book_checks set watermark = '0', checked_at = null;
    end $$`)
}
