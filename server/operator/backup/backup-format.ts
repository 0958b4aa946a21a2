/**
 * The format of a backup (docs/decisions/0007): gzip'd lines of JSON. First a manifest; then for each table a line with its
 * columns, and a line with an array for each row; for each stored file a line with its key, and its bytes in chunks of base64; last a
 * trailer with the row counts and a checksum, which reveals a truncated or altered file. Every value is the text that PostgreSQL
 * writes for it, or null, so nothing is rounded.
 */
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { createGunzip } from 'node:zlib'
import { z } from 'zod'
import { MODES } from '../../../contract/platform/system.ts'
import { StartError } from '../../platform/errors.ts'

const FORMAT = 'taimako-backup'
const VERSION = 2

const Manifest = z.strictObject({
  format: z.literal(FORMAT),
  version: z.number().int(),
  made_at: z.iso.datetime(),
  mode: z.enum(MODES),
  migrations: z.array(z.string()).min(1),
})
export type Manifest = z.output<typeof Manifest>

const TableLine = z.strictObject({ table: z.string(), columns: z.array(z.string()) })
const RowLine = z.array(z.string().nullable())
export type Row = z.output<typeof RowLine>
const FileLine = z.strictObject({ file: z.string() })
const PieceLine = z.base64()
const Trailer = z.strictObject({
  end: z.literal(FORMAT),
  rows: z.record(z.string(), z.number()),
  files: z.number(),
  sha256: z.string(),
})

type Entry =
  | { kind: 'manifest'; manifest: Manifest }
  | { kind: 'table'; table: string; columns: string[] }
  | { kind: 'row'; table: string; row: Row }
  | { kind: 'file'; key: string }
  | { kind: 'piece'; bytes: Buffer }

/** Builds the lines of a backup, with counts and a checksum. */
export function createBackupLines() {
  const hash = createHash('sha256')
  const counts: Record<string, number> = {}
  let current = ''
  let files = 0
  const line = (text: string) => {
    hash.update(text).update('\n')
    return `${text}\n`
  }
  return {
    counts,
    manifest: (manifest: Omit<Manifest, 'format' | 'version'>) =>
      line(JSON.stringify({ format: FORMAT, version: VERSION, ...manifest })),
    table(table: string, columns: string[]) {
      current = table
      counts[table] = 0
      return line(JSON.stringify({ table, columns }))
    },
    /** @param values a JSON array from the database */
    row(values: string) {
      counts[current] = (counts[current] ?? 0) + 1
      return line(values)
    },
    file(key: string) {
      files += 1
      return line(JSON.stringify({ file: key }))
    },
    piece: (bytes: Uint8Array) => line(JSON.stringify(Buffer.from(bytes).toString('base64'))),
    files: () => files,
    trailer: () => `${JSON.stringify({ end: FORMAT, rows: counts, files, sha256: hash.digest('hex') })}\n`,
  }
}

/**
 * Reads a backup. The trailer is checked last, so the caller must undo everything when this throws.
 * @throws StartError when the file cannot be read, is not a backup, or was truncated or altered
 */
export async function* readBackup(file: string): AsyncGenerator<Entry> {
  const hash = createHash('sha256')
  const counts: Record<string, number> = {}
  let table: string | null = null
  let files = 0
  let first = true
  let ended = false
  for await (const line of readLines(file)) {
    if (ended) throw damaged(file, 'there is data after its end')
    if (first) {
      yield { kind: 'manifest', manifest: parseManifest(file, line) }
      first = false
    } else if (line.startsWith('[')) {
      if (table === null) throw damaged(file, 'a row comes before its table')
      counts[table] = (counts[table] ?? 0) + 1
      yield { kind: 'row', table, row: parseLine(file, RowLine, line) }
    } else if (line.startsWith('{"file"')) {
      files += 1
      yield { kind: 'file', key: parseLine(file, FileLine, line).file }
    } else if (line.startsWith('"')) {
      if (files === 0) throw damaged(file, 'bytes come before their file')
      yield { kind: 'piece', bytes: Buffer.from(parseLine(file, PieceLine, line), 'base64') }
    } else if (line.startsWith('{"end"')) {
      checkTrailer(file, parseLine(file, Trailer, line), { counts, files, sha256: hash.digest('hex') })
      ended = true
      continue
    } else {
      const { columns, ...header } = parseLine(file, TableLine, line)
      table = header.table
      counts[table] = 0
      yield { kind: 'table', table, columns }
    }
    hash.update(line).update('\n')
  }
  if (!ended) throw damaged(file, 'its end is missing')
}

function parseManifest(file: string, line: string): Manifest {
  const { version } = parseLine(file, z.object({ format: z.literal(FORMAT), version: z.number() }), line)
  if (version > VERSION)
    throw new StartError(`${file} was made by a newer version of Taimako. Restore it with that version.`)
  if (version < VERSION)
    throw new StartError(
      `${file} has the backup format ${version}, which is no longer supported. Restore it with the version that made it.`,
    )
  return parseLine(file, Manifest, line)
}

function parseLine<S extends z.ZodType>(file: string, schema: S, line: string): z.output<S> {
  try {
    return schema.parse(JSON.parse(line))
  } catch {
    throw damaged(file, 'a line is malformed')
  }
}

function checkTrailer(
  file: string,
  trailer: z.output<typeof Trailer>,
  read: { counts: object; files: number; sha256: string },
): void {
  if (trailer.sha256 !== read.sha256) throw damaged(file, 'its checksum does not match')
  if (JSON.stringify(trailer.rows) !== JSON.stringify(read.counts)) throw damaged(file, 'its row counts do not match')
  if (trailer.files !== read.files) throw damaged(file, 'files are missing')
}

function damaged(file: string, why: string): StartError {
  return new StartError(`${file} is incomplete or damaged: ${why}. Nothing was changed.`)
}

/** Only `\n` ends a line: JSON strings may contain other line separators. */
async function* readLines(file: string): AsyncGenerator<string> {
  const source = createReadStream(file)
  const plain = createGunzip()
  source.on('error', (error) => plain.destroy(error))
  source.pipe(plain).setEncoding('utf8')
  let rest = ''
  try {
    for await (const chunk of plain) {
      const lines = (rest + String(chunk)).split('\n')
      rest = lines.pop() ?? ''
      yield* lines
    }
  } catch (error) {
    if (!(error instanceof Error && 'code' in error)) throw error
    const code = String(error.code)
    if (code.startsWith('Z_')) throw damaged(file, 'it is truncated, or not a backup')
    throw new StartError(`${file} cannot be read (${code}).`)
  } finally {
    source.destroy()
    plain.destroy()
  }
  if (rest !== '') throw damaged(file, 'its last line is truncated')
}
