/** Races on three servers and one PostgreSQL database: a gift is credited once, and the sums are exact. */
import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { DONATION_TYPES } from '../../contract/money/funds.ts'
import { call, figures, give, newKey, paymentStatus, postGift, sendMessage, verify } from './client.ts'
import { count, expectBooksBalance, messagesHandled, startFleet, transfersOf, type Fleet } from './fleet.ts'

let fleet: Fleet
beforeAll(async () => {
  fleet = await startFleet(3)
  // The tests send the webhooks themselves, many at once.
  await fleet.provider.control('switches', { webhooks: { drop: true } })
})
afterAll(() => fleet.end())

/** Runs it this many times at once. */
function atOnce<T>(times: number, run: (index: number) => Promise<T>): Promise<T[]> {
  return Promise.all(Array.from({ length: times }, (_, index) => run(index)))
}

async function paidGift(amount = 1500) {
  const gift = await give(fleet.next(), { amount, donation_type: 'school' })
  await fleet.provider.control('pay', { reference: gift.reference })
  return gift.reference
}

/** Alternates verify calls and webhooks over all servers. */
async function settleAtOnce(times: number, reference: string, event = 'charge.success') {
  const answers = await atOnce<string | number>(times, async (index) => {
    if (index % 2 === 0) return verify(fleet.next(), reference)
    // Every other pair of webhooks has the same bytes.
    return (await sendMessage(fleet.next(), event, reference, index >> 2)).status
  })
  await messagesHandled(fleet)
  return new Set(answers)
}

async function askedProvider(): Promise<number> {
  const pages = await Promise.all(fleet.servers.map(({ url }) => call(`${url}/metrics`)))
  return pages.reduce((sum, { body }) => {
    const counted = /^taimako_provider_call_seconds_count\{operation="verify",outcome="ok"\} (\d+)$/m.exec(String(body))
    return sum + Number(counted?.[1] ?? 0)
  }, 0)
}

/** Disables the limit on calls to the provider, which would hide most races from the booking. */
function withoutTheTenSeconds() {
  beforeEach(async () => {
    await fleet.database.db.execute(sql`
      create or replace function test_forget_question() returns trigger language plpgsql as
      'begin new.asked_at = null; return new; end'`)
    await fleet.database.db.execute(sql`
      create trigger test_forget_question before update on payment_attempts
      for each row execute function test_forget_question()`)
  })
  afterEach(async () => {
    await fleet.database.db.execute(sql`drop trigger test_forget_question on payment_attempts`)
  })
}

/** Completes the provider's refund without its delays. */
async function refund(reference: string, amount?: number) {
  await fleet.provider.control('refund', { reference, outcome: 'processed', ...(amount !== undefined && { amount }) })
  for (let steps = 0; steps < 2; steps += 1) {
    await fleet.providerDatabase.db.execute(
      sql`update sandbox_refunds set next_step_at = created_at where next_step_at is not null`,
    )
    await fleet.provider.control('run_jobs')
  }
}

async function donationsRaised() {
  const { active_donors, funds_raised } = await figures(fleet.next())
  return { gifts: active_donors, naira: funds_raised }
}

