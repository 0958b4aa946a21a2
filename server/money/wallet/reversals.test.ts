import { describe, expect, test } from 'vitest'
import { newAdministrator, signInAdministrator } from '../../../test/support/administering.ts'
import { newKey } from '../../../test/support/server.ts'
import { useWallets, type Person } from '../../../test/support/wallet.ts'
import { waitingFor } from '../../../test/support/waiting-decisions.ts'
import { readFrozenWallets } from '../../proof/books/wallet-books.ts'
import { hours, seconds } from '../../platform/clock.ts'

const JOBS = /^(payments|settlements|sandbox|books)/

const wallets = useWallets()

async function refund(reference: string, kobo?: number) {
  await wallets.server.control('/refund', {
    reference,
    outcome: 'processed',
    ...(kobo !== undefined && { amount: kobo }),
  })
  await wallets.letHoursPass()
}
async function chargeBack(reference: string, outcome: 'lost' | 'won' = 'lost', naira?: number) {
  await wallets.server.control('/chargeback', {
    reference,
    outcome,
    ...(naira !== undefined && { amount: naira * 100 }),
  })
  await wallets.letHoursPass()
}
/** Tops up, and lets the ten seconds pass in which the provider is not asked again. */
async function topUp(person: Person, naira: number) {
  const reference = await person.topUp(naira)
  wallets.server.clock.advance(seconds(10))
  return reference
}
const frozen = async (person: Person) => (await person.call('GET', '/api/wallet')).body['frozen']

describe('a top-up that is reversed', () => {
  test('leaves the wallet, as a separate transaction', async () => {
    const ada = await wallets.person()
    const reference = await topUp(ada, 1500)
    await refund(reference, 50_000)
    await ada.signInAgain()
    expect(await ada.balance()).toBe(1000)
    await refund(reference, 100_000)
    await ada.signInAgain()
    expect(await ada.balance()).toBe(0)
    expect(await ada.transactions()).toMatchObject([
      {
        type: 'debit',
        amount: 1000,
        description: 'Wallet Top-up refunded',
        reference: `${reference}-r2`,
        status: 'completed',
      },
      {
        type: 'debit',
        amount: 500,
        description: 'Wallet Top-up refunded',
        reference: `${reference}-r1`,
        status: 'completed',
      },
      { type: 'credit', amount: 1500, status: 'completed', paystack_reference: reference },
    ])
    expect(await frozen(ada)).toBe(false)
    expect(await wallets.booked(reference)).toEqual(['fee 2250', 'refund 50000', 'refund 100000', 'top_up 150000'])
  })

  test('comes back when the chargeback is won', async () => {
    const ada = await wallets.person()
    const reference = await topUp(ada, 1500)
    await chargeBack(reference)
    await ada.signInAgain()
    expect(await ada.balance()).toBe(0)
    await chargeBack(reference, 'won')
    await ada.signInAgain()
    expect(await ada.balance()).toBe(1500)
    expect(await ada.transactions()).toMatchObject([
      { type: 'credit', amount: 1500, description: 'Wallet Top-up charge-back undone' },
      { type: 'debit', amount: 1500, description: 'Wallet Top-up charged back' },
      { type: 'credit', amount: 1500, description: 'Wallet Top-up' },
    ])
  })

  test('after its money was given: the wallet pays what it holds, the rest is lost, and it is frozen', async () => {
    const ada = await wallets.person()
    const reference = await topUp(ada, 1500)
    await ada.give(1200)
    await chargeBack(reference)
    await ada.signInAgain()
    expect(await ada.balance()).toBe(0)
    expect(await frozen(ada)).toBe(true)
    expect(await wallets.balanceOf('loss')).toBe(-120_000n)
    expect((await wallets.server.call('GET', '/api/stats')).body).toMatchObject({
      funds_raised: 1200,
      active_donors: 1,
    })
    expect(await readFrozenWallets(wallets.server.core.db)).toMatchObject([{ lost: 120_000n, held: 0n }])
    await wallets.server.runJobs(JOBS)
    expect((await wallets.server.core.metrics.walletsFrozen.get()).values).toMatchObject([{ value: 1 }])
  })

  test('a frozen wallet resumes no top-up', async () => {
    const ada = await wallets.person()
    const reference = await topUp(ada, 1500)
    await ada.give(1500)
    const open = await ada.begin(700)
    await chargeBack(reference)
    await ada.signInAgain()
    expect(await ada.call('POST', `/api/wallet/top-ups/${open.reference}/resume`)).toMatchObject({
      status: 409,
      body: { code: 'wallet_frozen' },
    })
  })

  test('a frozen wallet takes no top-up and gives nothing, but a payment on its way arrives', async () => {
    const ada = await wallets.person()
    const reference = await topUp(ada, 1500)
    await ada.give(1500)
    const late = await ada.begin(700)
    await chargeBack(reference)
    await ada.signInAgain()
    await wallets.pay(late.reference)
    wallets.server.clock.advance(seconds(10))
    expect(await wallets.verify(late.reference)).toBe('success')
    expect(await ada.balance()).toBe(700)
    expect(await ada.give(100)).toMatchObject({ status: 409, body: { code: 'wallet_frozen' } })
    expect(await ada.call('POST', '/api/wallet/top-ups', { amount: 100 }, newKey())).toMatchObject({
      status: 409,
      body: { code: 'wallet_frozen' },
    })
    expect(await ada.balance()).toBe(700)
    expect(await ada.transactions()).toHaveLength(3)

    // The chargeback is won: the money pays for the loss, and the wallet thaws.
    await chargeBack(reference, 'won')
    await ada.signInAgain()
    expect(await frozen(ada)).toBe(false)
    expect(await wallets.balanceOf('loss')).toBe(0n)
    expect(await ada.balance()).toBe(700)
    expect((await ada.give(100)).status).toBe(201)
  })
})

