import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { useWallets, type Person } from '../../../test/support/wallet.ts'
import { hours } from '../../platform/clock.ts'

const wallets = useWallets()

const now = () => wallets.server.clock.now().toISOString()
async function later(person: Person) {
  wallets.server.clock.advance(hours(24))
  await person.signInAgain()
}

/** Three days: 1,000 in; 300 given; 50 in. */
async function threeDays() {
  const ada = await wallets.person()
  const days = [now()]
  const first = await ada.topUp(1000)
  await later(ada)
  days.push(now())
  await ada.give(300)
  await later(ada)
  days.push(now())
  const last = await ada.topUp(50)
  await later(ada)
  days.push(now())
  return { ada, days, first, last }
}

const statementOf = async (person: Person, from: string | undefined, to: string | undefined, more = '') =>
  (await person.call('GET', `/api/wallet/statement?from=${from}&to=${to}${more}`)).body

describe('a statement', () => {
  test('has the transactions of its period, and the balances before and after', async () => {
    const { ada, days } = await threeDays()
    expect(await statementOf(ada, days[0], days[3])).toMatchObject({
      opening_balance: 0,
      closing_balance: 750,
      credits: 1050,
      debits: 300,
      items: [{ amount: 1000 }, { amount: 300 }, { amount: 50 }],
    })
    expect(await statementOf(ada, days[1], days[2])).toMatchObject({
      opening_balance: 1000,
      closing_balance: 700,
      credits: 0,
      debits: 300,
      items: [{ amount: 300 }],
    })
    // One period ends where the next begins: a transaction at that moment is in the second.
    expect(await statementOf(ada, days[0], days[1])).toMatchObject({ closing_balance: 1000, items: [{ amount: 1000 }] })
    expect(await statementOf(ada, days[3], '2030-01-01T00:00:00.000Z')).toMatchObject({
      made_at: days[3]?.replace('.000Z', '.001Z'),
      opening_balance: 750,
      closing_balance: 750,
      items: [],
    })
  })

  test('counts a top-up when it was paid, not when it was started, and never a pending one', async () => {
    const ada = await wallets.person()
    const begun = now()
    const { reference } = await ada.begin(500)
    await later(ada)
    const paid = now()
    expect(await statementOf(ada, begun, '2030-01-01T00:00:00.000Z')).toMatchObject({ items: [], closing_balance: 0 })
    await wallets.pay(reference)
    await wallets.verify(reference)
    expect(await statementOf(ada, begun, paid)).toMatchObject({ items: [], closing_balance: 0 })
    expect(await statementOf(ada, paid, '2030-01-01T00:00:00.000Z')).toMatchObject({ closing_balance: 500 })
  })

  test('comes in complete pages, each with the balances of the whole period', async () => {
    const { ada, days } = await threeDays()
    const amounts: unknown[] = []
    let cursor = ''
    const Piece = z.looseObject({
      items: z.array(z.object({ amount: z.number() })),
      next_cursor: z.string().nullable(),
      closing_balance: z.literal(750),
    })
    for (let pages = 0; pages < 3; pages += 1) {
      const page = Piece.parse(await statementOf(ada, days[0], days[3], `&limit=1${cursor}`))
      amounts.push(...page.items.map(({ amount }) => amount))
      cursor = `&cursor=${page.next_cursor}`
    }
    expect(amounts).toEqual([1000, 300, 50])
    expect(cursor).toBe('&cursor=null')
  })

  test.each([
    ['without a period', ''],
    ['that ends before it begins', '?from=2026-02-01T00:00:00.000Z&to=2026-01-01T00:00:00.000Z'],
    ['of days that are none', '?from=yesterday&to=today'],
    ['from a year that never was', '?from=0000-01-01T00:00:00.000Z&to=2026-01-01T00:00:00.000Z'],
  ])('%s is refused', async (_what, query) => {
    const ada = await wallets.person()
    expect(await ada.call('GET', `/api/wallet/statement${query}`)).toMatchObject({
      status: 400,
      body: { code: 'invalid_input' },
    })
  })
})

