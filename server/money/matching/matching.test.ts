/** The match with the provider: what is on one side only is found, stays until it is explained, and is public as a sum. */
import { sql } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { newAdministrator, readAudit, type Administrator } from '../../../test/support/administering.ts'
import { useGiving } from '../../../test/support/giving.ts'
import { passHours } from '../../../test/support/server.ts'
import { hours, minutes, seconds } from '../../platform/clock.ts'
import { rows } from '../../platform/db/db.ts'

const JOBS = /^(payments|settlements|matching|bank|payouts|sandbox)/

const giving = useGiving()
let halima: Administrator
let musa: Administrator
let signedIn = 0
/** Calls as an administrator, who signs in again when the clock has ended the session. */
async function asAdministrator(method: string, path: string) {
  const answer = await halima.call(method, path)
  if (answer.status !== 401) return answer
  signedIn += 1
  halima = await newAdministrator(giving.server, `halima${signedIn}`)
  return halima.call(method, path)
}
beforeEach(async () => {
  halima = await newAdministrator(giving.server, 'halima')
  musa = await newAdministrator(giving.server, 'musa')
})

const Match = z.object({
  state: z.string().nullable(),
  complete: z
    .object({ payments: z.number(), settlements: z.number(), held: z.number(), provider_balance: z.number() })
    .nullable(),
  differences: z.array(
    z.looseObject({ id: z.string(), kind: z.string(), subject: z.string(), ledger: z.number(), provider: z.number() }),
  ),
})

async function given(amount = 1000) {
  const gift = await giving.start(amount)
  await giving.pay(gift.reference)
  expect(await giving.verify(gift)).toBe('success')
  return gift
}
const execute = (statement: ReturnType<typeof sql>) => giving.server.core.db.execute(statement)
const readMatch = async () => Match.parse((await asAdministrator('GET', '/api/admin/books/match')).body)
const transparency = async () => (await giving.server.call('GET', '/api/transparency')).body
/** Requests a match and runs it. */
async function match() {
  expect((await asAdministrator('POST', '/api/admin/books/matches')).status).toBe(201)
  await giving.server.pass(seconds(5), JOBS)
  const found = await readMatch()
  expect(found.state).toBe('complete')
  return found
}
/** Moves the clock to 09:30 UTC of the next working day, and books what was settled until then. */
async function untilSettled() {
  const { clock } = giving.server
  const next = new Date(clock.now().getTime() + hours(24))
  next.setUTCHours(9, 30, 0, 0)
  while (next.getUTCDay() === 0 || next.getUTCDay() === 6) next.setUTCDate(next.getUTCDate() + 1)
  await giving.server.pass(next.getTime() - clock.now().getTime(), JOBS)
  await giving.server.pass(hours(1), JOBS)
}
/** The provider's books lose or change a payment, behind everyone's back. */
const atProvider = (reference: string, change: ReturnType<typeof sql>) =>
  execute(sql`update sandbox_transactions set ${change} where reference = ${reference}`)

describe('books that match', () => {
  test('have no difference: paid, refunded, charged back, settled and not yet settled', async () => {
    await given(1000)
    const refunded = await given(2000)
    const disputed = await given(3000)
    giving.server.clock.advance(minutes(1))
    await giving.server.control('/refund', { reference: refunded.reference, amount: 50_000, outcome: 'processed' })
    await giving.server.control('/chargeback', { reference: disputed.reference })
    for (let minute = 0; minute < 4; minute += 1) await giving.server.pass(minutes(1), JOBS)
    expect(await match()).toMatchObject({ differences: [], complete: { payments: 3, settlements: 0 } })
    await untilSettled()
    await given(5000)
    const matched = await match()
    expect(matched).toMatchObject({ differences: [], complete: { payments: 4, settlements: 1 } })
    expect(matched.complete?.held).toBe(matched.complete?.provider_balance)
    expect(await transparency()).toMatchObject({ unexplained: 0, differences: 0, payments: 4 })
    expect(giving.server.logged()).not.toContain('"level":50')
  })

  test('have no difference for money that was not started here, nor for what it was refunded', async () => {
    await given(1000)
    const { reference } = z
      .looseObject({ reference: z.string() })
      .parse(await giving.server.control('/stranger', { amount: 200_000, silently: true }))
    for (let minute = 0; minute < 6; minute += 1) await giving.server.pass(minutes(1), JOBS)
    expect(await giving.balance('suspense')).toBe(200_000n)
    await giving.server.control('/refund', { reference, amount: 50_000, outcome: 'processed' })
    await passHours(giving.server, 4)
    expect((await match()).differences).toEqual([])
    // Created long before the next match begins to read.
    await giving.server.pass(hours(24 * 9), JOBS)
    expect((await match()).differences.filter(({ kind }) => kind !== 'not_settled')).toEqual([])
  })

  test('are matched each night without anybody asking, and not before the first payment', async () => {
    expect(Object.values(await transparency())).toEqual([null, 0, null, 0, 0])
    await giving.server.pass(hours(24), JOBS)
    expect((await readMatch()).state).toBeNull()
    await given()
    await giving.server.pass(hours(24), JOBS)
    expect(await readMatch()).toMatchObject({ state: 'complete', differences: [] })
    const first = (await transparency())['matched_at']
    await giving.server.pass(hours(1), JOBS)
    expect((await transparency())['matched_at']).toBe(first)
    await giving.server.pass(hours(24), JOBS)
    expect((await transparency())['matched_at']).not.toBe(first)
  })

  test('with a refund on its way have no difference', async () => {
    const gift = await given()
    await giving.server.control('/refund', { reference: gift.reference, outcome: 'processed' })
    expect((await match()).differences).toEqual([])
  })
})

