/** Uploads stop before the disk is full, because the database and the mail folder may be on it too. */
import { mkdir } from 'node:fs/promises'
import { isNull, sql } from 'drizzle-orm'
import { UPLOADS_AT_ONCE_MAX } from '../../../contract/aid/document-limits.ts'
import { freeBytes } from '../../platform/free-bytes.ts'
import type { Documents } from './documents.ts'
import { StorageRefusal } from './refusals.ts'
import { resumableUploads } from './schema.ts'

/** The bytes that each person is sending to this process in one request, by request. */
const arriving = new Map<string, number[]>()

/**
 * Runs an upload of one request, and counts it while it lasts.
 * @param bytes at most this many
 * @throws StorageRefusal `too_many_uploads` if the person sends 20 files already, `no_space`
 */
export async function withFreeSpace<T>(
  core: Pick<Documents, 'db' | 'env'>,
  userId: string,
  bytes: number,
  upload: () => Promise<T>,
): Promise<T> {
  const own = arriving.get(userId) ?? []
  if (own.length >= UPLOADS_AT_ONCE_MAX) throw new StorageRefusal('too_many_uploads')
  own.push(bytes)
  arriving.set(userId, own)
  try {
    await requireFreeSpace(core, 0)
    return await upload()
  } finally {
    own.splice(own.indexOf(bytes), 1)
    if (own.length === 0) arriving.delete(userId)
  }
}

/**
 * Counts the bytes that unfinished uploads have announced as used, whether or not they have arrived.
 * @param bytes of a resumable upload that is about to start
 * @throws StorageRefusal `no_space` if less than the reserve (`DOCUMENTS_RESERVE_MB`) would stay free
 */
export async function requireFreeSpace({ db, env }: Pick<Documents, 'db' | 'env'>, bytes: number): Promise<void> {
  await mkdir(env.dataDir, { recursive: true, mode: 0o700 })
  const [unfinished] = await db
    .select({ bytes: sql<string>`coalesce(sum(${resumableUploads.bytes}), 0)` })
    .from(resumableUploads)
    .where(isNull(resumableUploads.finishedAt))
  const announced = [...arriving.values()].flat().reduce((sum, each) => sum + each, Number(unfinished?.bytes ?? 0))
  const free = freeBytes(env.dataDir) - bytes - announced
  if (free < env.documents.reserveBytes) throw new StorageRefusal('no_space')
}
