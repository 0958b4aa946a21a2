/** A disk that fills up: a small one where this process may mount it, otherwise a server that is told so whenever it writes. */
import { spawnSync } from 'node:child_process'
import { existsSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { temporaryFolder, type Variables } from './process.ts'

export interface SmallDisk {
  /** What a server needs to write there. */
  readonly variables: Variables
  readonly folder: string
  /** No more goes onto it than a few blocks. */
  fill(): void
  /** There is room again. */
  free(): void
  /** Takes it out; a server that still writes there writes into nothing. */
  remove(): void
}

const MEGABYTE = 1024 * 1024

/** @returns null where nothing can be mounted */
export function mountSmallDisk(megabytes: number): SmallDisk | null {
  const folder = temporaryFolder()
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder])
  if (mounted.status !== 0) return null
  const filler = join(folder, 'filler')
  return {
    variables: { DATA_DIR: folder },
    folder,
    fill() {
      const { bavail, bsize } = statfsSync(folder)
      // Not quite: the first part of a file goes in, and the rest does not.
      writeFileSync(filler, Buffer.alloc(Math.max(0, bavail * bsize - MEGABYTE / 2)))
    },
    free: () => rmSync(filler),
    remove: () => void spawnSync('umount', ['-l', folder]),
  }
}

export function pretendSmallDisk(): SmallDisk {
  const folder = temporaryFolder()
  const sign = join(temporaryFolder(), 'full')
  const preload = pathToFileURL(join(import.meta.dirname, 'full-disk.ts')).href
  return {
    variables: { DATA_DIR: folder, FULL_DISK: sign, NODE_OPTIONS: `--import=${preload}` },
    folder,
    fill: () => writeFileSync(sign, ''),
    free: () => existsSync(sign) && rmSync(sign),
    remove() {},
  }
}
