/** The stand-in's lists: pages by number and by cursor, what they say of their pages, and the ledger of the balance. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { PLAIN_CARD, sandboxFixture, type SandboxFixture } from '../test/stand-in/sandbox-fixture.ts'
import { emptyDatabase } from '../test/support/shared-database.ts'
import { hours, seconds } from '../server/platform/clock.ts'

let sandbox: SandboxFixture
beforeAll(async () => {
  sandbox = await sandboxFixture()
})
beforeEach(async () => {
  await sandbox.idle()
  await sandbox.control('reset')
  await emptyDatabase(sandbox.database)
})
afterAll(() => sandbox.close())

async function paid(amount = 100_000) {
  const { reference, accessCode } = await sandbox.begin({ amount })
  await sandbox.pay(accessCode, PLAIN_CARD)
  await sandbox.idle()
  return reference
}
const ids = (rows: Record<string, unknown>[]) => rows.map(({ id }) => id)

/** All rows by cursor, two at a time. */
async function followCursor(path: string) {
  const found: Record<string, unknown>[] = []
  for (let next: string | null = ''; next !== null;) {
    const page = await sandbox.list(`${path}?use_cursor=true&perPage=2${next && `&next=${next}`}`)
    expect(page.meta).toEqual({ next: page.meta['next'], previous: 'null', perPage: 2 })
    found.push(...page.data)
    next = typeof page.meta['next'] === 'string' ? page.meta['next'] : null
  }
  return found
}

describe('pages', () => {
  test('by cursor are those by number, and what comes meanwhile moves none', async () => {
    for (let index = 0; index < 5; index += 1) await sandbox.control('chargeback', { reference: await paid() })
    for (const path of ['/transaction', '/dispute']) {
      const all = (await sandbox.list(path)).data
      expect(ids(await followCursor(path))).toEqual(ids(all))
      const first = await sandbox.list(`${path}?use_cursor=true&perPage=2`)
      await sandbox.control('chargeback', { reference: await paid() })
      const second = await sandbox.list(`${path}?use_cursor=true&perPage=2&next=${String(first.meta['next'])}`)
      expect(ids([...first.data, ...second.data])).toEqual(ids(all).slice(0, 4))
      expect((await sandbox.api(`${path}?use_cursor=true&next=nonsense`)).status).toBe(400)
    }
  })

  test.each(['/transaction', '/refund', '/dispute', '/settlement'])(
    'of %s do not say their number, or say none, as a switch says',
    async (path) => {
      await sandbox.control('chargeback', { reference: await paid(), amount: 100 })
      await sandbox.api('/refund', { transaction: await paid(), amount: 100 })
      await sandbox.later(hours(24 * 4))
      expect((await sandbox.list(path)).meta).toMatchObject({ pageCount: 1 })
      await sandbox.control('switches', { listMeta: 'cursor' })
      expect((await sandbox.list(path)).meta).not.toHaveProperty('pageCount')
      await sandbox.control('switches', { listMeta: 'zero' })
      const { data, meta } = await sandbox.list(path)
      expect([data.length > 0, meta['pageCount']]).toEqual([true, 0])
    },
  )

  test('of refunds write a number as text', async () => {
    expect((await sandbox.list('/refund?perPage=20')).meta).toMatchObject({ perPage: '20', failedRefundCount: 0 })
  })

  test('have odd rows where a switch says so', async () => {
    const reference = await paid()
    await sandbox.control('chargeback', { reference, amount: 100 })
    await sandbox.api('/refund', { transaction: reference, amount: 100 })
    for (const [path, kind] of [
      ['/refund', 'refund'],
      ['/dispute', 'dispute'],
    ] as const) {
      const [row] = (await sandbox.list(path)).data
      await sandbox.control('switches', { reference: `${kind}-${String(row?.['id'])}`, listedAs: { status: null } })
      expect((await sandbox.list(path)).data).toMatchObject([{ id: row?.['id'], status: null }])
    }
  })
})

test('a fee that is not known yet is null everywhere, until it is', async () => {
  const { reference, accessCode } = await sandbox.begin()
  await sandbox.control('switches', { reference, feesUnknown: true })
  sandbox.delivered.length = 0
  await sandbox.pay(accessCode, PLAIN_CARD)
  await sandbox.idle()
  expect(sandbox.delivered).toMatchObject([{ event: 'charge.success', data: { reference, fees: null } }])
  expect((await sandbox.verify(reference))['fees']).toBeNull()
  expect((await sandbox.list('/transaction')).data).toMatchObject([{ reference, fees: null }])
  await sandbox.control('switches', { reference, feesUnknown: false })
  expect((await sandbox.verify(reference))['fees']).toBe(17_500)
})

describe('the ledger of the balance', () => {
  const balance = async () => (await sandbox.list('/balance')).data[0]?.['balance']
  const ledger = async (query = '') => (await sandbox.list(`/balance/ledger${query}`)).data

  test('has a line for all that moved it, newest first, each with the balance after it', async () => {
    const reference = await paid(300_000)
    await sandbox.api('/refund', { transaction: reference, amount: 50_000 })
    for (const _step of [1, 2]) await sandbox.later(seconds(5))
    await sandbox.api('/refund', { transaction: await paid(100_000), amount: 60_000 })
    await sandbox.control('chargeback', { reference, amount: 20_000 })
    const account = { type: 'nuban', name: 'Ada', account_number: '0000000000', bank_code: '057' }
    const recipient = (await sandbox.api('/transferrecipient', account)).body.data['recipient_code']
    await sandbox.api('/transfer', { source: 'balance', amount: 10_000, recipient, reference: 'transfer-out-0000001' })
    const lines = await ledger()
    const moved = lines.map((line) => `${String(line['model_responsible'])} ${String(line['difference'])}`)
    expect(new Set(moved)).toEqual(
      new Set([
        'Transaction 285500',
        'Refund -50000',
        'Transaction 98500',
        'Refund -60000',
        'Dispute -20000',
        'Transfer -11000',
      ]),
    )
    expect(lines[0]).toMatchObject({ currency: 'NGN', domain: 'test', balance: await balance() })
    expect(lines.reduce((sum, line) => sum + Number(line['difference']), 0)).toBe(await balance())
    await sandbox.control('transfer', { reference: 'transfer-out-0000001', status: 'reversed' })
    await sandbox.later(hours(24 * 4))
    const all = await ledger()
    expect(all.map((line) => line['model_responsible'])).toContain('Settlement')
    expect(all.reduce((sum, line) => sum + Number(line['difference']), 0)).toBe(await balance())
    expect(await ledger('?perPage=2&page=2')).toEqual(all.slice(2, 4))
  })

  test('is asked for by days: the first is left out, the last is not', async () => {
    await paid()
    const day = sandbox.clock.now()
    const text = (days: number) => new Date(day.getTime() + hours(24 * days)).toISOString().slice(0, 10)
    expect(await ledger(`?from=${text(-1)}&to=${text(0)}`)).toHaveLength(1)
    expect(await ledger(`?from=${text(0)}&to=${text(1)}`)).toEqual([])
    expect((await sandbox.api('/balance/ledger?from=soon')).body).toMatchObject({ code: 'invalid_params' })
  })
})
