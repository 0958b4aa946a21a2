/**
 * Deletes bytes that no document uses: those of deleted and replaced documents, of closed accounts, and (after a day) of uploads whose
 * process ended before the row. It deletes only recorded keys, so an empty or outdated database deletes nothing.
 */
import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { and, asc, inArray, lte } from 'drizzle-orm'
import { UPLOAD_HOURS_MAX } from '../../contract/document-limits.ts'
import { after, hours, minutes } from '../lib/clock.ts'
import type { Job } from '../lib/jobs.ts'
import type { Storage } from '../lib/storage/storage.ts'
import { incomingFolder, resumableFolder } from './incoming-file.ts'
import { storedFiles } from './schema.ts'

/** The most that one run deletes. */
const FILES_MAX = 500

export function documentJobs(storage: Storage): Job[] {
  return [
    {
      name: 'documents.sweep',
      everyMilliseconds: minutes(1),
      async run({ db, clock }) {
        const due = lte(storedFiles.sweepAt, clock.now())
        const found = await db.select().from(storedFiles).where(due).orderBy(asc(storedFiles.sweepAt)).limit(FILES_MAX)
        const gone: string[] = []
        try {
          for (const { key } of found) {
            await storage.remove(key)
            gone.push(key)
          }
        } finally {
          if (gone.length > 0) await db.delete(storedFiles).where(and(inArray(storedFiles.key, gone), due))
        }
      },
    },
    {
      name: 'documents.sweep-uploads',
      everyMilliseconds: hours(1),
      async run({ env, clock }) {
        const oldest = after(clock.now(), -hours(UPLOAD_HOURS_MAX))
        for (const folder of [incomingFolder(env.dataDir), resumableFolder(env.dataDir)])
          await sweepFolder(folder, oldest)
      },
    },
  ]
}

/** Deletes entries that were last modified before `oldest`. */
async function sweepFolder(folder: string, oldest: Date): Promise<void> {
  const names = await readdir(folder).catch(() => [])
  for (const name of names) {
    const path = join(folder, name)
    const found = await stat(path).catch(() => null)
    if (found && found.mtime < oldest) await rm(path, { recursive: true, force: true })
  }
}
