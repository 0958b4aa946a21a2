/** The set-up for faults of one server: a database, the stand-in provider, and a server that restarts on the same data. */
import { openEmbedded } from '../server/platform/db/embedded.ts'
import type { Database } from '../server/platform/db/db.ts'
import { openPostgres } from '../server/platform/db/postgres.ts'
import { startProvider, type StandInProvider } from '../test/stand-in/start-provider.ts'
import { startPostgres } from '../test/support/database.ts'
import { freePort } from '../test/support/free-port.ts'
import {
  endProcesses,
  PAYSTACK_SECRET_KEY,
  preparedFolder,
  SECRET_KEY,
  startServer,
  temporaryFolder,
  testKeys,
  type ServerProcess,
  type Variables,
} from '../test/support/process.ts'

/** The same for every server, because addresses of documents contain it. */
export const PUBLIC_URL = 'http://taimako.test'

/** Settings that the servers of a fleet share besides the database: their address and the folder with the documents. */
export function sharedVariables(): Variables {
  return { PUBLIC_URL, ADMIN_MFA: 'off', DATA_DIR: temporaryFolder(), LOG_LEVEL: 'warn' }
}

export type Engine = 'embedded' | 'postgres'

export interface Stage {
  readonly provider: StandInProvider
  /** Starts the server, always with the same port, folder and database. */
  start(): Promise<ServerProcess>
  /** Opens the database. An embedded one must not be in use by a server. */
  withDatabase(use: (database: Database) => Promise<void>): Promise<void>
  end(): Promise<void>
}

export async function openStage(engine: Engine): Promise<Stage> {
  const port = String(await freePort())
  const folder = await (engine === 'embedded' ? preparedFolder() : temporaryFolder())
  const postgres = engine === 'postgres' ? await startPostgres() : null
  const databaseUrl = await postgres?.newDatabase('product')
  const provider = await startProvider({
    secretKey: PAYSTACK_SECRET_KEY,
    webhookUrl: `http://127.0.0.1:${port}/webhooks/paystack`,
  })
  const variables = {
    ...testKeys,
    PORT: port,
    DATA_DIR: folder,
    PUBLIC_URL,
    // The address is not local, and the load signs in with passwords alone.
    ADMIN_MFA: 'off',
    PAYSTACK_BASE_URL: provider.baseUrl,
    RATE_LIMITS: 'off',
    LOG_LEVEL: 'warn',
    ...(databaseUrl !== undefined && { DATABASE_URL: databaseUrl, SECRET_KEY }),
  }
  return {
    provider,
    start: () => startServer(variables),
    async withDatabase(use) {
      const database = databaseUrl === undefined ? await openEmbedded(folder) : openPostgres(databaseUrl, () => {})
      try {
        await use(database)
      } finally {
        await database.close()
      }
    },
    async end() {
      await endProcesses()
      await provider.stop()
      await postgres?.stop()
    },
  }
}
