import { describe, expect, test } from 'vitest'
import { useGiving } from '../../../test/support/giving.ts'
import { minutes, seconds } from '../../platform/clock.ts'

const JOBS = /^(payments|settlements|sandbox)/

const giving = useGiving()

describe('verify, when the provider is in trouble', () => {
  test.each(['error_500', 'garbage', 'html', 'closed', 'rate_limited'])(
    '%s: pending, and settled when it is back',
    async (fault) => {
      const gift = await giving.start()
      await giving.pay(gift.reference)
      await giving.server.control('/switches', { calls: { verify: { fault, times: 1 } } })
      expect(await giving.verify(gift)).toBe('pending')
      await giving.server.pass(seconds(30), JOBS)
      expect(await giving.payment(gift)).toBe('success')
      expect(await giving.figures()).toMatchObject({ active_donors: 1 })
    },
  )
})

describe('a closed tab and dropped webhooks', () => {
  test.each([0, 7, 25])('paid at minute %d: settles by itself within two minutes', async (minute) => {
    await giving.server.control('/switches', { webhooks: { drop: true } })
    const gift = await giving.start()
    for (let elapsed = 0; elapsed < minute; elapsed += 1) {
      await giving.server.pass(minutes(1), JOBS)
    }
    expect(await giving.payment(gift)).toBe('pending')
    await giving.pay(gift.reference, { silently: false })
    await giving.server.pass(minutes(1), JOBS)
    await giving.server.pass(minutes(1), JOBS)
    expect(await giving.payment(gift)).toBe('success')
    expect(await giving.figures()).toMatchObject({ active_donors: 1, funds_raised: 1500 })
  })
})
