/**
 * Free space on the disk of a folder, read without writing: a start that failed names a full disk, and a server whose disk became full is not
 * ready.
 */
import { existsSync, statfsSync } from 'node:fs'

/** The embedded engine needs as much to open a database, and fails without a code. A running one commits little with less. */
const ROOM_BYTES = 32 * 1024 * 1024

/** Reads how many bytes may still be written there. */
export function freeBytes(folder: string): number {
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize
}

/** Tests whether the embedded database has room. @returns also true for a folder that is not there yet */
export const hasRoom = (dataDir: string): boolean => !existsSync(dataDir) || freeBytes(dataDir) >= ROOM_BYTES
