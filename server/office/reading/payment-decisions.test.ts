import { sql } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import {
  newAdministrator,
  readAudit,
  signInAdministrator,
  type Administrator,
} from '../../../test/support/administering.ts'
import { raceBehindLock } from '../../../test/support/race-behind-lock.ts'
import { useWallets } from '../../../test/support/wallet.ts'
import { expectBooksBalance, newKey } from '../../../test/support/server.ts'
import { waitingFor } from '../../../test/support/waiting-decisions.ts'
import { seconds } from '../../platform/clock.ts'

const wallets = useWallets()
let halima: Administrator
let musa: Administrator
beforeEach(async () => {
  halima = await newAdministrator(wallets.server, 'halima')
  musa = await newAdministrator(wallets.server, 'musa')
})

/** A gift of ₦1,500 for which something else came. @returns its reference, and what opens its receipt */
async function oddGift(switches: object = { amountPaid: 100_000 }) {
  const { body } = await wallets.server.call(
    'POST',
    '/api/donations',
    { amount: 1500, donation_type: 'school' },
    newKey(),
  )
  const reference = String(body['reference'])
  await wallets.server.control('/switches', { reference, ...switches })
  await wallets.pay(reference)
  expect(await wallets.verify(reference)).toBe('needs_review')
  return { reference, receipt: String(body['receipt_code']) }
}

const propose = (by: Administrator, payment: string, action = 'settle', reason = 'The donor wrote to us.') =>
  by.call('POST', '/api/admin/books/decisions', { payment, action, reason })
const confirm = (by: Administrator, id: unknown) => by.call('POST', `/api/admin/decisions/${String(id)}/confirmation`)
const fees = async () => ({
  unassigned: await wallets.balanceOf('fees:unassigned'),
  school: await wallets.balanceOf('fees:school'),
})
const figures = async () => (await wallets.server.call('GET', '/api/stats')).body
const receiptOf = async ({ receipt }: { receipt: string }) =>
  (await wallets.server.call('GET', `/api/receipts/${receipt}`)).body
const paymentOf = async (reference: string) =>
  (await wallets.server.call('GET', `/api/payments/${reference}`)).body['status']
const reviews = async () => (await halima.call('GET', '/api/admin/books')).body['payments_for_review']

test('a return of another amount than was waiting when it was proposed is proposed anew', async () => {
  const { reference } = await oddGift()
  const stale = (await propose(halima, reference, 'return')).body['id']
  await wallets.server.control('/refund', { reference, amount: 40_000, outcome: 'processed' })
  wallets.server.clock.advance(seconds(10))
  await wallets.letHoursPass()
  halima = await signInAdministrator(wallets.server, 'halima')
  musa = await signInAdministrator(wallets.server, 'musa')
  expect((await confirm(musa, stale)).body).toMatchObject({ code: 'proposal_lapsed' })
  expect(await wallets.balanceOf('suspense')).toBe(60_000n)
  expect((await halima.call('POST', `/api/admin/decisions/${String(stale)}/withdrawal`)).status).toBe(200)
  wallets.server.clock.advance(seconds(1))
  expect((await confirm(musa, (await propose(halima, reference, 'return')).body['id'])).status).toBe(200)
  expect(await wallets.balanceOf('suspense')).toBe(0n)
  await expectBooksBalance(wallets.server)
})

