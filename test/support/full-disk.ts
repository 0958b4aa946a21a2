/**
 * Loaded into a server before all else (`NODE_OPTIONS=--import=…`): while the file FULL_DISK exists, whatever it writes into a file fails
 * as on a full disk. For whoever may not mount a small one.
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
// What the other calls come down to is a method of open files, and their class has no other name.
const probe = join(tmpdir(), `taimako-full-disk-${process.pid}`)
const handle = await open(probe, 'w')
const files: { write: typeof handle.write; writeFile: typeof handle.writeFile } = Object.getPrototypeOf(handle)
Object.assign(files, { write: guarded(files.write), writeFile: guarded(files.writeFile) })
await handle.close()
await rm(probe)
syncBuiltinESMExports()
