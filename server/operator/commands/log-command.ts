/** `npm run log`, in its own process or in the running server. */
import { writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { z } from 'zod'
import type { Core } from '../../platform/core.ts'
import { fileFault, StartError } from '../../platform/errors.ts'
import { exportLog } from '../../proof/log/export.ts'
import { readOpenings } from '../../proof/log/openings.ts'
import { takeOver } from '../../proof/log/signer.ts'
import { readCheckpoint } from '../../proof/log/tiles.ts'
import { makeCheckpoint, openSigningKey, rotateKey } from '../../proof/log/checkpoints.ts'

export const LogCommand = z.discriminatedUnion('command', [
  z.strictObject({ command: z.enum(['key', 'checkpoint', 'rotate', 'take-over']) }),
  z.strictObject({ command: z.enum(['openings', 'export']), file: z.string() }),
])
type LogCommand = z.output<typeof LogCommand>

const USAGE = `Say what to do:
  npm run log -- key          prints the key with which everyone checks the log
  npm run log -- checkpoint   puts everything new into the log now, and signs it
  npm run log -- export FOLDER   writes the log as files, for S3, a CDN or any other server
  npm run log -- openings FILE   writes what opens the log, for auditors. It tells amounts: give it to no one else
  npm run log -- rotate       starts a new key; the old file stays beside it
  npm run log -- take-over    lets this copy of the key sign, where the machine that signed before is gone for ever`

/** @throws StartError with the usage */
export function parseLogCommand(words: readonly string[]): LogCommand {
  const [command, file, ...more] = words
  const parsed = LogCommand.safeParse(file === undefined ? { command } : { command, file: resolve(file) })
  if (!parsed.success || more.length > 0) throw new StartError(USAGE)
  return parsed.data
}

/** @returns what to print */
export async function keepLog(core: Core, order: LogCommand): Promise<string> {
  const refuse = (error: unknown): never => {
    const file = 'file' in order ? order.file : ''
    throw fileFault(error, file)
  }
  if (order.command === 'openings') {
    const lines = await readOpenings(core)
    await writeFile(order.file, lines.map((line) => `${line}\n`).join(''), { mode: 0o600 }).catch(refuse)
    return `Wrote what opens ${lines.length} entries to ${order.file}. Compare: npm run verify -- ${core.env.publicUrl} --openings ${order.file}`
  }
  if (order.command === 'export') {
    const { size, written } = await exportLog(core, order.file).catch(refuse)
    return `Wrote ${written} files of the log's ${size} entries to ${order.file}. Serve the folder as /log/: all but checkpoint and key never change.`
  }
  const { command } = order
  if (command === 'checkpoint') return (await makeCheckpoint(core)).note.trimEnd()
  if (command === 'key') {
    const { key, origin } = await openSigningKey(core)
    return key.verifierKey(origin)
  }
  if (command === 'take-over') {
    await takeOver(core, await readCheckpoint(core.db))
    return 'This copy of the key signs from now on. If the other machine comes back, do not start it: two would sign two logs.'
  }
  return `${await rotateKey(core)}\nThis is the new key. Publish it where people found the old one; checkpoints are signed with it and with the one before from now on.`
}
