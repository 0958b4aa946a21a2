import { createHmac } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { expectBooksEven, newKey, SECRET_KEY, testServer, type TestServer } from '../../test/support/server.ts'
import { accounts, fundAccounts } from '../ledger/accounts.ts'
import { readBalances } from '../ledger/ledger.ts'
import { hours, minutes, seconds } from '../lib/clock.ts'
import { onlyRow } from '../lib/db/db.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer({ RATE_LIMITS: 'off' })
})
afterAll(() => server.close())
beforeEach(() => server.empty())
afterEach(async () => {
  await server.idle()
  await expectBooksEven(server)
})

interface Gift {
  reference: string
  receipt: string
}

async function startGift(amount = 1500, donationType = 'general'): Promise<Gift> {
  const { status, body } = await server.call(
    'POST',
    '/api/donations',
    { amount, donation_type: donationType },
    newKey(),
  )
  expect(status).toBe(201)
  return { reference: String(body['reference']), receipt: String(body['receipt_code']) }
}

const pay = (reference: string, more: object = {}) => server.control('/pay', { reference, silently: true, ...more })
const verify = async ({ reference }: Gift) =>
  (await server.call('POST', '/functions/v1/verify', { reference })).body['status']
const payment = async ({ reference }: Gift) => (await server.call('GET', `/api/payments/${reference}`)).body['status']
const receipt = async (gift: Gift) => (await server.call('GET', `/api/receipts/${gift.receipt}`)).body
const figures = async () => (await server.call('GET', '/api/stats')).body

async function transfersOf(reference: string): Promise<number> {
  const counted = sql`select count(*)::int as found from transfers where key like ${`%:${reference}%`}`
  return (await onlyRow(server.core.db, counted, z.object({ found: z.number() }))).found
}

describe('a paid gift', () => {
  test('is credited once to its fund, and counts in the next answer', async () => {
    const gift = await startGift(1500, 'medical')
    expect(await figures()).toMatchObject({ lives_impacted: 10_000, active_donors: 0, funds_raised: 0 })
    await pay(gift.reference)
    expect(await verify(gift)).toBe('success')
    expect(await verify(gift)).toBe('success')
    expect(await payment(gift)).toBe('success')
    expect(await figures()).toMatchObject({
      lives_impacted: 10_060,
      active_donors: 1,
      funds_raised: 1500,
      funds: { medical: { gifts: 1, amount: 1500 }, general: { gifts: 0, amount: 0 } },
    })
    expect(await receipt(gift)).toMatchObject({
      amount: 1500,
      donation_type: 'medical',
      status: 'success',
      reference: gift.reference,
    })
    // The gift and the provider's fee: 1.5 % of ₦1,500, without the ₦100 below ₦2,500.
    expect(await transfersOf(gift.reference)).toBe(2)
    expect((await readBalances(server.core.db, [accounts.fees])).get(accounts.fees)?.balance).toBe(-2250n)
  })

  test('is credited once though verify, webhooks and jobs all come at once, and again later', async () => {
    const gift = await startGift()
    await server.control('/switches', { webhooks: { copies: 3, concurrent: true } })
    await pay(gift.reference, { silently: false })
    await Promise.all([...Array.from({ length: 10 }, () => verify(gift)), server.runJobs()])
    server.clock.advance(minutes(2))
    await server.runJobs()
    await server.control('/deliver', { reference: gift.reference })
    await server.idle()
    expect(await payment(gift)).toBe('success')
    expect(await transfersOf(gift.reference)).toBe(2)
    expect(await figures()).toMatchObject({ active_donors: 1, funds_raised: 1500 })
  })

  test('whose fee the payer bore is credited in full, and the fee is nobody’s cost', async () => {
    const gift = await startGift(10_000)
    await server.control('/switches', { reference: gift.reference, customerBearsFees: true })
    await pay(gift.reference)
    expect(await verify(gift)).toBe('success')
    expect(await figures()).toMatchObject({ funds_raised: 10_000 })
    expect((await readBalances(server.core.db, [accounts.fees])).get(accounts.fees)?.balance).toBe(0n)
  })
})

