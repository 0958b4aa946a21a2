import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { newAdministrator } from '../../../test/support/administering.ts'
import { useGiving } from '../../../test/support/giving.ts'
import { passHours } from '../../../test/support/server.ts'
import { hours, minutes, seconds } from '../../platform/clock.ts'
import { checkBooks } from '../../proof/books/books.ts'

const JOBS = /^(payments|settlements|sandbox)/

const Overview = z.looseObject({ books: z.looseObject({ open_disputes: z.number() }) })

const giving = useGiving()

describe('money given back', () => {
  async function paidGift(amount = 1500) {
    const gift = await giving.start(amount, 'school')
    await giving.pay(gift.reference)
    expect(await giving.verify(gift)).toBe('success')
    giving.server.clock.advance(seconds(10))
    return gift
  }
  /** The provider processes refunds by its clock, and our jobs check them. */
  const letTimePass = (hoursToPass = 4) => passHours(giving.server, hoursToPass)

  test('a part: the fund gives it back, the gift stays one, and the figures follow', async () => {
    const gift = await paidGift()
    await giving.server.control('/refund', { reference: gift.reference, amount: 50_000, outcome: 'processed' })
    await letTimePass()
    expect(await giving.payment(gift)).toBe('success')
    expect(await giving.figures()).toMatchObject({
      active_donors: 1,
      funds_raised: 1000,
      funds: { school: { gifts: 1, amount: 1000 } },
    })
  })

  test('in two parts, to the last kobo: the gift is reversed', async () => {
    const gift = await paidGift()
    await giving.server.control('/refund', { reference: gift.reference, amount: 50_000, outcome: 'processed' })
    await letTimePass()
    await giving.server.control('/refund', { reference: gift.reference, amount: 100_000, outcome: 'processed' })
    await letTimePass()
    expect(await giving.payment(gift)).toBe('reversed')
    expect(await giving.receipt(gift)).toMatchObject({ status: 'reversed' })
    expect(await giving.figures()).toMatchObject({ active_donors: 0, funds_raised: 0, lives_impacted: 10_000 })
  })

  test('a refund that fails books nothing', async () => {
    const gift = await paidGift()
    await giving.server.control('/refund', { reference: gift.reference, outcome: 'failed' })
    await letTimePass()
    expect(await giving.payment(gift)).toBe('success')
    expect(await giving.transfers(gift.reference)).toBe(2)
  })

  test('a chargeback takes the gift out', async () => {
    const gift = await paidGift()
    await giving.server.control('/chargeback', { reference: gift.reference, outcome: 'lost' })
    await letTimePass()
    expect(await giving.payment(gift)).toBe('reversed')
    expect(await giving.figures()).toMatchObject({ active_donors: 0, funds_raised: 0 })
    expect(await giving.transfers(gift.reference)).toBe(3)
  })

  test('a chargeback that is won in the end brings the gift back', async () => {
    const gift = await paidGift()
    await giving.server.control('/chargeback', { reference: gift.reference, outcome: 'lost' })
    await letTimePass()
    await giving.server.control('/chargeback', { reference: gift.reference, outcome: 'won' })
    await letTimePass()
    expect(await giving.payment(gift)).toBe('success')
    expect(await giving.figures()).toMatchObject({ active_donors: 1, funds_raised: 1500 })
  })

  test('money in suspense that is refunded leaves suspense', async () => {
    const gift = await giving.start()
    await giving.server.control('/switches', { reference: gift.reference, amountPaid: 100_000 })
    await giving.pay(gift.reference)
    expect(await giving.verify(gift)).toBe('needs_review')
    giving.server.clock.advance(seconds(10))
    await giving.server.control('/refund', { reference: gift.reference, outcome: 'processed' })
    await letTimePass()
    expect(await giving.balance('suspense')).toBe(0n)
    expect(await giving.figures()).toMatchObject({ funds_raised: 0 })
  })

  test('a gift refunded before we ever heard of it is booked and given back', async () => {
    const gift = await giving.start()
    await giving.pay(gift.reference)
    await giving.server.control('/refund', { reference: gift.reference, outcome: 'processed' })
    await letTimePass()
    expect(await giving.payment(gift)).toBe('reversed')
    expect(await giving.figures()).toMatchObject({ active_donors: 0, funds_raised: 0 })
  })

  describe('of a payment that we had given up', () => {
    /** Paid after its 72 hours and after the list of successes was read on: nothing asks about it any more. */
    async function paidTooLate() {
      const gift = await giving.start(1500, 'school')
      expect(await giving.verify(gift)).toBe('abandoned')
      await giving.server.pass(hours(73), JOBS)
      expect(await giving.payment(gift)).toBe('failed')
      await giving.pay(gift.reference)
      giving.server.clock.advance(seconds(10))
      return gift
    }

    test('the webhook of the refund has it settled, and given back', async () => {
      const gift = await paidTooLate()
      await giving.server.control('/refund', { reference: gift.reference, outcome: 'processed' })
      await giving.server.idle()
      expect(await giving.payment(gift)).toBe('success')
      await letTimePass()
      expect(await giving.payment(gift)).toBe('reversed')
    })

    test('the list of refunds has it settled, and given back', async () => {
      const gift = await paidTooLate()
      await giving.server.control('/switches', { webhooks: { drop: true } })
      await giving.server.control('/refund', { reference: gift.reference, amount: 50_000, outcome: 'processed' })
      await giving.server.pass(minutes(6), JOBS)
      expect(await giving.payment(gift)).toBe('success')
      await letTimePass()
      expect(await giving.figures()).toMatchObject({ active_donors: 1, funds_raised: 1000 })
    })
  })

  describe('without any webhook', () => {
    async function unheardGift() {
      // The lists begin where they ended last time.
      await giving.server.runJobs(JOBS)
      await giving.server.control('/switches', { webhooks: { drop: true } })
      return paidGift()
    }

    test('a second refund is booked', async () => {
      const gift = await unheardGift()
      await giving.server.control('/refund', { reference: gift.reference, amount: 50_000, outcome: 'processed' })
      await letTimePass()
      await giving.server.control('/refund', { reference: gift.reference, amount: 20_000, outcome: 'processed' })
      await giving.server.pass(minutes(1), JOBS)
      await letTimePass()
      expect(await giving.figures()).toMatchObject({ active_donors: 1, funds_raised: 800 })
    })

    test('a chargeback is booked', async () => {
      const gift = await unheardGift()
      await giving.server.control('/chargeback', { reference: gift.reference, outcome: 'lost' })
      giving.server.clock.advance(minutes(5))
      await giving.server.pass(minutes(1), JOBS)
      expect(await giving.payment(gift)).toBe('reversed')
      expect(await giving.figures()).toMatchObject({ active_donors: 0, funds_raised: 0 })
    })

    test('a chargeback in the second of the payment is booked within a quarter of an hour', async () => {
      await giving.server.runJobs(JOBS)
      await giving.server.control('/switches', { webhooks: { drop: true } })
      const gift = await giving.start(1500, 'school')
      await giving.pay(gift.reference)
      expect(await giving.verify(gift)).toBe('success')
      await giving.server.control('/chargeback', { reference: gift.reference, outcome: 'lost' })
      for (let minute = 0; minute < 15; minute += 1) await giving.server.pass(minutes(1), /^payments\./)
      expect(await giving.payment(gift)).toBe('reversed')
    })

    test('a chargeback of a part is booked, and no more than it', async () => {
      const gift = await unheardGift()
      await giving.server.control('/chargeback', { reference: gift.reference, outcome: 'open', amount: 60_000 })
      await letTimePass()
      expect(await giving.figures()).toMatchObject({ funds_raised: 1500 })
      await giving.server.control('/chargeback', { reference: gift.reference, outcome: 'lost' })
      await letTimePass()
      expect(await giving.figures()).toMatchObject({ active_donors: 1, funds_raised: 900 })
    })
  })

  test('a refund that takes the place of a chargeback of a part takes the gift out, and the chargeback back', async () => {
    const gift = await paidGift()
    await giving.server.control('/refund', { reference: gift.reference, outcome: 'processed' })
    await giving.server.control('/chargeback', { reference: gift.reference, outcome: 'lost', amount: 1000 })
    await giving.server.idle()
    giving.server.clock.advance(seconds(11))
    await giving.server.pass(seconds(1), /^payments/)
    expect(await giving.transfers(gift.reference)).toBe(3)
    await letTimePass()
    expect(await giving.payment(gift)).toBe('reversed')
    expect(await giving.figures()).toMatchObject({ active_donors: 0, funds_raised: 0 })
  })

  test('a chargeback after a refund of a part takes the rest', async () => {
    const gift = await paidGift()
    await giving.server.control('/refund', { reference: gift.reference, amount: 50_000, outcome: 'processed' })
    await letTimePass()
    await giving.server.control('/chargeback', { reference: gift.reference, outcome: 'lost' })
    await letTimePass()
    expect(await giving.payment(gift)).toBe('reversed')
    expect(await giving.figures()).toMatchObject({ active_donors: 0, funds_raised: 0 })
  })

  test('a chargeback while a refund needs attention is booked', async () => {
    const gift = await paidGift()
    await giving.server.control('/refund', { reference: gift.reference, amount: 50_000, outcome: 'needs-attention' })
    await letTimePass()
    await giving.server.control('/chargeback', { reference: gift.reference, outcome: 'lost' })
    await letTimePass()
    expect(await giving.payment(gift)).toBe('reversed')
    expect(await giving.figures()).toMatchObject({ active_donors: 0, funds_raised: 0 })
  })
})

