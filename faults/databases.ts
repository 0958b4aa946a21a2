/** New databases for the servers of a fault that runs in this process. */
import type { Database } from '../server/platform/db/db.ts'
import { openPostgres } from '../server/platform/db/postgres.ts'
import { migratedDatabase, newMigratedDatabase, startPostgres } from '../test/support/database.ts'
import type { Engine } from './stage.ts'

/** `next` opens a new migrated database; `end` stops their PostgreSQL. */
export async function openDatabases(
  engine: Engine,
): Promise<{ next: () => Promise<Database>; end: () => Promise<void> }> {
  if (engine === 'embedded') return { next: migratedDatabase, end: () => Promise.resolve() }
  const postgres = await startPostgres()
  let opened = 0
  return {
    async next() {
      opened += 1
      return openPostgres(await newMigratedDatabase(postgres, `fault_${opened}`), () => {})
    },
    end: () => postgres.stop(),
  }
}