describe('a gift that is not paid', () => {
  test('is abandoned when the provider says so just now, and pending when nobody asked', async () => {
    const gift = await startGift()
    expect(await payment(gift)).toBe('pending')
    expect(await verify(gift)).toBe('abandoned')
    // Within ten seconds the provider is not asked again, so what we know is old.
    expect(await verify(gift)).toBe('pending')
    server.clock.advance(seconds(10))
    expect(await verify(gift)).toBe('abandoned')
    expect(await figures()).toMatchObject({ active_donors: 0, funds_raised: 0 })
  })

  test('reads failed after 72 hours, and a late success still counts', async () => {
    const gift = await startGift()
    for (let hour = 0; hour <= 73; hour += 1) {
      server.clock.advance(hours(1))
      await server.runJobs()
    }
    expect(await payment(gift)).toBe('failed')
    expect(await receipt(gift)).toMatchObject({ status: 'failed', paid_at: null })
    await pay(gift.reference)
    expect(await verify(gift)).toBe('success')
    expect(await figures()).toMatchObject({ active_donors: 1, funds_raised: 1500 })
  })

  test('the unknown, the malformed and the foreign reference are refused, and change nothing', async () => {
    await server.control('/stranger', { amount: 500_000, reference: 'somebody-elses-gift', silently: true })
    expect(
      (await server.call('POST', '/functions/v1/verify', { reference: 'gift-00000000000000000000' })).body,
    ).toMatchObject({
      status: 404,
      code: 'not_found',
    })
    expect(
      (await server.call('POST', '/functions/v1/verify', { reference: 'somebody-elses-gift' })).body,
    ).toMatchObject({ status: 404 })
    expect((await server.call('GET', '/api/payments/somebody-elses-gift')).body).toMatchObject({ status: 404 })
    for (const reference of ["'; drop table donations; --", '', 'a'.repeat(51), 'ÄÖÜ'.repeat(8), null, 7, {}]) {
      expect((await server.call('POST', '/functions/v1/verify', { reference })).body).toMatchObject({
        status: 400,
        code: 'invalid_input',
      })
    }
    expect(await figures()).toMatchObject({ active_donors: 0, funds_raised: 0 })
  })
})

describe('money that came, but not as asked', () => {
  test.each([
    ['too little', { amountPaid: 100 }],
    ['too much', { amountPaid: 999_999 }],
    ['for another request', { amountRequested: 100 }],
    ["in the provider's other world", { domain: 'live' }],
  ])('%s: needs review, is kept in suspense, and is never credited', async (_name, settings) => {
    const gift = await startGift()
    await server.control('/switches', { reference: gift.reference, ...settings })
    await pay(gift.reference)
    expect(await verify(gift)).toBe('needs_review')
    expect(await verify(gift)).toBe('needs_review')
    expect(await receipt(gift)).toMatchObject({ status: 'pending' })
    expect(await figures()).toMatchObject({ active_donors: 0, funds_raised: 0 })
    expect((await readBalances(server.core.db, [accounts.suspense])).get(accounts.suspense)?.balance).toBeGreaterThan(
      0n,
    )
  })

  test('in another currency: needs review, and books nothing as naira', async () => {
    const gift = await startGift()
    await server.control('/switches', { reference: gift.reference, currency: 'USD' })
    await pay(gift.reference)
    expect(await verify(gift)).toBe('needs_review')
    expect(await transfersOf(gift.reference)).toBe(0)
  })
})

describe('opening a payment', () => {
  test('the provider’s refusal comes back with its reason, and a repeat hears the same', async () => {
    const strict = await testServer({}, { minimumKobo: 5000n })
    const key = newKey()
    const refused = await strict.call('POST', '/api/donations', { amount: 49 }, key)
    expect(refused.body).toMatchObject({ status: 422, code: 'payment_refused', detail: expect.stringContaining('50') })
    expect((await strict.call('POST', '/api/donations', { amount: 49 }, key)).body).toMatchObject({
      detail: refused.body['detail'],
    })
    const failed = await onlyRow(strict.core.db, sql`select status from donations`, z.object({ status: z.string() }))
    expect(failed.status).toBe('failed')
    await expectBooksEven(strict)
    await strict.close()
  })

  test('silence is a 503, and the same key leads to a new attempt while the old one stays watched', async () => {
    const key = newKey()
    await server.control('/switches', { calls: { initialize: { fault: 'closed', after: true, times: 1 } } })
    const silent = await server.call('POST', '/api/donations', { amount: 1500 }, key)
    expect(silent.body).toMatchObject({ status: 503, code: 'provider_unavailable' })
    expect(Number(silent.headers.get('retry-after'))).toBeGreaterThan(0)
    const again = await server.call('POST', '/api/donations', { amount: 1500 }, key)
    expect(again.status).toBe(201)
    const { lost } = await onlyRow(
      server.core.db,
      sql`select reference as lost from payment_attempts where status = 'lost'`,
      z.object({ lost: z.string() }),
    )
    // Both are paid in the end: one is the gift, the other is kept apart for people to look at.
    await pay(String(again.body['reference']))
    await pay(lost)
    server.clock.advance(minutes(1))
    await server.runJobs()
    expect(await figures()).toMatchObject({ active_donors: 1, funds_raised: 1500 })
    expect((await readBalances(server.core.db, [accounts.suspense])).get(accounts.suspense)?.balance).toBe(150_000n)
  })

  test.each(['error_500', 'garbage', 'html', 'rate_limited'])('an answer of %s is a 503 as well', async (fault) => {
    await server.control('/switches', { calls: { initialize: { fault, times: 1 } } })
    expect((await server.call('POST', '/api/donations', { amount: 1500 }, newKey())).body).toMatchObject({
      status: 503,
      code: 'provider_unavailable',
    })
  })
})

