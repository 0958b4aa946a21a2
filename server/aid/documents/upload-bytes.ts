/** Storage of unfinished uploads: a folder of the process, or encrypted parts in S3 where documents are there too. */
import { mkdir, open, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { ERRORS } from '@tus/server'
import { and, asc, count, eq, isNull } from 'drizzle-orm'
import { DamagedFile } from '../../platform/encryption/encrypted-file.ts'
import type { Documents } from './documents.ts'
import { consume, newIncomingFile, resumableFolder, withReceivedFile } from './incoming-file.ts'
import { StorageRefusal } from './refusals.ts'
import { resumableUploads, uploadParts, type ResumableUpload } from './schema.ts'
import { openEncrypted, putEncrypted, releaseBytes } from './stored-bytes.ts'

export interface UploadBytes {
  begin(id: string): Promise<void>
  /** Counts them. Null: another process has the folder. */
  count(upload: ResumableUpload): Promise<number | null>
  /**
   * Keeps the pieces, also those that arrived before the connection broke.
   * @returns the new offset
   * @throws 409 of the protocol when another process has gone on from there; AppError `unavailable` when the storage does not answer
   */
  append(upload: ResumableUpload, pieces: AsyncIterable<Uint8Array>, offset: number): Promise<number>
  /** @throws DamagedFile when a part is missing or was changed */
  withFile(upload: ResumableUpload, use: (file: string) => Promise<void>): Promise<void>
  /** Deletes the folder. The sweep deletes parts. */
  remove(id: string): Promise<void>
}

/** Each is an object. A connection that breaks every 10 kB makes as many. */
const PARTS_MAX = 1000
/** Before their keys, so that a rule of the bucket can delete what a lost database leaves. */
const PARTS_FOLDER = 'parts/'

export function createUploadBytes(core: Documents): UploadBytes {
  return core.env.documents.s3 ? inParts(core) : inFolder(core)
}

/** A folder each. The file's length is the offset. */
function inFolder({ env, db, clock }: Documents): UploadBytes {
  const folderOf = (id: string) => join(resumableFolder(env.dataDir), id)
  const fileOf = (id: string) => join(folderOf(id), 'bytes')
  return {
    async begin(id) {
      await mkdir(folderOf(id), { recursive: true, mode: 0o700 })
      const handle = await open(fileOf(id), 'wx', 0o600)
      await handle.close()
    },
    count: ({ id }) =>
      stat(fileOf(id)).then(
        ({ size }) => size,
        () => null,
      ),
    async append({ id }, pieces, offset) {
      const handle = await open(fileOf(id), 'r+')
      let end = offset
      try {
        await consume(pieces, async (piece) => {
          for (let done = 0; done < piece.length;) {
            // A nearly full disk writes less than requested, without an error.
            const { bytesWritten } = await handle.write(piece, done, piece.length - done, end)
            done += bytesWritten
            end += bytesWritten
          }
        })
      } finally {
        await handle.close()
        await db.update(resumableUploads).set({ heardAt: clock.now() }).where(eq(resumableUploads.id, id))
      }
      return end
    },
    withFile: ({ id }, use) => use(fileOf(id)),
    remove: (id) => rm(folderOf(id), { recursive: true, force: true }),
  }
}

/** The offset is in the row, which any process moves, each from where it began. */
function inParts(core: Documents): UploadBytes {
  const { env } = core
  return {
    begin: () => Promise.resolve(),
    count: ({ arrived }) => Promise.resolve(arrived),
    async append(upload, pieces, offset) {
      const file = await newIncomingFile(env.dataDir)
      try {
        const { bytes, broken } = await receive(file, pieces)
        if (bytes > 0) await storePart(core, upload, { file, offset, bytes })
        if (broken) throw broken.error
        return offset + bytes
      } finally {
        await rm(file, { force: true })
      }
    },
    withFile: (upload, use) =>
      withReceivedFile(env.dataDir, { body: readParts(core, upload), contentType: '', length: undefined }, use),
    remove: () => Promise.resolve(),
  }
}

async function receive(file: string, pieces: AsyncIterable<Uint8Array>) {
  const handle = await open(file, 'wx', 0o600)
  let bytes = 0
  let broken: { error: unknown } | null = null
  try {
    await consume(pieces, async (piece) => {
      await handle.writeFile(piece)
      bytes += piece.length
    })
  } catch (error) {
    broken = { error }
    // A full disk may have taken half a piece.
    await handle.truncate(bytes)
  } finally {
    await handle.close()
  }
  return { bytes, broken }
}

async function storePart(
  core: Documents,
  { id, userId }: ResumableUpload,
  { file, offset, bytes }: { file: string; offset: number; bytes: number },
): Promise<void> {
  const { db, clock } = core
  const [found] = await db.select({ parts: count() }).from(uploadParts).where(eq(uploadParts.uploadId, id))
  if ((found?.parts ?? 0) >= PARTS_MAX) throw new StorageRefusal('invalid_body')
  // Recorded before, so the sweep deletes it if this process ends before the offset moves.
  const storageKey = await putEncrypted(core, userId, file, PARTS_FOLDER)
  const isMoved = await db.transaction(async (tx) => {
    const moved = await tx
      .update(resumableUploads)
      .set({ arrived: offset + bytes, heardAt: clock.now() })
      .where(
        and(eq(resumableUploads.id, id), eq(resumableUploads.arrived, offset), isNull(resumableUploads.finishedAt)),
      )
      .returning({ id: resumableUploads.id })
    if (moved.length === 0) return false
    await tx.insert(uploadParts).values({ uploadId: id, firstByte: offset, bytes, storageKey })
    return true
  })
  if (isMoved) return
  await releaseBytes(core, storageKey)
  throw ERRORS.INVALID_OFFSET
}

async function* readParts(core: Documents, { id, userId, bytes }: ResumableUpload): AsyncGenerator<Uint8Array> {
  const parts = await core.db
    .select()
    .from(uploadParts)
    .where(eq(uploadParts.uploadId, id))
    .orderBy(asc(uploadParts.firstByte))
  let read = 0
  for (const part of parts) {
    if (part.firstByte !== read) break
    yield* await openEncrypted(core, { ...part, userId })
    read += part.bytes
  }
  if (read !== bytes) throw new DamagedFile(`a part of the upload ${id} is missing`)
}