describe('the list of transactions', () => {
  test('is newest first, and each page continues where the last one ended', async () => {
    const { ada } = await threeDays()
    const amounts = async (query: string) => (await ada.transactions(query)).map(({ amount }) => amount)
    expect(await amounts('')).toEqual([50, 300, 1000])
    const page = await ada.call('GET', '/api/wallet/transactions?limit=2')
    expect(page.body['items']).toHaveLength(2)
    expect(await amounts(`?limit=2&cursor=${String(page.body['next_cursor'])}`)).toEqual([1000])
  })

  test('filters by status, by time and by a part of the reference', async () => {
    const { ada, days, first, last } = await threeDays()
    const { reference } = await ada.begin(70)
    const found = async (query: string) => (await ada.transactions(query)).map(({ amount }) => amount)
    expect(await found('?status=pending')).toEqual([70])
    expect(await found('?status=completed')).toEqual([50, 300, 1000])
    expect(await found('?status=failed')).toEqual([])
    expect(await found(`?from=${days[1]}&to=${days[2]}`)).toEqual([300])
    expect(await found(`?search=${first.slice(-10)}`)).toEqual([1000])
    expect(await found(`?search=${last.slice(-10).toUpperCase()}`)).toEqual([50])
    expect(await found(`?search=${reference}&status=completed`)).toEqual([])
    // Wildcards of LIKE are searched for literally.
    expect(await found('?search=%25')).toEqual([])
    expect(await found('?search=ref_')).toEqual([])
    expect(await found(`?search=${encodeURIComponent('\\')}`)).toEqual([])
    expect(await ada.call('GET', '/api/wallet/transactions?status=lost')).toMatchObject({ status: 400 })
    const yearZero = Buffer.from(JSON.stringify(['0000-01-01T00:00:00Z', crypto.randomUUID()])).toString('base64url')
    for (const cursor of ['xyz', yearZero]) {
      expect(await ada.call('GET', `/api/wallet/transactions?cursor=${cursor}`)).toMatchObject({ status: 400 })
    }
    expect(await ada.call('GET', '/api/wallet/transactions?search=%00')).toMatchObject({ status: 400 })
  })
})

describe('the transactions as CSV', () => {
  const csvOf = async (person: Person, query = '') =>
    String((await person.call('GET', `/api/wallet/transactions.csv${query}`)).body['text'])
  const lines = (text: string) => text.split('\r\n').slice(0, -1)

  test('have a line for each, newest first, and amounts in naira', async () => {
    const { ada, first } = await threeDays()
    const text = await csvOf(ada)
    const [heading, newest, gift, oldest, ...rest] = lines(text)
    expect(text).toMatch(
      /^Date,Date in Lagos,Type,Amount \(NGN\),Status,Description,Reference,Provider reference,Completed,Completed in Lagos\r\n/,
    )
    expect(heading).toBeDefined()
    expect(newest).toContain(',"In",50.00,"completed","Wallet Top-up",')
    expect(gift).toContain(',"Out",300.00,"completed","Gift: School Fees",')
    expect(oldest).toContain(`,"In",1000.00,"completed","Wallet Top-up","${first}","${first}",`)
    expect(rest).toEqual([])
  })

  test('follow the filters of the list, and are only the caller’s', async () => {
    const { ada, days, last } = await threeDays()
    const bello = await wallets.person()
    expect(lines(await csvOf(ada, `?from=${days[2]}`))).toHaveLength(2)
    expect(lines(await csvOf(ada, `?search=${last}`))).toHaveLength(2)
    expect(lines(await csvOf(ada, '?status=failed'))).toHaveLength(1)
    expect(lines(await csvOf(bello))).toHaveLength(1)
    expect(await wallets.server.call('GET', '/api/wallet/transactions.csv')).toMatchObject({ status: 401 })
  })
})
