import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { api } from '../contract/api.ts'
import { AUTH_PATH, authCalls } from '../contract/auth.ts'
import { STORAGE_PATH } from '../contract/document-limits.ts'
import { resumableCalls, storageCalls } from '../contract/documents.ts'
import { expectBooksEven, testServer, type TestServer } from '../test/support/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer({ RATE_LIMITS: 'off' })
})
afterAll(() => server.close())

const pathOf = (key: string) => key.split(' ')[1] ?? ''
const paths = fc.constantFrom(
  ...Object.keys(api).map(pathOf),
  ...Object.keys(authCalls).map((key) => `${AUTH_PATH}${pathOf(key)}`),
  ...[...Object.keys(storageCalls), ...resumableCalls].map((key) =>
    `${STORAGE_PATH}${pathOf(key)}`.replace(':bucket', 'documents').replace('*', ':path'),
  ),
)
const methods = fc.constantFrom('GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'HEAD')
/** What a form might hold, what an attacker might, and anything at all. */
const bodies = fc.oneof(
  fc.json(),
  fc.string({ unit: 'binary', maxLength: 2000 }),
  fc
    .record(
      { amount: fc.anything(), donation_type: fc.anything(), message: fc.string(), reference: fc.anything() },
      { requiredKeys: [] },
    )
    .map(asJson),
  fc
    .record(
      {
        email: fc.oneof(fc.emailAddress(), fc.anything()),
        phone: fc.anything(),
        password: fc.oneof(fc.constant('short'), fc.string(), fc.anything()),
        data: fc.oneof(fc.dictionary(fc.string(), fc.anything()), fc.anything()),
        type: fc.oneof(fc.constantFrom('signup', 'recovery', 'email_change', 'email'), fc.anything()),
        token: fc.anything(),
        token_hash: fc.anything(),
        refresh_token: fc.anything(),
        auth_code: fc.anything(),
        code_verifier: fc.anything(),
        code_challenge: fc.anything(),
        code_challenge_method: fc.oneof(fc.constant('s256'), fc.anything()),
        factor_type: fc.oneof(fc.constantFrom('totp', 'phone'), fc.anything()),
        friendly_name: fc.oneof(fc.string(), fc.anything()),
        challenge_id: fc.oneof(fc.uuid(), fc.anything()),
        code: fc.anything(),
        gotrue_meta_security: fc.anything(),
      },
      { requiredKeys: [] },
    )
    .map(asJson),
  fc
    .record(
      {
        application_type: fc.oneof(fc.constantFrom('food', 'other'), fc.anything()),
        description: fc.oneof(fc.string({ unit: 'binary' }), fc.anything()),
        amount_requested: fc.oneof(fc.double(), fc.anything()),
        location: fc.oneof(fc.string(), fc.anything()),
        urgency: fc.oneof(fc.constantFrom('low', 'critical'), fc.anything()),
        documents_provided: fc.oneof(fc.array(fc.oneof(fc.webUrl(), fc.string())), fc.anything()),
        document_labels: fc.oneof(fc.array(fc.string()), fc.anything()),
      },
      { requiredKeys: ['application_type', 'description', 'location'] },
    )
    .map(asJson),
)
/** As JSON where that can be, else something that is JSON. */
function asJson(body: object): string {
  try {
    return JSON.stringify(body) ?? ''
  } catch {
    return '{"amount":1}'
  }
}
/** What lists read of their address. */
const listQueries = fc
  .record({ limit: fc.oneof(fc.nat().map(String), fc.string()), cursor: fc.oneof(fc.base64String(), fc.string()) })
  .map((query) => new URLSearchParams(query).toString())
/** The names that the auth protocol reads, with what they might hold. */
const authQueries = fc
  .record(
    {
      grant_type: fc.constantFrom('password', 'refresh_token', 'pkce', 'id_token', 'x'),
      redirect_to: fc.oneof(fc.webUrl(), fc.string()),
      scope: fc.constantFrom('others', 'x'),
      token: fc.string(),
      type: fc.constantFrom('signup', 'recovery', 'email_change', 'x'),
      provider: fc.oneof(fc.constant('oidc'), fc.string()),
      state: fc.string(),
      code: fc.string(),
      code_challenge: fc.string(),
    },
    { requiredKeys: [] },
  )
  .map((query) => new URLSearchParams(query).toString())

let token = ''
/** A person who is signed in, again if what came before ended that. */
async function bearer(): Promise<Record<string, string>> {
  const headers = { authorization: `Bearer ${token}` }
  if ((await server.call('GET', '/auth/v1/user', undefined, headers)).status === 200) return headers
  const person = { email: `${crypto.randomUUID()}@mail.example`, password: 'long enough' }
  const { body } = await server.call('POST', '/auth/v1/signup', person)
  token = String(body['access_token'])
  return { authorization: `Bearer ${token}` }
}

/** Header values travel as Latin-1 without control characters. */
const headerText = fc.string({
  unit: fc.integer({ min: 33, max: 126 }).map((code) => String.fromCharCode(code)),
  maxLength: 300,
})

test('nothing a client sends makes a 5xx, a hang, or an answer that shows the inside', async () => {
  const request = fc.record({
    method: methods,
    path: paths,
    filling: fc.oneof(fc.webPath(), fc.string({ maxLength: 60 })),
    query: fc.oneof(fc.webQueryParameters(), authQueries, listQueries),
    signedIn: fc.boolean(),
    body: bodies,
    key: headerText,
    type: fc.constantFrom(
      'application/json',
      'application/json; charset=utf-16',
      'text/plain',
      'multipart/form-data',
      '',
    ),
  })
  await fc.assert(
    fc.asyncProperty(request, async ({ method, path, filling, query, signedIn, body, key, type }) => {
      const address = path.replaceAll(/:\w+/g, () => encodeURIComponent(filling.toWellFormed()))
      const bodiless = method === 'GET' || method === 'HEAD'
      const answer = await server.app.request(`${address}?${query}`, {
        method,
        headers: {
          'content-type': type,
          'idempotency-key': key,
          'x-paystack-signature': key,
          'x-forwarded-for': key,
          'tus-resumable': '1.0.0',
          'upload-length': '10',
          'upload-offset': '0',
          'upload-metadata': key,
          'user-agent': key,
          ...(signedIn && (await bearer())),
        },
        ...(!bodiless && { body: Buffer.from(body) }),
      })
      const text = await answer.text()
      expect(answer.status).toBeLessThan(500)
      expect(text).not.toMatch(/\bat .*\.ts:\d+|select .* from|insert into/i)
    }),
    { numRuns: 1500 },
  )
  expect(server.logged()).not.toMatch(/unexpected error|cannot answer|an upload failed/)
  await expectBooksEven(server)
})
