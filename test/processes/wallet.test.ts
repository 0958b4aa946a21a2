/**
 * Wallets on three servers and one PostgreSQL. The storm is short; `STORM=200x20 npm test -- wallet.test` runs a long one, with
 * 200 people and 20 top-ups each: once with killed servers, and once with a restarted database too.
 */
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { rows } from '../../server/platform/db/db.ts'
import { signUp } from '../support/signing-in.ts'
import { call, figures, newKey, verify } from './client.ts'
import { count, expectBooksBalance, startFleetWithPostgres, type FleetWithPostgres } from './fleet.ts'
import { awaitSettlement, runStorm } from './storm.ts'

const long = /^(\d+)x(\d+)$/.exec(process.env['STORM'] ?? '')
const size = { people: Number(long?.[1] ?? 6), topUpsEach: Number(long?.[2] ?? 4) }
const LONG_MILLISECONDS = 1_800_000

let fleet: FleetWithPostgres
beforeAll(async () => {
  fleet = await startFleetWithPostgres(3, { providerInMemory: true })
  await fleet.provider.control('switches', { webhooks: { drop: true } })
})
afterAll(() => fleet.end())

async function newPerson() {
  const { access_token } = await signUp(fleet.next(), `${newKey()}@mail.example`)
  return { authorization: `Bearer ${access_token}` }
}

const Balance = z.object({ status: z.literal(200), body: z.object({ id: z.string(), balance: z.number() }) })
const walletOf = async (headers: Record<string, string>) =>
  Balance.parse(await call(`${fleet.next()}/api/wallet`, undefined, headers)).body

const give = (headers: Record<string, string>, amount: number, key = newKey()) =>
  call(`${fleet.next()}/api/wallet/gifts`, { amount, donation_type: 'school' }, { ...headers, 'idempotency-key': key })

test('simultaneous first reads on all servers create one wallet', async () => {
  const headers = await newPerson()
  const read = await Promise.all(Array.from({ length: 12 }, () => walletOf(headers)))
  expect(new Set(read.map(({ id }) => id)).size).toBe(1)
  await expectBooksBalance(fleet)
})

test('of two simultaneous gifts on a balance for one, one succeeds; a repeated key is one gift', async () => {
  const headers = await newPerson()
  const opened = await call(
    `${fleet.next()}/api/wallet/top-ups`,
    { amount: 1000 },
    { ...headers, 'idempotency-key': newKey() },
  )
  const { reference } = z.object({ reference: z.string() }).parse(opened.body)
  await fleet.provider.control('pay', { reference })
  expect(await verify(fleet.next(), reference)).toBe('success')
  const before = await figures(fleet.next())

  const answers = await Promise.all(Array.from({ length: 12 }, () => give(headers, 600)))
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
  for (const refused of answers.filter(({ status }) => status !== 201)) {
    expect(refused).toMatchObject({ status: 409, body: { code: 'insufficient_funds' } })
  }
  const key = newKey()
  const pressed = await Promise.all(Array.from({ length: 6 }, () => give(headers, 100, key)))
  expect(new Set(pressed.map(({ status }) => status))).toEqual(new Set([201]))
  expect(await walletOf(headers)).toMatchObject({ balance: 300 })
  const after = await figures(fleet.next())
  expect(after).toMatchObject({ active_donors: before.active_donors + 2, funds_raised: before.funds_raised + 700 })
  await expectBooksBalance(fleet)
})

const Successes = z.object({
  transactions: z.array(z.object({ reference: z.string(), status: z.string(), amount: z.number() })),
})

/** The provider's paid transactions by reference, in naira. */
async function collected(): Promise<Map<string, number>> {
  const { transactions } = Successes.parse(await fleet.provider.control('GET transactions'))
  const paid = transactions.filter(({ status }) => status === 'success')
  return new Map(paid.map(({ reference, amount }) => [reference, amount / 100]))
}

test.each([...(long ? [{ interruptDatabase: false }] : []), { interruptDatabase: true }])(
  'in a storm (database restarted: $interruptDatabase) nothing is credited twice, and nothing is lost',
  async ({ interruptDatabase }) => {
    const before = new Set((await collected()).keys())
    const { people, disturbed } = await runStorm(fleet, {
      ...size,
      killEveryMilliseconds: long ? 2500 : 1000,
      interruptDatabase,
    })
    expect(disturbed).toBeGreaterThan(0)
    await awaitSettlement(fleet, people)

    const successes = await collected()
    for (const person of people) {
      const sum = person.paid.reduce((total, { reference }) => total + (successes.get(reference) ?? 0), 0)
      expect(await walletOf(person.headers)).toMatchObject({ balance: sum })
    }
    const references = [...successes.keys()].filter((reference) => !before.has(reference))
    expect(references.toSorted()).toEqual(
      people.flatMap(({ paid }) => paid.map(({ reference }) => reference)).toSorted(),
    )
    for (const kind of ['top_up', 'fee']) {
      const keys = references.map((reference) => sql`${`${kind}:${reference}`}`)
      const booked = sql`select 1 from transfers where key in (${sql.join(keys, sql`, `)})`
      expect(await count(fleet.database, booked)).toBe(references.length)
    }
    const credited = await rows(
      fleet.database.db,
      sql`select coalesce(sum(amount), 0)::text as kobo from transfers where purpose = 'top_up'`,
      z.object({ kobo: z.coerce.number() }),
    )
    expect(credited).toEqual([{ kobo: [...successes.values()].reduce((sum, naira) => sum + naira * 100, 0) }])
    await expectBooksBalance(fleet)
  },
  long ? LONG_MILLISECONDS : 180_000,
)
