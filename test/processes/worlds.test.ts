/** A database belongs to one payment mode. A server with a key of another mode does not start, and changes nothing. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { rows, type Database } from '../../server/platform/db/db.ts'
import { openPostgres } from '../../server/platform/db/postgres.ts'
import { endProcesses, SECRET_KEY, startRefused, startServer, temporaryFolder, testKeys } from '../support/process.ts'
import { newPostgresDatabase } from '../support/shared-database.ts'

afterAll(endProcesses)

/** Every row of every table, as text. */
async function contents({ db }: Database): Promise<string> {
  const tables = await rows(
    db,
    sql`select tablename as name from pg_tables where schemaname = 'public' order by tablename`,
    z.object({ name: z.string() }),
  )
  const found = []
  for (const { name } of tables) {
    const all = await rows(
      db,
      sql`select to_jsonb(each)::text as row from ${sql.identifier(name)} as each order by 1`,
      z.object({ row: z.string() }),
    )
    found.push(`${name}: ${all.map(({ row }) => row).join(' ')}`)
  }
  return found.join('\n')
}

async function readAll(url: string): Promise<string> {
  const database = openPostgres(url, () => {})
  try {
    return await contents(database)
  } finally {
    await database.close()
  }
}

const PLAY = "the sandbox's play money"
const TEST = "the provider's test money"

function expectRefusal(refused: { code: number | null; said: string }, holds: string, isFor: string) {
  expect(refused.code).toBe(1)
  expect(refused.said).toContain(`This database holds ${holds}, but the Paystack key is for ${isFor}.`)
  expect(refused.said).not.toContain('    at ')
}

describe('a database of another mode', () => {
  test.each([
    ['the sandbox', {}, PLAY, 'a test key', testKeys, TEST],
    ['a test key', testKeys, TEST, 'no key', {}, PLAY],
  ])('made with %s: refused with another', async (_made, first, holds, _opened, second, isFor) => {
    const url = await newPostgresDatabase('migrated')
    const shared = { DATABASE_URL: url, SECRET_KEY }
    const server = await startServer({ ...shared, ...first })
    await server.stop()
    const before = await readAll(url)
    expectRefusal(await startRefused({ ...shared, ...second }), holds, isFor)
    expect(await readAll(url)).toBe(before)
    // The right key still works.
    expect(await (await startServer({ ...shared, ...first })).stop()).toMatchObject({ code: 0 })
  })
})

test('a database with the encoding SQL_ASCII is refused, and stays empty', async () => {
  const beside = await newPostgresDatabase('nothing')
  const name = `bytes_${process.pid}`
  const maker = openPostgres(beside, () => {})
  await maker.db.execute(
    sql`create database ${sql.identifier(name)} template template0 encoding 'SQL_ASCII' locale_provider libc locale 'C'`,
  )
  await maker.close()
  const url = new URL(name, beside).href
  const refused = await startRefused({ DATABASE_URL: url, SECRET_KEY })
  expect(refused).toMatchObject({ code: 1, said: expect.stringContaining("This database's encoding is SQL_ASCII.") })
  expect(await readAll(url)).toBe('')
})

describe('misleading settings', () => {
  const liveKeys = { PAYSTACK_SECRET_KEY: 'sk_live_0123456789abcdef', PAYSTACK_PUBLIC_KEY: 'pk_live_0123456789abcdef' }

  test.each([
    [
      'a live key without DATABASE_URL',
      { ...liveKeys, DONATIONS_EMAIL: 'gifts@taimako.org' },
      'DATABASE_URL: required',
    ],
    ['the sandbox in production', { NODE_ENV: 'production' }, 'PAYSTACK_SECRET_KEY: missing'],
    ['the sandbox on a public address', { PUBLIC_URL: 'https://taimako.org' }, 'PAYSTACK_SECRET_KEY: missing'],
    ['the sandbox with a live key', { ...liveKeys, SANDBOX: 'on' }, 'SANDBOX: on, but there is a Paystack key'],
  ])('%s does not start, and makes no database', async (_name, variables, fault) => {
    const folder = join(temporaryFolder(), 'data')
    const refused = await startRefused({ DATA_DIR: folder, ...variables })
    expect(refused).toMatchObject({ code: 1, said: expect.stringContaining(fault) })
    expect(existsSync(folder)).toBe(false)
  })

  test('SANDBOX=on allows the sandbox in production, and the server says that no real money moves', async () => {
    const url = await newPostgresDatabase('migrated')
    const server = await startServer({ DATABASE_URL: url, SECRET_KEY, NODE_ENV: 'production', SANDBOX: 'on' })
    expect(server.output()).toContain('no real money moves')
    await server.stop()
  })
})
