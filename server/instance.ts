/**
 * Brings an instance up to where it can serve: the database opened and migrated, its key found, the money it holds
 * remembered. Shared by the server and by the commands.
 */
import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { MODES, type Mode } from '../contract/system.ts'
import type { Env } from './env.ts'
import { createBackground } from './lib/background.ts'
import { systemClock, type Clock } from './lib/clock.ts'
import type { Core } from './lib/core.ts'
import { deriveKeys } from './lib/crypto.ts'
import { onlyRow, type Database, type Db } from './lib/db/db.ts'
import { migrate } from './lib/db/migrate.ts'
import { followDatabaseClock } from './lib/db/shared-clock.ts'
import { StartError } from './lib/errors.ts'
import { createLog, type Logger } from './lib/log.ts'
import { createMetrics } from './lib/metrics.ts'

export interface Instance {
  core: Core
  database: Database
  /** The migrations applied just now. */
  migrated: string[]
}

/**
 * Opens everything a process needs.
 * @throws StartError with a sentence for the operator
 */
export async function openInstance(env: Env, log: Logger = createLog(env.logLevel)): Promise<Instance> {
  const database = await openDatabase(env, log)
  try {
    const clock = await openClock(database, log)
    const migrated = await migrate(database.db)
    await claimMode(database.db, env.mode, clock.now())
    const core = createCore(env, database, env.secretKey ?? readSecretKey(env.dataDir), log, clock)
    return { core, database, migrated }
  } catch (error) {
    await database.close()
    throw error
  }
}

/** What there is one of in a process, around a database that is open. */
export function createCore(env: Env, { db }: Database, secretKey: string, log: Logger, clock: Clock): Core {
  const keys = deriveKeys(secretKey)
  return { env, db, clock, log, keys, metrics: createMetrics(), background: createBackground(log) }
}

/** An embedded database has no time but the process's own. */
function openClock({ db, engine }: Database, log: Logger): Promise<Clock> | Clock {
  return engine === 'embedded' ? systemClock : followDatabaseClock(db, log, systemClock)
}

/** Opens the database as it is. Only the engine that is used is loaded. */
export async function openDatabase(env: Env, log: Logger): Promise<Database> {
  if (env.databaseUrl === undefined) {
    const { openEmbedded } = await import('./lib/db/embedded.ts')
    return openEmbedded(env.dataDir)
  }
  const { openPostgres } = await import('./lib/db/postgres.ts')
  return openPostgres(env.databaseUrl, (error) => log.warn({ err: error }, 'an idle database connection was lost'))
}

export function secretKeyFile(dataDir: string): string {
  return join(dataDir, 'secret.key')
}

/** The embedded instance's own key: made on the first start, readable by its owner only, and in no backup. */
function readSecretKey(dataDir: string): string {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const file = secretKeyFile(dataDir)
  if (!existsSync(file)) writeFileSync(file, `${randomBytes(32).toString('hex')}\n`, { mode: 0o600, flag: 'wx' })
  return readFileSync(file, 'utf8').trim()
}

const WORLDS: Record<Mode, string> = {
  sandbox: "the sandbox's play money",
  test: "the provider's test money",
  live: 'real naira',
}

/** A database remembers which money it holds, and is never opened with the key of another world. */
export async function claimMode(db: Db, mode: Mode, now: Date): Promise<void> {
  await db.execute(
    sql`insert into instance (mode, created_at) values (${mode}, ${now.toISOString()}) on conflict (one) do nothing`,
  )
  const held = await onlyRow(db, sql`select mode from instance`, z.object({ mode: z.enum(MODES) }))
  const fault = worldFault(held.mode, mode)
  if (fault !== null) throw new StartError(fault)
}

/** Why a database of one world is not opened with the key of another; null when both are the same. */
export function worldFault(held: Mode, mode: Mode): string | null {
  if (held === mode) return null
  return `This database holds ${WORLDS[held]}, but the Paystack key is for ${WORLDS[mode]}. Mixing them would falsify the books: use the matching key, or another database.`
}
