/**
 * Every received file goes through here: type detection, virus scan, removal of metadata, encrypted storage, and last the row that makes it
 * visible. It works on files, because many 10 MB uploads at once do not fit in memory.
 */
import { rm } from 'node:fs/promises'
import { PICTURE_TYPES } from '../../../contract/aid/document-limits.ts'
import { isClean } from '../../platform/virus-scanner.ts'
import { requireInactive } from './active-content.ts'
import { detectType } from './file-content.ts'
import { addDocument, type Documents, type StoredBytes } from './documents.ts'
import type { DocumentPath } from './paths.ts'
import { createPictureQueue } from './picture-queue.ts'
import { StorageRefusal } from './refusals.ts'
import type { Document } from './schema.ts'
import { releaseBytes, storeFile } from './stored-bytes.ts'

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
    await requireInactive(file, contentType)
    const scan = await scanFile(core, file)
    const picture = PICTURE_TYPES.find((type) => type === contentType)
    if (picture) await pictures.reencode(place.userId, { type: picture, from: file, to: clean })
    const kept = picture ? clean : file
    const stored = await storeFile(core, place.userId, kept, { contentType, scan })
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
