/** A full disk: a small mounted one, or a server in which every write fails. */
import { spawnSync } from 'node:child_process'
import { existsSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { temporaryFolder, type Variables } from './process.ts'

export interface SmallDisk {
  /** Settings for a server that writes there. */
  readonly variables: Variables
  readonly folder: string
  /** Fills it, except for a few blocks. */
  fill(): void
  /** Makes room again. */
  free(): void
  /** Unmounts it, even while a server still uses it. */
  remove(): void
}

const MEGABYTE = 1024 * 1024

/** @returns null if this process may not mount a disk */
export function mountSmallDisk(megabytes: number): SmallDisk | null {
  const folder = temporaryFolder()
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder])
  if (mounted.status !== 0) return null
  const filler = join(folder, 'filler')
  return {
    // The reserve would refuse every upload to it.
    variables: { DATA_DIR: folder, DOCUMENTS_RESERVE_MB: '0' },
    folder,
    fill() {
      const { bavail, bsize } = statfsSync(folder)
      // Not completely: the first part of a file still fits.
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
