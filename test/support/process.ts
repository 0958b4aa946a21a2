/** The server as a real process, for tests that stop it, kill it or run several at once. */
import { spawn, type ChildProcess } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { copyMigratedInto } from './database.ts'
import { freePort } from './free-port.ts'

export const PAYSTACK_SECRET_KEY = 'sk_test_0123456789abcdef'
/** Makes a server treat the stand-in provider as Paystack's test environment. */
export const testKeys = {
  PAYSTACK_SECRET_KEY,
  PAYSTACK_PUBLIC_KEY: 'pk_test_0123456789abcdef',
}
/** Shared by the processes on one PostgreSQL. */
export const SECRET_KEY = 'a secret of thirty-two characters or more'

export type Variables = Readonly<Record<string, string>>

export interface Ended {
  /** Null when a signal ended it. */
  code: number | null
  signal: NodeJS.Signals | null
}

export interface ServerProcess {
  url: string
  /** The output so far: the log and the messages for the operator. */
  output(): string
  /** Sends SIGTERM, and waits until it has ended. */
  stop(): Promise<Ended>
  /** Sends SIGTERM without waiting. */
  beginStop(): void
  /** Sends SIGKILL, and waits until it has ended. */
  kill(): Promise<Ended>
  ended: Promise<Ended>
}

/** As in `npm start`: caching compiled modules halves the time of a start. */
export const COMPILE_CACHE = join(import.meta.dirname, '../../node_modules/.cache/node')
/** The same for what does not import this module itself, as the server does. */
export const QUICK_IMPORTS = ['--import', new URL('../../server/platform/quick-imports.ts', import.meta.url).href]
/** With TEST_LATE, a seed, answers come late to browsers (CONTRIBUTING.md). */
const late = process.env['TEST_LATE']
const LATE_ANSWERS = `--import=${new URL('late-answers.ts', import.meta.url).href}`
/** Starts the server, in the folder of a built version. */
const MAIN = 'build/node/main.js'
const ROOT = join(import.meta.dirname, '../..')
const READY_WITHIN_MILLISECONDS = 120_000

const started = new Set<ChildProcess>()
const folders = new Set<string>()

/** A folder that {@link endProcesses} removes. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'taimako-process-'))
  folders.add(folder)
  return folder
}

/** The same, with a migrated database. */
export async function preparedFolder(): Promise<string> {
  const folder = temporaryFolder()
  await copyMigratedInto(folder)
  return folder
}

/** For `afterAll`: kills the processes that tests have left running, and removes the folders. */
export async function endProcesses(): Promise<void> {
  await Promise.all(
    [...started].map(async (child) => {
      const gone = new Promise((resolve) => child.once('exit', resolve))
      child.kill('SIGKILL')
      await gone
    }),
  )
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
  folders.clear()
}

/**
 * Starts a server and waits until it is ready. By default it gets a free port and a new data folder with a migrated database.
 * @param lifetime `file`: until {@link endProcesses}; `worker`: until this process ends
 * @param root the folder of a built version; this one by default
 */
export async function startServer(
  variables: Variables,
  lifetime: 'file' | 'worker' = 'file',
  root = ROOT,
): Promise<ServerProcess> {
  const own = {
    PORT: variables['PORT'] ?? String(await freePort()),
    DATA_DIR:
      variables['DATA_DIR'] ?? (await (variables['DATABASE_URL'] === undefined ? preparedFolder() : temporaryFolder())),
  }
  const server = launch({ ...variables, ...own }, lifetime, root)
  const late = AbortSignal.timeout(READY_WITHIN_MILLISECONDS)
  let ended: Ended | undefined
  void server.ended.then((how) => (ended = how))
  while (!(await answersReady(server.url))) {
    if (ended) throw new Error(`the server ended before it was ready:\n${server.output()}`)
    if (late.aborted) throw new Error(`the server is not ready:\n${server.output()}`)
    await pause(20)
  }
  return server
}

/** Starts a server that is expected to refuse, and waits until it has ended. */
export async function startRefused(variables: Variables): Promise<Ended & { said: string }> {
  const server = launch({ ...variables, PORT: variables['PORT'] ?? String(await freePort()) })
  const late = setTimeout(() => void server.kill(), READY_WITHIN_MILLISECONDS)
  const ended = await server.ended
  clearTimeout(late)
  return { ...ended, said: server.output() }
}

function launch(variables: Variables, lifetime: 'file' | 'worker' = 'file', root = ROOT): ServerProcess {
  const main = join(root, MAIN)
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', '--max-semi-space-size=8', main], {
    // Without the environment of the test runner, so that settings of the machine have no effect. Memory limits are those of `npm start`.
    env: {
      PATH: process.env['PATH'],
      NODE_COMPILE_CACHE: COMPILE_CACHE,
      MALLOC_ARENA_MAX: '2',
      LOG_LEVEL: 'info',
      DATA_DIR: temporaryFolder(),
      ...variables,
      ...(late && { TEST_LATE: late, NODE_OPTIONS: `${LATE_ANSWERS} ${variables['NODE_OPTIONS'] ?? ''}` }),
    },
    // The server stops automatically when this channel closes, so it ends even if the tests are killed.
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  if (lifetime === 'file') started.add(child)
  let output = ''
  const collect = (chunk: unknown) => (output += String(chunk))
  child.stdout?.on('data', collect)
  child.stderr?.on('data', collect)
  const ended = new Promise<Ended>((resolve) => {
    // Not `exit`: at `close`, all output has been read.
    child.once('close', (code, signal) => {
      started.delete(child)
      resolve({ code, signal })
    })
  })
  const send = (signal: NodeJS.Signals) => {
    child.kill(signal)
    return ended
  }
  return {
    url: `http://127.0.0.1:${variables['PORT']}`,
    output: () => output,
    stop: () => send('SIGTERM'),
    beginStop: () => void send('SIGTERM'),
    kill: () => send('SIGKILL'),
    ended,
  }
}

async function answersReady(url: string): Promise<boolean> {
  try {
    const response = await fetch(`${url}/health/ready`, { signal: AbortSignal.timeout(10_000) })
    await response.body?.cancel()
    return response.ok
  } catch {
    // The server is not listening yet.
    return false
  }
}