describe('closing the account', () => {
  test('is refused while the wallet holds money, and while a top-up is pending', async () => {
    const ada = await wallets.person()
    await ada.topUp(1500)
    expect(await ada.close()).toMatchObject({
      status: 409,
      body: { code: 'account_not_empty', detail: expect.stringContaining('₦1,500.00') },
    })
    await ada.give(1500)
    await ada.begin(300)
    expect(await ada.close()).toMatchObject({
      status: 409,
      body: { code: 'account_not_empty', detail: expect.stringContaining('₦300.00') },
    })
    expect(await ada.balance()).toBe(0)
  })

  test('succeeds with an empty wallet; money that comes later waits in suspense', async () => {
    const ada = await wallets.person()
    const { reference } = await ada.begin(900)
    await wallets.server.pass(hours(73), JOBS)
    await ada.signInAgain()
    expect(await ada.close()).toMatchObject({ status: 200 })
    await wallets.pay(reference)
    wallets.server.clock.advance(seconds(10))
    expect(await wallets.verify(reference)).toBe('needs_review')
    expect(await wallets.balanceOf('suspense')).toBe(90_000n)
    expect(await wallets.booked(reference)).toEqual(['fee 1350', 'mismatch 90000'])
    await refund(reference)
    expect(await wallets.balanceOf('suspense')).toBe(0n)
  })

  describe('and a chargeback that is won after it', () => {
    /** A top-up of ₦1,500 of which a chargeback took a part, and the account was closed with the rest given. */
    async function closedAfterChargeback(part: number) {
      const ada = await wallets.person()
      const reference = await topUp(ada, 1500)
      await chargeBack(reference, 'lost', part)
      await ada.signInAgain()
      if (part < 1500) await ada.give(1500 - part)
      expect(await ada.close()).toMatchObject({ status: 200 })
      await chargeBack(reference, 'won')
      return reference
    }

    test.each([1500, 600])('is a payment to review, of the ₦%i that came back', async (part) => {
      const reference = await closedAfterChargeback(part)
      expect(await wallets.balanceOf('suspense')).toBe(BigInt(part * 100))
      const halima = await newAdministrator(wallets.server, 'halima')
      const musa = await newAdministrator(wallets.server, 'musa')
      const toReview = async () => (await halima.call('GET', '/api/admin/books')).body['payments_for_review']
      expect(await toReview()).toMatchObject([
        { reference, amount_suspended: part, actions: ['return'], review_reason: expect.stringContaining('closed') },
      ])
      expect((await halima.call('GET', '/api/admin/overview')).body).toMatchObject({
        books: { payments_for_review: 1 },
      })

      const decision = { payment: reference, action: 'return', reason: 'We send it to her bank account.' }
      expect(await halima.call('POST', '/api/admin/books/decisions', { ...decision, action: 'settle' })).toMatchObject({
        body: { code: 'payment_cannot_settle', detail: expect.stringContaining('closed') },
      })
      const { body } = await halima.call('POST', '/api/admin/books/decisions', decision)
      expect((await musa.call('POST', `/api/admin/decisions/${String(body['id'])}/confirmation`)).status).toBe(200)
      expect(await wallets.balanceOf('suspense')).toBe(0n)
      expect(await toReview()).toEqual([])
      const booked = await wallets.booked(reference)

      // The provider reports the same refund: it changes nothing, neither on its way nor when it has arrived.
      await refund(reference, part * 100)
      expect(await wallets.booked(reference)).toEqual(booked)
      expect(await wallets.balanceOf('suspense')).toBe(0n)
    })

    test('needs no decision any more when it is lost after all', async () => {
      const reference = await closedAfterChargeback(600)
      const halima = await newAdministrator(wallets.server, 'halima')
      const musa = await newAdministrator(wallets.server, 'musa')
      const decision = { payment: reference, action: 'return', reason: 'We send it to her bank account.' }
      const { body } = await halima.call('POST', '/api/admin/books/decisions', decision)
      expect(await waitingFor(musa)).toEqual([body['id']])
      await chargeBack(reference)
      // A proposal made meanwhile waits for no one, and can be withdrawn.
      const later = await signInAdministrator(wallets.server, 'musa')
      expect(await waitingFor(later)).toEqual([])
      const answer = async (which: string) =>
        (await later.call('POST', `/api/admin/decisions/${String(body['id'])}/${which}`)).status
      expect([await answer('confirmation'), await answer('withdrawal')]).toEqual([409, 200])
      expect(await wallets.balanceOf('suspense')).toBe(0n)
      expect(await wallets.balanceOf('loss')).toBe(0n)
      expect((await later.call('GET', '/api/admin/books')).body).toMatchObject({
        payments_for_review: [],
        frozen_wallets: [],
      })
    })
  })

  test('erases the user’s address from payments', async () => {
    const ada = await wallets.person()
    await ada.topUp(500)
    await ada.give(500)
    const data = (await ada.call('GET', '/api/account/data')).body
    expect(data).toMatchObject({
      wallet: { balance: 0, transactions: [{ amount: 500 }, { amount: 500, type: 'debit' }] },
    })
    await ada.close()
    const { db } = wallets.server.core
    const found = await db.execute(
      `select 1 from payment_intents where provider_email like '%mail.example' union all select 1 from wallets where closed_at is null`,
    )
    expect(found).toMatchObject({ rows: [] })
  })
})
