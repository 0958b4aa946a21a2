/** Runs a command of package.json as a real process. */
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { COMPILE_CACHE, QUICK_IMPORTS } from '../support/process.ts'

export interface CommandEnded {
  code: number | null
  /** Standard output: the answer. */
  said: string
  /** Standard error: why it failed. */
  refused: string
}

export type CommandName = 'backup' | 'restore' | 'demo' | 'admin' | 'doctor' | 'log' | 'organisation' | 'witness'

export async function runCommand(
  name: CommandName,
  args: readonly string[],
  variables: Readonly<Record<string, string>>,
): Promise<CommandEnded> {
  const file = join(import.meta.dirname, `../../server/operator/commands/${name}.ts`)
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', ...QUICK_IMPORTS, file, ...args], {
    env: { PATH: process.env['PATH'], NODE_COMPILE_CACHE: COMPILE_CACHE, ...variables },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  const [said, refused, code] = await Promise.all([text(child.stdout), text(child.stderr), ended])
  return { code, said, refused }
}
