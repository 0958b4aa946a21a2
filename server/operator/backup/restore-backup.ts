/**
 * Restores a backup into an empty database, embedded or PostgreSQL: all of it or nothing. A new database first gets the migrations
 * that the backup was made with, so that later migrations find the rows to change. Files go into the storage of this environment,
 * regardless of the storage that they came from.
 */
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql, type SQL } from 'drizzle-orm'
import { z } from 'zod'
import type { Env } from '../../platform/env/env.ts'
import { claimMode } from '../instance.ts'
import { onlyRow, rows, type Db, type Tx } from '../../platform/db/db.ts'
import { appliedMigrations, migrate, migrationsOfBackup, MIGRATIONS_FOLDER } from '../../platform/db/migrate.ts'
import { invariant, StartError } from '../../platform/errors.ts'
import { readBackup, type Manifest, type Row } from './backup-format.ts'
import type { Storage } from '../../platform/storage/storage.ts'
import { createFileWriter, type FileWriter } from './file-writer.ts'
import { partsOf, readTables, IGNORED_ROWS, REPLACED, type Table } from './tables.ts'

const ROWS_PER_PIECE = 500

/**
 * Reads and verifies a whole backup.
 * @throws StartError when it was truncated or altered, has another mode than this environment, or is newer than this code
 */
export async function checkBackup(file: string, env: Env): Promise<Manifest> {
  let manifest: Manifest | null = null
  for await (const entry of readBackup(file)) {
    if (entry.kind === 'manifest') manifest = entry.manifest
  }
  invariant(manifest, 'a complete backup starts with its manifest')
  if (manifest.mode !== env.mode) {
    throw new StartError(
      `This backup is from a ${manifest.mode} instance, but the Paystack key here is for ${env.mode}. Use the matching key.`,
    )
  }
  migrationsOfBackup(manifest.migrations)
  return manifest
}

/**
 * Restores a backup that {@link checkBackup} has verified, in one transaction. If it fails, files that were already written stay in
 * the storage, unused.
 * @returns the number of rows by table, and of stored files
 * @throws StartError when the database is not empty
 */
export async function restoreBackup(
  db: Db,
  file: string,
  manifest: Manifest,
  now: Date,
  storage: Storage,
  folder = MIGRATIONS_FOLDER,
): Promise<{ rows: Record<string, number>; files: number }> {
  await migrateAsFar(db, migrationsOfBackup(manifest.migrations, folder), folder)
  await claimMode(db, manifest.mode, now)
  const restored = await db.transaction(async (tx) => {
    const tables = await readTables(tx)
    await requireEmpty(tx, tables)
    const files = await createFileWriter(storage)
    try {
      const counts = await withoutJudging(tx, async () => {
        if (tables.some(({ name }) => name === 'policy_versions')) await tx.execute(sql`delete from policy_versions`)
        return restoreEntries(tx, file, tables, files)
      })
      for (const table of tables) await moveIdentity(tx, table)
      return { rows: counts, files: files.written.size }
    } finally {
      await files.close()
    }
  })
  await migrate(db, folder)
  // Marks the instance as restored: the server repeats later erasures (server/people/account/erasures.ts).
  await db.execute(sql`update instance set created_at = ${now.toISOString()}`)
  // The embedded database has no autovacuum: without this, queries are planned for empty tables.
  await db.execute(sql`analyze`)
  return restored
}

