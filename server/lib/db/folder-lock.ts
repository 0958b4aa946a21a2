/**
 * One process owns DATA_DIR. Two on one PGlite folder silently lose rows, so the second is refused. The lock is the
 * operating system's own, taken through SQLite's exclusive mode: it ends with the process, however that ends, so there
 * is never a stale one to clear away (docs/decisions/0004).
 */
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { StartError } from '../errors.ts'

/**
 * Takes the folder for this process.
 * @returns gives it back
 * @throws StartError when another process has it
 */
export function lockFolder(dataDir: string): () => void {
  const file = new DatabaseSync(join(dataDir, 'lock'))
  try {
    file.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE')
  } catch (error) {
    file.close()
    const busy = error instanceof Error && 'errcode' in error && error.errcode === 5
    if (!busy) throw error
    throw new StartError(
      `Another process is using the data folder ${dataDir}. Stop it first, or give this one a DATA_DIR of its own: two on one folder would lose gifts.`,
    )
  }
  return () => file.close()
}
