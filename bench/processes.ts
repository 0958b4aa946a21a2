/** The bench's child processes: the product, its rivals, the provider and the load. */
import { fork, spawn, type ChildProcess } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { freePort } from '../test/support/free-port.ts'
import { Report, type Order } from './child.ts'

const ROOT = join(import.meta.dirname, '..')
const READY_WITHIN_MILLISECONDS = 60_000
/** The flags of `npm start` (scripts/run.mjs), for the rivals as well. */
const NODE_FLAGS = ['--disable-warning=ExperimentalWarning', '--max-semi-space-size=8']

export interface Running {
  readonly process: ChildProcess
  stop(): Promise<void>
}

function start(file: string, variables: Readonly<Record<string, string>>, flags: readonly string[] = []): Running {
  const child = fork(join(ROOT, file), [], {
    cwd: ROOT,
    execArgv: [...NODE_FLAGS, ...flags],
    // Without the caller's environment, so that the results do not depend on it.
    env: {
      PATH: process.env['PATH'],
      NODE_COMPILE_CACHE: join(ROOT, 'node_modules/.cache/node'),
      MALLOC_ARENA_MAX: '2',
      ...variables,
    },
    // The product's output is not needed. Errors of the bench's own processes are.
    stdio: ['ignore', 'ignore', file.startsWith('bench/') ? 'inherit' : 'ignore', 'ipc'],
  })
  return asRunning(child)
}

function asRunning(child: ChildProcess): Running {
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  return {
    process: child,
    async stop() {
      child.kill('SIGTERM')
      await ended
    },
  }
}

/** `BENCH_SERVER_FLAGS=--cpu-prof` profiles the product and its rival under the bench's load. */
function serverFlags(): string[] {
  return (process.env['BENCH_SERVER_FLAGS'] ?? '').split(' ').filter(Boolean)
}

/** Starts one of the bench's own processes and waits for its ready message. */
export async function startChild(file: string, variables: Readonly<Record<string, string>>): Promise<Running> {
  const running = start(`bench/${file}`, variables, file === 'bare-server.ts' ? serverFlags() : [])
  await new Promise<void>((resolve, reject) => {
    running.process.once('message', () => resolve())
    running.process.once('exit', () => reject(new Error(`bench/${file} ended before it was ready`)))
  })
  return running
}

export interface Product extends Running {
  readonly url: string
  /** From the start of the process to its first answer. */
  readonly startMilliseconds: number
  /** The processor time used until then. */
  readonly startProcessorMilliseconds: number | undefined
}

export interface ProductOptions {
  variables: Readonly<Record<string, string>>
  /** The address that counts as the first answer. */
  firstPath?: string
}

/** Starts the product like `npm start` after the build, and waits for its first answer. */
export async function startProduct({ variables, firstPath = '/health/live' }: ProductOptions): Promise<Product> {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const running = start('build/node/main.js', { PORT: String(port), ...variables }, serverFlags())
  const startMilliseconds = await untilFirstAnswer(running, url + firstPath)
  return { ...running, url, startMilliseconds, startProcessorMilliseconds: processorMilliseconds(running) }
}

interface BareOptions {
  readonly databaseUrl: string
  readonly providerUrl: string
  /** The file of the recordings. */
  readonly recordings: string
  readonly connections: number
}

/** Starts the bare server, which replays the statements of a recording. */
export async function startBare({ databaseUrl, providerUrl, recordings, connections }: BareOptions) {
  const port = await freePort()
  const running = await startChild('bare-server.ts', {
    PORT: String(port),
    DATABASE_URL: databaseUrl,
    PROVIDER_URL: providerUrl,
    RECORDINGS: recordings,
    CONNECTIONS: String(connections),
  })
  return { ...running, url: `http://127.0.0.1:${port}` }
}

/** The resident memory of a process, in megabytes; undefined on a system without /proc. */
export function residentMegabytes({ process: { pid } }: Running): number | undefined {
  if (process.platform !== 'linux') return undefined
  const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  return kilobytes === undefined ? undefined : Number(kilobytes) / 1024
}

const TICKS_PER_SECOND = 100

/** The processor time a process has used so far, in milliseconds; undefined on a system without /proc. */
export function processorMilliseconds({ process: { pid } }: Running): number | undefined {
  if (process.platform !== 'linux') return undefined
  // Fields 14 and 15 are user and system time. Field 2, the program's name in brackets, may contain spaces.
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? []
  return ((Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND) * 1000
}

/** Starts a program that serves HTTP on a port, and waits for its first answer. */
export async function startProgram(
  command: readonly string[],
  { cwd, env, port, firstPath }: { cwd: string; env: NodeJS.ProcessEnv; port: number; firstPath: string },
): Promise<Running & Pick<Product, 'url' | 'startMilliseconds'>> {
  const child = spawn(process.execPath, command, { cwd, env, stdio: 'ignore' })
  // A failed run must not leave it behind. The bench's own processes notice that their channel has closed.
  process.once('exit', () => child.kill('SIGKILL'))
  const running = asRunning(child)
  const url = `http://127.0.0.1:${port}`
  return { ...running, url, startMilliseconds: await untilFirstAnswer(running, url + firstPath) }
}

/** @returns how long it took, in milliseconds */
async function untilFirstAnswer({ process: child }: Running, address: string): Promise<number> {
  const started = performance.now()
  for (;;) {
    if (child.exitCode !== null) throw new Error('the server ended before it answered')
    if (performance.now() - started > READY_WITHIN_MILLISECONDS) throw new Error('the server does not answer')
    const answered = await fetch(address).then(
      (response) => response.ok,
      () => false,
    )
    if (answered) return performance.now() - started
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
}

/** A process that does rounds of work on request. */
export interface Lane {
  readonly name: string
  round(order: Order): Promise<Report>
}

export async function startLane(
  name: string,
  file: string,
  variables: Readonly<Record<string, string>>,
): Promise<Lane & Running> {
  const running = await startChild(file, variables)
  const { process: child } = running
  return {
    ...running,
    name,
    round: (order) =>
      new Promise((resolve, reject) => {
        const ended = () => reject(new Error(`bench/${file} ended in the middle of a round`))
        child.once('exit', ended)
        child.once('message', (message) => {
          child.off('exit', ended)
          resolve(Report.parse(message))
        })
        child.send(order)
      }),
  }
}

export interface CountedLane extends Lane, Running {
  /** How many pieces all rounds did, with the warm-up. */
  readonly pieces: () => number
  /** The server's processor time for each piece after the warm-up, which is the first round, in milliseconds. */
  readonly processorTime: () => number
}

/** A lane that counts its work, and the processor time of the server that it loads. */
export function countLane(lane: Lane & Running, server?: Running): CountedLane {
  const rounds: { pieces: number; milliseconds: number }[] = []
  const worked = () => (server && processorMilliseconds(server)) ?? Number.NaN
  const round: Lane['round'] = async (order) => {
    const before = worked()
    const report = await lane.round(order)
    rounds.push({ pieces: report.pieces, milliseconds: worked() - before })
    return report
  }
  const piecesOf = (some: typeof rounds) => some.reduce((sum, { pieces }) => sum + pieces, 0)
  return {
    ...lane,
    round,
    pieces: () => piecesOf(rounds),
    processorTime() {
      const measured = rounds.slice(1)
      return measured.reduce((sum, { milliseconds }) => sum + milliseconds, 0) / piecesOf(measured)
    },
  }
}
