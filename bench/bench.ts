/** Tools for every row: one PostgreSQL for the whole run, databases on it, and the length of rounds. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Pool } from 'pg'
import { newMigratedDatabase, startPostgres } from '../test/support/database.ts'

export interface BenchDatabase {
  readonly url: string
  readonly pool: Pool
  close(): Promise<void>
}

export interface Bench {
  /** Short rounds, which show that everything works rather than how fast. */
  readonly quick: boolean
  readonly connections: number
  readonly poolConnections: number
  /** A folder that is deleted after the run. */
  readonly folder: string
  /** A new database on the run's PostgreSQL, empty or a copy of an unused one. */
  openDatabase(name: string, template?: string): Promise<BenchDatabase>
  /** A new database with the product's tables. */
  openMigrated(name: string): Promise<BenchDatabase>
  stop(): Promise<void>
}

export async function startBench(quick: boolean): Promise<Bench> {
  const postgres = await startPostgres(['max_connections=200'])
  const folder = mkdtempSync(join(tmpdir(), 'taimako-bench-'))
  const address = await postgres.newDatabase('maintenance')
  const maintenance = new Pool({ connectionString: address, max: 1 })
  maintenance.on('error', () => {})
  const copy = async (name: string, template: string) => {
    await maintenance.query(`create database ${name} template ${template}`)
    return new URL(`/${name}`, address).href
  }
  const opened = (url: string): BenchDatabase => {
    const pool = new Pool({ connectionString: url, max: 4 })
    // A failed run stops PostgreSQL while connections are open. Only the first error matters.
    pool.on('error', () => {})
    return { url, pool, close: () => pool.end() }
  }
  return {
    quick,
    connections: 32,
    poolConnections: 20,
    folder,
    openDatabase: async (name, template) =>
      opened(await (template === undefined ? postgres.newDatabase(name) : copy(name, template))),
    openMigrated: async (name) => opened(await newMigratedDatabase(postgres, name)),
    async stop() {
      await maintenance.end()
      await postgres.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** The product's settings in every row, except its port. */
export function productVariables(databaseUrl: string, providerUrl: string) {
  return {
    DATABASE_URL: databaseUrl,
    SECRET_KEY: 'bench '.repeat(8),
    PAYSTACK_SECRET_KEY: 'sk_test_0123456789abcdef',
    PAYSTACK_PUBLIC_KEY: 'pk_test_0123456789abcdef',
    PAYSTACK_BASE_URL: providerUrl,
    RATE_LIMITS: 'off',
  }
}
