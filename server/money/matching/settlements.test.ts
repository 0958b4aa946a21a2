/** Settlements in the books: each once, with what reached the bank, and what is left at the provider is what it says. */
import { eq, isNotNull, sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { useGiving } from '../../../test/support/giving.ts'
import { passUntilSettled } from '../../../test/support/settling.ts'
import { after, hours, minutes } from '../../platform/clock.ts'
import { matchSettlements } from './match-settlements.ts'
import { settlements } from './settlement-schema.ts'
import { readSettlements } from './settlements.ts'

const JOBS = /^(payments|settlements|matching|bank|payouts|sandbox)/

const giving = useGiving()

async function given(amount = 1000) {
  const gift = await giving.start(amount)
  await giving.pay(gift.reference)
  expect(await giving.verify(gift)).toBe('success')
  return gift
}
const untilSettled = () => passUntilSettled(giving.server)
const held = async () => ({ provider: await giving.balance('provider'), bank: await giving.balance('bank') })

describe('a settlement', () => {
  test('is booked when it is paid, once, and takes what it pays from the provider', async () => {
    await given(1000)
    await given(3000)
    expect(await held()).toEqual({ provider: -(98_500n + 285_500n), bank: 0n })
    await untilSettled()
    expect(await held()).toEqual({ provider: 0n, bank: -384_000n })
    await giving.server.pass(hours(2), JOBS)
    await Promise.all(Array.from({ length: 5 }, () => readSettlements(giving.server.payments)))
    expect(await held()).toEqual({ provider: 0n, bank: -384_000n })
    expect(await giving.server.payments.provider.balance()).toBe(0n)
  })

  test('that is pending is not booked', async () => {
    await given()
    const { clock } = giving.server
    const next = new Date(clock.now().getTime() + hours(24))
    next.setUTCHours(1, 30, 0, 0)
    await giving.server.pass(next.getTime() - clock.now().getTime(), JOBS)
    await giving.server.pass(hours(1), JOBS)
    expect(await held()).toEqual({ provider: -98_500n, bank: 0n })
    await untilSettled()
    expect(await held()).toEqual({ provider: 0n, bank: -98_500n })
  })

  test('less a refund is booked with what reached the bank', async () => {
    const gift = await given(1000)
    await given(2000)
    giving.server.clock.advance(minutes(1))
    await giving.server.control('/refund', { reference: gift.reference, amount: 40_000, outcome: 'processed' })
    for (let minute = 0; minute < 4; minute += 1) await giving.server.pass(minutes(1), JOBS)
    await untilSettled()
    expect(await held()).toEqual({ provider: 0n, bank: -(295_500n - 40_000n) })
  })

  test('whose amount changes after it was booked is not booked again', async () => {
    await given()
    await untilSettled()
    const [settlement] = await giving.server.core.db.select().from(settlements)
    await giving.server.control('/switches', {
      reference: `settlement-${settlement?.id}`,
      listedAs: { effective_amount: 50_000 },
    })
    await giving.server.pass(hours(1), JOBS)
    expect(await held()).toEqual({ provider: 0n, bank: -98_500n })
  })

  test('whose payments the provider refuses to list keeps those of no other one from being read', async () => {
    const { db } = giving.server.core
    await given()
    await untilSettled()
    const [known] = await db.select().from(settlements)
    if (!known) throw new Error('a settlement')
    // Stands for one that the provider has lost, before the other.
    await db.insert(settlements).values({ ...known, id: 1n, paymentsReadAt: null })
    await db.update(settlements).set({ paymentsReadAt: null }).where(eq(settlements.id, known.id))
    await giving.server.pass(hours(1), /^settlements/)
    const read = await db.select().from(settlements).where(isNotNull(settlements.paymentsReadAt))
    expect(read).toMatchObject([{ id: known.id }])
    await db.delete(settlements).where(eq(settlements.id, 1n))
  })

  test('is compared with its payments only when the fee of each is known', async () => {
    const { db } = giving.server.core
    const gift = await given()
    await untilSettled()
    const [booked] = await db.select().from(settlements)
    await db.update(settlements).set({ paymentsReadAt: null })
    const setFee = (fee: number | null) =>
      db.execute(sql`update sandbox_transactions set fees = ${fee} where reference = ${gift.reference}`)
    const found = async () => {
      await giving.server.pass(hours(1), JOBS)
      const { findings } = await matchSettlements(giving.server.payments, {
        from: after(giving.server.clock.now(), -hours(24 * 14)),
        now: giving.server.clock.now(),
      })
      return findings.map(({ kind }) => kind)
    }
    await setFee(null)
    expect(await found()).toEqual([])
    expect(await db.select().from(settlements)).toMatchObject([{ id: booked?.id, paymentsReadAt: null }])
    await setFee(1600)
    expect(await found()).toEqual(['settlement_total'])
    await db.execute(sql`delete from settled_payments`)
    await db.update(settlements).set({ paymentsReadAt: null })
    await setFee(1500)
    expect(await found()).toEqual([])
  })

  test.each(['feature_unavailable', 'error_500', 'garbage', 'rate_limited'])(
    'waits while the provider answers %s, and stops nothing else',
    async (fault) => {
      await giving.server.control('/switches', { calls: { settlements: { fault } } })
      await given()
      await untilSettled()
      expect(await held()).toEqual({ provider: -98_500n, bank: 0n })
      await giving.server.control('/switches', { calls: { settlements: null } })
      await giving.server.pass(hours(1), JOBS)
      expect(await held()).toEqual({ provider: 0n, bank: -98_500n })
    },
  )
})
