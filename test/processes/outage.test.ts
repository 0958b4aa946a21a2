/** PostgreSQL goes away and comes back: meanwhile every answer is a clear 503, and afterwards all is well without a restart. */
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { call, figures, give, newKey, postGift, sendMessage, verify } from './client.ts'
import { count, expectBooksEven, startFleet, type Fleet } from './fleet.ts'

let fleet: Fleet
beforeAll(async () => {
  fleet = await startFleet(2, { providerInMemory: true })
})
afterAll(() => fleet.end())

const attemptsSoFar = () => count(fleet.database, sql`select 1 from payment_attempts`)

const UNAVAILABLE = { status: 503, body: { code: 'unavailable' } }

test('while the database is away nothing hangs and nothing is a 500; when it is back, all goes on', async () => {
  const paid = await give(fleet.next(), { amount: 1500 })
  await fleet.provider.control('pay', { reference: paid.reference, silently: true })

  await fleet.postgres.interrupt()
  const answers = await Promise.all([
    ...Array.from({ length: 10 }, () => postGift(fleet.next(), { amount: 1500 })),
    ...fleet.servers.flatMap(({ url }) => [
      call(`${url}/functions/v1/verify`, { reference: paid.reference }),
      sendMessage(url, 'charge.success', paid.reference, 1),
      call(`${url}/api/payments/${paid.reference}`),
      call(`${url}/api/stats`),
      call(`${url}/health/ready`),
    ]),
  ])
  for (const answer of answers) {
    expect(answer).toMatchObject(UNAVAILABLE)
    expect(answer.headers.get('retry-after')).toMatch(/^\d+$/)
  }
  // The process itself is well: nobody is to restart it.
  expect(await call(`${fleet.next()}/health/live`)).toMatchObject({ status: 200 })

  await fleet.postgres.resume()
  for (const { url } of fleet.servers) {
    await vi.waitFor(async () => expect(await call(`${url}/health/ready`)).toMatchObject({ status: 200 }), {
      timeout: 30_000,
      interval: 50,
    })
    expect(await postGift(url, { amount: 1500 })).toMatchObject({ status: 201 })
  }
  expect(await verify(fleet.next(), paid.reference)).toBe('success')
  expect(await figures(fleet.next())).toMatchObject({ active_donors: 1, funds_raised: 1500 })
  await expectBooksEven(fleet)
})

test('a gift that is being opened when the database goes is a 503, and its key may be used again', async () => {
  const key = newKey()
  await fleet.provider.control('switches', { calls: { initialize: { fault: 'slow', milliseconds: 1500, times: 1 } } })
  const attempts = await attemptsSoFar()
  const giving = postGift(fleet.next(), { amount: 800 }, key)
  await vi.waitFor(async () => expect(await attemptsSoFar()).toBe(attempts + 1), {
    timeout: 10_000,
    interval: 10,
  })
  await fleet.postgres.interrupt()
  expect(await giving).toMatchObject(UNAVAILABLE)
  await fleet.postgres.resume()
  await vi.waitFor(
    async () => expect([201, 409]).toContain((await postGift(fleet.next(), { amount: 800 }, key)).status),
    { timeout: 30_000, interval: 50 },
  )
  await expectBooksEven(fleet)
})
