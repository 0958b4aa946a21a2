/**
 * The PostgreSQL that `TEST_DATABASE_URL` names, in place of one of the run. With `?pooler=` it is a pooler, and `TEST_DATABASE_DIRECT_URL` the
 * way past it. Databases of the run are made there, and dropped at its end.
 */
import { randomUUID } from 'node:crypto'
import { Client } from 'pg'
import { z } from 'zod'
import { poolerOf } from '../../server/platform/env/database.ts'

export interface GivenPostgres {
  /** Begins the names of the run's databases. */
  readonly name: string
  /** The address of the pooler; empty: there is none. */
  readonly pooler: string
  newDatabase(name: string): Promise<string>
  stop(): Promise<void>
}

/** @returns undefined without `TEST_DATABASE_URL` */
export function givenPostgres(variables: Readonly<Record<string, string | undefined>>): GivenPostgres | undefined {
  const { TEST_DATABASE_URL: url, TEST_DATABASE_DIRECT_URL: past } = variables
  if (url === undefined) return undefined
  const pooler = poolerOf(url) === null ? '' : url
  const direct = past ?? url
  if (poolerOf(direct) !== null)
    throw new Error('TEST_DATABASE_DIRECT_URL: required with a pooler in TEST_DATABASE_URL')
  const name = `taimako_${randomUUID().slice(0, 8)}`
  return {
    name,
    pooler,
    async newDatabase(database) {
      await aside(direct, (client) => client.query(`create database ${database} encoding 'UTF8' template template0`))
      return addressOf(direct, database)
    },
    async stop() {
      await aside(direct, async (client) => {
        const { rows } = await client.query('select datname from pg_database where starts_with(datname, $1)', [name])
        for (const { datname } of z.array(z.object({ datname: z.string() })).parse(rows))
          await client.query(`drop database if exists ${datname} with (force)`)
      })
    },
  }
}

/** @returns the address of a database on the same server */
export function addressOf(server: string, database: string): string {
  const url = new URL(server)
  url.pathname = `/${database}`
  return url.href
}

async function aside<Result>(url: string, use: (client: Client) => Promise<Result>): Promise<Result> {
  const client = new Client({ connectionString: addressOf(url, 'postgres') })
  await client.connect()
  try {
    return await use(client)
  } finally {
    await client.end()
  }
}
