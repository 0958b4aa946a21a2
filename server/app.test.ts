import { gunzipSync } from 'node:zlib'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { api } from '../contract/api.ts'
import { AUTH_PATH, authCalls } from '../contract/people/auth.ts'
import { COMPLAINT_PLAIN_PATH, PLAIN_PATH } from '../contract/aid/plain-form.ts'
import { STORAGE_PATH } from '../contract/aid/document-limits.ts'
import { resumableCalls, storageCalls } from '../contract/aid/documents.ts'
import type { Endpoint } from '../contract/platform/endpoint.ts'
import { rateLimits } from '../contract/platform/rate-limits.ts'
import { newAdministrator, type Administrator } from '../test/support/administering.ts'
import { newKey, testServer, type Answer, type TestServer } from '../test/support/server.ts'
import { seconds } from './platform/clock.ts'

let server: TestServer
/** A server on which administrators need a second step. */
let guarded: TestServer
const administrators = new Map<TestServer, Promise<Administrator>>()
beforeAll(async () => {
  server = await testServer()
  guarded = await testServer({ ADMIN_MFA: 'required' })
})
afterAll(() => Promise.all([server.close(), guarded.close()]))

const endpoints: [key: string, endpoint: Endpoint][] = Object.entries(api)

let signedIn: Promise<Record<string, string>> | undefined
/** A person who is no administrator. */
function bearer(): Promise<Record<string, string>> {
  signedIn ??= server
    .call('POST', '/auth/v1/signup', { email: 'ada@mail.example', password: 'correct horse' })
    .then(({ body }) => ({ authorization: `Bearer ${String(body['access_token'])}` }))
  return signedIn
}

async function asAdministrator(at: TestServer, key: string, endpoint: Endpoint): Promise<Answer> {
  const administrator = administrators.get(at) ?? newAdministrator(at)
  administrators.set(at, administrator)
  const [method = '', path = ''] = key.split(' ')
  const sent = endpoint.body || endpoint.rawBody ? {} : undefined
  return (await administrator).call(method, addressOf(path), sent, newKey())
}

/** An address for a declared path, its parameters filled with something of the right shape. */
const addressOf = (path: string) =>
  path
    .replace(':reference', 'gift-00000000000000000000')
    .replace(':code', '0'.repeat(26))
    .replace(':id', '0d9f4c0e-3b1a-4c5e-8d2f-6a7b8c9d0e1f')

/** Calls of the auth protocol that only answer that they are not served. */
const OTHER_CALLS = new Set(['POST /magiclink', 'POST /sso'].map((key) => key.replace(' ', ` ${AUTH_PATH}`)))

/** The public log: files, which the specifications of their formats name (C2SP tlog-tiles). */
const LOG_FILES = ['GET /log/checkpoint', 'GET /log/key', 'GET /log/tile/*']

/** The reference for developers: pages, not calls (server/platform/system/reference.ts). */
const isReference = (path: string) => /^\/(?:api\/docs|problems)(?:\/|$)/.test(path)

/** The forms without script: pages, not calls (server/aid/plain). */
const isPlainForm = (path: string) => [PLAIN_PATH, COMPLAINT_PLAIN_PATH].some((each) => path.includes(each))

/** Versions of privacy notice, terms and refunds: pages, not calls (server/office/organisation/policy-pages.ts). */
const isPolicyPage = (path: string) => /^\/(?:privacy|terms|refunds)\/versions(?:\/|$)/.test(path)

