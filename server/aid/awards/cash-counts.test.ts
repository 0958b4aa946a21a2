/** Counting the cash that a person holds: two people, a reason for a difference, and books that balance. */
import { beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { ADMINISTRATOR_PASSWORD, type Administrator } from '../../../test/support/administering.ts'
import { usePayouts } from '../../../test/support/paying-out.ts'
import { expectBooksBalance, newKey } from '../../../test/support/server.ts'
import { waitingFor } from '../../../test/support/waiting-decisions.ts'
import { readFundsFor } from './spending.ts'

const payouts = usePayouts()
const { expectRefused } = payouts
const act: typeof payouts.act = (by, path, body) => payouts.act(by, path, body)
let halima: Administrator
let musa: Administrator
beforeEach(async () => {
  const [first, second] = await payouts.administrators('halima', 'musa')
  if (!first || !second) throw new Error('two administrators')
  ;[halima, musa] = [first, second]
  await payouts.fill(60_000)
  await move('drawn', 20_000)
})

const move = (direction: string, amount: number) =>
  act(halima, '/cash', {
    holder: musa.userId,
    direction,
    amount,
    on: payouts.server.clock.now().toISOString().slice(0, 10),
  })
const count = (by: Administrator, counted: number, reason?: string) =>
  act(by, '/cash/counts', { holder: musa.userId, counted, ...(reason !== undefined && { reason }) })
const answer = (by: Administrator, id: unknown, which: string) => act(by, `/decisions/${String(id)}/${which}`)
const idOf = (body: Record<string, unknown>) => Object(body['count']).id as unknown
const held = async () =>
  z
    .object({ items: z.array(z.looseObject({ holder: z.object({ user_id: z.string() }) })) })
    .parse((await halima.call('GET', '/api/admin/cash')).body)
    .items.find(({ holder }) => holder.user_id === musa.userId)
const REASON = 'A note of ₦500 was missing from the envelope.'

test('what is missing is booked once a second person confirms the count', async () => {
  const { db, clock } = payouts.server.core
  const spendable = async () => {
    const funds = await readFundsFor(db, 'schoolfees', null, clock.now())
    return funds.find(({ fund }) => fund === 'school')?.spendable ?? 0n
  }
  const before = await spendable()
  const counted = await count(musa, 19_500, REASON)
  expect(counted.status).toBe(201)
  expect(counted.body).toMatchObject({
    amount: 20_000,
    count: { counted: 19_500, booked: 20_000, reason: REASON, may_confirm: false },
    last_count: null,
  })
  const id = idOf(counted.body)
  expect((await answer(halima, id, 'confirmation')).status).toBe(200)
  expect(await held()).toMatchObject({
    amount: 19_500,
    count: null,
    last_count: { counted: 19_500, booked: 20_000 },
  })
  expect(await payouts.balance('counted')).toBe(-50_000n)
  expect(await payouts.balance(`cash:${musa.userId}`)).toBe(-1_950_000n)
  expect(before - (await spendable())).toBe(50_000n)
  await expectRefused(() => move('paid_in', 19_501), 'cash_short')
  await expectBooksBalance(payouts.server)
})

test('what is too much is booked the other way, and a count that agrees books nothing', async () => {
  const more = await count(halima, 20_200, 'Two notes stuck together at the bank.')
  expect((await answer(musa, idOf(more.body), 'confirmation')).status).toBe(200)
  expect(await held()).toMatchObject({ amount: 20_200 })
  expect(await payouts.balance('counted')).toBe(20_000n)
  const same = await count(musa, 20_200)
  expect((await answer(halima, idOf(same.body), 'confirmation')).status).toBe(200)
  expect(await held()).toMatchObject({
    amount: 20_200,
    last_count: { counted: 20_200, booked: 20_200 },
  })
  expect(await payouts.balance('counted')).toBe(20_000n)
  await expectBooksBalance(payouts.server)
})

test('is refused without a reason, for who never held cash, below nothing, and twice', async () => {
  await expectRefused(() => count(musa, 19_500), 'invalid_input')
  await expectRefused(() => count(musa, 19_500, '  '), 'invalid_input')
  await expectRefused(() => count(musa, -1, REASON), 'invalid_input')
  const never = { holder: halima.userId, counted: 0 }
  await expectRefused(() => act(musa, '/cash/counts', never), 'not_found')
  await count(musa, 19_500, REASON)
  await expectRefused(() => count(halima, 19_000, REASON), 'already_proposed')
  await expectBooksBalance(payouts.server)
})

test('cash that is drawn again with the same Idempotency-Key moves once, and with another amount it is refused', async () => {
  const key = newKey()
  const on = payouts.server.clock.now().toISOString().slice(0, 10)
  const draw = (amount: number) =>
    halima.call('POST', '/api/admin/cash', { holder: musa.userId, direction: 'drawn', amount, on }, key)
  const [first, second] = [await draw(1000), await draw(1000)]
  expect(second.body).toEqual(first.body)
  await expectRefused(() => draw(2000), 'idempotency_key_reused')
  expect(await held()).toMatchObject({ amount: 21_000 })
  await expectBooksBalance(payouts.server)
})

test('repeated with its Idempotency-Key it is the same count, and with another amount it is refused', async () => {
  const key = newKey()
  const send = (counted: number) =>
    musa.call('POST', '/api/admin/cash/counts', { holder: musa.userId, counted, reason: REASON }, key)
  const [first, second] = [await send(19_500), await send(19_500)]
  expect(idOf(second.body)).toBe(idOf(first.body))
  await expectRefused(() => send(19_400), 'idempotency_key_reused')
})

test('two people who confirm at once book it once', async () => {
  const [third] = await payouts.administrators('ladi')
  const id = idOf((await count(musa, 19_500, REASON)).body)
  if (!third) throw new Error('a third administrator')
  const both = await Promise.all([answer(halima, id, 'confirmation'), answer(third, id, 'confirmation')])
  expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 404])
  expect(await payouts.balance('counted')).toBe(-50_000n)
  await expectBooksBalance(payouts.server)
})