describe('verify, when the provider is in trouble', () => {
  test.each(['error_500', 'garbage', 'html', 'closed', 'rate_limited'])(
    '%s: pending, and settled when it is back',
    async (fault) => {
      const gift = await startGift()
      await pay(gift.reference)
      await server.control('/switches', { calls: { verify: { fault, times: 1 } } })
      expect(await verify(gift)).toBe('pending')
      server.clock.advance(seconds(30))
      await server.runJobs()
      expect(await payment(gift)).toBe('success')
      expect(await figures()).toMatchObject({ active_donors: 1 })
    },
  )
})

describe('webhooks', () => {
  const sign = (body: string, key = SECRET_KEY) => createHmac('sha512', key).update(body).digest('hex')
  const send = (body: string, signature?: string) =>
    server.call(
      'POST',
      '/webhooks/paystack',
      body,
      signature === undefined ? {} : { 'x-paystack-signature': signature },
    )

  test('settle a gift whose tab was closed', async () => {
    const gift = await startGift()
    await pay(gift.reference, { silently: false })
    await server.idle()
    expect(await payment(gift)).toBe('success')
  })

  test('are a hint only: a signed success for an unpaid gift credits nothing', async () => {
    const gift = await startGift()
    const body = JSON.stringify({
      event: 'charge.success',
      data: { id: 1, reference: gift.reference, status: 'success', amount: 150_000 },
    })
    expect((await send(body, sign(body))).status).toBe(200)
    await server.idle()
    expect(await payment(gift)).toBe('pending')
    expect(await transfersOf(gift.reference)).toBe(0)
  })

  test('that come within ten seconds of a question are not forgotten', async () => {
    const gift = await startGift()
    expect(await verify(gift)).toBe('abandoned')
    await pay(gift.reference, { silently: false })
    await server.idle()
    expect(await payment(gift)).toBe('pending')
    server.clock.advance(seconds(10))
    await server.runJobs()
    expect(await payment(gift)).toBe('success')
  })

  test.each([
    ['no signature', undefined],
    ['an empty one', ''],
    ['one of another key', sign('{"event":"charge.success","data":{}}', 'sk_test_another_key')],
    ['one in capitals', sign('{"event":"charge.success","data":{}}').toUpperCase()],
    ['a short one', 'abcdef'],
  ])('with %s: 401, and nothing is stored', async (_name, signature) => {
    const answer = await send('{"event":"charge.success","data":{}}', signature)
    expect(answer.body).toMatchObject({ status: 401, code: 'invalid_signature' })
    const counted = await onlyRow(
      server.core.db,
      sql`select count(*)::int as found from webhook_events`,
      z.object({ found: z.number() }),
    )
    expect(counted.found).toBe(0)
  })

  test('whose bytes were changed on the way are refused', async () => {
    const body = '{"event":"charge.success","data":{}}'
    expect((await send(`${body} `, sign(body))).status).toBe(401)
  })

  test('for a payment of somebody else, unknown, or unreadable: 200, kept, and harmless', async () => {
    for (const body of [
      '{"event":"charge.success","data":{"reference":"not-ours-at-all-0000"}}',
      '{"event":"subscription.not_renew","data":[{"id":1}]}',
      '{"event":"transfer.success","data":{"reference":"x"}}',
      'not json',
      '{"event":7}',
    ]) {
      expect((await send(body, sign(body))).body).toEqual({ received: true })
    }
    await server.idle()
    const { outcomes } = await onlyRow(
      server.core.db,
      sql`select string_agg(outcome, ', ' order by outcome) as outcomes from webhook_events`,
      z.object({ outcomes: z.string() }),
    )
    expect(outcomes).toBe('ignored, ignored, ignored, ignored, not ours')
  })

  test('are kept by named fields; the body is encrypted, and forgotten within 72 hours', async () => {
    const gift = await startGift()
    const body = JSON.stringify({
      event: 'charge.success',
      data: { reference: gift.reference, customer: { email: 'ada@example.com' } },
    })
    await send(body, sign(body))
    await server.idle()
    const kept = () =>
      onlyRow(
        server.core.db,
        sql`select body is not null as there, row_to_json(webhook_events)::text as row from webhook_events`,
        z.object({ there: z.boolean(), row: z.string() }),
      )
    expect((await kept()).there).toBe(true)
    expect((await kept()).row).not.toContain(Buffer.from('ada@example.com').toString('hex'))
    for (let hour = 0; hour < 72; hour += 1) {
      server.clock.advance(hours(1))
      await server.runJobs()
    }
    expect((await kept()).there).toBe(false)
    expect(server.logged()).not.toContain('ada@example.com')
  })
})