describe('every route', () => {
  test('is declared in the contract, and every declaration is served', () => {
    const served = server.app.routes
      .filter(
        ({ method, path }) =>
          method !== 'ALL' &&
          !path.startsWith('/sandbox/') &&
          !isReference(path) &&
          !isPlainForm(path) &&
          !isPolicyPage(path),
      )
      .map(({ method, path }) => `${method} ${path}`)
      .filter((key) => !OTHER_CALLS.has(key))
    const declared = [
      ...endpoints.map(([key]) => key),
      ...Object.keys(authCalls).map((key) => key.replace(' ', ` ${AUTH_PATH}`)),
      ...[...Object.keys(storageCalls), ...resumableCalls].map((key) => key.replace(' ', ` ${STORAGE_PATH}`)),
      ...LOG_FILES,
    ]
    expect([...new Set(served)].toSorted()).toEqual(declared.toSorted())
  })

  test.each(endpoints)('%s names its guard, and opens for whom it says', async (key, endpoint) => {
    const [method = '', path = ''] = key.split(' ')
    const elsewhere = { 'x-forwarded-for': '203.0.113.9', ...newKey() }
    const answer = await server.call(
      method,
      addressOf(path),
      endpoint.body || endpoint.rawBody ? {} : undefined,
      elsewhere,
    )
    const expected = {
      anyone: expect.not.stringMatching(/unauthorized|forbidden|invalid_signature/),
      provider: 'invalid_signature',
      operator: 'forbidden',
      session: 'unauthorized',
      signed_in: 'unauthorized',
      admin: 'unauthorized',
    }[endpoint.guard]
    expect(answer.body['code'] ?? 'none').toEqual(expected)
    expect(answer.status).toBeLessThan(500)
  })

  test.each(endpoints)('%s opens for a signed-in person as its guard says', async (key, endpoint) => {
    const [method = '', path = ''] = key.split(' ')
    const sent = endpoint.body || endpoint.rawBody ? {} : undefined
    const answer = await server.call(method, addressOf(path), sent, { ...(await bearer()), ...newKey() })
    const expected = {
      anyone: expect.not.stringMatching(/unauthorized|forbidden/),
      session: expect.not.stringMatching(/unauthorized|forbidden/),
      signed_in: expect.not.stringMatching(/unauthorized|forbidden/),
      admin: 'forbidden',
      provider: 'invalid_signature',
      operator: expect.anything(),
    }[endpoint.guard]
    expect(answer.body['code'] ?? 'none').toEqual(expected)
    expect(answer.status).toBeLessThan(500)
  })

  test.each(endpoints)(
    '%s opens for administrators, with the second step where it is required',
    async (key, endpoint) => {
      const open = await asAdministrator(server, key, endpoint)
      // Codes of the guards; refusals by the handler itself are allowed.
      const within = expect.not.stringMatching(/^(unauthorized|forbidden|mfa_required|password_change_required)$/)
      const expected = {
        anyone: within,
        session: within,
        signed_in: within,
        admin: within,
        provider: 'invalid_signature',
        operator: expect.anything(),
      }[endpoint.guard]
      expect(open.body['code'] ?? 'none').toEqual(expected)
      expect(open.status).toBeLessThan(500)
      if (endpoint.guard !== 'admin') return
      const shut = await asAdministrator(guarded, key, endpoint)
      expect([shut.status, shut.body['code']]).toEqual([403, 'mfa_required'])
    },
  )

  test('is closed to an administrator with an initial password', async () => {
    const administered = endpoints.filter(([, { guard }]) => guard === 'admin')
    expect(administered.length).toBeGreaterThan(10)
    await server.core.db.execute(
      sql`update users set password_change_required = true where email like '%@taimako.example'`,
    )
    for (const [key, endpoint] of administered) {
      const { body } = await asAdministrator(server, key, endpoint)
      expect.soft([key, body['code']]).toEqual([key, 'password_change_required'])
    }
    await server.core.db.execute(sql`update users set password_change_required = false`)
  })

  test.each(endpoints)('%s sends the security headers and a request id', async (key) => {
    const [method = '', path = ''] = key.split(' ')
    const { headers } = await server.call(method, addressOf(path))
    expect(headers.get('content-security-policy')).toBe("default-src 'none'; frame-ancestors 'none'")
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
    expect(headers.get('cross-origin-opener-policy')).toBe('same-origin-allow-popups')
    expect(headers.get('permissions-policy')).toContain('payment=(self "https://checkout.paystack.com")')
  })
})