describe('settling', () => {
  test('is confirmed by a second administrator, and the received amount is credited once', async () => {
    const gift = await oddGift()
    const proposed = await propose(halima, gift.reference)
    expect(proposed).toMatchObject({
      status: 201,
      body: {
        choice: 'settle',
        state: 'proposed',
        proposed_by: { full_name: 'Halima Musa' },
        may_confirm: false,
      },
    })
    expect(await wallets.balanceOf('suspense')).toBe(100_000n)
    expect(await fees()).toEqual({ unassigned: -1500n, school: 0n })
    expect(await figures()).toMatchObject({ funds_raised: 0 })
    const confirmed = await confirm(musa, proposed.body['id'])
    expect(confirmed).toMatchObject({
      status: 200,
      body: { state: 'confirmed', decided_by: { full_name: 'Musa Musa' } },
    })
    expect(await wallets.balanceOf('suspense')).toBe(0n)
    expect(await figures()).toMatchObject({
      active_donors: 1,
      funds_raised: 1000,
      funds: { school: { gifts: 1, amount: 1000 } },
    })
    expect(await receiptOf(gift)).toMatchObject({ status: 'success', amount: 1000 })
    expect(await wallets.verify(gift.reference)).toBe('success')
    expect(await reviews()).toEqual([])
    expect(await wallets.booked(gift.reference)).toEqual(expect.arrayContaining(['gift 100000', 'mismatch 100000']))
    expect(await fees()).toEqual({ unassigned: 0n, school: -1500n })
    expect(await readAudit(wallets.server)).toEqual([
      expect.objectContaining({
        action: 'payment.decision_proposed',
        actor_id: halima.userId,
        subject: 'payment',
        subject_id: gift.reference,
        after: { decision: 'settle' },
      }),
      expect.objectContaining({
        action: 'payment.decided',
        actor_id: musa.userId,
        before: { status: 'needs_review' },
        after: { status: 'paid', decision: 'settle' },
      }),
    ])
  })

  test('a gift credited this way can be refunded like any other', async () => {
    const gift = await oddGift()
    await confirm(musa, (await propose(halima, gift.reference)).body['id'])
    wallets.server.clock.advance(seconds(10))
    await wallets.server.control('/refund', { reference: gift.reference, outcome: 'processed' })
    await wallets.letHoursPass()
    expect(await paymentOf(gift.reference)).toBe('reversed')
    expect(await figures()).toMatchObject({ active_donors: 0, funds_raised: 0 })
  })

  test('a top-up credits the received amount to the wallet', async () => {
    const amina = await wallets.person()
    const { reference } = await amina.begin(2000)
    await wallets.server.control('/switches', { reference, amountPaid: 50_000 })
    await wallets.pay(reference)
    expect(await wallets.verify(reference)).toBe('needs_review')
    await confirm(musa, (await propose(halima, reference)).body['id'])
    expect(await amina.balance()).toBe(500)
    expect(await wallets.balanceOf('fees:top_up')).toBe(-750n)
    expect(await amina.transactions()).toEqual([expect.objectContaining({ amount: 500, status: 'completed' })])
  })

  test('money without an account to credit can only be returned', async () => {
    const foreign = await oddGift({ currency: 'USD' })
    expect((await propose(halima, foreign.reference)).body).toMatchObject({
      status: 409,
      code: 'payment_cannot_settle',
    })
    expect(await reviews()).toEqual([
      expect.objectContaining({ reference: foreign.reference, amount_paid: null, actions: ['return'] }),
    ])
    const amina = await wallets.person()
    const { reference } = await amina.begin(2000)
    await wallets.server.control('/switches', { reference, amountPaid: 50_000 })
    await wallets.pay(reference)
    expect(await wallets.verify(reference)).toBe('needs_review')
    const { body } = await propose(halima, reference)
    expect(await waitingFor(musa)).toEqual([body['id']])
    await wallets.server.core.db.execute(sql`
      with closed as (update wallets set closed_at = now() returning user_id)
      update users set closed_at = now(), email = null, password_hash = null, user_metadata = '{}' from closed where users.id = user_id`)
    const refused = { status: 409, code: 'payment_cannot_settle', detail: expect.stringContaining('closed') }
    expect((await confirm(musa, body['id'])).body).toMatchObject(refused)
    expect(await waitingFor(musa)).toEqual([])
    expect(await reviews()).toContainEqual(expect.objectContaining({ reference, actions: ['return'] }))
    expect((await propose(musa, reference)).body).toMatchObject(refused)
    expect(await wallets.balanceOf('suspense')).toBe(50_000n)
  })
})

