/** Measures a statement by PostgreSQL's own time: without the driver, and without reading its rows. */
import type { Query, SQL } from 'drizzle-orm'
import { PgDialect } from 'drizzle-orm/pg-core'
import type { Pool } from 'pg'
import { z } from 'zod'
import type { Core } from '../server/platform/core.ts'

const Explained = z.tuple([
  z.object({ 'QUERY PLAN': z.tuple([z.object({ 'Planning Time': z.number(), 'Execution Time': z.number() })]) }),
])
const dialect = new PgDialect()

/**
 * @param work runs one statement; it is called twice, since the first one may count what is then cached
 * @returns plans and runs that statement, and tells the milliseconds that PostgreSQL took
 */
export async function explainStatement(core: Core, pool: Pool, work: (watched: Core) => Promise<unknown>) {
  const statements: Query[] = []
  const db = new Proxy(core.db, {
    get: (target, name) =>
      name === 'execute'
        ? (statement: SQL) => {
            statements.push(dialect.sqlToQuery(statement))
            return target.execute(statement)
          }
        : Reflect.get(target, name),
  })
  const watched = { ...core, db }
  await work(watched)
  statements.length = 0
  await work(watched)
  const [statement, another] = statements
  if (!statement || another) throw new Error('explainStatement: expected one statement')
  return async () => {
    const { rows } = await pool.query(`explain (analyze, timing off, format json) ${statement.sql}`, statement.params)
    const [
      {
        'QUERY PLAN': [plan],
      },
    ] = Explained.parse(rows)
    return plan['Planning Time'] + plan['Execution Time']
  }
}
