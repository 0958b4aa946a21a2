/**
 * Deletes bytes that no document has: of deleted and replaced ones, of closed accounts, and of uploads whose process ended between
 * bytes and row, a day later. Only what was written down is ever deleted, so that a database that is empty, or older than its
 * storage, takes nothing away.
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

/** What one run deletes at most: the rest is the next one's. */
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

/** Deletes what nobody has written to since. */
async function sweepFolder(folder: string, oldest: Date): Promise<void> {
  const names = await readdir(folder).catch(() => [])
  for (const name of names) {
    const path = join(folder, name)
    const found = await stat(path).catch(() => null)
    if (found && found.mtime < oldest) await rm(path, { recursive: true, force: true })
  }
}
