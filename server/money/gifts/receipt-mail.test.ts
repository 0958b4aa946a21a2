import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { rateLimits } from '../../../contract/platform/rate-limits.ts'
import { freePort } from '../../../test/support/free-port.ts'
import { expectBooksBalance, newKey, testServer, type TestServer } from '../../../test/support/server.ts'
import { hours, minutes, seconds } from '../../platform/clock.ts'
import { onlyRow } from '../../platform/db/db.ts'
import { hashAddress } from '../../platform/mail/stopped-addresses.ts'

const JOBS = /^(payments|sandbox|mail)/

const ADDRESS = 'ngozi.of.enugu@mail.example'
const folder = mkdtempSync(join(tmpdir(), 'taimako-receipt-'))
const outbox = join(folder, 'outbox')
let server: TestServer
beforeAll(async () => {
  server = await testServer({ DATA_DIR: folder })
})
afterAll(async () => {
  await server.close()
  rmSync(folder, { recursive: true })
})
beforeEach(async () => {
  await server.empty()
  rmSync(outbox, { recursive: true, force: true })
})
afterEach(() => expectBooksBalance(server))

async function give(on: TestServer, paid = true): Promise<string> {
  const { body } = await on.call('POST', '/api/donations', { amount: 2500, donation_type: 'school' }, newKey())
  if (paid) {
    await on.control('/pay', { reference: body['reference'], silently: true })
    await on.call('POST', '/functions/v1/verify', { reference: body['reference'] })
  }
  return String(body['receipt_code'])
}

const mail = (code: string, email: unknown = ADDRESS, on = server) =>
  on.call('POST', `/api/receipts/${code}/mails`, { email })

/** The names of all tables with the address in any column. */
async function tablesWith(on: TestServer, text: string): Promise<string[]> {
  const listed = sql`select json_agg(tablename) as names from pg_tables where schemaname = 'public'`
  const { names } = await onlyRow(on.core.db, listed, z.object({ names: z.array(z.string()) }))
  const found: string[] = []
  for (const name of names) {
    const rows = sql`select count(*)::int as rows from ${sql.identifier(name)} as whole_row where whole_row::text ilike ${`%${text}%`}`
    if ((await onlyRow(on.core.db, rows, z.object({ rows: z.number() }))).rows > 0) found.push(name)
  }
  return found
}

test('the mail opens the receipt, and its address is in the outbox until then and nowhere afterwards', async () => {
  const code = await give(server)
  expect(await mail(code)).toMatchObject({ status: 200, body: { queued: true } })
  expect(await tablesWith(server, ADDRESS)).toEqual(['outgoing_mail'])
  expect(await tablesWith(server, code)).toEqual(['outgoing_mail'])

  await server.pass(minutes(1), JOBS)
  const [sent = '', ...others] = readdirSync(outbox).map((name) => readFileSync(join(outbox, name), 'utf8'))
  expect(others).toEqual([])
  expect(sent).toContain(`To: ${ADDRESS}`)
  // No amount: a shared phone shows the subject while it is locked.
  expect(sent).toMatch(/^Subject: Receipt for your gift\r?$/m)
  const text = sent.replaceAll('=\r\n', '')
  expect(text).toContain(`${server.core.env.publicUrl}/receipts/${code}`)
  expect(text).toMatch(/2,500\.00.* has been added to School Fees/)
  expect(await tablesWith(server, ADDRESS)).toEqual([])
  expect(await tablesWith(server, code)).toEqual([])
  expect(server.logged()).toContain('/api/receipts/:code/mails')
  expect(server.logged()).not.toContain(ADDRESS)
  expect(server.logged()).not.toContain(code)
})

test.each([
  ['refunded', '/refund', 'processed'],
  ['charged back', '/chargeback', 'lost'],
])(
  'of a gift that was %s in part, the receipt and its mail say how much, and not by whom',
  async (_, path, outcome) => {
    const code = await give(server)
    const read = async () => (await server.call('GET', `/api/receipts/${code}`)).body
    const { reference } = await read()
    expect(await read()).toMatchObject({ amount: 2500, given_back: 0 })
    await server.control(path, { reference, amount: 240_000, outcome })
    for (const wait of [seconds(30), minutes(1), hours(1), hours(1)]) await server.pass(wait, JOBS)
    expect(await read()).toMatchObject({ status: 'success', amount: 2500, given_back: 2400 })
    expect((await mail(code)).status).toBe(200)
    await server.pass(minutes(1), JOBS)
    const [sent = ''] = readdirSync(outbox).map((name) => readFileSync(join(outbox, name), 'utf8'))
    expect(sent.replaceAll('=\r\n', '')).toMatch(/2,400\.00 of it went back since to the account it came from/)
  },
)

test('the address is gone too when the mail server refuses the mail for three days', async () => {
  const refusing = await testServer({ SMTP_URL: `smtp://127.0.0.1:${await freePort()}` })
  try {
    await mail(await give(refusing), ADDRESS, refusing)
    await refusing.pass(minutes(1), JOBS)
    expect(await tablesWith(refusing, ADDRESS)).toEqual(['outgoing_mail'])
    await refusing.core.db.execute(sql`update outgoing_mail set tries = 74`)
    await refusing.pass(hours(1), JOBS)
    expect(await tablesWith(refusing, ADDRESS)).toEqual([])
    expect(refusing.logged()).not.toContain(ADDRESS)
  } finally {
    await refusing.close()
  }
})

test('a receipt is mailed three times at most, and only when its gift is paid', async () => {
  const code = await give(server)
  const answers = await Promise.all(Array.from({ length: 6 }, () => mail(code)))
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 200, 200, 409, 409, 409])
  expect(await mail(await give(server, false))).toMatchObject({ status: 409, body: { code: 'receipt_not_mailed' } })
  expect(await mail('0'.repeat(26))).toMatchObject({ status: 404, body: { code: 'not_found' } })
  await server.pass(minutes(1), JOBS)
  expect(readdirSync(outbox)).toHaveLength(3)
})

test('an address whose reader stopped all mail gets the same answer, and no mail', async () => {
  await server.core.db.execute(
    sql`insert into stopped_addresses values (${hashAddress(server.core, ADDRESS)}, ${server.clock.now().toISOString()}, true)`,
  )
  expect(await mail(await give(server))).toMatchObject({ status: 200, body: { queued: true } })
  expect(await tablesWith(server, ADDRESS)).toEqual([])
})

test.each([null, '', 'ngozi', 'a@b.example, c@d.example', 'a@b.example\r\nBcc: c@d.example'])(
  'the address %j is refused, and nothing is counted',
  async (email) => {
    const code = await give(server)
    expect(await mail(code, email)).toMatchObject({
      status: 400,
      body: { code: 'invalid_input', fields: [{ field: 'email' }] },
    })
    expect(await tablesWith(server, code)).toEqual([])
    for (let n = 0; n < 3; n += 1) expect((await mail(code)).status).toBe(200)
  },
)

test('mailing receipts is limited for each network', async () => {
  const unknown = '0'.repeat(26)
  for (let n = 0; n < rateLimits.receipt_mails.requests; n += 1) expect((await mail(unknown)).status).toBe(404)
  expect(await mail(unknown)).toMatchObject({ status: 429, body: { code: 'rate_limited' } })
})
