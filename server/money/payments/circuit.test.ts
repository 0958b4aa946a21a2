/** A provider that does not answer is asked little, and again as soon as it is back. */
import { beforeEach, expect, test } from 'vitest'
import { useGiving, type Gift } from '../../../test/support/giving.ts'
import { minutes, seconds } from '../../platform/clock.ts'

const JOBS = /^(payments|settlements|sandbox)/

const giving = useGiving()
// The provider has answered before each test, so that none inherits the silence of the one before.
beforeEach(() => giving.server.pass(minutes(1), JOBS))

const SILENT = { fault: 'error_500' }

async function paidGifts(count: number): Promise<Gift[]> {
  const gifts = await Promise.all(Array.from({ length: count }, () => giving.start()))
  for (const { reference } of gifts) await giving.pay(reference)
  return gifts
}

const statuses = (gifts: readonly Gift[]) => Promise.all(gifts.map((gift) => giving.payment(gift)))

test('with forty open gifts a silent provider is asked a few times, and all settle within two minutes of its return', async () => {
  const gifts = await paidGifts(40)
  await giving.server.control('/switches', {
    calls: { verify: SILENT, list: SILENT, refunds: SILENT, disputes: SILENT },
  })
  const before = await giving.questions()
  await giving.server.pass(seconds(30), JOBS)
  // Eight are on their way when the fifth silence is heard.
  expect((await giving.questions()) - before).toBeLessThanOrEqual(12)
  expect(new Set(await statuses(gifts))).toEqual(new Set(['pending']))
  // A question that was not asked is not delayed to the next step of the schedule.
  await giving.server.pass(seconds(10), JOBS)
  await giving.server.control('/switches', { calls: { verify: null } })
  for (let tick = 0; tick < 11; tick += 1) await giving.server.pass(seconds(10), JOBS)
  expect(new Set(await statuses(gifts))).toEqual(new Set(['success']))
})

test('a person who asks during the pause hears pending at once, without a question', async () => {
  const gifts = await paidGifts(7)
  await giving.server.control('/switches', { calls: { verify: { fault: 'error_500', times: 5 } } })
  const before = await giving.questions()
  for (const gift of gifts.slice(0, 6)) expect(await giving.verify(gift)).toBe('pending')
  expect((await giving.questions()) - before).toBe(5)
  giving.server.clock.advance(seconds(15))
  for (const gift of gifts.slice(6)) expect(await giving.verify(gift)).toBe('success')
  await giving.server.pass(minutes(2), JOBS)
  expect(new Set(await statuses(gifts))).toEqual(new Set(['success']))
})

test('at most eight questions are asked at a time', async () => {
  const gifts = await paidGifts(17)
  await giving.server.control('/switches', { calls: { verify: { fault: 'slow', milliseconds: 150 } } })
  const started = performance.now()
  const answers = await Promise.all(gifts.map((gift) => giving.verify(gift)))
  expect(performance.now() - started).toBeGreaterThan(450)
  expect(new Set(answers)).toEqual(new Set(['success']))
})
