/** A gift with several attempts, each of which can be paid, fail or get lost. */
import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { useGiving, type Gift } from '../../../test/support/giving.ts'
import { passHours } from '../../../test/support/server.ts'
import { hours, minutes, seconds } from '../../platform/clock.ts'

const JOBS = /^(payments|settlements|sandbox)/

const giving = useGiving()
const execute = (statement: ReturnType<typeof sql>) => giving.server.core.db.execute(statement)

/** Starts a gift with two attempts that can be paid. */
async function twoAttempts(): Promise<{ lost: Gift; open: Gift }> {
  const { lost, again } = await giving.loseFirst()
  const { status, body } = await again()
  expect(status).toBe(201)
  return { lost, open: { reference: String(body['reference']), receipt: String(body['receipt_code']) } }
}

/** The provider has declined the card: the transaction reads failed, until it is paid with a different card. */
const decline = ({ reference }: Gift) =>
  execute(sql`update sandbox_transactions set status = 'failed' where reference = ${reference}`)

describe('of two attempts', () => {
  test('one that fails leaves the gift pending, as the other can still be paid', async () => {
    const { lost, open } = await twoAttempts()
    await decline(lost)
    expect(await giving.verify(lost)).toBe('failed')
    expect(await giving.receipt(open)).toMatchObject({ status: 'pending' })
    expect(await giving.payment(open)).toBe('pending')
    await giving.pay(open.reference)
    expect(await giving.verify(open)).toBe('success')
  })

  test('the last one that fails fails the gift', async () => {
    const { lost, open } = await twoAttempts()
    await decline(lost)
    await decline(open)
    await giving.verify(lost)
    expect(await giving.verify(open)).toBe('failed')
    expect(await giving.receipt(open)).toMatchObject({ status: 'failed' })
  })

  test('one that fails after the other was paid leaves the gift paid', async () => {
    const { lost, open } = await twoAttempts()
    await giving.pay(lost.reference)
    expect(await giving.verify(lost)).toBe('success')
    await decline(open)
    expect(await giving.verify(open)).toBe('success')
    expect(await giving.receipt(open)).toMatchObject({ status: 'success' })
  })

  test('an exact payment after a wrong one is credited', async () => {
    const { lost, open } = await twoAttempts()
    await giving.server.control('/switches', { reference: lost.reference, amountPaid: 100 })
    await giving.pay(lost.reference)
    expect(await giving.verify(lost)).toBe('needs_review')
    await giving.pay(open.reference)
    expect(await giving.verify(open)).toBe('success')
    expect(await giving.figures()).toMatchObject({ active_donors: 1, funds_raised: 1500 })
    expect(await giving.balance('suspense')).toBe(100n)
  })

  test('a retry that the provider refuses after the lost attempt was paid leaves the gift paid', async () => {
    const { lost, again } = await giving.loseFirst()
    await giving.pay(lost.reference)
    expect(await giving.verify(lost)).toBe('success')
    await giving.server.control('/switches', { calls: { initialize: { fault: 'refused', times: 1 } } })
    expect((await again()).body).toMatchObject({ code: 'payment_refused' })
    expect(await giving.payment(lost)).toBe('success')
    expect(await giving.figures()).toMatchObject({ active_donors: 1, funds_raised: 1500 })
  })
})

test('a repeat waits 30 seconds for an attempt whose opening has not been answered', async () => {
  const { again } = await giving.loseFirst()
  // As if the process had died before the answer came.
  await execute(sql`update payment_attempts set status = 'opening'`)
  giving.server.clock.advance(seconds(30) - 1)
  expect((await again()).body).toMatchObject({ code: 'request_in_flight' })
  giving.server.clock.advance(1)
  expect((await again()).status).toBe(201)
})

describe('a card that was declined, and then one that was not', () => {
  test('is settled by the list alone', async () => {
    const gift = await giving.start()
    giving.server.clock.advance(minutes(3))
    await decline(gift)
    expect(await giving.verify(gift)).toBe('failed')
    await giving.pay(gift.reference)
    await giving.server.pass(minutes(1), JOBS)
    expect(await giving.payment(gift)).toBe('success')
  })

  test('is settled by the schedule alone', async () => {
    await giving.server.control('/switches', { calls: { list: { fault: 'error_500' } }, webhooks: { drop: true } })
    const gift = await giving.start()
    await decline(gift)
    expect(await giving.verify(gift)).toBe('failed')
    giving.server.clock.advance(minutes(15))
    await giving.pay(gift.reference)
    await giving.server.pass(minutes(45), JOBS)
    expect(await giving.payment(gift)).toBe('success')
  })
})

test('after 72 hours a gift fails only when the provider answers', async () => {
  const gift = await giving.start()
  giving.server.clock.advance(hours(71))
  await giving.server.control('/switches', {
    calls: { verify: { fault: 'rate_limited' }, list: { fault: 'rate_limited' } },
  })
  await passHours(giving.server, 9)
  expect(await giving.payment(gift)).toBe('pending')
  await giving.pay(gift.reference)
  await giving.server.control('/switches', { calls: { verify: null } })
  await giving.server.pass(hours(1), JOBS)
  expect(await giving.payment(gift)).toBe('success')
})

test('a clock that was a day ahead for a moment does not leave a gift unasked for a day', async () => {
  const gift = await giving.start()
  await giving.server.control('/switches', { calls: { list: { fault: 'error_500' } } })
  giving.server.clock.advance(hours(24))
  expect(await giving.verify(gift)).toBe('abandoned')
  giving.server.clock.advance(-hours(24))
  await giving.pay(gift.reference)
  await giving.server.pass(minutes(1), JOBS)
  expect(await giving.payment(gift)).toBe('success')
})
