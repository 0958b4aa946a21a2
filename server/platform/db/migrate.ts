/**
 * The migration runner. SQL files, forward only, applied in the order of their names, each in its own transaction or, where its header
 * says so, outside one (decision 0076), and recorded with its SHA-256. The version before runs meanwhile: a file that waits for a lock
 * for 0.9 s lets the others pass and tries again. Several processes may start together: an advisory lock lets one work. A
 * failed, missing or edited file, or one that slipped in before others already applied, stops the start and is named. A database
 * of the migrations before 0.1.0 is adopted (former-schema.ts).
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { sha256 } from '../crypto.ts'
import { StartError } from '../errors.ts'
import { ROOT } from '../root.ts'
import { onlyRow, rows, type Db, type Tx } from './db.ts'
import { codeOf } from './errors.ts'
import { adopt, filesOfFormer, isFormer, isOlder, FORMER_COMMIT } from './former-schema.ts'

export const MIGRATIONS_FOLDER = join(ROOT, 'migrations')

interface Migration {
  name: string
  text: string
  sha256: string
}

/**
 * Brings the database to the newest migration.
 * @returns the names of those applied now
 * @throws StartError naming the file that is missing, edited, out of order or failing, or when the database is not UTF-8
 */
export async function migrate(db: Db, folder = MIGRATIONS_FOLDER): Promise<string[]> {
  const migrations = readMigrations(folder)
  await refuseBytesForLetters(db)
  await whileMigrating(db, async (tx) => {
    // Not `if not exists`: a role that may not create tables is refused even then, and may have nothing to migrate.
    if (await hasMigrations(tx)) {
      const names = (await readRecorded(tx)).map(({ name }) => name)
      if (isFormer(names)) await adopt(tx, migrations)
      return
    }
    await tx.execute(sql`create table schema_migrations (
      name text primary key, sha256 text not null, applied_at timestamptz not null default now())`)
  })
  const applied: string[] = []
  const embedded = await isEmbedded(db)
  for (let tries = 1; ; tries += 1) {
    try {
      // Asked anew under the lock each time: another process may have applied the next one meanwhile.
      const next = await whileMigrating(db, (tx) => applyNext(tx, migrations, embedded))
      if (next === null) return applied
      if (next.applied || (await applyAlone(db, migrations, next))) applied.push(next.name)
      tries = 0
    } catch (error) {
      if (!isLocked(error) || tries === TRIES_MAX) throw error
      // Whoever queued behind us goes first.
      await pause(Math.min(tries * 500, 5000))
    }
  }
}

/** Less than a second, after which PostgreSQL ends one of two transactions that wait for each other: never a call of the version before. */
const LOCK_TIMEOUT = '900ms'
/** Whether the file waited too long for a lock, or was itself ended in a deadlock. */
const isLocked = (error: unknown) => ['55P03', '40P01'].includes(codeOf(error) ?? '')
/** About ten minutes. */
const TRIES_MAX = 80

/** PGlite has one connection, and so nobody to build an index beside. */
async function isEmbedded(db: Db): Promise<boolean> {
  return (await onlyRow(db, sql`select version() ~* 'emcc|emscripten' as found`, z.object({ found: z.boolean() })))
    .found
}

/** Refuses SQL_ASCII, PostgreSQL's choice where the system names no language: it counts bytes, and finds no name with an accent. */
async function refuseBytesForLetters(db: Db): Promise<void> {
  const [found] = await rows(
    db,
    sql`select current_setting('server_encoding') as encoding`,
    z.object({ encoding: z.string() }),
  )
  if (found?.encoding === 'UTF8') return
  throw new StartError(
    `This database's encoding is ${found?.encoding}. Make it anew with: create database … template template0 encoding 'UTF8'`,
  )
}

async function hasMigrations(tx: Tx): Promise<boolean> {
  const [found] = await rows(
    tx,
    sql`select to_regclass('schema_migrations') is not null as found`,
    z.object({ found: z.boolean() }),
  )
  return found?.found === true
}