describe('the system', () => {
  test('is live and ready', async () => {
    expect((await server.call('GET', '/health/live')).body).toEqual({ status: 'live', proxies: 0 })
    expect((await server.call('GET', '/health/ready')).body).toEqual({ status: 'ready', books: 'unchecked' })
  })

  test('shows the state of the books once they are checked', async () => {
    await server.runJobs(/^books\./)
    expect((await server.call('GET', '/health/ready')).body).toEqual({ status: 'ready', books: 'balanced' })
  })

  test('gives the pages their settings, and no secret', async () => {
    const { body } = await server.call('GET', '/api/config')
    expect(body).toEqual({
      mode: 'test',
      public_key: 'pk_test_0123456789abcdef',
      languages: [],
      auth: {
        signup: true,
        confirm_email: false,
        manual_linking: true,
        phone_factor: true,
        phone_sign_in: false,
        providers: [],
        captcha: null,
      },
      limits: { amount_min: 1, amount_max: 10_000_000, message_characters_max: 500 },
    })
  })

  test('describes the whole API as OpenAPI 3.1', async () => {
    const { body } = await server.call('GET', '/api/openapi.json')
    expect(body['openapi']).toBe('3.1.0')
    const paths = new Set(endpoints.map(([key]) => (key.split(' ')[1] ?? '').replaceAll(/:(\w+)/g, '{$1}')))
    expect(new Set(Object.keys(Object(body['paths'])))).toEqual(paths)
  })

  test('exposes Prometheus metrics on the machine itself', async () => {
    const { status, body } = await server.call('GET', '/metrics')
    expect(status).toBe(200)
    expect(body['text']).toContain('taimako_open_differences{with="books"} 0')
    expect(body['text']).toContain('taimako_http_request_seconds_bucket')
  })

  test('mounts nothing of the sandbox where there is a key of the provider', async () => {
    for (const path of ['/paystack/arrivals/assets/arrivals.css', '/paystack/checkout/assets/checkout.css', '/phone']) {
      const { status, body } = await server.call('GET', `/sandbox${path}`)
      expect([status, body]).toEqual([404, expect.objectContaining({ code: 'not_found' })])
    }
  })

  test('answers an unknown API address with a problem', async () => {
    expect((await server.call('GET', '/api/nothing')).body).toMatchObject({ status: 404, code: 'not_found' })
  })
})

describe('rate limits', () => {
  test('answer 429 with the seconds to wait, per client and window, and allow requests afterwards', async () => {
    const limited = await testServer({ TRUST_PROXY: '1' })
    const ask = (client: string) =>
      limited.call('GET', `/api/receipts/${'0'.repeat(26)}`, undefined, { 'x-forwarded-for': client })
    for (let request = 0; request < rateLimits.receipts.requests; request += 1) {
      expect((await ask('198.51.100.7')).status).toBe(404)
    }
    const refused = await ask('198.51.100.7')
    expect(refused.body).toMatchObject({ status: 429, code: 'rate_limited' })
    const wait = Number(refused.headers.get('retry-after'))
    expect(wait).toBeGreaterThan(0)
    expect((await ask('198.51.100.8')).status).toBe(404)
    // Entries that a client writes before the proxy's own gain it nothing.
    expect((await ask('10.9.8.7, 198.51.100.7')).status).toBe(429)
    // Leaves out the port that some proxies add, which differs for each connection.
    for (const withPort of ['198.51.100.7:51001', '[::ffff:198.51.100.7]:51002', '::FFFF:198.51.100.7'])
      expect((await ask(withPort)).status).toBe(429)
    limited.clock.advance(seconds(wait))
    expect((await ask('198.51.100.7')).status).toBe(404)
    await limited.close()
  })
})

test.each([
  ['/api/config', 'gzip', null],
  ['/api/none', 'gzip', null],
  ['/api/funds', 'gzip, br', 'gzip'],
  ['/api/funds', 'identity', null],
])('%s for a client that takes %s is sent as %s, and says the same', async (address, accepted, sent) => {
  const plain = await server.app.request(address)
  const answer = await server.app.request(address, { headers: { 'accept-encoding': accepted } })
  expect([answer.headers.get('content-encoding'), answer.headers.get('vary')]).toEqual([sent, 'Accept-Encoding'])
  const body = Buffer.from(await answer.arrayBuffer())
  expect(answer.headers.get('content-length')).toBe(sent === null ? String(body.length) : null)
  const { request_id: _, ...said } = JSON.parse((sent === null ? body : gunzipSync(body)).toString('utf8'))
  expect(await plain.json()).toMatchObject(said)
})
