/**
 * What happens to every file that has arrived, whichever way it came: it is looked at, scanned, stripped, put into the storage,
 * and only then made visible by its row. Everything here works from files: twenty of 10 MB at once fit into no memory.
 */
import { createHash } from 'node:crypto'
import { open, rm, stat } from 'node:fs/promises'
import { eq } from 'drizzle-orm'
import type { DocumentType } from '../../contract/document-limits.ts'
import { after, hours } from '../lib/clock.ts'
import { newId } from '../lib/ids.ts'
import { isClean } from '../lib/virus-scanner.ts'
import { detectType, reencodePicture } from './file-content.ts'
import { addDocument, type Documents, type StoredBytes } from './documents.ts'
import type { DocumentPath } from './paths.ts'
import { StorageRefusal } from './refusals.ts'
import { storedFiles, type Document } from './schema.ts'

/** Bytes whose row does not come within this time never get one: their process ended in between. */
const ORPHANED_AFTER = hours(24)
const PIECE_BYTES = 64 * 1024

export interface ReceivedFile {
  /** Where it lies. It stays there: whoever made it takes it away. */
  readonly file: string
  readonly place: DocumentPath
  /** Whether something that is there already may be replaced. */
  readonly overwrite: boolean
}

/**
 * Takes a file in: all of it, or nothing.
 * @throws StorageRefusal for a file or a place that is refused; AppError `unavailable` when scanner or store do not answer
 */
export async function ingest(core: Documents, { file, place, overwrite }: ReceivedFile): Promise<Document> {
  const clean = `${file}.clean`
  try {
    const contentType = await detectType(file)
    const scan = await scanFile(core, file)
    const kept = (await reencodePicture(contentType, file, clean)) ? clean : file
    const stored = await storeFile(core, kept, { contentType, scan })
    const document = await addDocument(core, place, stored, overwrite).catch(async (error: unknown) => {
      await releaseBytes(core, stored.storageKey)
      throw error
    })
    if (document.storageKey !== stored.storageKey) await releaseBytes(core, stored.storageKey)
    core.metrics.documents.inc({ outcome: 'stored' })
    return document
  } catch (error) {
    if (error instanceof StorageRefusal) core.metrics.documents.inc({ outcome: error.refusal })
    throw error
  } finally {
    await rm(clean, { force: true })
  }
}

async function scanFile({ env }: Documents, file: string): Promise<StoredBytes['scan']> {
  if (!env.documents.clamav) return 'unscanned'
  if (!(await isClean(env.documents.clamav, file))) throw new StorageRefusal('infected')
  return 'clean'
}

async function storeFile(
  { db, clock, storage }: Documents,
  file: string,
  { contentType, scan }: { contentType: DocumentType; scan: StoredBytes['scan'] },
): Promise<StoredBytes> {
  const { size: bytes } = await stat(file)
  const sha256 = await hashFile(file)
  const id = newId()
  // In 256 folders: the last digits of an id are random, its first ones are the time.
  const storageKey = `${id.slice(-2)}/${id}`
  const now = clock.now()
  await db.insert(storedFiles).values({ key: storageKey, sweepAt: after(now, ORPHANED_AFTER), createdAt: now })
  await storage.put(storageKey, file, { bytes, contentType }).catch(async (error: unknown) => {
    await releaseBytes({ db, clock }, storageKey)
    throw error
  })
  return { contentType, bytes, sha256, storageKey, scan }
}

/** Read into one buffer over and over: with one for each piece, twenty files at once leave tens of megabytes to be collected. */
async function hashFile(file: string): Promise<Buffer> {
  const hash = createHash('sha256')
  const piece = Buffer.alloc(PIECE_BYTES)
  const handle = await open(file)
  try {
    for (;;) {
      const { bytesRead } = await handle.read(piece)
      if (bytesRead === 0) return hash.digest()
      hash.update(piece.subarray(0, bytesRead))
    }
  } finally {
    await handle.close()
  }
}

/** Nothing names these bytes, and nothing will: the next sweep takes them. */
async function releaseBytes({ db, clock }: Pick<Documents, 'db' | 'clock'>, storageKey: string): Promise<void> {
  await db.update(storedFiles).set({ sweepAt: clock.now() }).where(eq(storedFiles.key, storageKey))
}
