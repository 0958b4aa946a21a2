/** Runs a command of package.json in this process: to start one takes longer than most commands. Each is started once too (run-command.ts). */
import { join } from 'node:path'
import type { CommandEnded, CommandName } from './run-command.ts'

const COMMANDS = join(import.meta.dirname, '../../server/operator/commands')

let called = 0

export async function callCommand(
  name: CommandName,
  args: readonly string[],
  variables: Readonly<Record<string, string>>,
): Promise<CommandEnded> {
  const { env, argv, exitCode } = process
  const umask = process.umask()
  const [said, refused]: [string[], string[]] = [[], []]
  const restore = [collect(process.stdout, said), collect(process.stderr, refused)]
  Object.assign(process, {
    env: { PATH: env['PATH'], ...variables },
    argv: [process.execPath, name, ...args],
    exitCode: 0,
  })
  try {
    called += 1
    // A command runs when its module is loaded. What the module imports stays loaded.
    const address = `${COMMANDS}/${name}.ts?called=${called}`
    await import(/* @vite-ignore */ address)
    return { code: Number(process.exitCode), said: said.join(''), refused: refused.join('') }
  } finally {
    for (const each of restore) each()
    Object.assign(process, { env, argv, exitCode })
    process.umask(umask)
  }
}

function collect(stream: NodeJS.WriteStream, texts: string[]): () => void {
  const before = Object.getOwnPropertyDescriptor(stream, 'write')
  stream.write = (text: string | Uint8Array) => texts.push(String(text)) > 0
  return () => {
    Reflect.deleteProperty(stream, 'write')
    if (before) Object.defineProperty(stream, 'write', before)
  }
}
