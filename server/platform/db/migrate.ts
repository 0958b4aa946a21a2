/**
 * The migration runner. SQL files, forward only, applied in the order of their names, each in its own transaction, and
 * recorded with its SHA-256. Several processes may start together: an advisory lock lets one of them do the work. A
 * failed, missing or edited file, or one that slipped in before others already applied, stops the start and is named. A database
 * of the migrations before 0.1.0 is adopted (former-schema.ts).
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { sha256 } from '../crypto.ts'
import { StartError } from '../errors.ts'
import { ROOT } from '../root.ts'
import { rows, type Db, type Tx } from './db.ts'
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
  await db.transaction(async (tx) => {
    await lockMigrations(tx)
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
  for (;;) {
    // Asked anew under the lock each time: another process may have applied the next one meanwhile.
    const name = await db.transaction((tx) => applyNext(tx, migrations))
    if (name === null) return applied
    applied.push(name)
  }
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

async function applyNext(tx: Tx, migrations: Migration[]): Promise<string | null> {
  await lockMigrations(tx)
  const recorded = await readRecorded(tx)
  refuseDrift(recorded, migrations)
  const next = migrations[recorded.length]
  if (!next) return null
  try {
    // One DO block makes one statement of a whole file: the embedded driver takes no more than one at a time.
    await tx.execute(sql.raw(`do $migration$ begin\n${next.text}\nend $migration$`))
  } catch (error) {
    const reason =
      error instanceof Error ? (error.cause instanceof Error ? error.cause.message : error.message) : String(error)
    throw new StartError(`The migration ${next.name} failed, and nothing of it was kept: ${reason}`)
  }
  await tx.execute(sql`insert into schema_migrations (name, sha256) values (${next.name}, ${next.sha256})`)
  return next.name
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

/** One process at a time changes tables or rights. */
export async function lockMigrations(tx: Tx): Promise<void> {
  // Another process may be at a long migration, and each of ours may take its time, whatever the role or the address limits.
  await tx.execute(sql`select set_config('lock_timeout', '0', true), set_config('statement_timeout', '0', true)`)
  await tx.execute(sql`select pg_advisory_xact_lock(7261194)`)
}
