/** PostgreSQL stops at a bad moment, or a lock is held: a clear 503, and recovery afterwards. The fault `database` does more of it. */
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { rows, type Database } from '../../server/platform/db/db.ts'
import { CONNECTIONS_MAX, openPostgres } from '../../server/platform/db/postgres.ts'
import { hours } from '../../server/platform/clock.ts'
import { enqueueMail, mailOutbox } from '../../server/platform/mail/outbox.ts'
import { newMigratedDatabase } from '../support/database.ts'
import { startServer } from '../support/process.ts'
import { testServer } from '../support/server.ts'
import { type Answer, call, newKey, postGift } from './client.ts'
import { count, expectBooksBalance, startFleetWithPostgres, type FleetWithPostgres } from './fleet.ts'

let fleet: FleetWithPostgres
beforeAll(async () => {
  fleet = await startFleetWithPostgres(2, { providerInMemory: true })
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

/** Keeps starting gifts while the database stops and starts, so that connections are cut in every state. */
function giveThroughout() {
  const answers: Answer[] = []
  let over = false
  const givers = Array.from({ length: 12 }, async () => {
    while (!over) {
      const answer = await postGift(fleet.next(), { amount: 700 })
      answers.push(answer)
      // Donors do not retry immediately either.
      if (answer.status !== 201) await pause(20)
    }
  })
  return {
    failed: () => answers.some(({ status }) => status !== 201),
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

test('a gift that is being opened when the database stops answers 503, and its key can be used again', async () => {
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
  await expectBooksBalance(fleet)
})

test('connections that are cut repeatedly fail only the calls in progress', async () => {
  const throughout = giveThroughout()
  for (let cuts = 0; cuts < 60 || (cuts < 5000 && !throughout.failed()); cuts += 1)
    await cutConnections(fleet.database, 'product')
  expect(throughout.failed()).toBe(true)
  const answers = await throughout.end()
  expectGivenOrUnavailable(answers)
  await expectBooksBalance(fleet)
})

test('a transaction that is cut at its BEGIN releases its connection', async () => {
  const database = openPostgres(await fleet.postgres.newDatabase('cut'), () => {})
  const transact = () => database.db.transaction((tx) => tx.execute(sql`select 1`))
  const several = (many: number) => Array.from({ length: many }, transact)
  // Connections are cut and taken before the pool has noticed, more often than it has places.
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

test('a transaction whose ROLLBACK timed out is not continued by the next one', async () => {
  const url = await fleet.postgres.newDatabase('given_up')
  const database = openPostgres(`${url}?query_timeout=300`, () => {})
  await database.db.execute(sql`create table marks (mark text)`)
  const mark = (name: string) => sql`insert into marks values (${name})`
  let thaw: (() => Promise<void>) | undefined
  // Frozen in the middle: neither the second statement nor the ROLLBACK is answered in time.
  const cut = database.db.transaction(async (tx) => {
    await tx.execute(mark('of the one that failed'))
    thaw = await fleet.postgres.freeze()
    await tx.execute(mark('of the one that failed'))
  })
  try {
    await expect(cut).rejects.toMatchObject({ cause: { message: 'Query read timeout' } })
  } finally {
    await thaw?.()
  }
  await database.db.execute(mark('of the next'))
  await database.close()
  const other = openPostgres(url, () => {})
  const marks = await rows(other.db, sql`select mark from marks`, z.object({ mark: z.string() }))
  await other.close()
  expect(marks).toEqual([{ mark: 'of the next' }])
})

test.each(['lock_timeout=300', 'lock_timeout=0&statement_timeout=300'])(
  'a held lock leads to a 503 (%s), until it is released',
  async (limits) => {
    const { DATABASE_URL, ...variables } = fleet.variables
    const server = await startServer({ ...variables, DATABASE_URL: `${DATABASE_URL}?${limits}` })
    const held = Promise.withResolvers<void>()
    const released = Promise.withResolvers<void>()
    const holding = fleet.database.db.transaction(async (tx) => {
      await tx.execute(sql`lock table payment_intents in access exclusive mode`)
      held.resolve()
      await released.promise
    })
    await Promise.race([held.promise, holding])
    const key = newKey()
    const refused = await postGift(server.url, { amount: 900 }, key)
    released.resolve()
    await holding
    expect(refused).toMatchObject(UNAVAILABLE)
    expect(refused.headers.get('retry-after')).toMatch(/^\d+$/)
    expect(await postGift(server.url, { amount: 900 }, key)).toMatchObject({ status: 201 })
    await server.stop()
    await expectBooksBalance(fleet)
  },
)

test('a mail that was accepted while the database stopped is recorded once it is back, and not sent again', async () => {
  const database = openPostgres(await newMigratedDatabase(fleet.postgres, 'mails'), () => {})
  const server = await testServer({}, { database })
  const addressHash = Buffer.alloc(32)
  const letter = {
    recipient: 'ada@mail.example',
    addressHash,
    replyTo: null,
    subject: 'Hello',
    text: 'Hello',
    html: '',
  }
  await server.core.db.transaction((tx) => enqueueMail(tx, letter, server.clock.now()))
  let accepted = 0
  const send = async () => {
    await fleet.postgres.interrupt()
    accepted += 1
  }
  const sending = mailOutbox.sendDue(server.core, { send })
  sending.catch(() => {})
  await vi.waitFor(() => expect(accepted).toBe(1), { timeout: 30_000, interval: 50 })
  // Lets it fail before the database is back.
  await pause(1500)
  await fleet.postgres.resume()
  // Looking for further mails may have failed meanwhile.
  await Promise.allSettled([sending])
  server.clock.advance(hours(1))
  await mailOutbox.sendDue(server.core, { send })
  expect(accepted).toBe(1)
  await server.close()
})

const set = async (setting: string) => {
  await fleet.database.db.execute(sql.raw(`alter system set ${setting}`))
  await fleet.database.db.execute(sql`select pg_reload_conf()`)
}

test.each([
  ['waits for a standby that is gone', "synchronous_standby_names = 'gone'", "synchronous_standby_names = ''"],
  ['is read-only', 'default_transaction_read_only = on', 'default_transaction_read_only = off'],
])('a server whose database %s is not ready, however often it is asked, until that ends', async (_name, ill, well) => {
  const ready = async () => (await call(`${fleet.next()}/health/ready`)).status
  const stuck = sql`select 1 from pg_stat_activity where query like '%taimako commits%' and wait_event = 'SyncRep'`
  expect([await ready(), await ready()]).toEqual([200, 200])
  await set(ill)
  try {
    await vi.waitFor(async () => expect(await ready()).toBe(503), { timeout: 20_000, interval: 50 })
    for (let times = 0; times < 6; times += 1) expect(await ready()).toBe(503)
    expect(await count(fleet.database, stuck)).toBeLessThanOrEqual(fleet.servers.length)
  } finally {
    await set(well)
  }
  const both = async () => expect([await ready(), await ready()]).toEqual([200, 200])
  await vi.waitFor(both, { timeout: 20_000, interval: 50 })
  await expectBooksBalance(fleet)
})
