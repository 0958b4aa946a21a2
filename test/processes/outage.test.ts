/** PostgreSQL goes away and comes back: meanwhile every answer is a clear 503, and afterwards all is well without a restart. */
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { Database } from '../../server/lib/db/db.ts'
import { CONNECTIONS_MAX, openPostgres } from '../../server/lib/db/postgres.ts'
import { type Answer, call, figures, give, newKey, postGift, sendMessage, verify } from './client.ts'
import { count, expectBooksEven, startFleet, type Fleet } from './fleet.ts'

let fleet: Fleet
beforeAll(async () => {
  fleet = await startFleet(2, { providerInMemory: true })
})
afterAll(() => fleet.end())

const attemptsSoFar = () => count(fleet.database, sql`select 1 from payment_attempts`)

const UNAVAILABLE = { status: 503, body: { code: 'unavailable' } }

/** Cuts every connection to a database, as a failing network or a failover does. */
async function cutConnections({ db }: Database, name: string): Promise<void> {
  await db.execute(
    sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = ${name} and pid <> pg_backend_pid()`,
  )
}

/** Keeps starting gifts while the database goes and comes: its connections are then cut in every state. */
function giveThroughout() {
  const answers: Answer[] = []
  let over = false
  const givers = Array.from({ length: 12 }, async () => {
    while (!over) {
      const answer = await postGift(fleet.next(), { amount: 700 })
      answers.push(answer)
      // A donor does not press again at once either.
      if (answer.status !== 201) await pause(20)
    }
  })
  return {
    async end() {
      over = true
      await Promise.all(givers)
      return answers
    },
  }
}

function expectGivenOrUnavailable(answers: Answer[]) {
  for (const answer of answers.filter(({ status }) => status !== 201)) expect(answer).toMatchObject(UNAVAILABLE)
}

test('while the database is away nothing hangs and nothing is a 500; when it is back, all goes on', async () => {
  const paid = await give(fleet.next(), { amount: 1500 })
  await fleet.provider.control('pay', { reference: paid.reference, silently: true })

  const throughout = giveThroughout()
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
  expectGivenOrUnavailable(await throughout.end())
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

test('connections that are cut again and again cost no more than the answers under way', async () => {
  const throughout = giveThroughout()
  for (let cuts = 0; cuts < 60; cuts += 1) await cutConnections(fleet.database, 'product')
  const answers = await throughout.end()
  expect(answers.filter(({ status }) => status !== 201)).not.toHaveLength(0)
  expectGivenOrUnavailable(answers)
  await expectBooksEven(fleet)
})

test('a transaction that is cut at its BEGIN gives its connection back', async () => {
  const database = openPostgres(await fleet.postgres.newDatabase('cut'), () => {})
  const transact = () => database.db.transaction((tx) => tx.execute(sql`select 1`))
  const several = (many: number) => Array.from({ length: many }, transact)
  // The pool's connections are cut, and taken before it has noticed: more often than it has places.
  let cut = 0
  for (let round = 0; cut <= CONNECTIONS_MAX && round < 500; round += 1) {
    const cutting = cutConnections(fleet.database, 'cut')
    for (let turns = round % 8; turns > 0; turns -= 1) await new Promise((resolve) => setImmediate(resolve))
    const ends = await Promise.allSettled(several(5))
    cut += ends.filter(({ status }) => status === 'rejected').length
    await cutting
  }
  expect(cut).toBeGreaterThan(CONNECTIONS_MAX)
  await vi.waitFor(() => Promise.all(several(CONNECTIONS_MAX)), { timeout: 10_000, interval: 50 })
  await database.close()
})
