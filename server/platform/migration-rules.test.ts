/** The version before runs beside a migration, and for a while beside the new one: what it asks for stays, and nobody waits for a large table. */
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { rows, type Database } from './db/db.ts'
import { migrate, MIGRATIONS_FOLDER } from './db/migrate.ts'
import { openPostgres } from './db/postgres.ts'
import { newPostgresDatabase } from '../../test/support/shared-database.ts'

/** The last file of 0.1.0 (CHANGELOG.md). */
const LAST_OF_0_1_0 = '0013_office.sql'
/** Tables that grow with gifts, sign-ins or requests: an index of one is built outside a transaction. */
const LARGE =
  'aid_applications application_events audit_events awards contact_messages disbursements documents donations log_entries outgoing_mail outgoing_text_messages payment_attempts payment_intents profiles sessions transfers users wallet_transactions webhook_events'
/** Names the release since which nothing uses what a file takes away. */
const UNUSED = /^-- Unused since \d+\.\d+\.\d+\b/m
/** Files of before this rule, and what breaks it. None of them is in a release: whoever runs 0.1.0 stops it to update past them. */
const BEFORE_THE_RULE: Readonly<Record<string, string>> = {
  '0016_closed_months.sql': 'checks all proposals',
  '0017_owners_of_messages.sql': 'an index of messages',
  '0018_identity_checked.sql': 'checks all profiles',
  '0019_no_mail_about_one_request.sql': 'drops what was removed',
  '0020_no_answers_by_mail.sql': 'drops what was removed',
  '0021_telephone_sign_in.sql': 'an index of text messages',
  '0024_order_of_ended_payouts.sql': 'an index of payouts',
  '0025_funds_as_rows.sql': 'checks all proposals, and replaces the list of funds',
  '0028_appeals.sql': 'an index of the steps of requests',
  '0033_organisation.sql': 'checks all proposals',
  '0035_upload_parts.sql': 'checks all uploads',
  '0043_awards_in_payouts.sql': 'an index of awards',
  '0054_fund_moves.sql': 'checks all transfers and entries of the log',
  '0055_delivery_of_texts.sql': 'checks all text messages',
  '0057_requests_for_others.sql': 'checks all requests',
  '0065_doubted_numbers.sql': 'checks all accounts, sessions and profiles',
}

/** A column that a statement adds, with all that is said of it. */
const ADDED_COLUMN = /\badd (?:column )?(?!constraint|check|foreign|primary|unique)\w+ .*?(?=, add |$)/g