/** Older than the pages of the list that are still read, and without a webhook. */
const insertOldRefund = (reference: string) =>
  execute(sql`
    insert into sandbox_refunds (transaction_id, amount, currency, status, outcome, expected_at, created_at, updated_at)
    select id, 40000, 'NGN', 'processed', 'processed', at, at, at
      from (select id, created_at - interval '1 day' as at from sandbox_transactions where reference = ${reference}) as paid`)

describe('a difference', () => {
  test('is a payment that the provider does not have', async () => {
    const gift = await given(1000)
    await given(2000)
    giving.server.clock.advance(minutes(20))
    await atProvider(gift.reference, sql`status = 'abandoned', paid_at = null`)
    const { differences } = await match()
    expect(giving.server.logged()).toContain('the ledger and the payment provider differ')
    expect(differences).toMatchObject([{ kind: 'payment', subject: gift.reference, ledger: 985, provider: 0 }])
    expect(await transparency()).toMatchObject({ unexplained: 985, differences: 1 })
  })

  test.each([
    ['an amount', sql`amount = 90000, requested_amount = 90000`, 885],
    ['a fee', sql`fees = 2500`, 975],
  ])('is %s that the provider changed', async (_what, change, provider) => {
    const gift = await given(1000)
    giving.server.clock.advance(minutes(20))
    await atProvider(gift.reference, change)
    expect((await match()).differences).toMatchObject([
      { kind: 'payment', subject: gift.reference, ledger: 985, provider },
    ])
  })

  test('is a refund that we cannot read; read by a later match, it goes without anybody closing it', async () => {
    const gift = await given(1000)
    await insertOldRefund(gift.reference)
    const [refund] = await rows(
      giving.server.core.db,
      sql`select id::text from sandbox_refunds`,
      z.object({ id: z.string() }),
    )
    const switched = { reference: `refund-${refund?.id}` }
    await giving.server.control('/switches', { ...switched, listedAs: { amount: null } })
    expect((await match()).differences).toMatchObject([{ kind: 'balance', subject: 'NGN', ledger: 985, provider: 585 }])
    await giving.server.control('/switches', { ...switched, listedAs: {} })
    giving.server.clock.advance(hours(1))
    expect((await match()).differences).toEqual([])
    expect(await transparency()).toMatchObject({ unexplained: 0, differences: 0 })
  })

  test('is money that left the balance and no line explains', async () => {
    await given(1000)
    giving.server.clock.advance(minutes(20))
    await execute(sql`
      insert into sandbox_settlements (domain, total_processed, total_fees, settlement_date, settles_at, created_at)
      values ('test', 30000, 0, '2020-01-01', '2020-01-01', '2020-01-01')`)
    expect((await match()).differences).toMatchObject([{ kind: 'balance', subject: 'NGN', ledger: 985, provider: 685 }])
  })

  test('is a settlement whose amount changed after it was booked, and its payments that do not add up', async () => {
    await given(1000)
    await untilSettled()
    await execute(sql`update sandbox_settlements set total_processed = total_processed - 10000`)
    expect((await match()).differences).toMatchObject([
      { kind: 'settlement', ledger: -985, provider: -885 },
      { kind: 'settlement_total', ledger: 985, provider: 885 },
    ])
  })

  test('is a payment that is in no settlement after five days', async () => {
    const late = await given(1000)
    await giving.server.control('/switches', { reference: late.reference, unsettled: true })
    await given(2000)
    await untilSettled()
    expect((await match()).differences).toEqual([])
    await giving.server.pass(hours(24 * 5), JOBS)
    expect((await match()).differences).toMatchObject([
      { kind: 'not_settled', subject: late.reference, ledger: 985, provider: 0, age_days: 6 },
    ])
  })

  test('is a payment in two settlements', async () => {
    const gift = await given(1000)
    await untilSettled()
    await execute(sql`
      with other as (insert into settlements (id, status, total_processed, total_fees, effective_amount, settlement_date, read_at)
                     values (1, 'pending', 0, 0, 0, '2020-01-01', now()) returning id)
      insert into settled_payments select other.id, transaction_id, reference, amount, fees from settled_payments, other`)
    expect((await match()).differences).toMatchObject([
      { kind: 'settled_twice', subject: gift.reference, ledger: 985, provider: 1970 },
    ])
  })
})