/**
 * The migrations of this version that a backup needs first, for its rows to fit.
 * @param recorded the names in its manifest
 * @throws StartError when the backup is older than version 0.1.0, or newer than this code
 */
export function migrationsOfBackup(recorded: readonly string[], folder = MIGRATIONS_FOLDER): string[] {
  const files = readMigrations(folder)
  if (isFormer(recorded)) return filesOfFormer(files).map(({ name }) => name)
  if (isOlder(recorded)) {
    throw new StartError(
      `This backup is older than version 0.1.0. Restore it with the commit ${FORMER_COMMIT}, and make a new one.`,
    )
  }
  const unknown = recorded.find((name) => !files.some((file) => file.name === name))
  if (unknown === undefined) return [...recorded]
  throw new StartError(
    `This backup was made by a newer version of Taimako, with the migration ${unknown}. Update first.`,
  )
}

/** Read the applied names without changing anything: what a backup records. */
export async function appliedMigrations(db: Db | Tx): Promise<string[]> {
  const found = await rows(db, sql`select name from schema_migrations order by name`, z.object({ name: z.string() }))
  return found.map((row) => row.name)
}

/**
 * The migrations that the next start applies, without applying them.
 * @throws StartError naming the file that is missing, edited or out of order
 */
export async function pendingMigrations(db: Db, folder = MIGRATIONS_FOLDER): Promise<string[]> {
  const migrations = readMigrations(folder)
  const recorded = await readRecorded(db)
  if (isFormer(recorded.map(({ name }) => name))) return migrations.map(({ name }) => name)
  refuseDrift(recorded, migrations)
  return migrations.slice(recorded.length).map(({ name }) => name)
}

function readRecorded(db: Db | Tx) {
  return rows(
    db,
    sql`select name, sha256 from schema_migrations order by name`,
    z.object({ name: z.string(), sha256: z.string() }),
  )
}

function readMigrations(folder: string): Migration[] {
  const names = readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .toSorted()
  return names.map((name) => {
    const text = readFileSync(join(folder, name), 'utf8')
    return { name, text, sha256: sha256(text).toString('hex') }
  })
}

/** The header of a file whose statements are each about one index. */
const ALONE = /^(?:--.*\n)*-- Outside a transaction\b/
const ONE_INDEX =
  /^(?:create (?:unique )?index concurrently if not exists (?<made>\w+) on [^;]+|drop index concurrently if exists \w+)$/

/** The statements of a file whose header says "Outside a transaction", each of which can be repeated; undefined for any other file. */
function aloneStatements({ name, text }: Migration): string[] | undefined {
  if (!ALONE.test(text)) return undefined
  const bare = text.replaceAll(/^--.*$/gm, '').split(';')
  const statements = bare.map((statement) => statement.trim()).filter((statement) => statement !== '')
  if (statements.length > 0 && statements.every((statement) => ONE_INDEX.test(statement))) return statements
  throw new StartError(
    `The migration ${name} is outside a transaction, and so each statement must be "create index concurrently if not exists" or "drop index concurrently if exists".`,
  )
}

/**
 * Builds indexes beside those who read and write. Holds the lock in a transaction on another connection, which has no snapshot meanwhile:
 * the index would wait for its end. Killed in the middle, it leaves an invalid index, which the next start drops first.
 * @returns whether it was applied here, not by another process
 */
async function applyAlone(db: Db, migrations: Migration[], migration: Migration): Promise<boolean> {
  const locked = Promise.withResolvers<boolean>()
  const built = Promise.withResolvers<void>()
  const recording = whileMigrating(db, async (tx) => {
    await tx.execute(sql`select set_config('idle_in_transaction_session_timeout', '0', true)`)
    const isNext = (await readRecorded(tx)).length === migrations.indexOf(migration)
    locked.resolve(isNext)
    if (!isNext) return
    await built.promise
    await record(tx, migration)
  })
  // Until it is awaited below, a failure must not end the process.
  recording.catch(locked.reject)
  if (!(await locked.promise)) return false
  await buildIndexes(db, aloneStatements(migration) ?? []).then(built.resolve, (error: unknown) =>
    built.reject(failed(migration, error)),
  )
  await recording
  return true
}

