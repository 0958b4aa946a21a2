import { sql } from 'drizzle-orm'
import { NodePgSession } from 'drizzle-orm/node-postgres'
import { PgliteSession } from 'drizzle-orm/pglite'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { testServer, type TestServer } from '../../../test/support/server.ts'
import { newTestDatabase } from '../../../test/support/shared-database.ts'
import { contactMessageList } from '../messages/inbox.ts'
import { csvOf } from '../../platform/lists/csv.ts'
import { rows } from '../../platform/db/db.ts'
import { readPage } from '../../platform/lists/list.ts'
import { donationList } from './donations.ts'

let server: TestServer
beforeAll(async () => {
  // A database apart: thirty thousand rows and their statistics.
  server = await testServer({}, { database: await newTestDatabase() })
  const { db } = server.core
  const moment = sql`timestamptz '2026-01-01' + n * interval '7 seconds'`
  await db.execute(sql`
    insert into donations (id, amount, status, donation_type, customer_email, transaction_reference, receipt_code_hash, created_at, updated_at, paid_at)
    select gen_random_uuid(), 100 * n, case when n % 10 = 0 then 'failed' else 'success' end,
           (array['general', 'school', 'emergency', 'shelter', 'food', 'medical'])[1 + n * 7919 % 6],
           'donations+' || md5(n::text) || '@x.example', 'gift-' || substr(md5(n::text), 1, 26), int8send(n), ${moment}, now(), now()
      from generate_series(1, 30000) as n`)
  await db.execute(sql`
    insert into contact_messages (id, idempotency_key_hash, first_name, last_name, email, subject, message, state, created_at, last_at)
    select gen_random_uuid(), int8send(n), md5(n::text), md5((n + 1)::text), md5(n::text) || '@mail.example', 'Hello', 'Words.',
           case when n % 10 = 0 then 'new' else 'answered' end, ${moment}, ${moment}
      from generate_series(1, 20000) as n`)
  await db.execute(sql`analyze donations`)
  await db.execute(sql`analyze contact_messages`)
})
afterAll(() => server.close())

const Query = z.looseObject({ sql: z.string(), params: z.array(z.unknown()) })
const Plan = z.object({ 'QUERY PLAN': z.string() })

/** The plans of everything that a call asks the database. */
async function plansOf(call: () => Promise<unknown>): Promise<string> {
  const spies = [vi.spyOn(PgliteSession.prototype, 'prepareQuery'), vi.spyOn(NodePgSession.prototype, 'prepareQuery')]
  await call()
  const asked = spies.flatMap(({ mock }) => mock.calls.map(([query]) => Query.parse(query)))
  for (const spy of spies) spy.mockRestore()
  const plans: string[] = []
  for (const query of asked) {
    const parts = query.sql
      .split(/\$(\d+)/)
      .map((part, index) => (index % 2 === 0 ? sql.raw(part) : sql`${query.params[Number(part) - 1]}`))
    const lines = await rows(server.core.db, sql`explain ${sql.join(parts)}`, Plan)
    plans.push(...lines.map((line) => line['QUERY PLAN']))
  }
  return plans.join('\n')
}

/** Reading a table and throwing rows away. Counting up to 10,001 of all of them may begin anywhere. */
const WHOLE_TABLE = /Seq Scan[^\n]*\n\s+Filter/
const PAGE = { limit: 50 }
const from = new Date('2026-01-02T00:00:00Z')
const to = new Date('2026-01-02T01:00:00Z')

test.each([
  ['the first page', {}],
  ['a period', { from, to }],
  ['a status', { status: 'failed' as const }],
  ['a fund', { donation_type: 'food' as const }],
  ['a fund and a status', { donation_type: 'food' as const, status: 'failed' as const }],
  ['a reference', { search: 'gift-c4ca4238a0b9' }],
  ['an e-mail address', { search: 'donations+c4ca4238a0b9' }],
  ['a reference in a fund', { search: 'gift-c4ca4238a0b9', donation_type: 'school' as const }],
])('of gifts, %s is read by an index', async (_name, filters) => {
  const plans = await plansOf(() => readPage(server.core, donationList, filters, PAGE))
  expect(plans).toContain('donations_')
  expect(plans).not.toMatch(WHOLE_TABLE)
})

test.each([
  ['the first page', {}],
  ['a state', { state: 'new' as const }],
  ['a name', { search: 'c4ca4238a0' }],
])('of messages, %s is read by an index', async (_name, filters) => {
  expect(await plansOf(() => readPage(server.core, contactMessageList, filters, PAGE))).not.toMatch(WHOLE_TABLE)
})

test('a CSV file of gifts is read by an index, piece by piece', async () => {
  const filters = { donation_type: 'food' as const, to }
  const plans = await plansOf(() => Array.fromAsync(csvOf(server.core.read, donationList, filters)))
  expect(plans).toContain('donations_of_fund')
  expect(plans).not.toMatch(WHOLE_TABLE)
})
