/**
 * Papers that staff uploads for someone else become that person's own: encrypted with their key and stored in their folder, so that they go
 * when that person's data goes.
 */
import { and, inArray, isNull } from 'drizzle-orm'
import type { Tx } from '../../platform/db/db.ts'
import { AppError, refusedField } from '../../platform/errors.ts'
import { addDocument, deleteDocuments, deleteRows, findDocument, type Documents } from './documents.ts'
import { withReceivedFile } from './incoming-file.ts'
import { pathOfUrl } from './paths.ts'
import { StorageRefusal } from './refusals.ts'
import { documents, type Document } from './schema.ts'
import { openBytes, releaseBytes, storeFile } from './stored-bytes.ts'

/** Documents of the uploader, by URL or path. */
export interface Papers {
  readonly uploaderId: string
  readonly urls: readonly string[]
  /** The origins of this instance's URLs. */
  readonly origins: readonly string[]
  /** The field of the request, for errors. */
  readonly field: string
}

/**
 * Finds documents of the uploader that nothing uses yet, in the order of the URLs.
 * @throws AppError `invalid_input`: not a document of the uploader, evidence already, or named twice
 */
export async function findUploaded(
  { db }: Documents,
  { uploaderId, urls, origins, field }: Papers,
): Promise<Document[]> {
  const found: Document[] = []
  for (const [index, url] of urls.entries()) {
    const path = pathOfUrl(url, origins)
    const document = path?.userId === uploaderId ? await findDocument(db, path.path) : null
    if (!document || document.evidenceAt || found.some(({ id }) => id === document.id)) {
      throw refusedField(`${field}.${index}`, 'This is not a document that you have uploaded for this person.')
    }
    found.push(document)
  }
  return found
}

/**
 * Copies documents into another person's folder. Copies that an interrupted call has left are used again.
 * @throws AppError `invalid_input`: no room for more; `not_found`: the owner's account is closed; `unavailable` when the storage does
 *   not answer
 */
export async function copyDocuments(
  core: Documents,
  ownerId: string,
  originals: readonly Document[],
  field: string,
): Promise<Document[]> {
  const copies: Document[] = []
  for (const [index, original] of originals.entries()) {
    const copy = await copyTo(core, ownerId, original).catch((error: unknown) => {
      if (!(error instanceof StorageRefusal) || error.status >= 500) throw error
      if (error.refusal === 'unauthorized') throw new AppError('not_found', { detail: 'This account is closed.' })
      throw refusedField(`${field}.${index}`, error.message)
    })
    copies.push(copy)
  }
  return copies
}

/** Deletes copies that were not used. A repeated call may have used them: they are evidence then, and stay. */
export async function deleteCopies(core: Documents, ownerId: string, copies: readonly Document[]): Promise<void> {
  const paths = copies.map(({ path }) => path)
  await deleteDocuments(core, ownerId, paths).catch((error: unknown) => {
    if (!(error instanceof StorageRefusal)) throw error
  })
}

async function copyTo(core: Documents, ownerId: string, original: Document): Promise<Document> {
  const { contentType, filename, scan } = original
  const path = `${ownerId}${original.path.slice(original.userId.length)}`
  const body = await openBytes(core, original)
  const stored = await withReceivedFile(core.env.dataDir, { body, contentType: '', length: undefined }, (file) =>
    storeFile(core, ownerId, file, { contentType, scan }),
  )
  try {
    const copy = await addDocument(core, { path, userId: ownerId, filename }, stored, false)
    if (copy.storageKey !== stored.storageKey) await releaseBytes(core, stored.storageKey)
    return copy
  } catch (error) {
    await releaseBytes(core, stored.storageKey)
    throw error
  }
}

/**
 * Deletes the originals of documents that were handed over.
 * @throws AppError `invalid_input`: one of them has become evidence, or is gone
 */
export async function deleteOriginals(
  tx: Tx,
  originals: readonly Document[],
  { field, now }: { readonly field: string; readonly now: Date },
): Promise<void> {
  if (originals.length === 0) return
  const ids = originals.map(({ id }) => id)
  const found = await tx
    .select()
    .from(documents)
    .where(and(inArray(documents.id, ids), isNull(documents.evidenceAt)))
    .orderBy(documents.id)
    .for('update')
  if (found.length < originals.length) throw refusedField(field, 'One of these documents has been used elsewhere.')
  await deleteRows(tx, found, now)
}