describe('fifty settlements at once', () => {
  test('credit once, and ask the provider once', async () => {
    const before = await donationsRaised()
    const asked = await askedProvider()
    const reference = await paidGift()
    const answers = await settleAtOnce(50, reference)
    expect([...answers].filter((answer) => answer !== 'success' && answer !== 'pending' && answer !== 200)).toEqual([])
    expect(await paymentStatus(fleet.next(), reference)).toBe('success')
    expect(await transfersOf(fleet, reference)).toEqual(['fee 2250', 'gift 150000'])
    expect((await askedProvider()) - asked).toBe(1)
    expect(await donationsRaised()).toEqual({ gifts: before.gifts + 1, naira: before.naira + 1500 })
    await expectBooksBalance(fleet)
  })

  describe('which all ask the provider', () => {
    withoutTheTenSeconds()

    test('credit once', async () => {
      const before = await donationsRaised()
      const asked = await askedProvider()
      const reference = await paidGift()
      // None is answered before the others ask, however fast the machine is.
      await fleet.provider.control('switches', {
        reference,
        calls: { verify: { fault: 'slow', milliseconds: 500 } },
      })
      expect(await settleAtOnce(50, reference)).toEqual(new Set(['success', 200]))
      expect(await askedProvider()).toBeGreaterThan(asked + 3)
      expect(await transfersOf(fleet, reference)).toEqual(['fee 2250', 'gift 150000'])
      expect(await donationsRaised()).toEqual({ gifts: before.gifts + 1, naira: before.naira + 1500 })
      await expectBooksBalance(fleet)
    })

    test('of a refunded gift book one reversal', async () => {
      const before = await donationsRaised()
      const reference = await paidGift()
      await verify(fleet.next(), reference)
      await refund(reference)
      await settleAtOnce(50, reference, 'refund.processed')
      expect(await paymentStatus(fleet.next(), reference)).toBe('reversed')
      expect(await transfersOf(fleet, reference)).toEqual(['fee 2250', 'gift 150000', 'refund 150000'])
      expect(await donationsRaised()).toEqual(before)
      await expectBooksBalance(fleet)
    })

    test('of a partly refunded gift that is new to us book one gift and one refund', async () => {
      const before = await donationsRaised()
      const reference = await paidGift()
      await refund(reference, 50_000)
      await Promise.all([settleAtOnce(25, reference), settleAtOnce(25, reference, 'refund.processed')])
      // They may all have arrived before the gift was known. The next webhook settles it.
      await sendMessage(fleet.next(), 'refund.processed', reference, 1000)
      await messagesHandled(fleet)
      expect(await transfersOf(fleet, reference)).toEqual(['fee 2250', 'gift 150000', 'refund 50000'])
      expect(await donationsRaised()).toEqual({ gifts: before.gifts + 1, naira: before.naira + 1000 })
      await expectBooksBalance(fleet)
    })
  })
})

test('the same Idempotency-Key thirty times at once starts one gift', async () => {
  const key = newKey()
  const answers = await atOnce(30, () => postGift(fleet.next(), { amount: 700 }, key))
  const opened = answers.filter(({ status }) => status === 201)
  expect(new Set(opened.map(({ body }) => JSON.stringify(body))).size).toBe(1)
  for (const refused of answers.filter(({ status }) => status !== 201)) {
    expect(refused).toMatchObject({ status: 409, body: { code: 'request_in_flight' } })
    expect(refused.headers.get('retry-after')).toMatch(/^\d+$/)
  }
  const again = await give(fleet.next(), { amount: 700 }, key)
  expect(opened[0]?.body).toMatchObject({ id: again.id, reference: again.reference, receipt_code: again.receipt_code })
  const { reference } = again
  const attempts = sql`select intent_id from payment_attempts where reference = ${reference}`
  expect(await count(fleet.database, sql`select 1 from payment_intents where amount = 70000`)).toBe(1)
  expect(await count(fleet.database, sql`select 1 from donations where amount = 70000`)).toBe(1)
  expect(await count(fleet.database, sql`select 1 from payment_attempts where intent_id in (${attempts})`)).toBe(1)
  expect(await count(fleet.providerDatabase, sql`select 1 from sandbox_transactions where amount = 70000`)).toBe(1)
  await expectBooksBalance(fleet)
})

test('thirty gifts to six funds at once add up to the kobo', async () => {
  const before = await figures(fleet.next())
  const gifts = await atOnce(30, async (index) => {
    const donationType = DONATION_TYPES[index % DONATION_TYPES.length] ?? 'general'
    const amount = (10_007 * (index + 1)) / 100
    const { reference } = await give(fleet.next(), { amount, donation_type: donationType })
    await fleet.provider.control('pay', { reference })
    await Promise.all([
      verify(fleet.next(), reference),
      verify(fleet.next(), reference),
      sendMessage(fleet.next(), 'charge.success', reference, index),
    ])
    return { amount, donationType }
  })
  await messagesHandled(fleet)
  for (const { url } of fleet.servers) {
    const after = await figures(url)
    for (const donationType of DONATION_TYPES) {
      const given = gifts.filter((gift) => gift.donationType === donationType)
      const kobo = given.reduce((sum, { amount }) => sum + Math.round(amount * 100), 0)
      const was = before.funds[donationType] ?? { gifts: 0, amount: 0 }
      const is = after.funds[donationType] ?? { gifts: 0, amount: 0 }
      expect(is.gifts).toBe(was.gifts + given.length)
      expect(Math.round(is.amount * 100)).toBe(Math.round(was.amount * 100) + kobo)
    }
  }
  await expectBooksBalance(fleet)
})
