/**
 * The bytes of documents in the storage: encrypted with their owner's data key. Those stored before encryption existed are encrypted by a
 * job, under a new key of the storage, so that it can be killed at any point.
 */
import { createHash } from 'node:crypto'
import { open, rm, stat } from 'node:fs/promises'
import { and, asc, eq, gt, isNull } from 'drizzle-orm'
import type { DocumentType } from '../../../contract/aid/document-limits.ts'
import { after, hours, minutes } from '../../platform/clock.ts'
import { findDataKey, getDataKey } from '../../platform/encryption/data-keys.ts'
import { DamagedFile, encryptFile, openEncryptedFile } from '../../platform/encryption/encrypted-file.ts'
import { newId } from '../../platform/ids.ts'
import type { Job } from '../../platform/jobs.ts'
import type { ByteRange, Storage } from '../../platform/storage/storage.ts'
import { lockOwner, type Documents, type StoredBytes } from './documents.ts'
import { withReceivedFile } from './incoming-file.ts'
import { documents, storedFiles, type Document } from './schema.ts'

/** Bytes without a row after this time never get one: their process ended. */
const ORPHANED_AFTER = hours(24)
const PIECE_BYTES = 64 * 1024

const contextOf = (userId: string, storageKey: string) => ['document', userId, storageKey]

/**
 * Encrypts a file into the storage, under a key that is recorded beforehand.
 * @throws StorageRefusal `unauthorized` if the account is closed by now; AppError `unavailable` when the storage does not answer
 */
export async function storeFile(
  core: Documents,
  userId: string,
  file: string,
  { contentType, scan }: { contentType: DocumentType; scan: StoredBytes['scan'] },
): Promise<StoredBytes> {
  const { size: bytes } = await stat(file)
  const sha256 = await hashFile(file)
  const storageKey = await putEncrypted(core, userId, file)
  return { contentType, bytes, sha256, storageKey, scan }
}

/**
 * @param folder of the storage, with its `/`
 * @returns the key in the storage
 */
export async function putEncrypted(core: Documents, userId: string, file: string, folder = ''): Promise<string> {
  const { db, clock, keys, storage } = core
  const now = clock.now()
  const dataKey = await db.transaction(async (tx) => {
    await lockOwner(tx, userId)
    return getDataKey(keys, tx, userId, now)
  })
  const id = newId()
  // 256 folders, by the last digits of the id: they are random, the first ones are the time.
  const storageKey = `${folder}${id.slice(-2)}/${id}`
  const sealed = `${file}.sealed`
  const sweepAt = after(now, ORPHANED_AFTER)
  await db.insert(storedFiles).values({ key: storageKey, sweepAt, encrypted: true, createdAt: now })
  try {
    const bytes = await encryptFile(dataKey, contextOf(userId, storageKey), file, sealed)
    await storage.put(storageKey, sealed, { bytes, contentType: 'application/octet-stream' })
  } catch (error) {
    await releaseBytes(core, storageKey)
    throw error
  } finally {
    await rm(sealed, { force: true })
  }
  return storageKey
}

/**
 * Opens the bytes of a document, or a range of them.
 * @throws DamagedFile when they are missing or were changed; AppError `unavailable` under another SECRET_KEY
 */
export async function openBytes(
  core: Documents,
  document: Document,
  range?: ByteRange,
): Promise<ReadableStream<Uint8Array>> {
  const { db, storage } = core
  const { storageKey } = document
  const [stored] = await db.select().from(storedFiles).where(eq(storedFiles.key, storageKey))
  if (stored?.encrypted === true) return openEncrypted(core, document, range)
  const body = await storage.open(storageKey, range)
  if (!body) throw new DamagedFile(`the storage has nothing under ${storageKey}`)
  return body
}

/** Opens what {@link putEncrypted} stored. Throws like {@link openBytes}. */
export async function openEncrypted(
  { db, keys, storage }: Documents,
  { userId, storageKey, bytes }: Pick<Document, 'userId' | 'storageKey' | 'bytes'>,
  range: ByteRange = { first: 0, last: bytes - 1 },
): Promise<ReadableStream<Uint8Array>> {
  const dataKey = await findDataKey(keys, db, userId)
  if (!dataKey) throw new Error('the data key of a document is missing')
  const open = (part: ByteRange) => storage.open(storageKey, part)
  const body = await openEncryptedFile({ dataKey, context: contextOf(userId, storageKey), bytes, open }, range)
  if (!body) throw new DamagedFile(`the storage has nothing under ${storageKey}`)
  return body
}

/** No row uses these bytes, so the next sweep deletes them. */
export async function releaseBytes({ db, clock }: Pick<Documents, 'db' | 'clock'>, storageKey: string): Promise<void> {
  await db.update(storedFiles).set({ sweepAt: clock.now() }).where(eq(storedFiles.key, storageKey))
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

/** Encrypts what was stored before. Once nothing is left, it only looks for such files, by an index. */
export function encryptionJob(storage: Storage): Job {
  return {
    name: 'documents.encrypt',
    everyMilliseconds: minutes(1),
    async run(core, signal) {
      let last = ''
      while (!signal.aborted) {
        const [next] = await core.db
          .select({ document: documents })
          .from(documents)
          .innerJoin(storedFiles, eq(storedFiles.key, documents.storageKey))
          .where(and(eq(storedFiles.encrypted, false), isNull(storedFiles.sweepAt), gt(storedFiles.key, last)))
          .orderBy(asc(storedFiles.key))
          .limit(1)
        if (!next) return
        last = next.document.storageKey
        // One that cannot be read must not keep the others from being encrypted. The next run tries it again.
        await encryptStored({ ...core, storage }, next.document).catch((error: unknown) =>
          core.log.error({ err: error, key: last }, 'a stored document could not be encrypted; it will be tried again'),
        )
      }
    },
  }
}

/** The new bytes take the place of the old ones in one transaction. The sweep deletes whichever are left over. */
async function encryptStored(core: Documents, { id, userId, storageKey: plainKey }: Document): Promise<void> {
  const { db, clock, env, storage } = core
  const body = await storage.open(plainKey)
  if (!body) throw new Error(`the storage has nothing under ${plainKey}`)
  const received = { body, contentType: '', length: undefined }
  const storageKey = await withReceivedFile(env.dataDir, received, (file) => putEncrypted(core, userId, file))
  const now = clock.now()
  const replaced = await db.transaction(async (tx) => {
    await lockOwner(tx, userId)
    const moved = await tx
      .update(documents)
      .set({ storageKey })
      .where(and(eq(documents.id, id), eq(documents.storageKey, plainKey)))
      .returning({ id: documents.id })
    if (moved.length === 0) return false
    await tx.update(storedFiles).set({ sweepAt: null }).where(eq(storedFiles.key, storageKey))
    await tx.update(storedFiles).set({ sweepAt: now }).where(eq(storedFiles.key, plainKey))
    return true
  })
  // Deleted, or encrypted by another process, in the meantime.
  if (!replaced) await releaseBytes(core, storageKey)
}
