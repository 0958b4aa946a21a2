/**
 * One process owns DATA_DIR. Two on one PGlite folder silently lose rows, so the second is refused. The lock is the
 * operating system's own, taken through SQLite's exclusive mode: it ends with the process, however that ends, so there
 * is never a stale one to clear away (docs/decisions/0004).
 */
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { StartError } from '../errors.ts'

const TAKEN = (folder: string) =>
  `Another process is using the data folder ${folder}. Stop it first, or give this one a DATA_DIR of its own: two on one folder would lose gifts.`

/**
 * Takes the folder for this process.
 * @param taken what to say when another process has it
 * @returns gives it back
 * @throws StartError when another process has it
 */
export function lockFolder(dataDir: string, taken = TAKEN(dataDir)): () => void {
  const file = new DatabaseSync(join(dataDir, 'lock'))
  try {
    file.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE')
  } catch (error) {
    file.close()
    const busy = error instanceof Error && 'errcode' in error && error.errcode === 5
    if (!busy) throw error
    throw new StartError(taken)
  }
  return () => file.close()
}
