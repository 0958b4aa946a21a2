/** `npm run log`, in its own process or in the running server. */
import { z } from 'zod'
import type { Core } from '../lib/core.ts'
import { StartError } from '../lib/errors.ts'
import { makeCheckpoint, openSigningKey, rotateKey } from '../log/checkpoints.ts'

export const LogCommand = z.strictObject({ command: z.enum(['key', 'checkpoint', 'rotate']) })
type LogCommand = z.output<typeof LogCommand>

const USAGE = `Say what to do:
  npm run log -- key          prints the key with which everyone checks the log
  npm run log -- checkpoint   puts everything new into the log now, and signs it
  npm run log -- rotate       starts a new key; the old file stays beside it`

/** @throws StartError with the usage */
export function parseLogCommand(words: readonly string[]): LogCommand {
  const [command, ...more] = words
  const parsed = LogCommand.safeParse({ command })
  if (!parsed.success || more.length > 0) throw new StartError(USAGE)
  return parsed.data
}

/** @returns what to print */
export async function keepLog(core: Core, { command }: LogCommand): Promise<string> {
  if (command === 'checkpoint') return (await makeCheckpoint(core)).note.trimEnd()
  if (command === 'key') {
    const { key, origin } = await openSigningKey(core)
    return key.verifierKey(origin)
  }
  return `${await rotateKey(core)}\nThis is the new key. Publish it where people found the old one; checkpoints are signed with it from now on.`
}
