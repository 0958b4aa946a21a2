/** Opens an instance: its database (migrated), its secret key and its mode. Shared by the server and the commands. */
import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { MODES, type Mode } from '../../contract/platform/system.ts'
import { SECRET_KEY_CHARACTERS_MIN, type Env } from '../platform/env/env.ts'
import { createBackground } from '../platform/background.ts'
import { systemClock, type Clock } from '../platform/clock.ts'
import type { Core } from '../platform/core.ts'
import { deriveKeys } from '../platform/crypto.ts'
import { onlyRow, type Database, type Db } from '../platform/db/db.ts'
import { readShownFunds } from '../money/funds/funds.ts'
import { adoptCluster } from '../money/ledger/cluster.ts'
import { migrate } from '../platform/db/migrate.ts'
import { readFrom } from '../platform/db/reads.ts'
import { PREPARED_DATABASE } from '../platform/db/prepared-database.ts'
import { currentRole, grantRuntimeRole, keepTimeouts } from '../platform/db/runtime-role.ts'
import { followDatabaseClock } from '../platform/db/shared-clock.ts'
import { StartError } from '../platform/errors.ts'
import { createLog, type Logger } from '../platform/logger.ts'
import { keyAddressHashes } from '../platform/mail/key-address-hashes.ts'
import { createMetrics } from '../platform/metrics.ts'
import { createOrganisation } from '../platform/organisation.ts'
import { makePrivate } from '../platform/private-folder.ts'

export interface Instance {
  core: Core
  database: Database
  /** The migrations applied by this start. */
  migrated: string[]
}

/**
 * Opens everything a process needs.
 * @throws StartError with a message for the operator
 */
export async function openInstance(env: Env, log: Logger = createLog(env.logLevel)): Promise<Instance> {
  await setTimeouts(env, log)
  const database = await openDatabase(env, log, { prepared: true })
  try {
    const clock = await openClock(database, log)
    const migrated = await migrateAsOwner(env, database, log)
    await claimMode(database.db, env.mode, clock.now())
    const core = createCore(env, database, env.secretKey ?? readSecretKey(env.dataDir), log, clock)
    await keyAddressHashes(core)
    await core.organisation.refresh()
    return { core, database, migrated }
  } catch (error) {
    await database.close()
    throw error
  }
}

/** Before the pooler connects: what it opened earlier keeps its timeouts. */
async function setTimeouts({ databaseDirectUrl }: Env, log: Logger): Promise<void> {
  if (databaseDirectUrl === undefined) return
  const { openPostgres } = await import('../platform/db/postgres.ts')
  const direct = openPostgres(databaseDirectUrl, (error) => log.warn({ err: error }, 'an idle connection was lost'))
  try {
    await keepTimeouts(direct.db)
  } finally {
    await direct.close()
  }
}

/** The address as the owner of the tables, if there is one, and never through a pooler. */
export function ownerUrl({ migrationDatabaseUrl, databaseDirectUrl, databaseUrl }: Env): string | undefined {
  return migrationDatabaseUrl ?? databaseDirectUrl ?? databaseUrl
}

/** Migrates, and gives the running server's role its rights, as the owner if there is one. @returns the migrations applied */
async function migrateAsOwner(env: Env, { db }: Database, log: Logger): Promise<string[]> {
  const url = ownerUrl(env)
  if (url === undefined) return migrateFor(db)
  const { openPostgres } = await import('../platform/db/postgres.ts')
  const onIdleError = (error: Error) => log.warn({ err: error }, 'an idle connection was lost')
  const owner = openPostgres(url, onIdleError, { patient: true })
  try {
    const migrated = await migrateFor(owner.db)
    if (env.migrationDatabaseUrl !== undefined) await grantRuntimeRole(owner.db, await currentRole(db))
    return migrated
  } finally {
    await owner.close()
  }
}

/** Migrates, and makes the books at home in this cluster. @returns the migrations applied */
async function migrateFor(db: Db): Promise<string[]> {
  const migrated = await migrate(db)
  await adoptCluster(db)
  return migrated
}

