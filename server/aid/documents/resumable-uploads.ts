/** Resumable uploads as rows: they count against their owner from their creation, and end with the account. */
import { and, asc, eq, inArray, isNull, lt, type SQL } from 'drizzle-orm'
import {
  UNFINISHED_BYTES_MAX,
  UNFINISHED_UPLOADS_MAX,
  UPLOAD_HOURS_MAX,
} from '../../../contract/aid/document-limits.ts'
import { after, hours } from '../../platform/clock.ts'
import type { Db, Tx } from '../../platform/db/db.ts'
import { lockOwner, requirePlace, type Documents } from './documents.ts'
import { StorageRefusal } from './refusals.ts'
import { resumableUploads, storedFiles, uploadParts, type ResumableUpload } from './schema.ts'

/** An upload that received nothing for this long makes room for its owner's next one. */
const IDLE_MILLISECONDS = hours(1)

export type NewUpload = Pick<ResumableUpload, 'id' | 'userId' | 'bytes' | 'overwrite' | 'metadata'>

/**
 * Records an upload before its first byte. Abandoned ones make room for it.
 * @throws StorageRefusal `too_many`, `too_many_uploads`, `unauthorized` if the account is closed by now
 */
export function claimUpload({ db, clock }: Documents, upload: NewUpload): Promise<void> {
  const { userId, bytes, overwrite } = upload
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
    for (const idle of unfinished.filter((each) => isIdle(each, now))) {
      if (fits(kept, bytes)) break
      kept.splice(kept.indexOf(idle), 1)
      gone.push(idle.id)
    }
    if (!fits(kept, bytes)) throw new StorageRefusal('too_many_uploads')
    if (!overwrite) await requirePlace(tx, userId, kept.length)
    await deleteUploads(tx, inArray(resumableUploads.id, gone), now)
    await tx.insert(resumableUploads).values({ ...upload, createdAt: now })
  })
}

function fits(kept: readonly { bytes: number }[], bytes: number): boolean {
  const announced = kept.reduce((sum, upload) => sum + upload.bytes, bytes)
  return kept.length < UNFINISHED_UPLOADS_MAX && announced <= UNFINISHED_BYTES_MAX
}

function isIdle({ heardAt, createdAt }: ResumableUpload, now: Date): boolean {
  return after(heardAt ?? createdAt, IDLE_MILLISECONDS) < now
}

export async function findUpload(db: Db, id: string): Promise<ResumableUpload | null> {
  const [found] = await db.select().from(resumableUploads).where(eq(resumableUploads.id, id))
  return found ?? null
}

/** The row stays, for a client that missed the answer. */
export async function finishUpload({ db, clock }: Documents, id: string): Promise<void> {
  const now = clock.now()
  await db.transaction(async (tx) => {
    await releaseParts(tx, eq(resumableUploads.id, id), now)
    await tx.update(resumableUploads).set({ finishedAt: now }).where(eq(resumableUploads.id, id))
  })
}

/** Deletes the rows of uploads. The next sweep deletes their bytes. */
export async function deleteUploads(tx: Tx, which: SQL, now: Date): Promise<void> {
  await releaseParts(tx, which, now)
  await tx.delete(resumableUploads).where(which)
}

async function releaseParts(tx: Tx, which: SQL, now: Date): Promise<void> {
  const uploads = tx.select({ id: resumableUploads.id }).from(resumableUploads).where(which)
  const keys = tx
    .select({ key: uploadParts.storageKey })
    .from(uploadParts)
    .where(inArray(uploadParts.uploadId, uploads))
  await tx.update(storedFiles).set({ sweepAt: now }).where(inArray(storedFiles.key, keys))
}

/** Deletes the uploads that can no longer be resumed. */
export async function expireUploads({ db, clock }: Pick<Documents, 'db' | 'clock'>): Promise<void> {
  const now = clock.now()
  await db.transaction((tx) =>
    deleteUploads(tx, lt(resumableUploads.createdAt, after(now, -hours(UPLOAD_HOURS_MAX))), now),
  )
}