/** Applies exactly the migrations that the backup was made with. */
async function migrateAsFar(db: Db, names: readonly string[], source: string): Promise<void> {
  const { migrated } = await onlyRow(
    db,
    sql`select to_regclass('schema_migrations') is not null as migrated`,
    z.object({ migrated: z.boolean() }),
  )
  const applied = migrated ? await appliedMigrations(db) : []
  const later = applied.find((name) => !names.includes(name))
  if (later) {
    throw new StartError(
      `This database already has the migration ${later}, which is newer than the backup. Restore into a new database, which has no tables yet.`,
    )
  }
  const folder = mkdtempSync(join(tmpdir(), 'taimako-restore-'))
  try {
    for (const name of names) copyFileSync(join(source, name), join(folder, name))
    await migrate(db, folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function requireEmpty(tx: Tx, tables: readonly Table[]): Promise<void> {
  // Other users of the database wait until the restore has ended.
  const names = sql.join(
    tables.map((table) => sql`${sql.identifier(table.name)}`),
    sql`, `,
  )
  await tx.execute(sql`lock table ${names} in share row exclusive mode`)
  if (tables.some(({ name }) => name === 'users')) await removeUnusedAdministrator(tx)
  if (tables.some(({ name }) => name === 'log_entries')) await removeEmptyLog(tx)
  for (const table of tables) {
    const name = sql`${sql.identifier(table.name)}`
    if (REPLACED.has(table.name)) {
      await tx.execute(sql`delete from ${name}`)
      continue
    }
    for (const part of partsOf(table)) {
      const { used } = await onlyRow(
        tx,
        sql`select exists (select from ${name} where ${part} and not (${IGNORED_ROWS[table.name] ?? sql`false`})) as used`,
        z.object({ used: z.boolean() }),
      )
      if (used) {
        throw new StartError(
          `This database is not empty: ${table.name} has rows. A restore never merges or overwrites: use a new DATA_DIR or database.`,
        )
      }
    }
  }
}

/** A database with only the administrator of the first start, who never signed in, counts as empty. */
async function removeUnusedAdministrator(tx: Tx): Promise<void> {
  await tx.execute(
    sql`with unused as (select users.id from users join profiles on profiles.user_id = users.id
                         where profiles.role = 'admin' and users.last_sign_in_at is null and (select count(*) from users) = 1),
             profile as (delete from profiles where user_id in (select id from unused)),
             identity as (delete from identities where user_id in (select id from unused))
        delete from users where id in (select id from unused)`,
  )
}

/** The first start signs an empty log. The log of the backup continues with its own key, whose file the operator copies. */
async function removeEmptyLog(tx: Tx): Promise<void> {
  const empty = sql`not exists (select from log_entries)`
  await tx.execute(sql`delete from log_checkpoints where size = 0 and ${empty}`)
  await tx.execute(sql`delete from log_keys where ${empty}`)
}

/** Acts of the past are not judged by the ties that people have now (`restoring` in migrations/0001_platform.sql). */
async function withoutJudging<T>(tx: Tx, restore: () => Promise<T>): Promise<T> {
  await tx.execute(sql`insert into restoring default values`)
  const restored = await restore()
  await tx.execute(sql`delete from restoring`)
  return restored
}

async function restoreEntries(
  tx: Tx,
  file: string,
  tables: readonly Table[],
  files: FileWriter,
): Promise<Record<string, number>> {
  const counts: Record<string, number> = {}
  let target: Table | null = null
  let piece: Row[] = []
  const flush = async () => {
    if (target && piece.length > 0) await insertRows(tx, target, piece)
    piece = []
    await files.end()
  }
  for await (const entry of readBackup(file)) {
    if (entry.kind === 'table') {
      await flush()
      target = targetOf(entry, tables)
      counts[entry.table] = 0
    } else if (entry.kind === 'row') {
      invariant(entry.row.length === target?.columns.length, 'a row has a value for each column')
      piece.push(entry.row)
      counts[entry.table] = (counts[entry.table] ?? 0) + 1
      if (piece.length === ROWS_PER_PIECE) await flush()
    } else if (entry.kind === 'file') {
      await flush()
      await files.begin(entry.key)
    } else if (entry.kind === 'piece') {
      await files.add(entry.bytes)
    }
  }
  await flush()
  await matchFiles(tx, tables, files)
  return counts
}

/** Every document must have its file. One of a document that was deleted while the backup was made has no row, and goes again. */
async function matchFiles(tx: Tx, tables: readonly Table[], files: FileWriter): Promise<void> {
  const { written } = files
  if (!tables.some(({ name }) => name === 'stored_files')) return
  const kept = await rows(tx, sql`select key from stored_files`, z.object({ key: z.string() }))
  const missing = kept.filter(({ key }) => !written.has(key)).length
  if (missing > 0) {
    throw new StartError(
      `${missing} files are missing in this backup because they were deleted while it was made. Nothing was changed. Make a new backup.`,
    )
  }
  const keys = new Set(kept.map(({ key }) => key))
  for (const key of [...written].filter((each) => !keys.has(each))) await files.discard(key)
}

/** The table with its columns in the order of the backup. */
function targetOf(entry: { table: string; columns: string[] }, tables: readonly Table[]): Table {
  const table = tables.find((each) => each.name === entry.table)
  const columns = entry.columns.map((name) => table?.columns.find((column) => column.name === name))
  if (!table || columns.some((column) => !column)) {
    throw new StartError(`The table ${entry.table} in the backup does not match the migrations. Nothing was changed.`)
  }
  return { ...table, columns: columns.filter((column) => column !== undefined) }
}

/** The rows that every database has from its migrations are written over. */
function onConflict({ name, columns, key }: Table): SQL {
  if (name !== 'funds' && name !== 'aid_kinds') return sql``
  const keys = key.map((column) => column.name)
  const told = columns.filter((column) => !keys.includes(column.name)).map((column) => sql.identifier(column.name))
  return sql`on conflict (${sql.join(
    keys.map((each) => sql.identifier(each)),
    sql`, `,
  )}) do update set ${sql.join(
    told.map((column) => sql`${column} = excluded.${column}`),
    sql`, `,
  )}`
}

async function insertRows(tx: Tx, table: Table, piece: readonly Row[]): Promise<void> {
  const names = table.columns.map((column) => sql`${sql.identifier(column.name)}`)
  const values = table.columns.map((column, index) => sql.raw(`(value->>${index})::${column.type}`))
  if (table.transaction !== null) {
    names.push(sql`${sql.identifier(table.transaction)}`)
    values.push(sql`'0'::xid8`)
  }
  await tx.execute(
    sql`insert into ${sql.identifier(table.name)} (${sql.join(names, sql`, `)}) overriding system value
        select ${sql.join(values, sql`, `)} from jsonb_array_elements(${JSON.stringify(piece)}::jsonb) as value ${onConflict(table)}`,
  )
}

/** The count of an identity column whose values a trigger changes (`aid_applications_lengthen_number`). */
const IDENTITY_COUNTS: Readonly<Record<string, SQL>> = {
  'aid_applications.number': sql`case when number < 100000000 then number else number / 10000 end`,
}

/** New rows are numbered after the restored ones. Lower numbers than the sequence's start belong to rows of the migrations. */
async function moveIdentity(tx: Tx, table: Table): Promise<void> {
  if (table.identity === null) return
  const column = sql.identifier(table.identity)
  const counted = IDENTITY_COUNTS[`${table.name}.${table.identity}`] ?? sql`${column}`
  await tx.execute(
    sql`with numbering as (select pg_get_serial_sequence(${table.name}, ${table.identity})::regclass as sequence),
             restored as (select max(${counted}) as last from ${sql.identifier(table.name)})
        select setval(sequence, last) from numbering, restored
         where last >= (select seqstart from pg_sequence where seqrelid = sequence)`,
  )
}
