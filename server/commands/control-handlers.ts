/** What the running server does for the commands, over its local socket (server/lib/control.ts). */
import { z } from 'zod'
import type { ControlHandlers } from '../lib/control.ts'
import type { Core } from '../lib/core.ts'
import type { Db } from '../lib/db/db.ts'
import { createStorage } from '../lib/storage/create-storage.ts'
import type { Storage } from '../lib/storage/storage.ts'
import { administer, AdminCommand } from './admin-command.ts'
import { fillWithDemo } from './demo-gifts.ts'
import { writeBackup } from './write-backup.ts'

export function controlHandlers(core: Core): ControlHandlers {
  return {
    async backup(input) {
      const { file } = z.object({ file: z.string() }).parse(input)
      return backUp(core.db, file, core.clock.now(), createStorage(core.env))
    },
    demo: () => fillWithDemo(core),
    // Only a server with the embedded database is asked.
    async doctor() {
      // It knows every feature: whoever only backs up does not load it.
      const { checkInstance } = await import('../doctor/instance-checks.ts')
      return JSON.stringify(await checkInstance(core, 'embedded'))
    },
    admin: (input) => administer(core, AdminCommand.parse(input)),
  }
}

/** Backs up, and says so. */
export async function backUp(db: Db, file: string, now: Date, storage: Storage): Promise<string> {
  const { rows: counts, files } = await writeBackup(db, file, now, storage)
  const rows = Object.values(counts).reduce((sum, count) => sum + count, 0)
  return `Backed up ${rows} rows, ${counts['donations'] ?? 0} of them gifts, and ${files} stored files, to ${file}.
SECRET_KEY is not in it (embedded: secret.key in DATA_DIR). Keep it apart: receipt codes, and what the database holds encrypted, need the same one.`
}
