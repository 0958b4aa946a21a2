/** Several servers on one PostgreSQL database, and the stand-in provider. */
import { sql, type SQL } from 'drizzle-orm'
import { expect, vi } from 'vitest'
import { z } from 'zod'
import { onlyRow, rows, type Database } from '../../server/platform/db/db.ts'
import { openPostgres } from '../../server/platform/db/postgres.ts'
import { expectBalanced } from '../support/balanced.ts'
import { startProvider, type StandInProvider } from '../stand-in/start-provider.ts'
import { startPostgres, type PostgresServer } from '../support/database.ts'
import { freePort } from '../support/free-port.ts'
import {
  endProcesses,
  PAYSTACK_SECRET_KEY,
  SECRET_KEY,
  startServer,
  testKeys,
  type ServerProcess,
  type Variables,
} from '../support/process.ts'
import { databaseAddresses, newPostgresDatabase } from '../support/shared-database.ts'

const DISCARD_PORT = 9

export interface Fleet {
  servers: ServerProcess[]
  /** The address of the next server, in turn. */
  next(): string
  /** The settings of each server. */
  variables: Variables
  provider: StandInProvider
  /** The databases of the servers and of the provider. */
  database: Database
  providerDatabase: Database
  end(): Promise<void>
}

/** A fleet with a separate PostgreSQL, which tests may stop. */
export interface FleetWithPostgres extends Fleet {
  postgres: PostgresServer
}

export interface FleetOptions {
  /** Keeps the provider working when PostgreSQL stops. */
  providerInMemory?: boolean
  /** Additional settings for each server. */
  variables?: Variables
  /** The folder of another built version. */
  root?: string
}

/**
 * @param settings of PostgreSQL: `max_connections=30`
 * @returns servers on a separate PostgreSQL
 */
export async function startFleetWithPostgres(
  size: number,
  options: FleetOptions = {},
  settings: readonly string[] = [],
): Promise<FleetWithPostgres> {
  const postgres = await startPostgres(settings, 'migrated')
  // The servers of another version migrate themselves.
  const holds = options.root === undefined ? 'migrated' : 'nothing'
  const fleet = await startFleet(size, options, (name) => postgres.newDatabase(name, holds))
  return {
    ...fleet,
    postgres,
    async end() {
      await fleet.end()
      await postgres.stop()
    },
  }
}

/**
 * Starts servers on two databases: theirs and the provider's.
 * @param size how many servers. With 0, tests start their own from `variables`, and no server receives the provider's messages
 */
export async function startFleet(
  size: number,
  options: FleetOptions = {},
  newDatabase?: (name: string) => Promise<string>,
): Promise<Fleet> {
  const { providerInMemory = false } = options
  const make = newDatabase ?? (() => newPostgresDatabase('migrated'))
  const databaseUrl = await make('product')
  const providerUrl = await make('provider')
  const ports: string[] = []
  for (let each = 0; each < size; each += 1) ports.push(String(await freePort()))
  const provider = await startProvider({
    secretKey: PAYSTACK_SECRET_KEY,
    webhookUrl: `http://127.0.0.1:${ports[0] ?? DISCARD_PORT}/webhooks/paystack`,
    ...(!providerInMemory && { databaseUrl: providerUrl }),
  })
  const variables = {
    ...testKeys,
    SECRET_KEY,
    ...(newDatabase ? { DATABASE_URL: databaseUrl } : databaseAddresses(databaseUrl)),
    PAYSTACK_BASE_URL: provider.baseUrl,
    RATE_LIMITS: 'off',
    ...options.variables,
  }
  const starting = ports.map((port) => startServer({ ...variables, PORT: port }, 'file', options.root))
  const servers = await Promise.all(starting).catch(async (error: unknown) => {
    // The child would keep the process of the test or the fault running.
    await provider.stop()
    throw error
  })
  const database = openPostgres(databaseUrl, () => {})
  const providerDatabase = openPostgres(providerUrl, () => {})
  let turn = 0
  return {
    servers,
    next() {
      turn += 1
      const server = servers[turn % servers.length]
      if (!server) throw new Error('a fleet has servers')
      return server.url
    },
    variables,
    provider,
    database,
    providerDatabase,
    async end() {
      await endProcesses()
      await provider.stop()
      await Promise.all([database.close(), providerDatabase.close()])
    },
  }
}

/** Every money test ends with this: balances equal transfers, donations equal funds, payments equal the provider's account. */
export async function expectBooksBalance({ database }: Pick<Fleet, 'database'>): Promise<void> {
  await expectBalanced(database.db)
}

/** Waits until every acknowledged webhook has been handled. */
export async function messagesHandled({ database }: Pick<Fleet, 'database'>): Promise<void> {
  await vi.waitFor(
    async () => expect(await count(database, sql`select 1 from webhook_events where handled_at is null`)).toBe(0),
    { timeout: 30_000, interval: 50 },
  )
}

/** Counts the rows of a query. */
export async function count({ db }: Database, query: SQL): Promise<number> {
  const { found } = await onlyRow(
    db,
    sql`select count(*)::int as found from (${query}) as counted`,
    z.object({ found: z.number() }),
  )
  return found
}

/** The transfers of a payment: purposes and kobo, ordered by key. */
export async function transfersOf({ database }: Pick<Fleet, 'database'>, reference: string): Promise<string[]> {
  const found = await rows(
    database.db,
    sql`select purpose || ' ' || amount as booked from transfers where key like ${`%:${reference}%`} order by key`,
    z.object({ booked: z.string() }),
  )
  return found.map(({ booked }) => booked)
}