describe('a match that cannot be made', () => {
  test.each(['list', 'balance', 'settlements', 'refunds', 'disputes'])(
    'for lack of an answer about %s fails, keeps the last result, and is made again later',
    async (operation) => {
      await given()
      await match()
      const { matched_at: matchedAt } = await transparency()
      await giving.server.control('/switches', { calls: { [operation]: { fault: 'error_500' } } })
      await asAdministrator('POST', '/api/admin/books/matches')
      await giving.server.pass(minutes(1), JOBS)
      expect(await readMatch()).toMatchObject({ state: 'failed', differences: [] })
      expect(await transparency()).toMatchObject({ matched_at: matchedAt })
      await giving.server.control('/switches', { calls: { [operation]: null } })
      await giving.server.pass(hours(24), JOBS)
      await giving.server.pass(hours(2), JOBS)
      expect(await readMatch()).toMatchObject({ state: 'complete', differences: [] })
    },
  )

  test.each(['settlements', 'disputes'])('where our account has no %s, the rest is matched', async (operation) => {
    await given()
    await giving.server.control('/switches', { calls: { [operation]: { fault: 'feature_unavailable' } } })
    expect(await match()).toMatchObject({ differences: [], complete: { payments: 1 } })
  })
})

describe('closing a difference', () => {
  const propose = (by: Administrator, id: string, reason = 'The provider wrote to us on Monday.') =>
    by.call('POST', `/api/admin/books/differences/${id}/closing`, { ending: 'misread', reason })
  const answer = (by: Administrator, id: unknown, which: 'confirmation' | 'withdrawal') =>
    by.call('POST', `/api/admin/decisions/${String(id)}/${which}`)

  async function openDifference() {
    const gift = await given(1000)
    giving.server.clock.advance(minutes(20))
    await atProvider(gift.reference, sql`fees = 2500`)
    const [difference] = (await match()).differences
    return { gift, id: difference?.id ?? '' }
  }

  test('takes two people and a reason; the same difference stays closed, another amount does not', async () => {
    const { gift, id } = await openDifference()
    const proposed = await propose(halima, id)
    expect(proposed).toMatchObject({ status: 201, body: { state: 'proposed', may_confirm: false } })
    expect((await answer(halima, proposed.body['id'], 'confirmation')).body).toMatchObject({
      status: 403,
      code: 'second_administrator_needed',
    })
    expect((await readMatch()).differences).toHaveLength(1)
    expect(await answer(musa, proposed.body['id'], 'confirmation')).toMatchObject({
      status: 200,
      body: { state: 'confirmed' },
    })
    expect((await readMatch()).differences).toEqual([])
    expect(await transparency()).toMatchObject({ unexplained: 0 })
    expect((await match()).differences).toEqual([])
    await atProvider(gift.reference, sql`fees = 3500`)
    expect((await match()).differences).toMatchObject([{ kind: 'payment', ledger: 985, provider: 965 }])
    const actions = (await readAudit(giving.server)).map(({ action }) => action)
    const [asked, closing] = ['match.requested', ['difference.closing_proposed', 'difference.closed']]
    expect(actions).toEqual([asked, ...closing, asked, asked])
  })

  test('a withdrawn closing confirms nothing, and one is open at a time', async () => {
    const { id } = await openDifference()
    const first = await propose(halima, id)
    expect((await propose(musa, id)).body).toMatchObject({ status: 409, code: 'already_proposed' })
    expect(await answer(musa, first.body['id'], 'withdrawal')).toMatchObject({ status: 200 })
    expect((await answer(musa, first.body['id'], 'confirmation')).status).toBe(404)
    expect((await readMatch()).differences).toMatchObject([{ proposal: null }])
  })

  test('what went in the meantime cannot be closed, nor what does not exist, nor without a reason', async () => {
    const { gift, id } = await openDifference()
    expect((await propose(halima, id, '  ')).status).toBe(400)
    const { body } = await propose(halima, id)
    await atProvider(gift.reference, sql`fees = 1500`)
    await match()
    expect((await answer(musa, body['id'], 'confirmation')).body).toMatchObject({ status: 404 })
    expect((await propose(halima, crypto.randomUUID())).status).toBe(404)
  })

  test('people without the role see only the sum', async () => {
    const stranger = await giving.server.call('GET', '/api/admin/books/match')
    expect(stranger.status).toBe(401)
    expect((await giving.server.call('POST', '/api/admin/books/matches')).status).toBe(401)
    expect((await giving.server.call('GET', '/api/transparency')).status).toBe(200)
  })
})
