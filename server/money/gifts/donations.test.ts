import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { expectBooksBalance, newKey, testServer, type TestServer } from '../../../test/support/server.ts'
import { onlyRow } from '../../platform/db/db.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.close())
afterEach(() => expectBooksBalance(server))

const give = (body: unknown, headers: Record<string, string> = newKey()) =>
  server.call('POST', '/api/donations', body, headers)

const NamedFields = z.array(z.object({ field: z.string(), message: z.string().min(10) })).optional()

async function countRows() {
  const counted = sql`select (select count(*) from payment_intents)::int as intents, (select count(*) from donations)::int as donations,
    (select count(*) from transfers)::int as transfers`
  return onlyRow(
    server.core.db,
    counted,
    z.object({ intents: z.number(), donations: z.number(), transfers: z.number() }),
  )
}

describe('starting a gift', () => {
  test('answers with what the browser needs, and the gift is pending', async () => {
    const { status, body, headers } = await give({
      amount: 1500.5,
      donation_type: 'school',
      message: 'For Amina <b>and</b> her class',
    })
    expect(status).toBe(201)
    expect(body).toMatchObject({ amount: 1500.5, donation_type: 'school', status: 'pending' })
    expect(body['reference']).toMatch(/^gift-[0-9a-z]{26}$/)
    expect(body['receipt_code']).toMatch(/^[0-9a-z]{26}$/)
    expect(headers.get('cache-control')).toBe('no-store')
    expect(headers.get('referrer-policy')).toBe('no-referrer')
  })

  test('sends the provider exactly what the spec says, under a separate alias for each gift', async () => {
    const { body } = await give({ amount: 2000, donation_type: 'food', message: 'Eat well' })
    const told = await server.payments.provider.verify(String(body['reference']))
    expect(told).toMatchObject({ amount: 200_000n, currency: 'NGN', status: 'abandoned' })
    const stored = await onlyRow(
      server.core.db,
      sql`select customer_email, is_anonymous, message from donations where transaction_reference = ${body['reference']}`,
      z.object({ customer_email: z.string(), is_anonymous: z.boolean(), message: z.string() }),
    )
    expect(stored).toEqual({
      customer_email: `donations+${String(body['reference'])}@taimako.example`,
      is_anonymous: true,
      message: 'Eat well',
    })
  })

  test('goes to the General Fund when no type is given', async () => {
    expect((await give({ amount: 1 })).body).toMatchObject({ donation_type: 'general', amount: 1 })
  })

  test('a repeat with the same key gets the same answer, and creates nothing', async () => {
    const key = newKey()
    const first = await give({ amount: 700 }, key)
    const before = await countRows()
    const again = await give({ amount: 700 }, key)
    expect([first.status, again.status]).toEqual([201, 201])
    expect(again.body).toEqual(first.body)
    expect(await countRows()).toEqual(before)
  })

  test.each([
    ['with a cookie of its own', 'taimako_browser=another-browser-has-another-one-'],
    ['without a cookie', ''],
    ['with a cookie that we never made', 'taimako_browser=short'],
  ])('another browser with the same key and the same gift gets a gift of its own: %s', async (_name, cookie) => {
    const key = newKey()
    const { body: mine } = await give({ amount: 700 }, key)
    const before = await countRows()
    const stranger = await give({ amount: 700 }, { ...key, cookie })
    expect(stranger.status).toBe(201)
    for (const secret of ['id', 'reference', 'access_code', 'receipt_code'])
      expect(stranger.body[secret]).not.toBe(mine[secret])
    expect(await countRows()).toMatchObject({ intents: before.intents + 1, donations: before.donations + 1 })
    expect((await give({ amount: 700 }, key)).body).toEqual(mine)
  })

  test('a browser gets its secret before it gives, so that a retry after a lost first reply finds its gift', async () => {
    const introduced = await server.call('GET', '/api/donations/browser')
    const cookie = introduced.headers.get('set-cookie') ?? ''
    expect(cookie).toMatch(/^taimako_browser=[\w-]{32}; Path=\/api\/donations; HttpOnly; SameSite=Strict$/)
    const headers = { ...newKey(), cookie: cookie.slice(0, cookie.indexOf(';')) }
    const lost = await give({ amount: 700 }, headers)
    const again = await give({ amount: 700 }, headers)
    expect(again.body).toEqual(lost.body)
    // It keeps its secret: a new one would part its other tabs from their gifts.
    for (const answer of [lost, again, await server.call('GET', '/api/donations/browser', undefined, headers)])
      expect(answer.headers.get('set-cookie')).toBeNull()
    expect((await give({ amount: 700 })).headers.get('set-cookie')).toBeNull()
    expect((await give({ amount: 700 }, { ...newKey(), cookie: '' })).headers.get('set-cookie')).toMatch(
      /^taimako_browser=/,
    )
  })

  test('ten requests at once create one gift', async () => {
    const key = newKey()
    const before = await countRows()
    const answers = await Promise.all(Array.from({ length: 10 }, () => give({ amount: 700 }, key)))
    const made = answers.filter(({ status }) => status === 201)
    const waiting = answers.filter(({ status }) => status !== 201)
    expect(made.length).toBeGreaterThan(0)
    expect(new Set(made.map(({ body }) => body['reference'])).size).toBe(1)
    for (const answer of waiting) {
      expect(answer.body).toMatchObject({ status: 409, code: 'request_in_flight' })
      expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
    }
    expect(await countRows()).toEqual({ ...before, intents: before.intents + 1, donations: before.donations + 1 })
  })

  test('the same key for another gift is refused, and changes nothing', async () => {
    const key = newKey()
    await give({ amount: 700 }, key)
    const before = await countRows()
    for (const other of [{ amount: 701 }, { amount: 700, donation_type: 'food' }, { amount: 700, message: 'hello' }]) {
      const refused = await give(other, key)
      expect(refused.body).toMatchObject({ status: 409, code: 'idempotency_key_reused' })
    }
    expect(await countRows()).toEqual(before)
  })

  test.each([
    [{}],
    [{ 'idempotency-key': '' }],
    [{ 'idempotency-key': 'short' }],
    [{ 'idempotency-key': 'with spaces in between' }],
  ])('without a proper key it is refused: %j', async (headers: Record<string, string>) => {
    const before = await countRows()
    expect((await give({ amount: 700 }, headers)).body).toMatchObject({ status: 400, code: 'idempotency_key_missing' })
    expect(await countRows()).toEqual(before)
  })
})

