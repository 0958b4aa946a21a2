/**
 * Deletes bytes that no document uses: those of deleted and replaced documents, of closed accounts, and (after a day) of uploads whose
 * process ended before the row. It deletes only recorded keys, so an empty or outdated database deletes nothing.
 */
import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { and, asc, inArray, isNull, lte } from 'drizzle-orm'
import { UPLOAD_HOURS_MAX } from '../../../contract/aid/document-limits.ts'
import { after, hours, minutes } from '../../platform/clock.ts'
import type { Db } from '../../platform/db/db.ts'
import { onEach, type Job } from '../../platform/jobs.ts'
import type { Storage } from '../../platform/storage/storage.ts'
import { incomingFolder, resumableFolder } from './incoming-file.ts'
import { expireUploads } from './resumable-uploads.ts'
import { resumableUploads, storedFiles } from './schema.ts'
import { encryptionJob } from './stored-bytes.ts'

/** The most that one run deletes. */
const FILES_MAX = 500
/** Ends a run early: a storage that does not answer makes each removal wait. */
const FAILURES_MAX = 3

export function documentJobs(storage: Storage): Job[] {
  return [
    encryptionJob(storage),
    {
      name: 'documents.sweep',
      everyMilliseconds: minutes(1),
      async run({ db, clock }, signal) {
        const due = lte(storedFiles.sweepAt, clock.now())
        const found = await db.select().from(storedFiles).where(due).orderBy(asc(storedFiles.sweepAt)).limit(FILES_MAX)
        const gone: string[] = []
        const failed: string[] = []
        const failures: unknown[] = []
        for (const { key } of found) {
          try {
            await storage.remove(key)
            gone.push(key)
          } catch (error) {
            failed.push(key)
            failures.push(error)
            if (failed.length === FAILURES_MAX || signal.aborted) break
          }
        }
        if (gone.length > 0) await db.delete(storedFiles).where(and(inArray(storedFiles.key, gone), due))
        if (failed.length === 0) return
        // Tries them after the others, which they would hold up.
        const sweepAt = after(clock.now(), minutes(5))
        await db.update(storedFiles).set({ sweepAt }).where(inArray(storedFiles.key, failed))
        throw new AggregateError(failures, `${failed.length} stored files could not be deleted`)
      },
    },
    {
      name: 'documents.sweep-uploads',
      everyMilliseconds: minutes(1),
      async run(core) {
        const { env, clock, db } = core
        const oldest = after(clock.now(), -hours(UPLOAD_HOURS_MAX))
        await onEach(
          [
            () => sweepIncoming(incomingFolder(env.dataDir), oldest),
            () => expireUploads(core),
            () => sweepResumable(db, resumableFolder(env.dataDir)),
          ],
          (sweep) => sweep(),
        )
      },
    },
  ]
}

/** Deletes files that were last modified before `oldest`: their process ended. */
async function sweepIncoming(folder: string, oldest: Date): Promise<void> {
  await onEach(await readNames(folder), async (name) => {
    const found = await stat(join(folder, name)).catch(() => null)
    if (found && found.mtime < oldest) await remove(folder, name)
  })
}

/** Deletes the bytes of uploads that are finished, or have no row: expired ones, and those of closed accounts. The row is there before the folder. */
async function sweepResumable(db: Db, folder: string): Promise<void> {
  const names = await readNames(folder)
  if (names.length === 0) return
  const found = await db
    .select({ id: resumableUploads.id })
    .from(resumableUploads)
    .where(isNull(resumableUploads.finishedAt))
  const known = new Set(found.map(({ id }) => id))
  await onEach(names, async (name) => known.has(name) || remove(folder, name))
}

const remove = (folder: string, name: string) => rm(join(folder, name), { recursive: true, force: true })

function readNames(folder: string): Promise<string[]> {
  return readdir(folder).catch(() => [])
}