async function buildIndexes(db: Db, statements: readonly string[]): Promise<void> {
  for (const statement of statements) await buildIndex(db, statement)
}

async function buildIndex(db: Db, statement: string): Promise<void> {
  const made = ONE_INDEX.exec(statement)?.groups?.['made']
  if (made !== undefined && (await isInvalid(db, made))) await db.execute(sql.raw(`drop index concurrently ${made}`))
  await db.execute(sql.raw(statement))
}

async function isInvalid(db: Db, index: string): Promise<boolean> {
  const found = await rows(
    db,
    sql`select from pg_index where indexrelid = to_regclass(${index}) and not indisvalid`,
    z.object({}),
  )
  return found.length > 0
}

/** @returns the next migration, applied unless it runs outside this transaction; null when there is none */
async function applyNext(
  tx: Tx,
  migrations: Migration[],
  embedded: boolean,
): Promise<(Migration & { applied: boolean }) | null> {
  const recorded = await readRecorded(tx)
  refuseDrift(recorded, migrations)
  const next = migrations[recorded.length]
  if (!next) return null
  const alone = aloneStatements(next)
  if (alone !== undefined && !embedded) return Object.assign(next, { applied: false })
  try {
    await tx.execute(sql`select set_config('lock_timeout', ${LOCK_TIMEOUT}, true)`)
    // One DO block makes one statement of a whole file: the embedded driver takes no more than one at a time.
    const text = alone?.map((statement) => `${statement.replace('concurrently ', '')};`).join('\n') ?? next.text
    await tx.execute(sql.raw(`do $migration$ begin\n${text}\nend $migration$`))
  } catch (error) {
    throw failed(next, error)
  }
  await record(tx, next)
  return Object.assign(next, { applied: true })
}

function failed({ name }: Migration, error: unknown): StartError {
  const reason =
    error instanceof Error ? (error.cause instanceof Error ? error.cause.message : error.message) : String(error)
  return new StartError(`The migration ${name} failed, and nothing of it was kept: ${reason}`, { cause: error })
}

async function record(tx: Tx, { name, sha256: hash }: Migration): Promise<void> {
  await tx.execute(sql`insert into schema_migrations (name, sha256) values (${name}, ${hash})`)
}

/** Refuses recorded migrations that are not exactly the first files, unchanged. */
function refuseDrift(recorded: { name: string; sha256: string }[], migrations: Migration[]): void {
  if (isOlder(recorded.map(({ name }) => name))) {
    throw new StartError(
      `This database is older than version 0.1.0. Start the commit ${FORMER_COMMIT} with it once, and then this version.`,
    )
  }
  recorded.forEach((row, index) => {
    const file = migrations[index]
    if (!migrations.some((migration) => migration.name === row.name)) {
      throw new StartError(
        `The migration ${row.name} was applied to this database, but its file is missing: this code is older than the database.`,
      )
    }
    if (file?.name !== row.name) {
      throw new StartError(
        `The migration ${file?.name} comes before ${row.name}, which this database already has: give it a later number.`,
      )
    }
    if (file.sha256 !== row.sha256) {
      throw new StartError(`The migration ${row.name} was edited after it was applied: write a new one instead.`)
    }
  })
}

/** Runs `work` in a transaction, while no other process changes tables or rights. */
export async function whileMigrating<Outcome>(db: Db, work: (tx: Tx) => Promise<Outcome>): Promise<Outcome> {
  const Lock = z.object({ locked: z.boolean() })
  // Ends the transaction before asking again: an index that is built concurrently waits for the end of each that it once saw reading.
  for (;;) {
    const done = await db.transaction(async (tx) => {
      // Each statement may take its time, whatever the role or the address limits.
      await tx.execute(sql`select set_config('statement_timeout', '0', true)`)
      const { locked } = await onlyRow(tx, sql`select pg_try_advisory_xact_lock(7261194) as locked`, Lock)
      return locked ? { outcome: await work(tx) } : null
    })
    if (done) return done.outcome
    await pause(50)
  }
}
