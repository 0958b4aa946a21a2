/** The stand-in's payouts to our bank: each payment once, on the next working day, less its deductions. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { emptyDatabase } from '../test/support/shared-database.ts'
import { PLAIN_CARD, sandboxFixture, type SandboxFixture } from '../test/stand-in/sandbox-fixture.ts'
import { after, hours, seconds } from '../server/platform/clock.ts'

let sandbox: SandboxFixture
beforeAll(async () => {
  sandbox = await sandboxFixture()
})
beforeEach(async () => {
  await sandbox.idle()
  await sandbox.control('reset')
  await emptyDatabase(sandbox.database)
  await at('2026-01-15T09:00:00.000Z')
})
afterAll(() => sandbox.close())

/** Moves the clock forward to this weekday and time: a Thursday, `days` later. */
let start = new Date('2026-01-15T09:00:00.000Z')
async function at(text: string) {
  const wanted = new Date(text)
  if (text === '2026-01-15T09:00:00.000Z') {
    const now = sandbox.clock.now()
    start = wanted
    while (start < now) start = after(start, hours(24 * 7))
    sandbox.clock.advance(start.getTime() - now.getTime())
    return
  }
  const offset = wanted.getTime() - Date.parse('2026-01-15T09:00:00.000Z')
  await sandbox.later(after(start, offset).getTime() - sandbox.clock.now().getTime())
}

async function paid(amount = 100_000) {
  const { reference, accessCode } = await sandbox.begin({ amount })
  await sandbox.pay(accessCode, PLAIN_CARD)
  await sandbox.idle()
  return reference
}
const settlements = async () => (await sandbox.list('/settlement')).data
const balance = async () => (await sandbox.list('/balance')).data[0]?.['balance']

test('appear at 01:00 the day after, are paid at 08:00, and leave the balance then', async () => {
  await paid(100_000)
  await paid(200_000)
  expect(await balance()).toBe(295_500)
  await at('2026-01-16T00:59:00.000Z')
  expect(await settlements()).toEqual([])
  await at('2026-01-16T01:00:00.000Z')
  expect(await sandbox.list('/settlement')).toMatchObject({
    data: [
      {
        status: 'pending',
        currency: 'NGN',
        total_processed: 300_000,
        total_fees: 4500,
        total_amount: 295_500,
        effective_amount: 295_500,
        deductions: null,
        settled_by: null,
      },
    ],
    meta: { total: 1, skipped: 0, perPage: 50, page: 1, pageCount: 1 },
  })
  expect(await balance()).toBe(295_500)
  await at('2026-01-16T08:00:00.000Z')
  expect(await settlements()).toMatchObject([{ status: 'success' }])
  expect(await balance()).toBe(0)
  expect((await sandbox.list('/settlement?status=pending')).data).toEqual([])
})

test('of a Friday are paid on Monday', async () => {
  await at('2026-01-16T12:00:00.000Z')
  await paid()
  await at('2026-01-18T12:00:00.000Z')
  expect(await settlements()).toMatchObject([{ status: 'pending' }])
  await at('2026-01-19T08:00:00.000Z')
  expect(await settlements()).toMatchObject([{ status: 'success' }])
})

test('list their payments in pages, each payment once', async () => {
  const references = [await paid(), await paid(), await paid()]
  await at('2026-01-16T09:00:00.000Z')
  await paid()
  await at('2026-01-17T09:00:00.000Z')
  const ids = (await settlements()).map(({ id }) => String(id))
  expect(ids).toHaveLength(2)
  const first = await sandbox.list(`/settlement/${ids[1]}/transactions?perPage=2`)
  const second = await sandbox.list(`/settlement/${ids[1]}/transactions?perPage=2&page=2`)
  expect(first.meta).toMatchObject({ total: 3, pageCount: 2, total_volume: 300_000 })
  const listed = [...first.data, ...second.data].map(({ reference }) => reference)
  expect(new Set(listed)).toEqual(new Set(references))
  expect(listed).toHaveLength(3)
})

test('take out refunds and lost disputes, as many as they can pay; the rest waits', async () => {
  const refunded = await paid(100_000)
  const disputed = await paid(100_000)
  await at('2026-01-16T09:00:00.000Z')
  expect(await balance()).toBe(0)
  await sandbox.api('/refund', { transaction: refunded, amount: 40_000 })
  await sandbox.later(seconds(5))
  await sandbox.later(seconds(5))
  await sandbox.control('chargeback', { reference: disputed })
  expect(await balance()).toBe(-140_000)
  await paid(100_000)
  await at('2026-01-19T09:00:00.000Z')
  expect((await settlements())[0]).toMatchObject({
    total_amount: 98_500,
    deductions: 40_000,
    effective_amount: 58_500,
    status: 'success',
  })
  const [settlement] = await settlements()
  expect((await sandbox.list('/refund')).data).toMatchObject([{ settlement: settlement?.['id'] }])
  expect(await balance()).toBe(-100_000)
  await paid(300_000)
  await at('2026-01-20T09:00:00.000Z')
  expect((await settlements())[0]).toMatchObject({ deductions: 100_000 })
  expect(await balance()).toBe(0)
})

test('a dispute that is won after it was taken out comes back with the next one', async () => {
  const disputed = await paid(100_000)
  await sandbox.control('chargeback', { reference: disputed, amount: 30_000 })
  await at('2026-01-16T09:00:00.000Z')
  expect(await settlements()).toMatchObject([{ deductions: 30_000, effective_amount: 68_500 }])
  await sandbox.control('chargeback', { reference: disputed, outcome: 'won' })
  await paid(100_000)
  await at('2026-01-19T09:00:00.000Z')
  expect((await settlements())[0]).toMatchObject({ deductions: -30_000, effective_amount: 128_500 })
  expect(await balance()).toBe(0)
})

test('leave out what a switch keeps back, and what is not naira', async () => {
  const kept = await paid()
  await sandbox.control('switches', { reference: kept, unsettled: true })
  await sandbox.control('switches', { currency: 'USD' })
  await paid()
  await at('2026-01-16T09:00:00.000Z')
  expect(await settlements()).toEqual([])
  expect(await balance()).toBe(98_500)
})

test('an unknown settlement, status or day is refused, and a subaccount code silently finds nothing', async () => {
  await paid()
  await at('2026-01-16T09:00:00.000Z')
  const unknown = { status: 404, body: { message: 'Settlement not found', code: 'not_found' } }
  expect(await sandbox.api('/settlement/1/transactions')).toMatchObject(unknown)
  expect(await sandbox.api('/settlement/mine/transactions')).toMatchObject(unknown)
  expect(await sandbox.api('/settlement?status=paid')).toMatchObject({ status: 400, body: { code: 'invalid_params' } })
  expect(await sandbox.api('/settlement?from=soon')).toMatchObject({ status: 400, body: { code: 'invalid_params' } })
  expect((await sandbox.list('/settlement?subaccount=ACCT_8f4s1eq7ml6rlzj')).data).toEqual([])
  expect((await sandbox.list('/settlement?subaccount=none')).data).toHaveLength(1)
  expect(await sandbox.api('/settlement', undefined, {})).toMatchObject({ status: 401 })
})
