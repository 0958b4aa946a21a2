/** Free space for the embedded database, which is asked for without writing. */
import { existsSync, statfsSync } from 'node:fs'

/** The embedded engine needs as much to open a database, and fails without a code. A running one commits little with less. */
const ROOM_BYTES = 32 * 1024 * 1024

/** @returns also true for a folder that is not there yet */
export function hasRoom(dataDir: string): boolean {
  if (!existsSync(dataDir)) return true
  const { bavail, bsize } = statfsSync(dataDir)
  return bavail * bsize >= ROOM_BYTES
}
