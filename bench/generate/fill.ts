/** Filling tables by the million: without their triggers and foreign keys, and their indexes built when all the rows are there. */
import type { PoolClient } from 'pg'
import { z } from 'zod'
import type { BenchDatabase } from '../bench.ts'

/** An `insert … select … from generate_series($1::bigint, $2::bigint) as n`, for the numbers from 1 to `rows`. */
export interface Filling {
  readonly rows: number
  readonly insert: string
}

const PER_STATEMENT = 100_000
const Index = z.object({ name: z.string(), definition: z.string() })

/**
 * Runs `work` on a connection as a replica, for which no triggers fire, and without the indexes that no constraint needs. They are made
 * again from their own definitions, so they are the product's.
 */
export async function fillTables(
  { pool }: BenchDatabase,
  tables: readonly string[],
  work: (client: PoolClient) => Promise<void>,
): Promise<void> {
  const client = await pool.connect()
  try {
    await client.query(
      `set session_replication_role = replica; set synchronous_commit = off; set maintenance_work_mem = '256MB'`,
    )
    const { rows } = await client.query<object>(
      `select indexname as name, indexdef || coalesce(statistics, '') as definition from pg_indexes
        cross join lateral (select string_agg(format('; alter index %I alter column %s set statistics %s', indexname, attnum, attstattarget), '')
                              as statistics from pg_attribute where attrelid = indexname::regclass and attstattarget >= 0)
        where schemaname = 'public' and tablename = any($1)
          and not exists (select from pg_constraint where conindid = indexname::regclass)`,
      [tables],
    )
    const indexes = z.array(Index).parse(rows)
    for (const table of tables) await client.query(`alter table ${table} set (autovacuum_enabled = off)`)
    for (const { name } of indexes) await client.query(`drop index ${name}`)
    await work(client)
    for (const { definition } of indexes) await client.query(definition)
    for (const table of tables) await client.query(`alter table ${table} reset (autovacuum_enabled)`)
    for (const table of tables) await client.query(`vacuum analyze ${table}`)
  } finally {
    // What was set belongs to this connection alone.
    client.release(true)
  }
}

export async function fill(client: PoolClient, { rows, insert }: Filling): Promise<void> {
  for (let first = 1; first <= rows; first += PER_STATEMENT) {
    await client.query(insert, [first, Math.min(first + PER_STATEMENT - 1, rows)])
  }
}

const SECONDS_APART = 25

/** When row n of so many happened: the last one now, the others evenly before it. */
export function momentOf(rows: number): string {
  return `(date_trunc('second', now()) - (${rows} - n) * interval '${SECONDS_APART} seconds')`
}

/** A row's number as its id; `kind` is a hexadecimal digit that tells apart what one number stands for. */
export function idOf(kind: string, number = 'n'): string {
  return `(lpad(to_hex(${number}), 8, '0') || '-0000-7000-8000-00000000000${kind}')::uuid`
}

/** One of a list for row n, without an order: those of different `dice` fall independently of each other. */
export function oneOf(values: readonly string[], dice: number): string {
  return `(array[${values.map((value) => `'${value}'`).join(', ')}])[${anyOf(values.length, dice)}]`
}

/** A number from 1 to `count`. */
export function anyOf(count: number, dice: number): string {
  return `(1 + ((hashint8extended(n, ${dice}) % ${count} + ${count}) % ${count})::int)`
}

/** As in life, references do not come in an order. */
export function referenceOf(prefix: string): string {
  return `('${prefix}-' || substr(md5('${prefix}' || n), 1, 26))`
}
