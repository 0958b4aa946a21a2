/**
 * Statements that are built once and run often. Building one takes Drizzle about as long as PostgreSQL takes to run it, so
 * every statement of a hot path is prepared (decision 0016). On PostgreSQL each connection parses and plans it once, under
 * its name and a hash of its text: behind a pooler two releases share connections. PGlite has no named statements: it parses the same
 * text each time.
 */
import { is, sql, type Column, type DriverValueEncoder, type GetColumnData, type SQL } from 'drizzle-orm'
import { PgDialect, PgTransaction } from 'drizzle-orm/pg-core'
import { z } from 'zod'
import { sha256 } from '../crypto.ts'
import { Result, type Db, type Tx } from './db.ts'
import { codeOf, isPoolerFault, isStalePlan, isWrongName } from './errors.ts'

type Encoder<T> = DriverValueEncoder<T, unknown>
/** Parameters of a statement: by name, the column that the value is compared with or written to, or {@link plain}. */
type Shape = Readonly<Record<string, Column | Encoder<never>>>
type ValueOf<E> = E extends Column ? GetColumnData<E> : E extends Encoder<infer T> ? T : never
/** The values of one run. */
export type Values<S extends Shape> = { readonly [Name in keyof S]: ValueOf<S[Name]> }
/** Stand-ins for the values while the statement is built. */
export type Placeholders<S extends Shape> = { readonly [Name in keyof S]: SQL<ValueOf<S[Name]>> }

interface Runnable<T> {
  execute(values: Record<string, unknown>): Promise<T>
}

/** A value that belongs to no column, such as a limit: it goes to the driver as it is. */
export function plain<T>(): Encoder<T> {
  return { mapToDriverValue: (value: T) => value }
}

/**
 * Prepares a query of Drizzle's. Results and their types are Drizzle's own.
 *
 *     const findPayment = prepared('find_payment', { reference: paymentAttempts.reference }, (db, { reference }) =>
 *       db.select().from(paymentAttempts).where(eq(paymentAttempts.reference, reference)))
 *     const [payment] = await findPayment(tx, { reference })
 *
 * @param name unique in the whole server
 * @param build called once for each connection; it may use nothing that changes
 * @returns runs the statement on `db`, or inside a transaction on its `tx`
 */
export function prepared<S extends Shape, T>(
  name: string,
  shape: S,
  build: (db: Db, values: Placeholders<S>) => { toSQL(): { sql: string }; prepare(name: string): Runnable<T> },
): (db: Db | Tx, values: Values<S>) => Promise<T> {
  const placeholders = placeholdersOf(shape)
  let hash: string | undefined
  return preparedOn(name, (db, nameWith) => {
    const query = build(db, placeholders)
    hash ??= hashOf(query.toSQL().sql)
    return query.prepare(nameWith(hash))
  })
}

/** As many digits as keep two texts of one name apart. */
function hashOf(text: string): string {
  return sha256(text).toString('hex').slice(0, 8)
}

const dialect = new PgDialect()

/**
 * Prepares plain SQL and checks each row against a schema, as `rows` does.
 * @param name unique in the whole server
 * @throws ZodError when a row is not as the schema says
 */
export function preparedRows<S extends Shape, R extends z.ZodType>(
  name: string,
  shape: S,
  row: R,
  build: (values: Placeholders<S>) => SQL,
): (db: Db | Tx, values: Values<S>) => Promise<z.output<R>[]> {
  const query = dialect.sqlToQuery(build(placeholdersOf(shape)))
  const hash = hashOf(query.sql)
  const run = preparedOn<S, unknown>(name, (db, nameWith) =>
    db._.session.prepareQuery(query, undefined, nameWith(hash), false),
  )
  return async (db, values) => Result.parse(await run(db, values)).rows.map((each) => row.parse(each))
}

const names = new Set<string>()
/** For each SQLSTATE how often a pooler that does not map names refused a statement. */
export const poolerFaults = new Map<string, number>()

/** @param prepare gets what makes the name of a hash of the text */
function preparedOn<S extends Shape, T>(
  name: string,
  prepare: (db: Db, nameWith: (hash: string) => string) => Runnable<T>,
) {
  if (names.has(name)) throw new Error(`two prepared statements are named ${name}`)
  names.add(name)
  // Drizzle has a session for the pool and one for each connection that runs transactions.
  let onSession = new WeakMap<object, Runnable<T>>()
  let changes = 0
  const find = (db: Db): Runnable<T> => {
    // Read through the guard, which refuses `db` inside a transaction.
    const { session } = db._
    const found =
      onSession.get(session) ?? prepare(db, (hash) => [name, hash, ...(changes > 0 ? [changes] : [])].join('_'))
    onSession.set(session, found)
    return found
  }
  return async (db: Db | Tx, values: Values<S>): Promise<T> => {
    const statement = find(db)
    try {
      return await statement.execute(values)
    } catch (error) {
      if (isPoolerFault(error)) countFault(error)
      // Refused before anything was done: outside a transaction it runs again at once, without a name.
      if (isWrongName(error) && !is(db, PgTransaction)) return prepare(db, () => '').execute(values)
      if (!isStalePlan(error)) throw error
      // A migration changed the type of a column. The connection keeps its old plan, so the statement gets a new name.
      if (onSession.get(db._.session) === statement) {
        onSession = new WeakMap()
        changes += 1
      }
      // The transaction is lost: the caller answers "unavailable", and the next attempt finds the new name.
      if (is(db, PgTransaction)) throw error
      return find(db).execute(values)
    }
  }
}

function countFault(error: unknown): void {
  const code = codeOf(error) ?? ''
  poolerFaults.set(code, (poolerFaults.get(code) ?? 0) + 1)
}

function placeholdersOf<S extends Shape>(shape: S): Placeholders<S> {
  const entries = Object.entries(shape).map(([name, encoder]) => [
    name,
    sql`${sql.param(sql.placeholder(name), nullable(encoder))}`,
  ])
  return Object.fromEntries(entries)
}

/** Drizzle's encoders refuse null, which any column may take that is not `not null`. */
function nullable(encoder: Column | Encoder<never>): Encoder<unknown> {
  // `Values` has made sure that the value is of this encoder's type.
  const checked = encoder as Encoder<unknown>
  return { mapToDriverValue: (value) => (value === null ? null : checked.mapToDriverValue(value)) }
}