describe('returning', () => {
  test('is booked once, even if the provider reports the same refund later', async () => {
    const gift = await oddGift()
    await confirm(musa, (await propose(halima, gift.reference, 'return')).body['id'])
    expect(await wallets.balanceOf('suspense')).toBe(0n)
    expect(await paymentOf(gift.reference)).toBe('reversed')
    expect(await receiptOf(gift)).toMatchObject({ status: 'failed' })
    expect(await fees()).toEqual({ unassigned: -1500n, school: 0n })
    const booked = await wallets.booked(gift.reference)
    expect(booked).toEqual(expect.arrayContaining(['mismatch 100000', 'refund 100000']))
    wallets.server.clock.advance(seconds(10))
    await wallets.server.control('/refund', { reference: gift.reference, outcome: 'processed' })
    await wallets.letHoursPass()
    expect(await wallets.booked(gift.reference)).toEqual(booked)
    expect(await paymentOf(gift.reference)).toBe('reversed')
  })

  test('books nothing if the provider has already refunded', async () => {
    const gift = await oddGift()
    wallets.server.clock.advance(seconds(10))
    await wallets.server.control('/refund', { reference: gift.reference, outcome: 'processed' })
    await wallets.letHoursPass()
    const booked = await wallets.booked(gift.reference)
    halima = await newAdministrator(wallets.server, 'ladi')
    musa = await newAdministrator(wallets.server, 'sani')
    expect((await propose(halima, gift.reference)).body).toMatchObject({ code: 'payment_cannot_settle' })
    await confirm(musa, (await propose(halima, gift.reference, 'return')).body['id'])
    expect(await wallets.booked(gift.reference)).toEqual(booked)
    expect(await reviews()).toEqual([])
  })

  test('a payment in another currency is closed without an entry', async () => {
    const gift = await oddGift({ currency: 'USD' })
    const { status } = await confirm(musa, (await propose(halima, gift.reference, 'return')).body['id'])
    expect(status).toBe(200)
    expect(await wallets.booked(gift.reference)).toEqual([])
    expect(await paymentOf(gift.reference)).toBe('reversed')
  })
})

describe('proposals', () => {
  test('are possible only for payments that need review', async () => {
    const amina = await wallets.person()
    const reference = await amina.topUp(1000)
    expect((await propose(halima, reference)).body).toMatchObject({ status: 409, code: 'payment_not_for_review' })
    expect((await propose(halima, 'gift-00000000000000000000')).body).toMatchObject({ status: 404 })
    expect((await propose(halima, reference, 'settle', '  ')).body).toMatchObject({ status: 400 })
    expect(await readAudit(wallets.server)).toEqual([])
    const refused = await amina.call('POST', '/api/admin/books/decisions', {
      payment: reference,
      action: 'settle',
      reason: 'mine',
    })
    expect(refused.body).toMatchObject({ status: 403, code: 'forbidden' })
  })
})

describe('at once', () => {
  test('ten confirmations book once', async () => {
    const gift = await oddGift()
    const { body } = await propose(halima, gift.reference)
    const answers = await Promise.all(Array.from({ length: 10 }, () => confirm(musa, body['id'])))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 404)).toHaveLength(9)
    expect(await figures()).toMatchObject({ active_donors: 1, funds_raised: 1000 })
    const decided = (await readAudit(wallets.server)).filter(({ action }) => action === 'payment.decided')
    expect(decided).toHaveLength(1)
  })

  test('a confirmation after a simultaneous withdrawal finds nothing to confirm', async () => {
    const gift = await oddGift()
    const { body } = await propose(halima, gift.reference)
    const { database } = wallets.server
    const outcome = await raceBehindLock(
      database,
      async (tx) => {
        await tx.execute(sql`select from payment_attempts where reference = ${gift.reference} for update`)
        await tx.execute(
          sql`update proposals set state = 'withdrawn', decided_by = ${halima.userId}, decided_at = now()`,
        )
      },
      () => confirm(musa, body['id']),
    )
    expect(outcome.body).toMatchObject({ status: 404 })
    expect(await wallets.balanceOf('suspense')).toBe(100_000n)
  })
})
