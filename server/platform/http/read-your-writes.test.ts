/** A standby is read only where it has what the caller must see. A real one, which replays late, is in the fault `replica`. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testServer, type TestServer } from '../../../test/support/server.ts'
import { newPostgresDatabase } from '../../../test/support/shared-database.ts'
import { coalesceReads } from '../coalesce-reads.ts'
import { openPostgres } from '../db/postgres.ts'
import { hasRequirement, readFrom, requiring } from '../db/reads.ts'
import type { Database } from '../db/db.ts'

const NOTHING = 'postgres://taimako@127.0.0.1:9/taimako'
/** Requires what no server has. */
const FUTURE = 'FFFFFFFF/FFFFFFFF'
let server: TestServer
/** Whether each read required something. */
const required: boolean[] = []
let primary: Database
beforeAll(async () => {
  primary = openPostgres(await newPostgresDatabase('migrated'), () => {})
  server = await testServer({ DATABASE_URL: NOTHING, SECRET_KEY: 'test '.repeat(10), DATABASE_READ_URL: NOTHING })
})
afterAll(async () => {
  await server.close()
  await primary.close()
})

const requires = async (headers: Record<string, string>) => {
  const read = server.core.read
  Object.assign(server.core, {
    read: (run: Parameters<typeof read>[0]) => (required.push(hasRequirement()), read(run)),
  })
  expect((await server.call('GET', '/api/stats', undefined, headers)).status).toBe(200)
  Object.assign(server.core, { read })
  return required.pop()
}

test('what a call wrote is required of the reads after it, by cookie and by header, and a forged position is not', async () => {
  const wrote = await server.call('POST', '/api/contact-messages', {})
  expect(wrote.status).toBe(400)
  const position = wrote.headers.get('read-position') ?? ''
  expect(position).toMatch(/^[0-9A-F]+\/[0-9A-F]+\.[\w-]{43}$/)
  const [cookie = ''] = wrote.headers.getSetCookie()
  expect(cookie).toMatch(/^taimako_position=[^;]+; Max-Age=60; Path=\/; HttpOnly; SameSite=Strict$/)
  expect(await requires({ 'read-position': position })).toBe(true)
  expect(await requires({ cookie: cookie.split(';')[0] ?? '' })).toBe(true)
  expect(await requires({ 'read-position': `F${position}` })).toBe(false)
  expect(await requires({})).toBe(false)
  expect((await server.call('GET', '/api/stats')).headers.getSetCookie()).toEqual([])
})

test('a call that writes reads the primary', async () => {
  const read = readFrom(primary.db, primary.db, () => {})
  expect(await requiring(null, () => read((db) => Promise.resolve(db)))).toBe(primary.db)
})

test('a server that is no standby, or does not answer, is not read: the primary is', async () => {
  const other = openPostgres(NOTHING, () => {})
  const servers: string[] = []
  for (const standby of [openPostgres(await newPostgresDatabase('nothing'), () => {}), other]) {
    const read = readFrom(primary.db, standby.db, (which) => servers.push(which))
    expect(await read((db) => Promise.resolve(db))).toBe(primary.db)
    expect(await requiring(FUTURE, () => read((db) => Promise.resolve(db)))).toBe(primary.db)
    await standby.close()
  }
  expect(servers).toEqual(Array(4).fill('primary'))
})

test('who must see a write shares no read with others', async () => {
  let reads = 0
  const read = coalesceReads(async () => {
    reads += 1
    await new Promise(setImmediate)
    return reads
  })
  await Promise.all([read(), read(), read()])
  expect(reads).toBe(2)
  await Promise.all([read(), requiring('0/1', read), requiring('0/1', read), requiring('0/0', read)])
  expect(reads).toBe(2 + 4)
})
