/** The conditions of a run, without the machine's name or paths. */
import { cpus, totalmem } from 'node:os'
import { z } from 'zod'
import type { Bench } from './bench.ts'

const SETTINGS = ['fsync', 'synchronous_commit', 'wal_sync_method', 'shared_buffers', 'max_wal_size', 'max_connections']

export function describeMachine(): string {
  const [first] = cpus()
  return `${first?.model.trim()}, ${cpus().length} cores, ${Math.round(totalmem() / 2 ** 30)} GB, ${process.platform}-${process.arch}`
}

export async function describeConditions(bench: Bench): Promise<string[]> {
  const database = await bench.openDatabase('conditions')
  const { rows } = await database.pool.query(
    `select name, current_setting(name) as value from pg_settings where name = any($1) order by name`,
    [SETTINGS],
  )
  const settings = z.array(z.object({ name: z.string(), value: z.string() })).parse(rows)
  const version = await database.pool.query(`select current_setting('server_version') as version`)
  const [{ version: postgres }] = z.tuple([z.object({ version: z.string() })]).parse(version.rows)
  await database.close()
  return [
    `date: ${new Date().toISOString().slice(0, 10)}${bench.quick ? ', a quick run: short rounds, rough figures' : ''}`,
    `machine: ${describeMachine()}; the load, the servers, the provider and PostgreSQL share it`,
    `Node ${process.version}, PostgreSQL ${postgres} from npm, one server for the whole run`,
    `PostgreSQL: ${settings.map(({ name, value }) => `${name}=${value}`).join(', ')}`,
    `connections: ${bench.connections} of the load; a server's pool has ${bench.poolConnections}, the product's and the bare one's alike`,
  ]
}