describe('bad input', () => {
  const refused: [name: string, body: unknown, status: number, code: string, field?: string][] = [
    ['no amount', {}, 400, 'invalid_input', 'amount'],
    ['zero', { amount: 0 }, 400, 'invalid_input', 'amount'],
    ['below one naira', { amount: 0.99 }, 400, 'invalid_input', 'amount'],
    ['a negative amount', { amount: -5 }, 400, 'invalid_input', 'amount'],
    ['NaN', '{"amount": NaN}', 400, 'malformed_json'],
    ['null', { amount: null }, 400, 'invalid_input', 'amount'],
    ['a string', { amount: '1500' }, 400, 'invalid_input', 'amount'],
    ['an exponent', '{"amount": 1e3}', 400, 'invalid_input', 'amount'],
    ['a negative exponent', '{"amount": 15000e-1}', 400, 'invalid_input', 'amount'],
    ['three decimals', '{"amount": 10.001}', 400, 'invalid_input', 'amount'],
    ['three decimals that are zero', '{"amount": 10.000}', 400, 'invalid_input', 'amount'],
    ['above ten million', { amount: 10_000_000.01 }, 400, 'invalid_input', 'amount'],
    ['far above', '{"amount": 99999999999999999999999999}', 400, 'invalid_input', 'amount'],
    ['an unknown type', { amount: 100, donation_type: 'war' }, 400, 'invalid_input', 'donation_type'],
    ['an inherited name as type', { amount: 100, donation_type: 'constructor' }, 400, 'invalid_input', 'donation_type'],
    ['a long message', { amount: 100, message: 'x'.repeat(501) }, 400, 'invalid_input', 'message'],
    ['a zero byte', { amount: 100, message: 'a\u0000b' }, 400, 'invalid_input', 'message'],
    ['an escape sequence', { amount: 100, message: '\u001b[31mred' }, 400, 'invalid_input', 'message'],
    ['half a character', '{"amount": 100, "message": "\\ud800"}', 400, 'invalid_input', 'message'],
    ['an unknown field', { amount: 100, is_admin: true }, 400, 'invalid_input', 'is_admin'],
    ['a prototype', '{"amount": 100, "__proto__": {"status": "success"}}', 400, 'invalid_input', '__proto__'],
    ['a list', [1], 400, 'invalid_input', ''],
    ['text', '"hello"', 400, 'invalid_input', ''],
    ['broken JSON', '{"amount": 100', 400, 'malformed_json'],
    ['nothing', '', 400, 'malformed_json'],
    ['deep nesting', `{"amount": ${'['.repeat(50)}${']'.repeat(50)}}`, 400, 'malformed_json'],
    ['endless brackets', '['.repeat(30_000), 400, 'malformed_json'],
    ['broken UTF-8', new Uint8Array([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x7d]), 400, 'malformed_json'],
    ['a large body', { amount: 100, message: 'x'.repeat(40_000) }, 413, 'body_too_large'],
  ]
  test.each(refused)('%s: a clear problem, and nothing changed', async (_name, body, status, code, field) => {
    const before = await countRows()
    const answer = await give(body)
    expect(answer.body).toMatchObject({ status, code, type: `/problems/${code}` })
    expect(answer.status).toBe(status)
    expect(answer.headers.get('content-type')).toBe('application/problem+json')
    expect(answer.body['request_id']).toEqual(expect.any(String))
    const named = NamedFields.parse(answer.body['fields'])?.map((fault) => fault.field)
    expect(named).toEqual(field === undefined ? undefined : [field])
    expect(await countRows()).toEqual(before)
  })

  test('another content type is refused', async () => {
    const answer = await give('amount=100', { ...newKey(), 'content-type': 'application/x-www-form-urlencoded' })
    expect(answer.body).toMatchObject({ status: 415, code: 'unsupported_media_type' })
  })

  test.each(['5000000', 'ABCDEFGHJKMNPQRSTVWXYZ0123', '0'.repeat(27), '%00'.repeat(26)])(
    'the receipt code %s is refused',
    async (code) => {
      expect((await server.call('GET', `/api/receipts/${code}`)).body).toMatchObject({
        status: 400,
        code: 'invalid_input',
      })
    },
  )

  test('an unknown receipt code is not found', async () => {
    expect((await server.call('GET', `/api/receipts/${'0'.repeat(26)}`)).body).toMatchObject({
      status: 404,
      code: 'not_found',
    })
  })

  test.each(['GET', 'PUT', 'DELETE', 'PATCH'])('%s is not a method of gifts', async (method) => {
    const answer = await server.call(method, '/api/donations')
    expect(answer.body).toMatchObject({ status: 405, code: 'method_not_allowed' })
    expect(answer.headers.get('allow')).toBe('POST')
  })
})

test('a message, a receipt code and a key are never logged', async () => {
  const { body } = await give({ amount: 100, message: 'my private words' })
  await server.call('GET', `/api/receipts/${String(body['receipt_code'])}`)
  await give({ amount: 100, message: 'my private words\u0000' })
  const logged = server.logged()
  expect(logged).toContain('/api/receipts/:code')
  for (const secret of ['my private words', String(body['receipt_code']), 'sk_test_', String(body['access_code'])]) {
    expect(logged).not.toContain(secret)
  }
})
