/** Money that came to our account at the provider without a payment of ours: it is kept in suspense, once, until people decide. */
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { useGiving } from '../../../test/support/giving.ts'
import { passHours } from '../../../test/support/server.ts'
import { minutes, seconds } from '../../platform/clock.ts'
import { rows } from '../../platform/db/db.ts'

const JOBS = /^(payments|settlements|sandbox)/

const giving = useGiving()

const Attempt = z.object({ reference: z.string(), status: z.string(), review_reason: z.string().nullable() })
const unexpected = () =>
  rows(
    giving.server.core.db,
    sql`select reference, attempt.status, review_reason from payment_attempts as attempt
          join payment_intents as intent on intent.id = attempt.intent_id where purpose = 'unexpected'`,
    Attempt,
  )

/** The job that lists payments runs, and then the one that asks about what was listed. */
async function list() {
  await giving.server.pass(minutes(1), JOBS)
  await giving.server.pass(seconds(5), JOBS)
}

const stranger = (amount: number, reference: string) =>
  giving.server.control('/stranger', { amount, reference, silently: true })

test('is booked to suspense with its fee, needs review, and is no gift', async () => {
  await stranger(500_000, 'DVA-4711')
  await list()
  expect(await giving.balance('suspense')).toBe(500_000n)
  expect(await unexpected()).toEqual([
    {
      reference: expect.stringMatching(/^unexpected-\d{10}$/),
      status: 'needs_review',
      review_reason: 'it was not started here',
    },
  ])
  expect(await giving.figures()).toMatchObject({ active_donors: 0, funds_raised: 0 })
})

test('is booked once, however often it is listed, by whatever reference, and whoever lists it', async () => {
  await stranger(500_000, 'DVA-4711')
  for (let times = 0; times < 3; times += 1) await list()
  await giving.server.control('/switches', { reference: 'DVA-4711', listedAs: { reference: 'DVA-4712' } })
  await giving.server.core.db.execute(sql`update jobs set watermark = null where name = 'payments.list'`)
  await list()
  expect(await giving.balance('suspense')).toBe(500_000n)
  expect(await unexpected()).toHaveLength(1)
})

test('without any reference is booked too', async () => {
  await stranger(70_000, 'TERMINAL-1')
  await giving.server.control('/switches', { reference: 'TERMINAL-1', listedAs: { reference: null } })
  await list()
  expect(await giving.balance('suspense')).toBe(70_000n)
})

test.each([50, 1_500_000_000])('of %d kobo, outside the limits of a gift, is booked too', async (amount) => {
  await stranger(amount, 'DVA-odd')
  await list()
  expect(await giving.balance('suspense')).toBe(BigInt(amount))
})

test('that is refunded leaves suspense', async () => {
  await stranger(500_000, 'DVA-4711')
  await list()
  giving.server.clock.advance(minutes(6))
  await giving.server.control('/refund', { reference: 'DVA-4711', outcome: 'processed' })
  await passHours(giving.server, 4)
  expect(await giving.balance('suspense')).toBe(0n)
})

test("in the provider's other world is not our money", async () => {
  await giving.server.control('/switches', { reference: 'DVA-4711', domain: 'live' })
  await stranger(500_000, 'DVA-4711')
  await list()
  expect(await unexpected()).toEqual([])
})

test('leads to no page: nobody was given its reference', async () => {
  await stranger(500_000, 'DVA-4711')
  await list()
  const reference = (await unexpected())[0]?.reference ?? ''
  expect((await giving.server.call('GET', `/api/payments/${reference}`)).status).toBe(404)
  expect((await giving.server.call('POST', '/functions/v1/verify', { reference })).status).toBe(404)
})
