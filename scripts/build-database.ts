/** Makes the database that a first start of the embedded engine begins with: server/platform/db/prepared-database.ts. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openEmbedded } from '../server/platform/db/embedded.ts'
import { migrate } from '../server/platform/db/migrate.ts'
import { packDatabase, PREPARED_DATABASE } from '../server/platform/db/prepared-database.ts'

const folder = mkdtempSync(join(tmpdir(), 'taimako-database-'))
try {
  const database = await openEmbedded(folder)
  await migrate(database.db)
  await database.close()
  packDatabase(join(folder, 'database'), PREPARED_DATABASE)
} finally {
  rmSync(folder, { recursive: true, force: true })
}
