/**
 * Restores a backup into an empty database, embedded or not: all of it or nothing. A database that is new is first brought
 * to the migrations the backup was made with, so that the later ones find the rows that they are there to change. Stored files
 * go into the storage of this environment, whichever they came from.
 */
import { copyFileSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Env } from '../env.ts'
import { claimMode } from '../instance.ts'
import { onlyRow, rows, type Db, type Tx } from '../lib/db/db.ts'
import { appliedMigrations, migrate, MIGRATIONS_FOLDER } from '../lib/db/migrate.ts'
import { invariant, StartError } from '../lib/errors.ts'
import { readBackup, type Manifest, type Row } from './backup-format.ts'
import type { Storage } from '../lib/storage/storage.ts'
import { createFileWriter, type FileWriter } from './file-writer.ts'
import { partsOf, readTables, NO_USE, REPLACED, type Table } from './tables.ts'

const ROWS_PER_PIECE = 500

/**
 * Reads a backup through, and says what it is.
 * @throws StartError when it is cut or altered, of another world than this environment, or newer than this code
 */
export async function checkBackup(file: string, env: Env): Promise<Manifest> {
  let manifest: Manifest | null = null
  for await (const entry of readBackup(file)) {
    if (entry.kind === 'manifest') manifest = entry.manifest
  }
  invariant(manifest, 'a whole backup begins with its manifest')
  if (manifest.mode !== env.mode) {
    throw new StartError(
      `This backup is of a ${manifest.mode} instance, and the Paystack key here is for ${env.mode}. Use the matching key.`,
    )
  }
  const known = new Set(readdirSync(MIGRATIONS_FOLDER))
  const unknown = manifest.migrations.find((name) => !known.has(name))
  if (unknown) {
    throw new StartError(
      `This backup was made by a newer Taimako, with the migration ${unknown}. Update this one first.`,
    )
  }
  return manifest
}

/**
 * Restores a backup that {@link checkBackup} has passed. Everything is written in one transaction; files that
 * were written before one that fails stay in the storage, where nothing names them.
 * @returns the rows restored, a table, and the number of stored files
 * @throws StartError when the database is not empty
 */
export async function restoreBackup(
  db: Db,
  file: string,
  manifest: Manifest,
  now: Date,
  storage: Storage,
): Promise<{ rows: Record<string, number>; files: number }> {
  await migrateAsFar(db, manifest.migrations)
  await claimMode(db, manifest.mode, now)
  const restored = await db.transaction(async (tx) => {
    const tables = await readTables(tx)
    await requireEmpty(tx, tables)
    const files = await createFileWriter(storage)
    try {
      const counts = await restoreEntries(tx, file, tables, files)
      for (const table of tables) await moveIdentity(tx, table)
      return { rows: counts, files: files.written.size }
    } finally {
      await files.close()
    }
  })
  await migrate(db)
  // Nobody does it for the embedded database, and without it the first queries are planned for empty tables.
  await db.execute(sql`analyze`)
  return restored
}

/** Applies the migrations that the backup was made with, and none that came after it. */
async function migrateAsFar(db: Db, names: readonly string[]): Promise<void> {
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
    for (const name of names) copyFileSync(join(MIGRATIONS_FOLDER, name), join(folder, name))
    await migrate(db, folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function requireEmpty(tx: Tx, tables: readonly Table[]): Promise<void> {
  // Whoever else is on this database waits until the restore has ended, and finds its rows.
  const names = sql.join(
    tables.map((table) => sql`${sql.identifier(table.name)}`),
    sql`, `,
  )
  await tx.execute(sql`lock table ${names} in share row exclusive mode`)
  if (tables.some(({ name }) => name === 'users')) await removeUnusedAdministrator(tx)
  for (const table of tables) {
    const name = sql`${sql.identifier(table.name)}`
    if (REPLACED.has(table.name)) {
      await tx.execute(sql`delete from ${name}`)
      continue
    }
    for (const part of partsOf(table)) {
      const { used } = await onlyRow(
        tx,
        sql`select exists (select from ${name} where ${part} and not (${NO_USE[table.name] ?? sql`false`})) as used`,
        z.object({ used: z.boolean() }),
      )
      if (used) {
        throw new StartError(
          `This database is not empty: there is something in ${table.name}. A restore never mixes or overwrites: use a new DATA_DIR or database.`,
        )
      }
    }
  }
}

/** The administrator whom the first start made, alone in the database and never signed in, makes it no used one. */
async function removeUnusedAdministrator(tx: Tx): Promise<void> {
  await tx.execute(
    sql`with unused as (select users.id from users join profiles on profiles.user_id = users.id
                         where profiles.role = 'admin' and users.last_sign_in_at is null and (select count(*) from users) = 1),
             profile as (delete from profiles where user_id in (select id from unused)),
             identity as (delete from identities where user_id in (select id from unused))
        delete from users where id in (select id from unused)`,
  )
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
  await requireFiles(tx, tables, files)
  return counts
}

/** No document may be without its bytes. */
async function requireFiles(tx: Tx, tables: readonly Table[], { written }: FileWriter): Promise<void> {
  if (!tables.some(({ name }) => name === 'stored_files')) return
  const kept = await rows(tx, sql`select key from stored_files`, z.object({ key: z.string() }))
  const missing = kept.filter(({ key }) => !written.has(key)).length
  if (missing > 0) {
    throw new StartError(
      `This backup lacks the bytes of ${missing} files, which were deleted while it was made. Nothing was changed: make another one.`,
    )
  }
}

/** The table with its columns in the order in which the backup has them. */
function targetOf(entry: { table: string; columns: string[] }, tables: readonly Table[]): Table {
  const table = tables.find((each) => each.name === entry.table)
  const columns = entry.columns.map((name) => table?.columns.find((column) => column.name === name))
  if (!table || columns.some((column) => !column)) {
    throw new StartError(`The backup's table ${entry.table} is not as the migrations make it. Nothing was changed.`)
  }
  return { ...table, columns: columns.filter((column) => column !== undefined) }
}

async function insertRows(tx: Tx, table: Table, piece: readonly Row[]): Promise<void> {
  const names = table.columns.map((column) => sql`${sql.identifier(column.name)}`)
  const values = table.columns.map((column, index) => sql.raw(`(value->>${index})::${column.type}`))
  await tx.execute(
    sql`insert into ${sql.identifier(table.name)} (${sql.join(names, sql`, `)}) overriding system value
        select ${sql.join(values, sql`, `)} from jsonb_array_elements(${JSON.stringify(piece)}::jsonb) as value`,
  )
}

/** New rows are numbered after the restored ones. Rows below the numbering's start are the migrations' own. */
async function moveIdentity(tx: Tx, table: Table): Promise<void> {
  if (table.identity === null) return
  const column = sql`${sql.identifier(table.identity)}`
  await tx.execute(
    sql`with numbering as (select pg_get_serial_sequence(${table.name}, ${table.identity})::regclass as sequence),
             restored as (select max(${column}) as last from ${sql.identifier(table.name)})
        select setval(sequence, last) from numbering, restored
         where last >= (select seqstart from pg_sequence where seqrelid = sequence)`,
  )
}
