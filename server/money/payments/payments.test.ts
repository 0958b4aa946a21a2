import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { useGiving } from '../../../test/support/giving.ts'
import { expectBooksBalance, newKey, testServer, passHours } from '../../../test/support/server.ts'
import { minutes, seconds } from '../../platform/clock.ts'
import { onlyRow } from '../../platform/db/db.ts'

const JOBS = /^(payments|settlements|sandbox)/

const giving = useGiving()

describe('a paid gift', () => {
  test('is credited once to its fund, and counts in the next answer', async () => {
    const gift = await giving.start(1500, 'medical')
    expect(await giving.figures()).toMatchObject({ lives_impacted: 10_000, active_donors: 0, funds_raised: 0 })
    await giving.pay(gift.reference)
    expect(await giving.verify(gift)).toBe('success')
    expect(await giving.verify(gift)).toBe('success')
    expect(await giving.payment(gift)).toBe('success')
    expect(await giving.figures()).toMatchObject({
      lives_impacted: 10_060,
      active_donors: 1,
      funds_raised: 1500,
      funds: { medical: { gifts: 1, amount: 1500 }, general: { gifts: 0, amount: 0 } },
    })
    expect(await giving.receipt(gift)).toMatchObject({
      amount: 1500,
      donation_type: 'medical',
      status: 'success',
      reference: gift.reference,
    })
    // The gift and the provider's fee: 1.5 % of ₦1,500, without the ₦100 below ₦2,500.
    expect(await giving.transfers(gift.reference)).toBe(2)
    expect(await giving.balance('fees:medical')).toBe(-2250n)
  })

  test('is credited once though verify, webhooks and jobs all come at once, and again later', async () => {
    const gift = await giving.start()
    await giving.server.control('/switches', { webhooks: { copies: 3, concurrent: true } })
    await giving.pay(gift.reference, { silently: false })
    await Promise.all([...Array.from({ length: 10 }, () => giving.verify(gift)), giving.server.runJobs(JOBS)])
    await giving.server.pass(minutes(2), JOBS)
    await giving.server.control('/deliver', { reference: gift.reference })
    await giving.server.idle()
    expect(await giving.payment(gift)).toBe('success')
    expect(await giving.transfers(gift.reference)).toBe(2)
    expect(await giving.figures()).toMatchObject({ active_donors: 1, funds_raised: 1500 })
  })

  test('whose fee the payer bore is credited in full, and the fee is nobody’s cost', async () => {
    const gift = await giving.start(10_000)
    await giving.server.control('/switches', { reference: gift.reference, customerBearsFees: true })
    await giving.pay(gift.reference)
    expect(await giving.verify(gift)).toBe('success')
    expect(await giving.figures()).toMatchObject({ funds_raised: 10_000 })
    expect(await giving.balance('fees:general')).toBe(0n)
  })
})

describe('a gift that is not paid', () => {
  test('is abandoned when the provider says so just now, and pending when nobody asked', async () => {
    const gift = await giving.start()
    expect(await giving.payment(gift)).toBe('pending')
    expect(await giving.verify(gift)).toBe('abandoned')
    // Within ten seconds the provider is not asked again, so what we know is old.
    expect(await giving.verify(gift)).toBe('pending')
    giving.server.clock.advance(seconds(10))
    expect(await giving.verify(gift)).toBe('abandoned')
    expect(await giving.figures()).toMatchObject({ active_donors: 0, funds_raised: 0 })
  })

  test('reads failed after 72 hours, and a late success still counts', async () => {
    const gift = await giving.start()
    await passHours(giving.server, 74)
    expect(await giving.payment(gift)).toBe('failed')
    expect(await giving.receipt(gift)).toMatchObject({ status: 'failed', paid_at: null })
    await giving.pay(gift.reference)
    expect(await giving.verify(gift)).toBe('success')
    expect(await giving.figures()).toMatchObject({ active_donors: 1, funds_raised: 1500 })
  })

  test('the unknown, the malformed and the foreign reference are refused, and change nothing', async () => {
    await giving.server.control('/stranger', { amount: 500_000, reference: 'somebody-elses-gift', silently: true })
    expect(
      (await giving.server.call('POST', '/functions/v1/verify', { reference: 'gift-00000000000000000000' })).body,
    ).toMatchObject({
      status: 404,
      code: 'not_found',
    })
    expect(
      (await giving.server.call('POST', '/functions/v1/verify', { reference: 'somebody-elses-gift' })).body,
    ).toMatchObject({ status: 404 })
    expect((await giving.server.call('GET', '/api/payments/somebody-elses-gift')).body).toMatchObject({ status: 404 })
    for (const reference of ["'; drop table donations; --", '', 'a'.repeat(51), 'ÄÖÜ'.repeat(8), null, 7, {}]) {
      expect((await giving.server.call('POST', '/functions/v1/verify', { reference })).body).toMatchObject({
        status: 400,
        code: 'invalid_input',
      })
    }
    expect(await giving.figures()).toMatchObject({ active_donors: 0, funds_raised: 0 })
  })
})

