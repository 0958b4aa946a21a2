/**
 * Every received file goes through here: type detection, virus scan, removal of metadata, storage, and last the row that makes it
 * visible. It works on files, because many 10 MB uploads at once do not fit in memory.
 */
import { createHash } from 'node:crypto'
import { open, rm, stat } from 'node:fs/promises'
import { eq } from 'drizzle-orm'
import { DOCX, PICTURE_TYPES, type DocumentType } from '../../contract/document-limits.ts'
import { after, hours } from '../lib/clock.ts'
import { newId } from '../lib/ids.ts'
import { isClean } from '../lib/virus-scanner.ts'
import { requireInactiveDocx } from './docx.ts'
import { detectType } from './file-content.ts'
import { addDocument, type Documents, type StoredBytes } from './documents.ts'
import type { DocumentPath } from './paths.ts'
import { createPictureQueue } from './picture-queue.ts'
import { StorageRefusal } from './refusals.ts'
import { storedFiles, type Document } from './schema.ts'

/** Bytes without a row after this time never get one: their process ended. */
const ORPHANED_AFTER = hours(24)
const PIECE_BYTES = 64 * 1024

/** One for the process: it limits the process's memory. */
const pictures = createPictureQueue()

export interface ReceivedFile {
  /** The caller deletes it. */
  readonly file: string
  readonly place: DocumentPath
  /** Whether an existing document may be replaced. */
  readonly overwrite: boolean
}

/**
 * Stores a received file as a document, or leaves nothing behind.
 * @throws StorageRefusal for a refused file or path; AppError `unavailable` when scanner or storage do not answer
 */
export async function ingest(core: Documents, { file, place, overwrite }: ReceivedFile): Promise<Document> {
  const clean = `${file}.clean`
  try {
    const contentType = await detectType(file)
    if (contentType === DOCX) await requireInactiveDocx(file)
    const scan = await scanFile(core, file)
    const picture = PICTURE_TYPES.find((type) => type === contentType)
    if (picture) await pictures.reencode(place.userId, { type: picture, from: file, to: clean })
    const kept = picture ? clean : file
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
  // 256 folders, by the last digits of the id: they are random, the first ones are the time.
  const storageKey = `${id.slice(-2)}/${id}`
  const now = clock.now()
  await db.insert(storedFiles).values({ key: storageKey, sweepAt: after(now, ORPHANED_AFTER), createdAt: now })
  await storage.put(storageKey, file, { bytes, contentType }).catch(async (error: unknown) => {
    await releaseBytes({ db, clock }, storageKey)
    throw error
  })
  return { contentType, bytes, sha256, storageKey, scan }
}

/** Reuses one buffer. New buffers for each piece of many files would be tens of megabytes of garbage. */
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

/** No row uses these bytes, so the next sweep deletes them. */
async function releaseBytes({ db, clock }: Pick<Documents, 'db' | 'clock'>, storageKey: string): Promise<void> {
  await db.update(storedFiles).set({ sweepAt: clock.now() }).where(eq(storedFiles.key, storageKey))
}
