/**
 * Writes a backup: a consistent snapshot of all rows, and the stored files they refer to. It is streamed into a partial file that is
 * renamed once it is complete.
 */
import { createWriteStream, existsSync } from 'node:fs'
import { link, rename, rm } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { sql, type SQL } from 'drizzle-orm'
import { z } from 'zod'
import { MODES } from '../../../contract/platform/system.ts'
import { onlyRow, rows, type Db, type Tx } from '../../platform/db/db.ts'
import { appliedMigrations } from '../../platform/db/migrate.ts'
import { fileFault, StartError } from '../../platform/errors.ts'
import type { Storage } from '../../platform/storage/storage.ts'
import { createBackupLines, type Row } from './backup-format.ts'
import { partsOf, readTables, type Table } from './tables.ts'

const EMPTY = 'This database is empty: there is nothing to back up.'

const ROWS_PER_PIECE = 1000

const BYTES_PER_PIECE = 384 * 1024

type Lines = ReturnType<typeof createBackupLines>

/**
 * Backs up to `file`, readable by its owner only.
 * @param replace whether an existing file may be replaced, once the new one is complete
 * @returns the number of rows by table, and of stored files
 * @throws StartError when the database is empty, the file exists or it cannot be written
 */
export async function writeBackup(
  db: Db,
  file: string,
  now: Date,
  storage: Storage,
  replace = false,
): Promise<{ rows: Record<string, number>; files: number }> {
  if (!replace && existsSync(file))
    throw new StartError(`${file} already exists. Choose another name, or add --force to replace it.`)
  if (!(await hasTable(db, 'instance'))) throw new StartError(EMPTY)
  const partial = `${file}.partial`
  // Each part is compressed separately. Together they are one gzip file.
  const append = (lines: AsyncIterable<string>) =>
    pipeline(lines, createGzip(), createWriteStream(partial, { flags: 'a', mode: 0o600, flush: true }))
  try {
    await rm(partial, { force: true })
    const lines = createBackupLines()
    const written = new Set<string>()
    // Most files are written before the transaction of the rows, which blocks all other use of the embedded database.
    await append(beginningLines(db, storage, lines, written, now))
    // Files that came meanwhile: one deleted between here and the end is missed.
    await append(fileLines(db, storage, lines, written))
    const later: string[] = []
    await db.transaction((tx) => append(rowLines(tx, lines, written, later)), {
      isolationLevel: 'repeatable read',
      accessMode: 'read only',
    })
    await append(endLines(storage, lines, later))
    if (replace) await rename(partial, file)
    else await linkNew(partial, file)
    return { rows: lines.counts, files: lines.files() }
  } catch (error) {
    await rm(partial, { force: true }).catch(() => {})
    throw fileFault(error, file, ' No backup was made.')
  }
}

/** Unlike a rename, a link never replaces a file that appeared in the meantime. */
async function linkNew(partial: string, file: string): Promise<void> {
  await link(partial, file)
  await rm(partial)
}

async function hasTable(db: Db | Tx, name: string): Promise<boolean> {
  const { found } = await onlyRow(
    db,
    sql`select to_regclass(${name}) is not null as found`,
    z.object({ found: z.boolean() }),
  )
  return found
}

async function* beginningLines(
  db: Db,
  storage: Storage,
  lines: Lines,
  written: Set<string>,
  now: Date,
): AsyncGenerator<string> {
  const [instance] = await rows(db, sql`select mode from instance`, z.object({ mode: z.enum(MODES) }))
  if (!instance) throw new StartError(EMPTY)
  yield lines.manifest({ made_at: now.toISOString(), mode: instance.mode, migrations: await appliedMigrations(db) })
  yield* fileLines(db, storage, lines, written)
}

/**
 * The files of the snapshot that are not written yet, and the trailer.
 * @throws StartError when one was deleted meanwhile: a restore would refuse the backup
 */
