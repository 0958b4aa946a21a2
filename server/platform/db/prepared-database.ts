/**
 * A new embedded database, made and migrated by the build: to make one takes eight seconds and 400 MB, to unpack one half a second.
 * One file holds it: the names and sizes as one line of JSON, then the bytes of all files, compressed.
 */
import { randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { z } from 'zod'
import { ROOT } from '../root.ts'

export const PREPARED_DATABASE = join(ROOT, 'build/database.gz')

const IDENTITY = 'taimako.cluster'
/** The size of a file; null for a folder. */
const Listing = z.array(z.tuple([z.string(), z.number().int().nonnegative().nullable()]))

/** @param folder of a database that is closed */
export function packDatabase(folder: string, file: string): void {
  const contents: Buffer[] = []
  const listing: z.infer<typeof Listing> = []
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name)
    const bytes = entry.isFile() ? readFileSync(path) : null
    listing.push([relative(folder, path), bytes?.length ?? null])
    if (bytes) contents.push(bytes)
  }
  mkdirSync(dirname(file), { recursive: true })
  const partial = `${file}.${process.pid}`
  writeFileSync(partial, gzipSync(Buffer.concat([Buffer.from(`${JSON.stringify(listing)}\n`), ...contents])))
  renameSync(partial, file)
}

/** Unpacks into a folder that does not exist yet: all of it or, when the process is killed, nothing. */
export function unpackDatabase(file: string, folder: string): void {
  const bytes = gunzipSync(readFileSync(file), { chunkSize: 1 << 20 })
  const head = bytes.indexOf('\n')
  const listing = Listing.parse(JSON.parse(bytes.toString('utf8', 0, head)))
  const partial = `${folder}.partial`
  rmSync(partial, { recursive: true, force: true })
  mkdirSync(partial, { recursive: true, mode: 0o700 })
  let at = head + 1
  for (const [name, size] of listing) {
    const path = join(partial, name)
    mkdirSync(size === null ? path : dirname(path), { recursive: true, mode: 0o700 })
    if (size === null) continue
    writeFileSync(path, bytes.subarray(at, at + size), { mode: 0o600 })
    at += size
  }
  writeFileSync(join(partial, IDENTITY), randomUUID())
  renameSync(partial, folder)
}

/**
 * PostgreSQL gives each cluster an identifier, which all copies of one file share: each gets one of its own instead.
 * @returns null for a cluster that was not unpacked
 */
export function clusterIdentity(folder: string): string | null {
  const file = join(folder, IDENTITY)
  return existsSync(file) ? readFileSync(file, 'utf8') : null
}
