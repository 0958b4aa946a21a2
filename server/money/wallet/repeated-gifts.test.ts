/** A gift from the wallet under a key that was used before: whatever happened in between, it is given once or refused, and the books balance. */
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { newKey, OF_MONEY } from '../../../test/support/server.ts'
import { useWallets, type Person } from '../../../test/support/wallet.ts'
import { minutes, seconds } from '../../platform/clock.ts'
import { onlyRow } from '../../platform/db/db.ts'
import { forgetFunds } from '../funds/funds.ts'

const wallets = useWallets()
const GIFT = { amount: 400, donation_type: 'school' }
type Key = Record<string, string>

const post = (person: Person, key: Key, more: object = {}) =>
  person.call('POST', '/api/wallet/gifts', { ...GIFT, ...more }, key)

async function setClosed(isClosed: boolean): Promise<void> {
  const { db } = wallets.server.core
  await db.execute(sql`do $$ begin set local session_replication_role = replica;
    update funds set closed_at = ${sql.raw(isClosed ? 'now()' : 'null')} where name = 'school'; end $$`)
  forgetFunds(db)
}

/** The payer's bank takes a top-up back, or returns it in the end. */
async function chargeBack(reference: string, outcome: 'lost' | 'won'): Promise<void> {
  wallets.server.clock.advance(seconds(10))
  await wallets.server.control('/chargeback', { reference, outcome })
  await wallets.server.pass(minutes(1), OF_MONEY)
}

const given = async () =>
  onlyRow(
    wallets.server.core.db,
    sql`select (select count(*)::int from donations) as gifts,
               (select coalesce(sum(amount), 0)::int / 100 from donations) as naira,
               (select count(*)::int from transfers where purpose = 'wallet_gift') as booked`,
    z.object({ gifts: z.number(), naira: z.number(), booked: z.number() }),
  )
const once = { gifts: 1, naira: 400, booked: 1 }

test.each<[string, object]>([
  ['another amount', { amount: 399.99 }],
  ['another fund', { donation_type: 'food' }],
  ['a message', { message: 'For Amina' }],
])('is refused with %s', async (_what, more) => {
  const ada = await wallets.person()
  await ada.topUp(1000)
  const key = newKey()
  const first = await post(ada, key)
  expect(await post(ada, key, more)).toMatchObject({ status: 409, body: { code: 'idempotency_key_reused' } })
  expect((await post(ada, key)).body).toEqual(first.body)
  expect([await ada.balance(), await given()]).toEqual([600, once])
})

test.each<[string, (ada: Person, topUp: string) => Promise<unknown>]>([
  ['the rest was given', (ada) => post(ada, newKey(), { amount: 600, donation_type: 'food' })],
  ['its fund was closed', () => setClosed(true)],
  ['the wallet was frozen', (_ada, topUp) => chargeBack(topUp, 'lost')],
])('has the same answer once %s', async (_what, happen) => {
  const ada = await wallets.person()
  const topUp = await ada.topUp(1000)
  const key = newKey()
  const first = await post(ada, key)
  await happen(ada, topUp)
  const before = [await ada.balance(), await given()]
  const again = await post(ada, key)
  await setClosed(false)
  expect([again.status, again.body['receipt_code']]).toEqual([201, first.body['receipt_code']])
  expect([await ada.balance(), await given()]).toEqual(before)
})

test.each<[string, string, (ada: Person) => Promise<() => Promise<unknown>>]>([
  ['the balance was too small', 'insufficient_funds', async (ada) => () => ada.topUp(1000)],
  [
    'its fund was closed',
    'invalid_input',
    async (ada) => {
      await ada.topUp(1000)
      await setClosed(true)
      return () => setClosed(false)
    },
  ],
])('is given once after %s', async (_what, code, begin) => {
  const ada = await wallets.person()
  const mend = await begin(ada)
  const key = newKey()
  expect((await post(ada, key)).body).toMatchObject({ code })
  expect((await given()).gifts).toBe(0)
  await mend()
  const answers = [await post(ada, key), await post(ada, key)]
  expect(answers.map(({ status }) => status)).toEqual([201, 201])
  expect([await ada.balance(), await given()]).toEqual([600, once])
})

test('of two tabs counts twice: each has a key of its own, and the last that the balance covers is the last', async () => {
  const ada = await wallets.person()
  await ada.topUp(1000)
  const [first, second] = [newKey(), newKey()]
  const answers = await Promise.all([first, second, first, second].map((key) => post(ada, key)))
  expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201])
  expect(new Set(answers.map(({ body }) => body['receipt_code'])).size).toBe(2)
  expect(await post(ada, newKey())).toMatchObject({ status: 409, body: { code: 'insufficient_funds' } })
  expect([await ada.balance(), await given()]).toEqual([200, { gifts: 2, naira: 800, booked: 2 }])
})

test('at once under one key with two amounts, one of them is given', async () => {
  const ada = await wallets.person()
  await ada.topUp(1000)
  const key = newKey()
  const answers = await Promise.all([400, 500, 400, 500].map((amount) => post(ada, key, { amount })))
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 201, 409, 409])
  const refused = answers.filter(({ status }) => status === 409).map(({ body }) => body['code'])
  expect(refused).toEqual(['idempotency_key_reused', 'idempotency_key_reused'])
  expect((await given()).gifts).toBe(1)
})

test('of a closed account is refused', async () => {
  const ada = await wallets.person()
  await ada.topUp(400)
  const key = newKey()
  await post(ada, key)
  expect((await ada.close()).status).toBe(200)
  expect(await post(ada, key)).toMatchObject({ status: 401 })
  expect(await given()).toEqual(once)
})
