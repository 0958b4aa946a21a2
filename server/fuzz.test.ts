import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { api } from '../contract/api.ts'
import { expectBooksEven, testServer, type TestServer } from '../test/support/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer({ RATE_LIMITS: 'off' })
})
afterAll(() => server.close())

const routes = Object.keys(api).map((key) => key.split(' '))
const paths = fc.constantFrom(...routes.map(([, path = '']) => path))
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
    .map((body) => {
      try {
        return JSON.stringify(body) ?? ''
      } catch {
        return '{"amount":1}'
      }
    }),
)
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
    query: fc.webQueryParameters(),
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
    fc.asyncProperty(request, async ({ method, path, filling, query, body, key, type }) => {
      const address = path.replaceAll(/:\w+/g, () => encodeURIComponent(filling.toWellFormed()))
      const bodiless = method === 'GET' || method === 'HEAD'
      const answer = await server.app.request(`${address}?${query}`, {
        method,
        headers: { 'content-type': type, 'idempotency-key': key, 'x-paystack-signature': key, 'x-forwarded-for': key },
        ...(!bodiless && { body: Buffer.from(body) }),
      })
      const text = await answer.text()
      expect(answer.status).toBeLessThan(500)
      expect(text).not.toMatch(/\bat .*\.ts:\d+|select .* from|insert into/i)
    }),
    { numRuns: 800 },
  )
  expect(server.logged()).not.toContain('unexpected error')
  await expectBooksEven(server)
})
