/** The tables that the code declares (`schema.ts`) are those that the migrations make: column by column. */
import { globSync } from 'node:fs'
import { join } from 'node:path'
import { is, SQL, sql } from 'drizzle-orm'
import { getTableConfig, PgDialect, PgTable, type PgColumn } from 'drizzle-orm/pg-core'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { APPLICATION_TYPES } from '../contract/aid/offered-types.ts'
import { DONATION_TYPES } from '../contract/money/funds.ts'
import { rows } from './platform/db/db.ts'
import { newTestDatabase } from '../test/support/shared-database.ts'

/** Columns that only the database's own triggers and defaults fill in. */
const DATABASE_ONLY = new Set([
  'profiles.search_words',
  'profiles.phone_key',
  'profiles.person_key',
  'ledger_balances.floor_zero',
  'published_outflows.fund',
  'transfers.transaction_id',
  'audit_events.transaction_id',
])

const dialect = new PgDialect()

/** A default, or what a column is generated as, in the words of PostgreSQL; null without one. */
function defaultOf({ default: given, generated }: PgColumn): string | null {
  const value: unknown = generated?.as ?? given
  if (value === undefined) return null
  if (is(value, SQL)) return dialect.sqlToQuery(value).sql
  if (typeof value === 'bigint') return String(value)
  return typeof value === 'string'
    ? `'${value}'::text`
    : typeof value === 'object'
      ? `'${JSON.stringify(value)}'::jsonb`
      : JSON.stringify(value)
}

async function declaredColumns() {
  const modules: unknown[] = await Promise.all(
    globSync('**/schema.ts', { cwd: import.meta.dirname }).map((path) => import(join(import.meta.dirname, path))),
  )
  const tables = modules
    .flatMap((module) => Object.values(z.record(z.string(), z.unknown()).parse(module)))
    .filter((value) => is(value, PgTable))
  return tables.map(getTableConfig).flatMap(({ name, columns }) =>
    columns.map((column) => ({
      column: `${name}.${column.name}`,
      type: column.getSQLType(),
      nullable: !column.notNull,
      default: defaultOf(column),
      identity: column.generatedIdentity !== undefined,
    })),
  )
}

const Column = z.object({
  column: z.string(),
  type: z.string(),
  nullable: z.boolean(),
  default: z.string().nullable(),
  identity: z.boolean(),
})

test('every table of a schema.ts has the columns that the migrations give it', async () => {
  const database = await newTestDatabase()
  const made = await rows(
    database.db,
    sql`select tables.relname || '.' || columns.attname as column, format_type(atttypid, atttypmod) as type,
               not attnotnull as nullable, pg_get_expr(adbin, adrelid) as default, attidentity <> '' as identity
          from pg_class as tables
          join pg_attribute as columns on columns.attrelid = tables.oid and attnum > 0 and not attisdropped
          left join pg_attrdef on adrelid = tables.oid and adnum = attnum
         where relnamespace = 'public'::regnamespace and relkind = 'r'`,
    Column,
  )
  await database.close()
  const declared = await declaredColumns()
  const tables = new Set(declared.map(({ column }) => column.split('.')[0]))
  expect(tables.size).toBeGreaterThanOrEqual(38)
  const expected = made.filter(({ column }) => tables.has(column.split('.')[0]) && !DATABASE_ONLY.has(column))
  const byName = (a: { column: string }, b: { column: string }) => a.column.localeCompare(b.column)
  expect(declared.toSorted(byName)).toEqual(expected.toSorted(byName))
})

test('the tables of funds and of kinds of aid have the names of the contract, in their order', async () => {
  const database = await newTestDatabase()
  const namesIn = async (table: string) =>
    (
      await rows(
        database.db,
        sql`select name from ${sql.identifier(table)} order by place`,
        z.object({ name: z.string() }),
      )
    ).map(({ name }) => name)
  expect(await namesIn('funds')).toEqual(DONATION_TYPES)
  expect(await namesIn('aid_kinds')).toEqual(APPLICATION_TYPES)
  await database.close()
})
