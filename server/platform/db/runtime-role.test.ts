/** The running server's role: the product works with it, and it cannot get around what the database guards. */
import { sql } from 'drizzle-orm'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newAdministrator } from '../../../test/support/administering.ts'
import { newPerson } from '../../../test/support/asking.ts'
import { SECRET_KEY } from '../../../test/support/process.ts'
import { expectBooksBalance, newKey, testServer, type TestServer } from '../../../test/support/server.ts'
import { newPostgresDatabase } from '../../../test/support/shared-database.ts'
import { checkRole } from '../../operator/doctor/database.ts'
import { readEnv } from '../env/env.ts'
import { openInstance } from '../../operator/instance.ts'
import { hours, minutes } from '../clock.ts'
import { codeOf } from './errors.ts'
import { createLog } from '../logger.ts'
import { openPostgres } from './postgres.ts'
import { grantRuntimeRole } from './runtime-role.ts'
import type { Database } from './db.ts'

const ROLE = `taimako_${crypto.randomUUID().replaceAll('-', '')}`
/** The URLs in the settings: the running server's role, and the owner. */
let urls: { DATABASE_URL: string; MIGRATION_DATABASE_URL: string }
let database: Database
let server: TestServer

async function asOwner(statement: string) {
  const client = new Client({ connectionString: urls.MIGRATION_DATABASE_URL })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}

const start = (variables: Record<string, string>) =>
  openInstance(readEnv({ ...variables, SECRET_KEY }), createLog('silent'))

beforeAll(async () => {
  const owner = await newPostgresDatabase('nothing')
  const runtime = new URL(owner)
  runtime.username = ROLE
  runtime.password = 'runtime'
  urls = { DATABASE_URL: runtime.href, MIGRATION_DATABASE_URL: owner }
  await asOwner(`create role ${ROLE} login password 'runtime'`)
  // Two processes start on the empty database at once.
  const instances = await Promise.all([start(urls), start(urls)])
  await Promise.all(instances.map((instance) => instance.database.close()))
  database = openPostgres(urls.DATABASE_URL, () => {})
  server = await testServer({ RATE_LIMITS: 'off' }, { database })
})
afterAll(async () => {
  await server.close()
  await asOwner(`drop owned by ${ROLE}`)
  await asOwner(`drop role ${ROLE}`)
})

test('gifts, requests, reading, decisions and every job work with it', async () => {
  expect((await server.call('GET', '/health/ready')).status).toBe(200)
  const halima = await newAdministrator(server)
  const amina = await newPerson(server)
  const { body: gift } = await server.call('POST', '/api/donations', { amount: 1500, donation_type: 'food' }, newKey())
  const reference = String(gift['reference'])
  await server.control('/pay', { reference, silently: true })
  expect((await server.call('POST', '/functions/v1/verify', { reference })).body['status']).toBe('success')
  const { body: request } = await amina.ask()
  const path = `/api/admin/applications/${String(request['id'])}`
  expect((await halima.call('GET', path)).status).toBe(200)
  expect((await halima.call('PATCH', path, { status: 'approved' })).status).toBe(200)
  for (const pause of [minutes(1), hours(1), hours(24)]) await server.pass(pause, /./)
  expect(server.logged()).not.toContain('a job failed')
  expect((await amina.call('POST', '/api/account/closure', { password: 'rain on the tin roof' })).status).toBeLessThan(
    500,
  )
  await expectBooksBalance(server)
})

test.each([
  'alter table audit_events disable trigger all',
  'set session_replication_role = replica',
  'truncate audit_events cascade',
  'drop trigger audit_events_append_only on audit_events',
  'create temporary table t (n int)',
  'create table t (n int)',
  "create function f() returns int language sql as 'select 1'",
  'create trigger t before insert on transfers for each row execute function ledger_refuse_change()',
  "update schema_migrations set sha256 = 'x'",
  'create schema s',
])('it cannot: %s', async (statement) => {
  const refused = await database.db.execute(sql.raw(statement)).then(
    () => undefined,
    (fault: unknown) => codeOf(fault),
  )
  expect(refused).toBe('42501')
})

test('the doctor is satisfied with it, and names what another role can do', async () => {
  expect(await checkRole(server.core)).toEqual([
    { level: 'ok', about: 'database', says: expect.stringContaining('owns nothing') },
  ])
  const owner = openPostgres(urls.MIGRATION_DATABASE_URL, () => {})
  const core = { ...server.core, db: owner.db }
  expect(await checkRole(core)).toEqual([
    { level: 'warning', about: 'database', says: expect.stringContaining('owns the tables') },
  ])
  const live = { ...core, env: { ...core.env, mode: 'live' as const } }
  expect(await checkRole(live)).toMatchObject([{ level: 'problem' }])
  await expect(grantRuntimeRole(owner.db, 'postgres')).rejects.toThrow('the same role')
  await owner.close()
})

test('a later start without the owner works as long as there is nothing to migrate', async () => {
  const { database: opened, migrated } = await start({ DATABASE_URL: urls.DATABASE_URL })
  expect(migrated).toEqual([])
  await opened.close()
})
