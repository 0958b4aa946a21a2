import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { expectBooksBalance, newKey } from '../../../test/support/server.ts'
import { useWallets } from '../../../test/support/wallet.ts'
import { hours } from '../../platform/clock.ts'
import { onlyRow, rows } from '../../platform/db/db.ts'

const wallets = useWallets()

const figures = async () => (await wallets.server.call('GET', '/api/stats')).body
const countDonations = async () =>
  (
    await onlyRow(
      wallets.server.core.db,
      sql`select count(*)::int as found from donations`,
      z.object({ found: z.number() }),
    )
  ).found

async function withBalance(naira: number) {
  const ada = await wallets.person()
  await ada.topUp(naira)
  return ada
}

describe('a gift from the wallet', () => {
  test('leaves the balance, and counts in its fund and the headline figures like any gift', async () => {
    const ada = await withBalance(1500)
    const given = await ada.give(500.5, 'food')
    expect(given).toMatchObject({
      status: 201,
      body: {
        amount: 500.5,
        donation_type: 'food',
        status: 'success',
        balance: 999.5,
        transaction: { type: 'debit', amount: 500.5, description: 'Gift: Food Program', status: 'completed' },
      },
    })
    expect(await ada.balance()).toBe(999.5)
    expect(await figures()).toMatchObject({
      active_donors: 1,
      funds_raised: 500.5,
      funds: { food: { gifts: 1, amount: 500.5 } },
    })
    const receipt = await wallets.server.call('GET', `/api/receipts/${String(given.body['receipt_code'])}`)
    expect(receipt).toMatchObject({ status: 200, body: { amount: 500.5, donation_type: 'food', status: 'success' } })
  })

  test('of less than ₦1 is possible of the whole rest alone, after which the account can be closed', async () => {
    const ada = await withBalance(100)
    expect(await ada.give(0.5)).toMatchObject({ status: 400, body: { code: 'invalid_input' } })
    expect((await ada.give(99.5)).status).toBe(201)
    expect((await ada.close()).body).toMatchObject({ code: 'account_not_empty' })
    expect(await ada.give(0.4)).toMatchObject({ status: 400, body: { code: 'invalid_input' } })
    const key = newKey()
    const rest = { amount: 0.5, donation_type: 'food' }
    const given = await ada.call('POST', '/api/wallet/gifts', rest, key)
    expect(given).toMatchObject({ status: 201, body: { amount: 0.5, balance: 0 } })
    const again = await ada.call('POST', '/api/wallet/gifts', rest, key)
    expect(again.body['receipt_code']).toBe(given.body['receipt_code'])
    expect(await figures()).toMatchObject({ funds_raised: 100, funds: { food: { gifts: 1, amount: 0.5 } } })
    expect((await ada.close()).status).toBe(200)
    await expectBooksBalance(wallets.server)
  })

  test('does not call the provider', async () => {
    const ada = await withBalance(1000)
    const asked = async () => (await wallets.server.core.metrics.providerCalls.get()).values.length
    const before = await asked()
    await wallets.server.control('/switches', {
      calls: { initialize: { fault: 'error_500' }, verify: { fault: 'error_500' } },
    })
    expect((await ada.give(1000)).status).toBe(201)
    expect(await asked()).toBe(before)
    expect(await ada.balance()).toBe(0)
  })

  test.each([
    ['more than there is', 1000.01],
    ['far more', 10_000_000],
  ])('of %s is refused by the database, and nothing changes', async (_what, amount) => {
    const ada = await withBalance(1000)
    expect(await ada.give(amount)).toMatchObject({ status: 409, body: { code: 'insufficient_funds' } })
    expect(await ada.balance()).toBe(1000)
    expect(await ada.transactions()).toHaveLength(1)
    expect(await countDonations()).toBe(0)
    // Exactly the balance can be given.
    expect(await ada.give(1000)).toMatchObject({ status: 201, body: { balance: 0 } })
  })

  test('without a balance, a key or a session is refused', async () => {
    const ada = await wallets.person()
    const gift = { amount: 5, donation_type: 'food' }
    expect(await ada.give(5)).toMatchObject({ status: 409, body: { code: 'insufficient_funds' } })
    expect(await ada.call('POST', '/api/wallet/gifts', gift)).toMatchObject({
      body: { code: 'idempotency_key_missing' },
    })
    expect(await wallets.server.call('POST', '/api/wallet/gifts', gift, newKey())).toMatchObject({ status: 401 })
    expect(await ada.call('POST', '/api/wallet/gifts', { ...gift, amount: 0 }, newKey())).toMatchObject({ status: 400 })
    expect(await countDonations()).toBe(0)
  })

  test('a repeat gets the same answer and gives once; its key is refused for a different gift', async () => {
    const [ada, bello] = [await withBalance(1000), await withBalance(1000)]
    const key = newKey()
    const first = await ada.give(400, 'school', key)
    expect(await ada.give(400, 'school', key)).toMatchObject({ status: 201, body: first.body })
    expect(await ada.give(400, 'food', key)).toMatchObject({ status: 409, body: { code: 'idempotency_key_reused' } })
    expect(await ada.balance()).toBe(600)
    expect(await countDonations()).toBe(1)
    // Another user may use the same key.
    expect((await bello.give(400, 'food', key)).status).toBe(201)
    expect(await countDonations()).toBe(2)
  })

  test('of ten gifts at once on a balance for one, one succeeds', async () => {
    const ada = await withBalance(1000)
    const answers = await Promise.all(Array.from({ length: 10 }, () => ada.give(600)))
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
    expect(answers.filter(({ body }) => body['code'] === 'insufficient_funds')).toHaveLength(9)
    expect(await ada.balance()).toBe(400)
    expect(await figures()).toMatchObject({ active_donors: 1, funds_raised: 600 })
  })

  test('one request that arrives ten times at once is one gift', async () => {
    const ada = await withBalance(1000)
    const key = newKey()
    const answers = await Promise.all(Array.from({ length: 10 }, () => ada.give(300, 'school', key)))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]))
    expect(new Set(answers.map(({ body }) => body['receipt_code'])).size).toBe(1)
    expect(await ada.balance()).toBe(700)
  })

  test('is confidential: nothing in the donation leads to the wallet, and it keeps only the day in Lagos', async () => {
    // Half past midnight in Lagos, where the day has begun an hour before UTC's.
    const { clock } = wallets.server
    const now = clock.now().getTime()
    clock.advance(hours(24) - (now % hours(24)) + hours(23.5))
    const ada = await withBalance(1000)
    const { body } = await ada.give(250, 'medical')
    const [donation = {}] = await rows(
      wallets.server.core.db,
      sql`select to_jsonb(donations) as row from donations`,
      z.object({ row: z.record(z.string(), z.unknown()) }).transform(({ row }) => row),
    )
    const today = new Date(clock.now().getTime() + hours(0.5)).toISOString()
    expect(donation).toMatchObject({
      customer_email: null,
      intent_id: null,
      is_anonymous: true,
      transaction_reference: expect.stringMatching(/^gift-[0-9a-z]{26}$/),
    })
    for (const moment of ['created_at', 'updated_at', 'paid_at']) {
      expect(new Date(String(donation[moment])).toISOString()).toBe(today)
    }
    // Other rows' ids hold the time; this one does not.
    expect(String(donation['id'])).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4/)
    const wallet = await ada.call('GET', '/api/wallet')
    const own = JSON.stringify([body['transaction'], wallet.body['id'], ada.userId, ada.email])
    const booked = await rows(
      wallets.server.core.db,
      sql`select key, id::text from transfers where purpose = 'wallet_gift'`,
      z.object({ key: z.string(), id: z.string() }),
    )
    for (const name of ['id', 'transaction_reference', 'receipt_code_hash']) {
      expect(own).not.toContain(String(donation[name]))
      expect(JSON.stringify(booked)).not.toContain(String(donation[name]))
    }
  })
})