describe('a closed tab and dropped webhooks', () => {
  test.each([0, 7, 25])('paid at minute %d: settles by itself within two minutes', async (minute) => {
    await server.control('/switches', { webhooks: { drop: true } })
    const gift = await startGift()
    for (let elapsed = 0; elapsed < minute; elapsed += 1) {
      server.clock.advance(minutes(1))
      await server.runJobs()
    }
    expect(await payment(gift)).toBe('pending')
    await pay(gift.reference, { silently: false })
    server.clock.advance(minutes(1))
    await server.runJobs()
    server.clock.advance(minutes(1))
    await server.runJobs()
    expect(await payment(gift)).toBe('success')
    expect(await figures()).toMatchObject({ active_donors: 1, funds_raised: 1500 })
  })
})

describe('money given back', () => {
  async function paidGift(amount = 1500) {
    const gift = await startGift(amount, 'school')
    await pay(gift.reference)
    expect(await verify(gift)).toBe('success')
    server.clock.advance(seconds(10))
    return gift
  }
  /** The provider moves refunds on by its own clock; ours asks when it may. */
  async function letTimePass(hoursToPass = 4) {
    for (let hour = 0; hour < hoursToPass; hour += 1) {
      server.clock.advance(hours(1))
      await server.runJobs()
    }
  }

  test('a part: the fund gives it back, the gift stays one, and the figures follow', async () => {
    const gift = await paidGift()
    await server.control('/refund', { reference: gift.reference, amount: 50_000, outcome: 'processed' })
    await letTimePass()
    expect(await payment(gift)).toBe('success')
    expect(await figures()).toMatchObject({
      active_donors: 1,
      funds_raised: 1000,
      funds: { school: { gifts: 1, amount: 1000 } },
    })
  })

  test('in two parts, to the last kobo: the gift is reversed', async () => {
    const gift = await paidGift()
    await server.control('/refund', { reference: gift.reference, amount: 50_000, outcome: 'processed' })
    await letTimePass()
    await server.control('/refund', { reference: gift.reference, amount: 100_000, outcome: 'processed' })
    await letTimePass()
    expect(await payment(gift)).toBe('reversed')
    expect(await receipt(gift)).toMatchObject({ status: 'reversed' })
    expect(await figures()).toMatchObject({ active_donors: 0, funds_raised: 0, lives_impacted: 10_000 })
  })

  test('a refund that fails books nothing', async () => {
    const gift = await paidGift()
    await server.control('/refund', { reference: gift.reference, outcome: 'failed' })
    await letTimePass()
    expect(await payment(gift)).toBe('success')
    expect(await transfersOf(gift.reference)).toBe(2)
  })

  test('a chargeback takes the gift out, and one that is won brings it back', async () => {
    const gift = await paidGift()
    await server.control('/chargeback', { reference: gift.reference, outcome: 'lost' })
    await letTimePass()
    expect(await payment(gift)).toBe('reversed')
    expect(await figures()).toMatchObject({ active_donors: 0, funds_raised: 0 })
  })

  test('money in suspense that is refunded leaves suspense', async () => {
    const gift = await startGift()
    await server.control('/switches', { reference: gift.reference, amountPaid: 100_000 })
    await pay(gift.reference)
    expect(await verify(gift)).toBe('needs_review')
    server.clock.advance(seconds(10))
    await server.control('/refund', { reference: gift.reference, outcome: 'processed' })
    await letTimePass()
    expect((await readBalances(server.core.db, [accounts.suspense])).get(accounts.suspense)?.balance).toBe(0n)
    expect((await readBalances(server.core.db, [fundAccounts.general])).get(fundAccounts.general)?.balance).toBe(0n)
  })

  test('a gift refunded before we ever heard of it is booked and given back', async () => {
    const gift = await startGift()
    await pay(gift.reference)
    await server.control('/refund', { reference: gift.reference, outcome: 'processed' })
    await letTimePass()
    expect(await payment(gift)).toBe('reversed')
    expect(await figures()).toMatchObject({ active_donors: 0, funds_raised: 0 })
  })
})
