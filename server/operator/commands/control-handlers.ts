/** The commands that the running server executes for the command line, over its local socket (server/platform/control.ts). */
import { z } from 'zod'
import type { ControlHandlers } from '../../platform/control.ts'
import type { Core } from '../../platform/core.ts'
import type { Db } from '../../platform/db/db.ts'
import { createStorage } from '../../platform/storage/create-storage.ts'
import type { Storage } from '../../platform/storage/storage.ts'
import { administer, AdminCommand } from './admin-command.ts'
import { fillWithDemo } from '../demo/demo.ts'
import { keepLog, LogCommand } from './log-command.ts'
import { keepOrganisation, OrganisationCommand } from './organisation-command.ts'
import { writeBackup } from '../backup/write-backup.ts'

export function controlHandlers(core: Core): ControlHandlers {
  return {
    async backup(input) {
      const { file, replace } = z.object({ file: z.string(), replace: z.boolean() }).parse(input)
      return backUp(core.db, file, core.clock.now(), createStorage(core.env), replace)
    },
    demo: () => fillWithDemo(core),
    // Only a server with the embedded database gets this.
    async doctor() {
      // Imported here because it imports every feature.
      const { checkInstance } = await import('../doctor/instance-checks.ts')
      return JSON.stringify(await checkInstance(core, 'embedded'))
    },
    log: (input) => keepLog(core, LogCommand.parse(input)),
    organisation: (input) => keepOrganisation(core, OrganisationCommand.parse(input)),
    admin: (input) => administer(core, AdminCommand.parse(input)),
  }
}

/** @returns the sentence to print */
export async function backUp(db: Db, file: string, now: Date, storage: Storage, replace: boolean): Promise<string> {
  const { rows: counts, files } = await writeBackup(db, file, now, storage, replace)
  const rows = Object.values(counts).reduce((sum, count) => sum + count, 0)
  return `Backed up ${rows} rows, ${counts['donations'] ?? 0} of them gifts, and ${files} stored files, to ${file}.
It does not contain SECRET_KEY (embedded: secret.key in DATA_DIR). Keep that separately: documents, notes and receipt codes need the same key.`
}