async function* endLines(storage: Storage, lines: Lines, later: readonly string[]): AsyncGenerator<string> {
  for (const key of later) {
    const bytes = await storage.open(key)
    if (!bytes)
      throw new StartError('A document was deleted while the backup was made. No backup was made. Make it again.')
    yield* oneFile(key, bytes, lines)
  }
  yield lines.trailer()
}

async function* oneFile(key: string, bytes: ReadableStream<Uint8Array>, lines: Lines): AsyncGenerator<string> {
  yield lines.file(key)
  for await (const piece of inPieces(bytes)) yield lines.piece(piece)
}

/** The stored files of documents that are not written yet, in chunks. Files that were deleted in the meantime are skipped. */
async function* fileLines(db: Db, storage: Storage, lines: Lines, written: Set<string>): AsyncGenerator<string> {
  for await (const key of storedKeys(db)) {
    const bytes = written.has(key) ? null : await storage.open(key)
    if (!bytes) continue
    written.add(key)
    yield* oneFile(key, bytes, lines)
  }
}

async function* storedKeys(db: Db | Tx): AsyncGenerator<string> {
  if (!(await hasTable(db, 'stored_files'))) return
  let last = ''
  for (;;) {
    const keys = await rows(
      db,
      sql`select key from stored_files where sweep_at is null and key > ${last} order by key limit ${ROWS_PER_PIECE}`,
      z.object({ key: z.string() }),
    )
    for (const { key } of keys) yield key
    last = keys.at(-1)?.key ?? ''
    if (keys.length < ROWS_PER_PIECE) return
  }
}

async function* inPieces(bytes: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  let held: Uint8Array[] = []
  let length = 0
  for await (const arrived of bytes) {
    held.push(arrived)
    length += arrived.length
    if (length < BYTES_PER_PIECE) continue
    yield Buffer.concat(held)
    held = []
    length = 0
  }
  if (length > 0) yield Buffer.concat(held)
}

/** @param later gets the files of these rows that are not written yet */
async function* rowLines(tx: Tx, lines: Lines, written: ReadonlySet<string>, later: string[]): AsyncGenerator<string> {
  // Servers may be configured with other formats for dates and bytes.
  for (const setting of [`datestyle = 'ISO'`, `timezone = 'UTC'`, `bytea_output = 'hex'`, 'extra_float_digits = 1']) {
    await tx.execute(sql.raw(`set local ${setting}`))
  }
  for (const table of await readTables(tx)) {
    yield lines.table(
      table.name,
      table.columns.map((column) => column.name),
    )
    for (const part of partsOf(table)) {
      for await (const piece of readPieces(tx, table, part)) {
        // One write for each chunk: a write for each row would cost more than the row.
        yield piece.map((row) => lines.row(row)).join('')
      }
    }
  }
  for await (const key of storedKeys(tx)) if (!written.has(key)) later.push(key)
}

/** The rows of a part, in chunks by primary key. Each row is a JSON array of strings and nulls. */
async function* readPieces(tx: Tx, table: Table, part: SQL): AsyncGenerator<string[]> {
  const names = list(table.key.map((column) => sql`${sql.identifier(column.name)}`))
  const values = list(table.columns.map((column) => sql`${sql.identifier(column.name)}::text`))
  let after = sql`true`
  for (;;) {
    const piece = await rows(
      tx,
      sql`select to_json(array[${values}])::text as line from ${sql.identifier(table.name)}
           where (${part}) and ${after} order by ${names} limit ${ROWS_PER_PIECE}`,
      z.object({ line: z.string() }),
    )
    if (piece.length > 0) yield piece.map((row) => row.line)
    const last = piece.at(-1)
    if (!last || piece.length < ROWS_PER_PIECE) return
    const row: Row = z.array(z.string().nullable()).parse(JSON.parse(last.line))
    const keys = table.key.map((column) => {
      const value = row[table.columns.findIndex((each) => each.name === column.name)]
      return sql`${value}::${sql.raw(column.type)}`
    })
    after = sql`(${names}) > (${list(keys)})`
  }
}

const list = (parts: SQL[]) => sql.join(parts, sql`, `)