describe('money that came, but not as asked', () => {
  test.each([
    ['too little', { amountPaid: 100 }],
    ['too much', { amountPaid: 999_999 }],
    ['for another request', { amountRequested: 100 }],
    ["in the provider's other world", { domain: 'live' }],
  ])('%s: needs review, is kept in suspense, and is never credited', async (_name, settings) => {
    const gift = await giving.start()
    await giving.server.control('/switches', { reference: gift.reference, ...settings })
    await giving.pay(gift.reference)
    expect(await giving.verify(gift)).toBe('needs_review')
    expect(await giving.verify(gift)).toBe('needs_review')
    expect(await giving.receipt(gift)).toMatchObject({ status: 'pending' })
    expect(await giving.figures()).toMatchObject({ active_donors: 0, funds_raised: 0 })
    expect(await giving.balance('suspense')).toBeGreaterThan(0n)
  })

  test('in another currency: needs review, and books nothing as naira', async () => {
    const gift = await giving.start()
    await giving.server.control('/switches', { reference: gift.reference, currency: 'USD' })
    await giving.pay(gift.reference)
    expect(await giving.verify(gift)).toBe('needs_review')
    expect(await giving.transfers(gift.reference)).toBe(0)
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
    await expectBooksBalance(strict)
    await strict.close()
  })

  test('silence is a 503, and the same key leads to a new attempt while the old one stays watched', async () => {
    const key = newKey()
    await giving.server.control('/switches', { calls: { initialize: { fault: 'closed', after: true, times: 1 } } })
    const silent = await giving.server.call('POST', '/api/donations', { amount: 1500 }, key)
    expect(silent.body).toMatchObject({ status: 503, code: 'provider_unavailable' })
    expect(silent.body['detail']).toContain('Nothing was charged by this request.')
    expect(Number(silent.headers.get('retry-after'))).toBeGreaterThan(0)
    const again = await giving.server.call('POST', '/api/donations', { amount: 1500 }, key)
    expect(again.status).toBe(201)
    const { lost } = await onlyRow(
      giving.server.core.db,
      sql`select reference as lost from payment_attempts where status = 'lost'`,
      z.object({ lost: z.string() }),
    )
    // Both are paid in the end: one is the gift, the other is kept apart for people to look at.
    await giving.pay(String(again.body['reference']))
    await giving.pay(lost)
    await giving.server.pass(minutes(1), JOBS)
    expect(await giving.figures()).toMatchObject({ active_donors: 1, funds_raised: 1500 })
    expect(await giving.balance('suspense')).toBe(150_000n)
  })

  test.each(['error_500', 'garbage', 'html', 'rate_limited'])('an answer of %s is a 503 as well', async (fault) => {
    await giving.server.control('/switches', { calls: { initialize: { fault, times: 1 } } })
    expect((await giving.server.call('POST', '/api/donations', { amount: 1500 }, newKey())).body).toMatchObject({
      status: 503,
      code: 'provider_unavailable',
    })
  })
})
