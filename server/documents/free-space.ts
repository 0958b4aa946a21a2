/** Uploads stop before the disk is full, because the database and the mail folder may be on it too. */
import { mkdir, statfs } from 'node:fs/promises'
import { isNull, sql } from 'drizzle-orm'
import type { Documents } from './documents.ts'
import { StorageRefusal } from './refusals.ts'
import { resumableUploads } from './schema.ts'

/**
 * Counts the bytes that unfinished uploads have announced as used, whether or not they have arrived.
 * @param bytes of the upload that is about to start
 * @throws StorageRefusal `no_space` if less than the reserve (`DOCUMENTS_RESERVE_MB`) would stay free
 */
export async function requireFreeSpace({ db, env }: Pick<Documents, 'db' | 'env'>, bytes: number): Promise<void> {
  await mkdir(env.dataDir, { recursive: true, mode: 0o700 })
  const { bavail, bsize } = await statfs(env.dataDir)
  const [unfinished] = await db
    .select({ bytes: sql<string>`coalesce(sum(${resumableUploads.bytes}), 0)` })
    .from(resumableUploads)
    .where(isNull(resumableUploads.finishedAt))
  const free = bavail * bsize - bytes - Number(unfinished?.bytes ?? 0)
  if (free < env.documents.reserveBytes) throw new StorageRefusal('no_space')
}
