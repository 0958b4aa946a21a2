/** Fees that the provider does not know when a payment is made are booked when it does. */
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { useGiving, type Gift } from '../../test/support/giving.ts'
import { hours, minutes } from '../lib/clock.ts'

const giving = useGiving()

const setFees = ({ reference }: Gift, fees: number | null) =>
  giving.server.core.db.execute(sql`update sandbox_transactions set fees = ${fees} where reference = ${reference}`)

async function paidWithoutFees(settings = {}) {
  const gift = await giving.start()
  await giving.server.control('/switches', { reference: gift.reference, ...settings })
  await giving.pay(gift.reference)
  await setFees(gift, null)
  return gift
}

test('are booked once, within minutes', async () => {
  const gift = await paidWithoutFees()
  expect(await giving.verify(gift)).toBe('success')
  expect(await giving.balance('fees')).toBe(0n)
  await setFees(gift, 2250)
  await giving.server.pass(minutes(1))
  expect(await giving.balance('fees')).toBe(-2250n)
  for (let hour = 0; hour < 3; hour += 1) await giving.server.pass(hours(1))
  expect(await giving.balance('fees')).toBe(-2250n)
  expect(await giving.transfers(gift.reference)).toBe(2)
})

test('of a payment in suspense are booked too', async () => {
  const gift = await paidWithoutFees({ amountPaid: 100_000 })
  expect(await giving.verify(gift)).toBe('needs_review')
  await setFees(gift, 1500)
  await giving.server.pass(minutes(1))
  expect(await giving.balance('fees')).toBe(-1500n)
})

test('are asked for each hour, and are a difference of the books after a day', async () => {
  const gift = await paidWithoutFees()
  expect(await giving.verify(gift)).toBe('success')
  const state = async () => (await giving.server.call('GET', '/health/ready')).body['books']
  for (let hour = 0; hour < 24; hour += 1) await giving.server.pass(hours(1))
  expect(await state()).toBe('balanced')
  await giving.server.pass(hours(1))
  expect(await state()).toBe('unbalanced')
  expect(giving.server.logged()).toContain(`fees of ${gift.reference}`)
  await setFees(gift, 2250)
  await giving.server.pass(hours(1))
  expect(await giving.balance('fees')).toBe(-2250n)
})
