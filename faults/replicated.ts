/** A primary and its synchronous standby. */
import { appendFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { freePort } from '../test/support/free-port.ts'
import { openPrograms, query, until, type Running } from './installed-postgres.ts'

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

/** @param programs of `findPostgres` */
export async function startReplicated(programs: string, databases: readonly string[]): Promise<Replicated> {
  const opened = openPrograms(programs)
  const [first, second] = [opened.place(await freePort()), opened.place(await freePort())]
  opened.create(first)
  let primary = await opened.start(first)
  let standby: Running | undefined
  let free = second.port
  for (const database of databases) await query(primary.port, `create database ${database}`)

  async function rejoin() {
    const next = opened.place(free)
    opened.copy(primary.port, next, '-R')
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