/** @returns what a file does that the version before, or people, would feel */
function faultsOf(text: string): string[] {
  const bare = text.replaceAll(/--.*$/gm, '').replaceAll(/\$\$[\s\S]*?\$\$/g, '')
  const statements = bare.split(';').map((statement) => statement.replaceAll(/\s+/g, ' ').trim().toLowerCase())
  const isFresh = (table: string) => statements.some((each) => each.startsWith(`create table ${table} `))
  return statements.flatMap((statement) => {
    const named =
      /^(?:alter table|drop table|update|delete from|create (?:unique )?index \w+ on) (?:if exists )?(?:only )?(\w+)/
    const [, table = ''] = named.exec(statement) ?? []
    if (isFresh(table)) return []
    const readded = (name: string) => statements.some((each) => each.includes(`add constraint ${name} `))
    const dropped = [...statement.matchAll(/drop constraint (\w+)/g)].filter(([, name = '']) => !readded(name))
    const takes =
      dropped.length > 0 || /^drop table|drop column|\brename\b|alter column \w+ type|set not null/.test(statement)
    const checks = /add (?:constraint|check|foreign|primary|unique)/.test(statement) && !statement.includes('not valid')
    // Added in the same transaction, its lock holds back everyone until all rows are checked.
    const isLarge = LARGE.split(' ').includes(table)
    const columns = isLarge ? [...statement.matchAll(ADDED_COLUMN)].map(([column]) => column) : []
    const checksColumn = columns.some((column) =>
      /\bcheck\b|\bunique\b|\bprimary key\b|\bdefault .*\breferences\b/.test(column),
    )
    // A constant is stored once; PostgreSQL writes any other value into each row.
    const writes =
      columns.some((column) => /\bgenerated\b|\bdefault (?!now\(\))\w+\(/.test(column)) ||
      (isLarge && /^(?:update|delete)\b(?!.*\bwhere\b)/.test(statement))
    const validates =
      isLarge &&
      statement.includes('validate constraint') &&
      statements.some((each) => each.startsWith(`alter table ${table} add constraint`))
    const builds = /^create (?:unique )?index/.test(statement) && isLarge
    return [
      takes && !UNUSED.test(text) && `takes away: ${statement}`,
      (checks || checksColumn || validates) && `checks all rows under a lock: ${statement}`,
      writes && `writes all rows under a lock: ${statement}`,
      builds && `builds an index under a lock: ${statement}`,
    ].filter((fault) => fault !== false)
  })
}

describe('a migration', () => {
  const later = readdirSync(MIGRATIONS_FOLDER).filter((name) => name > LAST_OF_0_1_0)
  test('takes nothing from the version before, and locks no large table', () => {
    const faulty = later.filter((name) => faultsOf(readFileSync(join(MIGRATIONS_FOLDER, name), 'utf8')).length > 0)
    expect(faulty).toEqual(Object.keys(BEFORE_THE_RULE))
  })

  test.each([
    ['drop table notes', 'takes away'],
    ['alter table users drop column phone', 'takes away'],
    ['alter table users rename phone to number', 'takes away'],
    ['alter table users alter column phone type bigint', 'takes away'],
    ['alter table users alter column phone set not null', 'takes away'],
    ['alter table users drop constraint users_phone_check', 'takes away'],
    ["alter table users add constraint users_a check (phone <> '')", 'checks all rows'],
    [
      'alter table users add constraint users_a check (true) not valid; alter table users validate constraint users_a',
      'checks all rows',
    ],
    ["alter table users add column nickname text check (nickname <> '')", 'checks all rows'],
    ["alter table users add column helper uuid default '0' references users(id)", 'checks all rows'],
    ['alter table if exists only users add column nickname text unique', 'checks all rows'],
    ['alter table users add nickname text, add column code uuid default gen_random_uuid()', 'writes all rows'],
    ['alter table users add column plain text generated always as (lower(email)) stored', 'writes all rows'],
    ['alter table users add column place bigint generated always as identity', 'writes all rows'],
    ["update users set phone = ''", 'writes all rows'],
    ['delete from users', 'writes all rows'],
    ['create index users_b on users (phone)', 'builds an index'],
    ['create unique index users_b on users (phone)', 'builds an index'],
  ])('%s is refused: %s', (statement, fault) => {
    expect(faultsOf(`${statement};`)).toEqual([expect.stringContaining(fault)])
    const allowed = faultsOf(`-- Unused since 0.2.0.\n${statement};`)
    expect(allowed.length).toBe(fault === 'takes away' ? 0 : 1)
  })

  test.each([
    'create table notes (id uuid); create index notes_of on notes (id);',
    'alter table users add column nickname text;',
    'alter table users add column misses int not null default 0, add column since timestamptz default now();',
    "update users set phone = '' where phone is null;",
    'alter table users add column helper uuid references users(id);',
    "alter table notes add column name text check (name <> '');",
    "alter table notes add constraint notes_a check (text <> '') not valid; alter table notes validate constraint notes_a;",
    'alter table users validate constraint users_a;',
    'alter table users drop constraint users_a; alter table users add constraint users_a check (true) not valid;',
    '-- drop table users\n create function f() returns void language sql as $$ drop table users $$;',
  ])('%s is fine', (text) => {
    expect(faultsOf(text)).toEqual([])
  })
})

/** Columns of what was removed before there was a release beside which to keep it (0019, 0020). */
const GONE = ['contact_replies.left_out int4', 'contact_replies.sender text', 'staff_digests.notices_when text']

describe('0.1.0 on the newest schema', () => {
  const folder = mkdtempSync(join(tmpdir(), 'taimako-0-1-0-'))
  const opened: Database[] = []
  beforeAll(() => {
    mkdirSync(join(folder, 'migrations'))
    for (const name of readdirSync(MIGRATIONS_FOLDER).filter((each) => each <= LAST_OF_0_1_0))
      cpSync(join(MIGRATIONS_FOLDER, name), join(folder, 'migrations', name))
  })
  afterAll(async () => {
    await Promise.all(opened.map((database) => database.close()))
    rmSync(folder, { recursive: true })
  })

  const Column = z.object({
    table: z.string(),
    column: z.string(),
    type: z.string(),
    needed: z.boolean(),
    made: z.boolean(),
  })
  const columnsAfter = async (migrations: string) => {
    const database = openPostgres(await newPostgresDatabase('nothing'), () => {})
    opened.push(database)
    await migrate(database.db, migrations)
    const found = sql`select table_name as "table", column_name as "column", udt_name as type,
             is_nullable = 'NO' and column_default is null and is_identity = 'NO' and is_generated = 'NEVER' as needed, is_generated <> 'NEVER' as made
        from information_schema.columns join information_schema.tables using (table_schema, table_name)
       where table_type = 'BASE TABLE' and table_schema = 'public' and table_name <> 'schema_migrations'`
    return { db: database.db, columns: await rows(database.db, found, Column) }
  }

  test('each column is there with its type, each insert of then still works, and each table is read and written', async () => {
    const then = await columnsAfter(join(folder, 'migrations'))
    const now = await columnsAfter(MIGRATIONS_FOLDER)
    const nameOf = ({ table, column, type }: z.output<typeof Column>) => `${table}.${column} ${type}`
    const known = new Set(now.columns.map(nameOf))
    expect(
      then.columns
        .map(nameOf)
        .toSorted()
        .filter((name) => !known.has(name) && !name.startsWith('request_notices.')),
    ).toEqual(GONE)
    const tables = [...new Set(then.columns.map(({ table }) => table))].filter((table) =>
      now.columns.some((each) => each.table === table),
    )
    const before = new Set(then.columns.map(({ table, column }) => `${table}.${column}`))
    const added = now.columns.filter(
      ({ table, column, needed }) => needed && tables.includes(table) && !before.has(`${table}.${column}`),
    )
    // Only migrations insert funds of 0.1.0.
    expect(added.map(nameOf).filter((name) => !name.startsWith('funds.'))).toEqual([])
    for (const table of tables) {
      const names = then.columns
        .filter((each) => each.table === table && !each.made && known.has(nameOf(each)))
        .map(({ column }) => `"${column}"`)
      const list = names.join(', ')
      await now.db.execute(
        sql.raw(`explain insert into ${table} (${list}) overriding system value select ${list} from ${table}`),
      )
    }
    expect(tables.length).toBeGreaterThan(100)
  })
})
