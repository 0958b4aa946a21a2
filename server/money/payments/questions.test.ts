/** Several callers want the answer about one payment at the same moment: one asks, the others wait for its answer. */
import { describe, expect, test } from 'vitest'
import { useGiving } from '../../../test/support/giving.ts'
import { createApp } from '../../app.ts'
import { minutes, seconds } from '../../platform/clock.ts'

const JOBS = /^(payments|settlements|sandbox)/

const giving = useGiving()

/** A paid gift, and a provider that answers about it slowly. */
async function paidSlowly() {
  const gift = await giving.start()
  await giving.pay(gift.reference)
  await giving.server.control('/switches', { calls: { verify: { fault: 'slow', milliseconds: 200, times: 1 } } })
  return gift
}

describe('an answer that is under way', () => {
  test('is waited for by every caller of the process: all hear success, and the provider is asked once', async () => {
    const before = await giving.questions()
    const gift = await paidSlowly()
    const answers = await Promise.all(Array.from({ length: 8 }, () => giving.verify(gift)))
    expect(new Set(answers)).toEqual(new Set(['success']))
    expect(await giving.questions()).toBe(before + 1)
    expect(await giving.transfers(gift.reference)).toBe(2)
  })

  test('is waited for when the webhook has asked', async () => {
    const gift = await giving.start()
    await giving.server.control('/switches', { calls: { verify: { fault: 'slow', milliseconds: 200, times: 1 } } })
    await giving.pay(gift.reference, { silently: false })
    expect(await giving.verify(gift)).toBe('success')
  })

  test('is waited for when another process has asked', async () => {
    const gift = await paidSlowly()
    const other = createApp(giving.server.core).app
    const verify = async () => {
      const body = JSON.stringify({ reference: gift.reference })
      const headers = { 'content-type': 'application/json' }
      return (await other.request('/functions/v1/verify', { method: 'POST', headers, body })).json()
    }
    const [here, there] = await Promise.all([giving.verify(gift), verify()])
    expect([here, there]).toEqual(['success', { status: 'success' }])
    expect(await giving.transfers(gift.reference)).toBe(2)
  })

  test('that never comes leaves every caller with pending, and the payment is settled later', async () => {
    const gift = await giving.start()
    await giving.pay(gift.reference)
    await giving.server.control('/switches', { calls: { verify: { fault: 'error_500', times: 1 } } })
    expect(await Promise.all([giving.verify(gift), giving.verify(gift)])).toEqual(['pending', 'pending'])
    await giving.server.pass(seconds(30), JOBS)
    expect(await giving.payment(gift)).toBe('success')
  })
})

test('a webhook that comes too soon after a question is followed up when the list fails too', async () => {
  await giving.server.control('/switches', { calls: { list: { fault: 'error_500' } } })
  const gift = await giving.start()
  expect(await giving.verify(gift)).toBe('abandoned')
  await giving.pay(gift.reference, { silently: false })
  await giving.server.idle()
  expect(await giving.payment(gift)).toBe('pending')
  await giving.server.pass(seconds(10), JOBS)
  expect(await giving.payment(gift)).toBe('success')
})

test('a provider that refuses to answer is asked by the schedule: five times in an hour', async () => {
  const gift = await giving.start()
  const before = await giving.questions()
  await giving.server.control('/switches', { calls: { verify: { fault: 'refused' } } })
  for (let minute = 0; minute < 60; minute += 1) await giving.server.pass(minutes(1), JOBS)
  expect((await giving.questions()) - before).toBe(5)
  expect(await giving.payment(gift)).toBe('pending')
})
