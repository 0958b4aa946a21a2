/** A payment that the match finds missing is verified and booked, as after its webhook. */
import { desc, eq, sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { useGiving } from '../../../test/support/giving.ts'
import { differences } from '../differences/schema.ts'
import { hours, minutes, seconds } from '../../platform/clock.ts'
import { newId } from '../../platform/ids.ts'
import { matches } from './schema.ts'

const JOBS = /^(payments|settlements|matching|bank|payouts|sandbox)/

const giving = useGiving()

async function given(amount: number) {
  const gift = await giving.start(amount)
  await giving.pay(gift.reference)
  expect(await giving.verify(gift)).toBe('success')
  return gift
}

/** Runs a match. @returns what it found */
async function matchNow() {
  const { core } = giving.server
  giving.server.clock.advance(seconds(1))
  await core.db.insert(matches).values({ id: newId(), state: 'requested', createdAt: core.clock.now() })
  await giving.server.pass(seconds(5), /^matching/)
  const [newest] = await core.db.select().from(matches).orderBy(desc(matches.createdAt)).limit(1)
  expect(newest).toMatchObject({ state: 'complete', finishedAt: core.clock.now() })
  return core.db.select().from(differences).where(eq(differences.state, 'open'))
}

describe('is booked by the match:', () => {
  test('a gift paid days after it failed, without a webhook', async () => {
    await given(500)
    const late = await giving.start(2000)
    await giving.server.pass(hours(96), JOBS)
    expect(await giving.verify(late)).toBe('failed')
    await giving.server.pass(hours(24), JOBS)
    await giving.pay(late.reference)
    await giving.server.pass(hours(1), JOBS)
    expect(await matchNow()).toEqual([])
    expect(await giving.payment(late)).toBe('success')
  })

  test('a gift paid twelve days after it was begun: older than what a match reads, unless the balance is not explained', async () => {
    await given(500)
    const late = await giving.start(2000)
    await giving.server.pass(hours(24 * 12), JOBS)
    expect(await matchNow()).toEqual([])
    await giving.server.pass(hours(1), JOBS)
    await giving.pay(late.reference)
    await giving.server.pass(hours(1), JOBS)
    expect(await matchNow()).toEqual([])
    expect(await giving.payment(late)).toBe('success')
  })

  test('a refund that no list told of', async () => {
    const gift = await given(1000)
    await giving.server.core.db.execute(sql`
      insert into sandbox_refunds (transaction_id, amount, currency, status, outcome, expected_at, created_at, updated_at)
      select id, 40000, 'NGN', 'processed', 'processed', at, at, at
        from (select id, created_at - interval '1 day' as at from sandbox_transactions where reference = ${gift.reference}) as paid`)
    giving.server.clock.advance(minutes(1))
    expect(await matchNow()).toEqual([])
    expect(await giving.transfers(gift.reference)).toBe(3)
  })

  test('money that was not started here, in suspense', async () => {
    await given(1000)
    await giving.server.control('/stranger', { amount: 200_000, silently: true })
    await giving.server.control('/switches', { calls: { list: { fault: 'error_500' } } })
    await giving.server.pass(minutes(20), JOBS)
    await giving.server.control('/switches', { calls: { list: null } })
    expect(await matchNow()).toEqual([])
    expect(await giving.balance('suspense')).toBe(200_000n)
  })
})
