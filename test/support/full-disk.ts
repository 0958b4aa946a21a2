/**
 * Loaded into a server first (`NODE_OPTIONS=--import=…`): while the file FULL_DISK exists, every write to a file fails
 * as on a full disk. For machines where a small disk cannot be mounted.
 */
import { existsSync } from 'node:fs'
import fs, { open, rm } from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const sign = process.env['FULL_DISK'] ?? ''

function guarded<Given extends unknown[], Result>(write: (...given: Given) => Promise<Result>) {
  return async function guardedWrite(this: unknown, ...given: Given): Promise<Result> {
    if (existsSync(sign)) throw Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' })
    return Reflect.apply(write, this, given)
  }
}

fs.copyFile = guarded(fs.copyFile)
// Other calls use a method of FileHandle, whose class is not exported.
const probe = join(tmpdir(), `taimako-full-disk-${process.pid}`)
const handle = await open(probe, 'w')
const files: { write: typeof handle.write; writeFile: typeof handle.writeFile } = Object.getPrototypeOf(handle)
Object.assign(files, { write: guarded(files.write), writeFile: guarded(files.writeFile) })
await handle.close()
await rm(probe)
syncBuiltinESMExports()
