/** Writes a backup: every row as it stood at one moment, streamed into a file that appears under its name when it is whole. */
import { createWriteStream } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { sql, type SQL } from 'drizzle-orm'
import { z } from 'zod'
import { MODES } from '../../contract/system.ts'
import { onlyRow, rows, type Db, type Tx } from '../lib/db/db.ts'
import { appliedMigrations } from '../lib/db/migrate.ts'
import { StartError } from '../lib/errors.ts'
import { createBackupLines, type Row } from './backup-format.ts'
import { partsOf, readTables, type Table } from './tables.ts'

const ROWS_PER_PIECE = 1000

const FILE_CALLS: ReadonlySet<unknown> = new Set(['open', 'write', 'fsync', 'close', 'rename', 'unlink'])

/**
 * Backs up to `file`, readable by its owner only. A file of that name is replaced, once the new one is whole.
 * @returns the rows written, a table
 * @throws StartError when the database is empty, or the file cannot be written
 */
export async function writeBackup(db: Db, file: string, now: Date): Promise<Record<string, number>> {
  const { migrated } = await onlyRow(
    db,
    sql`select to_regclass('instance') is not null as migrated`,
    z.object({ migrated: z.boolean() }),
  )
  if (!migrated) throw new StartError('This database is empty: there is nothing to back up.')
  const partial = `${file}.partial`
  try {
    await rm(partial, { force: true })
    const counts = await db.transaction(
      async (tx) => {
        const lines = createBackupLines()
        const target = createWriteStream(partial, { flags: 'wx', mode: 0o600, flush: true })
        await pipeline(backupLines(tx, lines, now), createGzip(), target)
        return lines.counts
      },
      { isolationLevel: 'repeatable read', accessMode: 'read only' },
    )
    await rename(partial, file)
    return counts
  } catch (error) {
    await rm(partial, { force: true }).catch(() => {})
    if (error instanceof Error && 'syscall' in error && FILE_CALLS.has(error.syscall) && 'code' in error) {
      throw new StartError(`${file} cannot be written (${String(error.code)}). There is no backup.`)
    }
    throw error
  }
}

async function* backupLines(tx: Tx, lines: ReturnType<typeof createBackupLines>, now: Date): AsyncGenerator<string> {
  // A server may be set to write dates and bytes otherwise; here they have one form.
  for (const setting of [`datestyle = 'ISO'`, `timezone = 'UTC'`, `bytea_output = 'hex'`, 'extra_float_digits = 1']) {
    await tx.execute(sql.raw(`set local ${setting}`))
  }
  const { mode } = await onlyRow(tx, sql`select mode from instance`, z.object({ mode: z.enum(MODES) }))
  yield lines.manifest({ made_at: now.toISOString(), mode, migrations: await appliedMigrations(tx) })
  for (const table of await readTables(tx)) {
    yield lines.table(
      table.name,
      table.columns.map((column) => column.name),
    )
    for (const part of partsOf(table)) {
      for await (const piece of readPieces(tx, table, part)) {
        // One string a piece: a write for each row would cost more than the row.
        yield piece.map((row) => lines.row(row)).join('')
      }
    }
  }
  yield lines.trailer()
}

/** The rows of a part, a piece at a time by primary key, each row a JSON array of texts and nulls. */
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