/** Creates the objects that a process has once, for an open database. */
export function createCore(
  env: Env,
  { db, urgent, standby, patient = { db, standby } }: Pick<Database, 'db' | 'urgent' | 'standby' | 'patient'>,
  secretKey: string,
  log: Logger,
  clock: Clock,
): Core {
  const keys = deriveKeys(secretKey)
  const [metrics, background] = [createMetrics(), createBackground(log)]
  const countRead = (server: string) => metrics.reads.inc({ server })
  const read = readFrom(db, standby, countRead)
  const readHistory = readFrom(patient.db, patient.standby, countRead)
  const organisation = createOrganisation(env, db, readShownFunds)
  return { env, db, urgent, read, readHistory, clock, log, keys, metrics, background, organisation }
}

/** Processes on a shared server follow its clock. An embedded database uses the clock of the process. */
function openClock({ db, engine }: Database, log: Logger): Promise<Clock> | Clock {
  return engine === 'embedded' ? systemClock : followDatabaseClock(db, log, systemClock)
}

/**
 * Opens the database without migrating it. Loads only the engine that is used. DATA_DIR becomes private first.
 * @param options `patient`: no statement is cut off after 30 seconds, and none goes through a pooler; `prepared`: a new embedded database may begin with the build's
 */
export async function openDatabase(
  env: Env,
  log: Logger,
  { patient = false, prepared = false }: { patient?: boolean; prepared?: boolean } = {},
): Promise<Database> {
  await makePrivate(env.dataDir)
  if (env.databaseUrl === undefined) {
    const { openEmbedded } = await import('../platform/db/embedded.ts')
    return openEmbedded(env.dataDir, prepared ? PREPARED_DATABASE : undefined)
  }
  const { openPostgres } = await import('../platform/db/postgres.ts')
  const onIdleError = (error: Error) => log.warn({ err: error }, 'an idle database connection was lost')
  const open = (url: string, isPatient: boolean) => openPostgres(url, onIdleError, { patient: isPatient })
  const { databaseUrl, databaseDirectUrl = databaseUrl, databaseReadUrl } = env
  const unhurried = open(databaseDirectUrl, true)
  const database = patient ? unhurried : open(databaseUrl, false)
  const standbys = databaseReadUrl === undefined ? [] : [open(databaseReadUrl, patient), open(databaseReadUrl, true)]
  const [standby, unhurriedStandby] = standbys
  return {
    ...database,
    standby: standby?.db,
    patient: { db: unhurried.db, standby: unhurriedStandby?.db },
    close: async () => {
      const opened = new Set([database, unhurried, ...standbys])
      await Promise.all([...opened].map((each) => each.close()))
    },
  }
}

export function secretKeyFile(dataDir: string): string {
  return join(dataDir, 'secret.key')
}

/** The key of an embedded instance: created on the first start, readable only by its owner, and in no backup. */
function readSecretKey(dataDir: string): string {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const file = secretKeyFile(dataDir)
  if (!existsSync(file)) {
    writeFileSync(`${file}.partial`, `${randomBytes(32).toString('hex')}\n`, { mode: 0o600, flush: true })
    renameSync(`${file}.partial`, file)
  }
  return existingSecretKey(dataDir) ?? ''
}

/**
 * The key of an embedded instance that has one already.
 * @throws StartError when a full disk left half of it
 */
export function existingSecretKey(dataDir: string): string | undefined {
  const file = secretKeyFile(dataDir)
  if (!existsSync(file)) return undefined
  const key = readFileSync(file, 'utf8').trim()
  if (key.length < SECRET_KEY_CHARACTERS_MIN)
    throw new StartError(`${file} is incomplete. Put this instance's key back, or remove the file if it never started.`)
  return key
}

const MONEY: Record<Mode, string> = {
  sandbox: "the sandbox's play money",
  test: "the provider's test money",
  live: 'real naira',
}

/**
 * Stores the mode of a new database, and refuses a different one later.
 * @throws StartError when the database holds money of another mode
 */
export async function claimMode(db: Db, mode: Mode, now: Date): Promise<void> {
  await db.execute(
    sql`insert into instance (mode, created_at) values (${mode}, ${now.toISOString()}) on conflict (one) do nothing`,
  )
  const held = await onlyRow(db, sql`select mode from instance`, z.object({ mode: z.enum(MODES) }))
  const mismatch = modeMismatch(held.mode, mode)
  if (mismatch !== null) throw new StartError(mismatch)
}

/** Explains why a database of one mode cannot be opened in another; null if the modes match. */
export function modeMismatch(held: Mode, mode: Mode): string | null {
  if (held === mode) return null
  return `This database holds ${MONEY[held]}, but the Paystack key is for ${MONEY[mode]}. Mixing them would falsify the books. Use the matching key or a different database.`
}
