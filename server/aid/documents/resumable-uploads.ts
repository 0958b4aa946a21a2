/** Resumable uploads as rows: they count against their owner from their creation, and end with the account. */
import { stat } from 'node:fs/promises'
import { and, asc, count, eq, inArray, isNull, lt } from 'drizzle-orm'
import {
  DOCUMENTS_PER_PERSON_MAX,
  UNFINISHED_BYTES_MAX,
  UNFINISHED_UPLOADS_MAX,
  UPLOAD_HOURS_MAX,
} from '../../../contract/aid/document-limits.ts'
import { after, hours } from '../../platform/clock.ts'
import type { Tx } from '../../platform/db/db.ts'
import { lockOwner, type Documents } from './documents.ts'
import { StorageRefusal } from './refusals.ts'
import { documents, resumableUploads } from './schema.ts'

/** An upload that received nothing for this long makes room for its owner's next one. */
const IDLE_MILLISECONDS = hours(1)

export interface NewUpload {
  readonly id: string
  readonly userId: string
  readonly bytes: number
  /** Whether it replaces a document, so that it needs no extra place. */
  readonly overwrite: boolean
}

/**
 * Records an upload before its first byte.
 * @param fileOf the file with the bytes of an upload
 * @returns the ids of abandoned uploads that made room: the caller deletes their files
 * @throws StorageRefusal `too_many`, `too_many_uploads`, `unauthorized` if the account is closed by now
 */
export function claimUpload(
  { db, clock }: Documents,
  { id, userId, bytes, overwrite }: NewUpload,
  fileOf: (id: string) => string,
): Promise<string[]> {
  const now = clock.now()
  return db.transaction(async (tx) => {
    await lockOwner(tx, userId)
    const unfinished = await tx
      .select()
      .from(resumableUploads)
      .where(and(eq(resumableUploads.userId, userId), isNull(resumableUploads.finishedAt)))
      .orderBy(asc(resumableUploads.createdAt), asc(resumableUploads.id))
    const gone: string[] = []
    const kept = [...unfinished]
    for (const upload of unfinished) {
      if (fits(kept, bytes)) break
      if (!(await isIdle(fileOf(upload.id), upload.createdAt, now))) continue
      kept.splice(kept.indexOf(upload), 1)
      gone.push(upload.id)
    }
    if (!fits(kept, bytes)) throw new StorageRefusal('too_many_uploads')
    if (!overwrite) await requirePlace(tx, userId, kept.length)
    await tx.delete(resumableUploads).where(inArray(resumableUploads.id, gone))
    await tx.insert(resumableUploads).values({ id, userId, bytes, createdAt: now })
    return gone
  })
}

function fits(kept: readonly { bytes: number }[], bytes: number): boolean {
  const announced = kept.reduce((sum, upload) => sum + upload.bytes, bytes)
  return kept.length < UNFINISHED_UPLOADS_MAX && announced <= UNFINISHED_BYTES_MAX
}

async function isIdle(file: string, createdAt: Date, now: Date): Promise<boolean> {
  // An upload of another process has no file here.
  const found = await stat(file).catch(() => null)
  return after(found?.mtime ?? createdAt, IDLE_MILLISECONDS) < now
}

async function requirePlace(tx: Tx, userId: string, unfinished: number): Promise<void> {
  const [found] = await tx.select({ kept: count() }).from(documents).where(eq(documents.userId, userId))
  if ((found?.kept ?? 0) + unfinished >= DOCUMENTS_PER_PERSON_MAX) throw new StorageRefusal('too_many')
}

export async function finishUpload({ db, clock }: Documents, id: string): Promise<void> {
  await db.update(resumableUploads).set({ finishedAt: clock.now() }).where(eq(resumableUploads.id, id))
}

export async function releaseUpload({ db }: Documents, id: string): Promise<void> {
  await db.delete(resumableUploads).where(eq(resumableUploads.id, id))
}

/** Deletes the rows of uploads that can no longer be resumed. The sweep then deletes their files. */
export async function expireUploads({ db, clock }: Pick<Documents, 'db' | 'clock'>): Promise<void> {
  await db.delete(resumableUploads).where(lt(resumableUploads.createdAt, after(clock.now(), -hours(UPLOAD_HOURS_MAX))))
}
