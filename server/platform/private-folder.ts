/** Keeps other users of the machine out of DATA_DIR, also where it was made before us or by an earlier version. */
import { existsSync } from 'node:fs'
import { chmod, readdir, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'

const DATABASE = 'database'

/** Our files in DATA_DIR. Anything else there is not ours to change. */
const OURS: ReadonlySet<string> = new Set([
  'secret.key',
  'log.key',
  'log.key.old',
  'log.key.checkpoint',
  'lock',
  'control.sock',
  DATABASE,
  'documents',
  'uploads',
  'outbox',
  'sms',
])

/** New files and folders are for their owner only. Call it once, at the start of a process. */
export function restrictNewFiles(): void {
  process.umask(0o077)
}

/**
 * Makes our files 0600 and our folders 0700. A folder that is closed already is not searched: no one else reaches what is in it. That
 * protects the embedded database's files too: it makes them 0666, whatever the umask, until the next start.
 * The folder itself is closed too, unless it has entries of someone else, who may need it open.
 */
export async function makePrivate(dataDir: string): Promise<void> {
  if (process.platform === 'win32' || !existsSync(dataDir)) return
  const names = await readdir(dataDir)
  for (const name of names.filter((each) => OURS.has(each))) await close(join(dataDir, name))
  if (names.every((name) => OURS.has(name))) await closeOne(dataDir)
}

async function close(path: string): Promise<void> {
  const wasOpenFolder = await closeOne(path)
  if (!wasOpenFolder && basename(path) !== DATABASE) return
  for (const entry of await readdir(path, { withFileTypes: true, recursive: true })) {
    if (entry.isFile() || entry.isDirectory()) await closeOne(join(entry.parentPath, entry.name))
  }
}

/** @returns whether it was a folder that was open to others */
async function closeOne(path: string): Promise<boolean> {
  const found = await stat(path).catch(() => null)
  if (!found || (found.mode & 0o077) === 0) return false
  const isFolder = found.isDirectory()
  // A file of another user, which the doctor reports.
  await chmod(path, isFolder ? 0o700 : 0o600).catch(() => {})
  return isFolder
}
