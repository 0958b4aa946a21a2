/** The stand-in's disputes: how long they wait, how they end, and how they are read. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { PLAIN_CARD, sandboxFixture, type SandboxFixture } from '../test/stand-in/sandbox-fixture.ts'
import { hours, minutes, seconds } from '../server/platform/clock.ts'
import { afterWeekdayTime } from './dispute-clock.ts'

let sandbox: SandboxFixture
beforeAll(async () => {
  sandbox = await sandboxFixture()
})
beforeEach(async () => {
  await sandbox.idle()
  await sandbox.control('reset')
  // Monday, 10:00 in Lagos.
  const now = sandbox.clock.now()
  const days = (8 - now.getUTCDay()) % 7 || 7
  const monday = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() + days, 9)
  await sandbox.later(monday - now.getTime())
  sandbox.delivered.length = 0
})
afterAll(() => sandbox.close())

async function paid(amount = 100_000) {
  const { reference, accessCode } = await sandbox.begin({ amount })
  await sandbox.pay(accessCode, PLAIN_CARD)
  await sandbox.idle()
  return reference
}
const dispute = (reference: string, fields: object = { outcome: 'open' }) =>
  sandbox.control('chargeback', { reference, ...fields })
const idOf = async (reference: string) => Number((await sandbox.verify(reference))['id'])
const disputesOf = async (reference: string) =>
  (await sandbox.list(`/dispute?transaction=${await idOf(reference)}`)).data
const statusOf = async (reference: string) => (await sandbox.verify(reference))['status']
const balance = async () => Number((await sandbox.list('/balance')).data[0]?.['balance'])
const events = (reference: string) =>
  sandbox.delivered
    .filter(({ event, body }) => event.startsWith('charge.dispute') && body.includes(reference))
    .map(({ event }) => event)

describe('a dispute falls due', () => {
  test.each([
    ['on the next morning', '2026-01-19T09:00:00Z', '2026-01-20T01:00:00Z'],
    ['on Monday, opened on Friday evening in Lagos', '2026-01-23T19:00:00Z', '2026-01-26T11:00:00Z'],
    ['on Monday, opened on Saturday', '2026-01-24T12:00:00Z', '2026-01-26T15:00:00Z'],
    ['on Monday, opened on Sunday before midnight in Lagos', '2026-01-25T22:59:00Z', '2026-01-26T15:00:00Z'],
    ['by the day in Lagos, where Monday begins an hour early', '2026-01-25T23:30:00Z', '2026-01-26T15:30:00Z'],
    ['with the first second of Monday, when Friday was used up', '2026-01-23T07:00:00Z', '2026-01-25T23:00:00Z'],
  ])('%s', (_when, opened, due) => {
    expect(afterWeekdayTime(new Date(opened), hours(16))).toEqual(new Date(due))
  })
})

describe('a dispute that is not answered', () => {
  test('reminds each four hours, and is accepted in full after sixteen', async () => {
    const reference = await paid()
    const before = await balance()
    await dispute(reference, { outcome: 'open', amount: 60_000 })
    await sandbox.idle()
    expect(events(reference)).toEqual(['charge.dispute.create'])
    for (let hour = 0; hour < 15; hour += 1) await sandbox.later(hours(1))
    expect(events(reference).filter((event) => event === 'charge.dispute.remind')).toHaveLength(3)
    expect(await disputesOf(reference)).toMatchObject([{ status: 'awaiting-merchant-feedback', resolution: null }])
    expect([await statusOf(reference), await balance()]).toEqual(['success', before])
    await sandbox.later(hours(1))
    expect(await disputesOf(reference)).toMatchObject([
      { status: 'resolved', resolution: 'auto-accepted', refund_amount: 60_000, resolvedAt: expect.any(String) },
    ])
    expect([await statusOf(reference), await balance()]).toEqual(['reversed', before - 60_000])
    expect(events(reference).at(-1)).toBe('charge.dispute.resolve')
    await sandbox.later(hours(24))
    expect(events(reference).filter((event) => event === 'charge.dispute.resolve')).toHaveLength(1)
  })

  test('waits over the weekend', async () => {
    const reference = await paid()
    await sandbox.later(hours(24 * 4 + 9))
    await dispute(reference)
    await sandbox.later(hours(24 * 2))
    expect(await disputesOf(reference)).toMatchObject([{ status: 'awaiting-merchant-feedback' }])
    await sandbox.later(hours(24))
    expect(await disputesOf(reference)).toMatchObject([{ resolution: 'auto-accepted' }])
  })

  test('won before its time is not accepted', async () => {
    const reference = await paid()
    await dispute(reference)
    await dispute(reference, { outcome: 'won' })
    await sandbox.later(hours(24))
    expect(await disputesOf(reference)).toMatchObject([{ resolution: 'declined' }])
    expect(await statusOf(reference)).toBe('success')
  })
})

describe('refunds and disputes of one payment', () => {
  test('take no more than was paid, and it reads as what is left of them says', async () => {
    const reference = await paid()
    const before = await balance()
    await sandbox.api('/refund', { transaction: reference, amount: 40_000 })
    await sandbox.later(seconds(5))
    await sandbox.later(seconds(5))
    await dispute(reference, { outcome: 'lost' })
    expect(await balance()).toBe(before - 100_000)
    await dispute(reference, { outcome: 'won' })
    expect([await statusOf(reference), await balance()]).toEqual(['reversed', before - 40_000])
    await dispute(reference, { outcome: 'lost' })
    expect(await sandbox.api('/refund', { transaction: reference, amount: 1 })).toMatchObject({
      body: { code: 'transaction_reversed' },
    })
    expect(await dispute(await paid(), { amount: 100_001 })).toMatchObject({ status: 400 })
  })

  test('of a lost dispute may be listed as a refund too: one loss, in the list until it is won', async () => {
    const reference = await paid()
    const before = await balance()
    await sandbox.control('switches', { reference, disputeMakesRefund: true })
    await dispute(reference, { outcome: 'lost', amount: 70_000 })
    const [known] = await disputesOf(reference)
    const refunds = async () => (await sandbox.list(`/refund?transaction=${await idOf(reference)}`)).data
    expect(await refunds()).toMatchObject([{ dispute: known?.['id'], amount: 70_000, status: 'processed' }])
    expect(await balance()).toBe(before - 70_000)
    expect((await sandbox.api('/refund', { transaction: reference, amount: 30_000 })).status).toBe(200)
    await sandbox.later(minutes(1))
    await dispute(reference, { outcome: 'won' })
    expect((await refunds()).find((refund) => refund['dispute'] !== null)).toMatchObject({ status: 'failed' })
    expect(await balance()).toBe(before - 30_000)
  })
})

describe('disputes are read', () => {
  test('by status; an unknown one is refused', async () => {
    const reference = await paid()
    await dispute(reference)
    expect((await sandbox.api('/dispute?status=lost')).status).toBe(400)
    const withStatus = async (status: string) =>
      (await sandbox.list(`/dispute?transaction=${await idOf(reference)}&status=${status}`)).data.length
    expect(await Promise.all(['awaiting-merchant-feedback', 'pending', 'resolved'].map(withStatus))).toEqual([1, 0, 0])
  })

  test('with the fields of the API, and other names of times in a message', async () => {
    const reference = await paid()
    await dispute(reference, { outcome: 'lost' })
    await sandbox.idle()
    const [known] = await disputesOf(reference)
    expect(known).toMatchObject({
      transaction_reference: null,
      merchant_transaction_reference: null,
      transaction: { reference },
      history: [{ status: 'awaiting-merchant-feedback' }, { status: 'resolved' }],
      createdAt: known?.['updatedAt'],
    })
    const message = sandbox.delivered.find(({ event }) => event === 'charge.dispute.resolve')
    expect(message?.data).toMatchObject({ id: known?.['id'], updated_at: known?.['updatedAt'] })
    expect(message?.data).not.toHaveProperty('updatedAt')
  })
})