test('whoever holds cash cannot close the account, which has their name', async () => {
  const close = () => musa.call('POST', '/api/account/closure', { password: ADMINISTRATOR_PASSWORD })
  const refused = await close()
  expect([refused.status, refused.body['code'], refused.body['detail']]).toEqual([
    409,
    'account_not_empty',
    'You hold ₦20,000.00 of our cash. Pay it in, and have someone else record it.',
  ])
  expect(await held()).toMatchObject({ amount: 20_000 })
  await move('paid_in', 20_000)
  expect((await close()).status).toBe(200)
  await expectBooksBalance(payouts.server)
})

test('who holds the cash does not withdraw what someone else counted of it', async () => {
  const theirs = idOf((await count(halima, 19_500, REASON)).body)
  await expectRefused(() => answer(musa, theirs, 'withdrawal'), 'second_administrator_needed')
  const offered = async (by: Administrator) => [
    (await by.call('GET', `/api/admin/decisions/${String(theirs)}`)).body['may_withdraw'],
    z
      .looseObject({
        items: z.array(z.looseObject({ count: z.looseObject({ may_withdraw: z.boolean() }).nullable() })),
      })
      .parse((await by.call('GET', '/api/admin/cash')).body)
      .items.flatMap(({ count: open }) => open?.may_withdraw ?? []),
  ]
  expect([await offered(musa), await offered(halima)]).toEqual([
    [false, [false]],
    [true, [true]],
  ])
  expect((await answer(halima, theirs, 'withdrawal')).status).toBe(200)
  const own = idOf((await count(musa, 19_500, REASON)).body)
  expect((await answer(musa, own, 'withdrawal')).status).toBe(200)
  await expectBooksBalance(payouts.server)
})

test('what was counted of someone who has closed the account since is not booked: no name would say who has it', async () => {
  const [ladi] = await payouts.administrators('ladi')
  if (!ladi) throw new Error('a third administrator')
  await move('paid_in', 20_000)
  const { body } = await count(halima, 500, 'A note was in another envelope.')
  expect((await musa.call('POST', '/api/account/closure', { password: ADMINISTRATOR_PASSWORD })).status).toBe(200)
  expect(await waitingFor(ladi)).toEqual([])
  await expectRefused(() => answer(ladi, idOf(body), 'confirmation'), 'not_found')
  await expectRefused(() => count(ladi, 500, 'A note was in another envelope.'), 'not_found')
  expect((await answer(halima, idOf(body), 'withdrawal')).status).toBe(200)
  expect(await payouts.balance(`cash:${musa.userId}`)).toBe(0n)
  await expectBooksBalance(payouts.server)
})
