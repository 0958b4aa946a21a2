/**
 * Fills tables with millions of rows: without triggers and foreign keys, and with indexes built afterwards. Otherwise random
 * unique values (references, hashes) take most of the time, because each row goes to a different place of its index.
 */
import type { Pool, PoolClient } from 'pg'
import { z } from 'zod'
import type { BenchDatabase } from '../bench.ts'

/** An `insert … select … from generate_series($1::bigint, $2::bigint) as n`, for the numbers from 1 to `rows`. */
export interface Filling {
  readonly rows: number
  readonly insert: string
}

const PER_STATEMENT = 100_000
const Aside = z.object({ away: z.string(), again: z.string() })

export type Work = (client: PoolClient) => Promise<void>

/**
 * Runs the works in parallel, each on a separate connection as a replica, for which no triggers fire. Indexes and unique
 * constraints that no foreign key needs are dropped first and then recreated from their own definitions.
 */
export async function fillTables(
  { pool }: BenchDatabase,
  tables: readonly string[],
  ...works: readonly Work[]
): Promise<void> {
  const lanes = await Promise.all(works.map(async (work) => ({ work, client: await pool.connect() })))
  const clients = lanes.map(({ client }) => client)
  try {
    for (const client of clients) {
      await client.query(
        `set session_replication_role = replica; set synchronous_commit = off; set maintenance_work_mem = '256MB'`,
      )
    }
    const aside = await readAside(pool, tables)
    await shareOut(clients.slice(0, 1), [
      ...tables.map((table) => `alter table ${table} set (autovacuum_enabled = off)`),
      ...aside.map(({ away }) => away),
    ])
    await Promise.all(lanes.map(({ work, client }) => work(client)))
    await shareOut(
      clients,
      aside.map(({ again }) => again),
    )
    await shareOut(
      clients,
      tables.map((table) => `alter table ${table} reset (autovacuum_enabled)`),
    )
    await shareOut(
      clients,
      tables.map((table) => `vacuum analyze ${table}`),
    )
  } finally {
    // Their settings must not reach the pool.
    for (const client of clients) client.release(true)
  }
}

/** Each connection takes the next statement as soon as it has finished one. */
async function shareOut(clients: readonly PoolClient[], statements: readonly string[]): Promise<void> {
  const left = statements.values()
  await Promise.all(
    clients.map(async (client) => {
      for (const statement of left) await client.query(statement)
    }),
  )
}

/** The statements that drop and recreate indexes and constraints. */
async function readAside(pool: Pool, tables: readonly string[]): Promise<z.output<typeof Aside>[]> {
  const { rows } = await pool.query<object>(
    `select format('drop index %I', indexname) as away, indexdef || coalesce(statistics, '') as again from pg_indexes
      cross join lateral (select string_agg(format('; alter index %I alter column %s set statistics %s', indexname, attnum, attstattarget), '')
                            as statistics from pg_attribute where attrelid = indexname::regclass and attstattarget >= 0) as counted
      where schemaname = 'public' and tablename = any($1::text[])
        and not exists (select from pg_constraint where conindid = indexname::regclass)
     union all
     select format('alter table %s drop constraint %I', conrelid::regclass, conname),
            format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid))
       from pg_constraint as taken
      where contype = 'u' and conrelid = any($1::text[]::regclass[])
        and not exists (select from pg_constraint where contype = 'f' and conindid = taken.conindid)`,
    [tables],
  )
  return z.array(Aside).parse(rows)
}

export async function fill(client: PoolClient, { rows, insert }: Filling): Promise<void> {
  for (let first = 1; first <= rows; first += PER_STATEMENT) {
    await client.query(insert, [first, Math.min(first + PER_STATEMENT - 1, rows)])
  }
}

const SECONDS_APART = 25
/** The time of the last rows: one for all tables, since the books compare their times. */
const FILLED_AT = new Date(Math.floor(Date.now() / 1000) * 1000)

/** The time of row n: the last row is now, the others are spread evenly before it. */
export function momentOf(rows: number, n = 'n', secondsApart = SECONDS_APART): string {
  return `(timestamptz '${FILLED_AT.toISOString()}' - (${rows} - ${n}) * interval '${secondsApart} seconds')`
}

/** An id made of a row's number. `kind` is a hexadecimal digit that keeps the ids of different tables apart. */
export function idOf(kind: string, number = 'n'): string {
  return `(lpad(to_hex(${number}), 8, '0') || '-0000-7000-8000-00000000000${kind}')::uuid`
}

/** A pseudo-random entry of a list for row n. Different `dice` choose independently. */
export function oneOf(values: readonly string[], dice: number): string {
  return `(array[${values.map((value) => `'${value}'`).join(', ')}])[${anyOf(values.length, dice)}]`
}

/** A number from 1 to `count`. */
export function anyOf(count: number, dice: number): string {
  return `(1 + ((hashint8extended(n, ${dice}) % ${count} + ${count}) % ${count})::int)`
}

/** A reference in random order, like real ones. */
export function referenceOf(prefix: string): string {
  return `('${prefix}-' || substr(md5('${prefix}' || n), 1, 26))`
}
