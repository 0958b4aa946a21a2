/** A PostgreSQL server behind DATABASE_URL, shared by any number of processes. */
import { drizzle } from 'drizzle-orm/node-postgres'
import { Pool } from 'pg'
import { guardTransactions, type Database } from './db.ts'

const CONNECTIONS_MAX = 20

export function openPostgres(url: string, onIdleError: (error: Error) => void): Database {
  const pool = new Pool({
    connectionString: url,
    max: CONNECTIONS_MAX,
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 30_000,
    statement_timeout: 30_000,
    idle_in_transaction_session_timeout: 30_000,
    application_name: 'taimako',
  })
  // Without a listener a connection that dies while idle would end the process.
  pool.on('error', onIdleError)
  return { db: guardTransactions(drizzle(pool)), engine: 'postgres', close: () => pool.end() }
}
