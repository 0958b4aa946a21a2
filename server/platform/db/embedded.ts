/**
 * The embedded database: PGlite in a folder that one process owns. fsync is on and the log is opened O_SYNC, so an
 * acknowledged commit survives a killed process; a checkpoint does not sync the data files, so not a power cut.
 */
import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { drizzle } from 'drizzle-orm/pglite'
import { guardTransactions, type Database } from './db.ts'
import { lockFolder } from './folder-lock.ts'
import { clusterIdentity, unpackDatabase } from './prepared-database.ts'

const START = [
  // PGlite's own defaults carry -F, which turns fsync off.
  ...PGlite.defaultStartParams.filter((param) => param !== '-F'),
  '-c',
  'wal_sync_method=open_datasync',
  // A tenth of the default 160 MB: the operating system caches the files as well, and a small machine has other uses.
  '-c',
  'shared_buffers=16MB',
]

/**
 * Opens the embedded database in `dataDir`, and locks the folder first.
 * @param prepared the file that a new database begins with, if it is there
 * @throws StartError when another process holds the folder
 */
export async function openEmbedded(dataDir: string, prepared?: string): Promise<Database> {
  // The engine's files are readable by others of this machine, so the folder is not.
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const unlock = lockFolder(dataDir)
  try {
    const folder = join(dataDir, 'database')
    if (prepared !== undefined && !existsSync(folder) && existsSync(prepared)) unpackDatabase(prepared, folder)
    const identity = clusterIdentity(folder)
    const startParams = identity === null ? START : [...START, '-c', `taimako.cluster=${identity}`]
    const client = await PGlite.create({ dataDir: folder, startParams })
    const db = guardTransactions(drizzle(client))
    return {
      db,
      urgent: db,
      engine: 'embedded',
      async close() {
        await client.close()
        unlock()
      },
    }
  } catch (error) {
    unlock()
    throw error
  }
}

/**
 * The same engine in memory only, for tests and for programs that need a database for a moment.
 * @param dump a dump of one to begin with, which is several times quicker than to begin with none
 */
export async function openInMemory(dump?: Blob): Promise<Database & { dump(): Promise<Blob> }> {
  const client = await PGlite.create(dump ? { loadDataDir: dump } : {})
  const db = guardTransactions(drizzle(client))
  return {
    db,
    urgent: db,
    engine: 'embedded',
    close: () => client.close(),
    dump: () => client.dumpDataDir('none'),
  }
}
