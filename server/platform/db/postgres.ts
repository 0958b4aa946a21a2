/** A PostgreSQL server behind DATABASE_URL, shared by any number of processes. */
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import { Pool, type PoolClient } from 'pg'
import { hostsOf, poolerOf } from '../env/database.ts'
import { guardTransactions, type Database } from './db.ts'
import { isDatabaseUnavailable } from './errors.ts'
import { PoolOfHosts, type Hosts } from './hosts.ts'

/** Milliseconds. A statement that waits for a lock occupies a connection. */
export const TIMEOUTS = { statement_timeout: 30_000, lock_timeout: 10_000, idle_in_transaction_session_timeout: 30_000 }
const NO_TIMEOUTS = Object.keys(TIMEOUTS)
  .map((name) => `-c ${name}=0`)
  .join(' ')

export const SHARED_CONNECTIONS_MAX = 20
const URGENT_CONNECTIONS_MAX = 2
/** The most of one process. */
export const CONNECTIONS_MAX = SHARED_CONNECTIONS_MAX + URGENT_CONNECTIONS_MAX

/** @param options `patient`: a statement may take as long as it needs, as a migration of a large table does; not through a pooler */
export function openPostgres(
  url: string,
  onIdleError: (error: Error) => void,
  { patient = false }: { patient?: boolean } = {},
): Database {
  const hosts = { urls: hostsOf(url), turn: 0 }
  const pool = openPool(hosts, SHARED_CONNECTIONS_MAX, patient)
  const urgent = openPool(hosts, URGENT_CONNECTIONS_MAX, patient)
  // Without these a connection that dies would end the process: while idle it is the pool's, and in use its user's.
  for (const each of [pool, urgent]) {
    each.on('error', onIdleError)
    each.on('connect', (client) => {
      client.on('error', () => {})
      if (poolerOf(url) === 'unnamed') dropNames(client)
    })
  }
  const db = drizzle(pool)
  // One for each connection, as long as it lives: Drizzle learns the tables' names anew in each that is made.
  const onConnection = new WeakMap<PoolClient, NodePgDatabase>()
  // Drizzle's own keeps the connection for ever when BEGIN itself fails, and with it one of the pool's places.
  db.transaction = async (run, config) => {
    const client = await pool.connect()
    const own = onConnection.get(client) ?? drizzle(client)
    onConnection.set(client, own)
    try {
      const result = await own.transaction(run, config)
      client.release()
      return result
    } catch (error) {
      // A BEGIN or ROLLBACK may have been given up too, and still be done later: the next user would find themselves in the middle of this
      // transaction, and commit it.
      client.release(isDatabaseUnavailable(error))
      throw error
    }
  }
  return {
    db: guardTransactions(db),
    urgent: guardTransactions(drizzle(urgent)),
    engine: 'postgres',
    async close() {
      await Promise.all([pool.end(), urgent.end()])
    },
  }
}

/** Another statement may have the name on the connection that the pooler chooses. */
function dropNames(client: PoolClient): void {
  // oxlint-disable-next-line typescript/unbound-method -- the proxy passes the client on
  client.query = new Proxy(client.query, {
    apply: (query, _, [statement, ...rest]: unknown[]) =>
      Reflect.apply(query, client, [
        typeof statement === 'object' && statement !== null && 'name' in statement
          ? { ...statement, name: undefined }
          : statement,
        ...rest,
      ]),
  })
}

function openPool(hosts: Hosts, max: number, patient: boolean): Pool {
  const [url = ''] = hosts.urls
  const options = {
    connectionString: url,
    max,
    // Limit for each host: one that answers nothing holds no one longer.
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 30_000,
    // The server's own limit does not help when the server, or the line to it, is frozen.
    ...(!patient && { query_timeout: 35_000 }),
    ...(poolerOf(url) === null && (patient ? { options: NO_TIMEOUTS } : TIMEOUTS)),
    keepAlive: true,
    application_name: 'taimako',
  }
  return hosts.urls.length === 1 ? new Pool(options) : new PoolOfHosts(hosts, options)
}
