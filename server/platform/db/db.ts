/**
 * The database as the features see it: one type, whether an embedded PGlite or a PostgreSQL server stands behind it.
 * Inside a transaction only its `tx` may be used. PGlite has a single connection, so a query on `db` there would wait for
 * the transaction that is waiting for it; on PostgreSQL it would silently run outside. It throws at once instead.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import type { SQL } from 'drizzle-orm'
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core'
import { z } from 'zod'

export type Db = PgDatabase<PgQueryResultHKT>
/** Within a transaction. The same queries; named apart so that a function can say that it must be called inside one. */
export type Tx = Parameters<Parameters<Db['transaction']>[0]>[0]

export interface Database {
  readonly db: Db
  /** For a single read that must be answered however many wait for `db`. It has its own connection, if there are several. */
  readonly urgent: Db
  /** A standby for reads, where DATABASE_READ_URL names one. */
  readonly standby?: Db | undefined
  /** The same two for comparisons of all history: no statement is cut off after 30 seconds. They use DATABASE_DIRECT_URL where it is set. */
  readonly patient?: Pick<Database, 'db' | 'standby'>
  readonly engine: 'embedded' | 'postgres'
  close(): Promise<void>
}

const insideTransaction = new AsyncLocalStorage<true>()

const QUERIES: ReadonlySet<PropertyKey> = new Set([
  'select',
  'selectDistinct',
  'selectDistinctOn',
  'insert',
  'update',
  'delete',
  'execute',
  'transaction',
  'with',
  '$count',
  'refreshMaterializedView',
  // Prepared statements find their session through it.
  '_',
])

/** Wraps a driver's database so that using it inside a transaction on it throws. */
export function guardTransactions(driver: Db): Db {
  return new Proxy(driver, {
    get(target, property) {
      if (QUERIES.has(property) && insideTransaction.getStore()) {
        const what = property === '_' ? 'a prepared statement on db' : `db.${String(property)}`
        throw new Error(`${what} was used inside a transaction: use the transaction's own tx`)
      }
      if (property === 'transaction') return runTransaction.bind(null, target)
      const value: unknown = Reflect.get(target, property, target)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
}

function runTransaction(target: Db, ...[run, config]: Parameters<Db['transaction']>) {
  return target.transaction((tx) => insideTransaction.run(true, () => run(tx)), config)
}

/** The result of plain SQL, from both drivers. */
export const Result = z.object({ rows: z.array(z.unknown()) })

/**
 * Runs plain SQL and checks each row against a schema: the two drivers give numbers and dates in different clothes.
 * @throws ZodError when a row is not as the schema says
 */
export async function rows<T extends z.ZodType>(db: Db | Tx, query: SQL, row: T): Promise<z.output<T>[]> {
  const result = Result.parse(await db.execute(query))
  // Not as z.array(row): a schema made anew for each query costs more than reading its rows.
  return result.rows.map((each) => row.parse(each))
}

/** The single row of a query that always has one. */
export async function onlyRow<T extends z.ZodType>(db: Db | Tx, query: SQL, row: T): Promise<z.output<T>> {
  const [first] = await rows(db, query, row)
  if (first === undefined) throw new Error('onlyRow: the query found none')
  return first
}
