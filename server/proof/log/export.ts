/**
 * The log as files in a folder, as C2SP's tlog-tiles has them, for S3, a CDN or any other server: the host of a copy cannot change it
 * unseen. The checkpoint is written last, so that a copy which was cut off is an older log, and never a broken one.
 */
import { existsSync } from 'node:fs'
import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { TILE_WIDTH, tilePath } from '../../../contract/proof/merkle.ts'
import type { Core } from '../../platform/core.ts'
import { readCosigned } from './cosignatures.ts'
import { readBundle, readHashes, readVerifierKeys } from './tiles.ts'

/**
 * Writes what is not in the folder yet. Tiles that are there stay as they are.
 * @returns how many tiles and bundles it wrote, and of how many entries
 * @throws the error of the file system; the checkpoint that was there stays
 */
export async function exportLog(core: Core, folder: string): Promise<{ size: number; written: number }> {
  const { db } = core
  const { size, note } = (await readCosigned(core)) ?? { size: 0, note: undefined }
  const keys = await readVerifierKeys(db)
  let written = 0
  const add = async (path: string, read: () => Promise<Uint8Array>) => {
    if (existsSync(join(folder, path))) return
    await writeWhole(join(folder, path), await read())
    written += 1
  }
  for (const { level, index, width } of tilesOf(size)) {
    await add(tilePath(level, index, width), () => readHashes(db, level, index, width))
    if (level === 0) await add(tilePath('entries', index, width), () => readBundle(db, index, width))
  }
  await writeWhole(join(folder, 'key'), keys.map((key) => `${key}\n`).join(''))
  if (note !== undefined) await writeWhole(join(folder, 'checkpoint'), note)
  return { size, written }
}

/** The tiles of a tree of this size: at each level the full ones, and the last one in part. */
function* tilesOf(size: number) {
  for (let level = 0, count = size; count > 0; level += 1, count = Math.floor(count / TILE_WIDTH))
    for (let index = 0; index * TILE_WIDTH < count; index += 1)
      yield { level, index, width: Math.min(TILE_WIDTH, count - index * TILE_WIDTH) }
}

/** All of it or nothing. */
async function writeWhole(file: string, content: Uint8Array | string): Promise<void> {
  const partial = `${file}.partial`
  await mkdir(dirname(file), { recursive: true })
  try {
    await writeFile(partial, content, { flush: true })
    await rename(partial, file)
  } catch (fault) {
    await rm(partial, { force: true })
    throw fault
  }
}