test('an open dispute shows in the Books with its amount and its deadline, in the overview and to the alerts, until it is resolved', async () => {
  const halima = await newAdministrator(giving.server, 'halima')
  const open = async () => (await halima.call('GET', '/api/admin/books')).body['disputes']
  /** How many the overview shows, and what the alert reads. */
  const counted = async () => {
    await checkBooks(giving.server.core, 'recent')
    const metrics = await giving.server.core.metrics.registry.metrics()
    const { books } = Overview.parse((await halima.call('GET', '/api/admin/overview')).body)
    return [books.open_disputes, Number(/^taimako_disputes_open (\d+)$/m.exec(metrics)?.[1])]
  }
  // The books are read while the first hour passes, so her session lasts.
  const gift = await giving.start(1500, 'school')
  await giving.pay(gift.reference)
  expect(await giving.verify(gift)).toBe('success')
  giving.server.clock.advance(seconds(10))
  expect(await open()).toEqual([])
  await giving.server.control('/chargeback', { reference: gift.reference, outcome: 'open', amount: 60_000 })
  await giving.server.pass(minutes(1), JOBS)
  const [dispute] = await giving.server.payments.provider
    .listRecentDisputes({
      from: new Date(0),
      to: giving.server.clock.now(),
      page: 1,
    })
    .then(({ rows }) => rows)
  const left = ((dispute?.dueAt?.getTime() ?? 0) - giving.server.clock.now().getTime()) / minutes(1)
  expect(await open()).toEqual([
    {
      id: dispute?.id,
      payment: gift.reference,
      purpose: 'donation',
      amount_paid: 1500,
      amount: 600,
      status: 'awaiting-merchant-feedback',
      category: 'chargeback',
      opened_at: expect.any(String),
      due_at: dispute?.dueAt?.toISOString(),
      minutes_left: Math.floor(left),
    },
  ])
  expect(left).toBeGreaterThan(hours(15) / minutes(1))
  expect(await counted()).toEqual([1, 1])
  await giving.server.control('/chargeback', { reference: gift.reference, outcome: 'won' })
  await giving.server.pass(minutes(6), JOBS)
  expect(await open()).toEqual([])
  expect(await counted()).toEqual([0, 0])
  expect(await giving.figures()).toMatchObject({ funds_raised: 1500 })
})
