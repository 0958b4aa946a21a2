import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { newKey } from '../../../test/support/server.ts'
import { useWallets } from '../../../test/support/wallet.ts'
import { hours, minutes, seconds } from '../../platform/clock.ts'
import { onlyRow } from '../../platform/db/db.ts'

const JOBS = /^(payments|settlements|sandbox)/

const wallets = useWallets()

const countTopUps = async () =>
  (
    await onlyRow(
      wallets.server.core.db,
      sql`select count(*)::int as found from payment_intents where purpose = 'top_up'`,
      z.object({ found: z.number() }),
    )
  ).found

describe('starting a top-up', () => {
  test('answers with what the browser needs, and with a pending transaction in the spec’s shape', async () => {
    const ada = await wallets.person()
    const { reference, access_code, transaction } = await ada.begin(1500)
    expect(reference).toMatch(/^ref-\d{13}-[0-9a-z]{26}$/)
    expect(access_code).not.toBe('')
    expect(transaction).toMatchObject({
      user_id: ada.userId,
      wallet_id: (await ada.call('GET', '/api/wallet')).body['id'],
      amount: 1500,
      type: 'credit',
      description: 'Wallet Top-up',
      reference,
      status: 'pending',
      paystack_reference: null,
      completed_at: null,
    })
    expect(await ada.transactions()).toEqual([transaction])
    expect(await ada.balance()).toBe(0)
  })

  test('sends the provider the user’s email address, and the amount in kobo', async () => {
    const ada = await wallets.person()
    const { reference } = await ada.begin(2000)
    const Told = z.object({
      transactions: z.array(
        z.object({ reference: z.string(), amount: z.number(), customer: z.object({ email: z.string() }) }),
      ),
    })
    const { transactions } = Told.parse(await wallets.server.control('/transactions'))
    expect(transactions).toEqual([{ reference, amount: 200_000, customer: { email: ada.email } }])
  })

  test.each([
    ['nothing', 0],
    ['less than nothing', -5],
    ['a part of a naira', 10.5],
    ['more than the provider takes', 10_000_001],
    ['a word', 'many'],
  ])('of %s is refused, and nothing is recorded', async (_what, amount) => {
    const ada = await wallets.person()
    const refused = await ada.call('POST', '/api/wallet/top-ups', { amount }, newKey())
    expect(refused).toMatchObject({ status: 400, body: { code: 'invalid_input', fields: [{ field: 'amount' }] } })
    expect(await countTopUps()).toBe(0)
  })

  test('without a key, or without a session, is refused', async () => {
    const ada = await wallets.person()
    expect(await ada.call('POST', '/api/wallet/top-ups', { amount: 5 })).toMatchObject({
      body: { code: 'idempotency_key_missing' },
    })
    expect(await wallets.server.call('POST', '/api/wallet/top-ups', { amount: 5 }, newKey())).toMatchObject({
      status: 401,
    })
    expect(await countTopUps()).toBe(0)
  })

  test('a repeat gets the same answer; another amount under its key is refused; another person has their own keys', async () => {
    const [ada, bello] = [await wallets.person(), await wallets.person()]
    const key = newKey()
    const first = await ada.call('POST', '/api/wallet/top-ups', { amount: 700 }, key)
    expect(await ada.call('POST', '/api/wallet/top-ups', { amount: 700 }, key)).toMatchObject({
      status: 201,
      body: first.body,
    })
    expect(await ada.call('POST', '/api/wallet/top-ups', { amount: 800 }, key)).toMatchObject({
      status: 409,
      body: { code: 'idempotency_key_reused' },
    })
    expect(await countTopUps()).toBe(1)
    const other = await bello.call('POST', '/api/wallet/top-ups', { amount: 700 }, key)
    expect(other).toMatchObject({ status: 201, body: { transaction: { user_id: bello.userId } } })
    for (const secret of ['reference', 'access_code']) expect(other.body[secret]).not.toBe(first.body[secret])
    expect(await countTopUps()).toBe(2)
  })

  test('a sixth within the hour is refused, and names one to resume; an hour later it is not', async () => {
    const ada = await wallets.person()
    for (let opened = 0; opened < 4; opened += 1) await ada.begin(100)
    const { reference } = await ada.begin(100)
    const refused = await ada.call('POST', '/api/wallet/top-ups', { amount: 100 }, newKey())
    expect(refused).toMatchObject({ status: 409, body: { code: 'too_many_open_top_ups', reference } })
    expect(await countTopUps()).toBe(5)

    // A top-up that has ended does not count.
    await wallets.pay(reference)
    await wallets.verify(reference)
    const { reference: last } = await ada.begin(100)
    expect(await ada.call('POST', '/api/wallet/top-ups', { amount: 100 }, newKey())).toMatchObject({
      body: { code: 'too_many_open_top_ups', reference: last },
    })
    wallets.server.clock.advance(minutes(60))
    await ada.signInAgain()
    await ada.begin(100)
  })

  test('twenty at once open five', async () => {
    const ada = await wallets.person()
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => ada.call('POST', '/api/wallet/top-ups', { amount: 100 }, newKey())),
    )
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(5)
    expect(await countTopUps()).toBe(5)
  })
})

describe('a top-up that is paid', () => {
  test('is completed and credited once, however often it is verified', async () => {
    const ada = await wallets.person()
    const reference = await ada.topUp(1500)
    await Promise.all(Array.from({ length: 10 }, () => wallets.verify(reference)))
    wallets.server.clock.advance(seconds(10))
    await wallets.verify(reference)
    await wallets.server.runJobs(JOBS)
    expect(await ada.balance()).toBe(1500)
    expect(await wallets.booked(reference)).toEqual(['fee 2250', 'top_up 150000'])
    const [transaction] = await ada.transactions()
    expect(transaction).toMatchObject({ status: 'completed', paystack_reference: reference })
    expect(transaction?.completed_at).not.toBeNull()
    // A top-up is not a gift.
    expect((await wallets.server.call('GET', '/api/stats')).body).toMatchObject({ active_donors: 0, funds_raised: 0 })
  })

  test('is settled when the tab is closed and no webhook comes', async () => {
    const ada = await wallets.person()
    const { reference } = await ada.begin(900)
    await wallets.pay(reference)
    await wallets.server.pass(minutes(2), JOBS)
    expect(await ada.balance()).toBe(900)
  })

  test('is credited also after it failed', async () => {
    const ada = await wallets.person()
    const { reference } = await ada.begin(900)
    await wallets.server.pass(hours(73), JOBS)
    await ada.signInAgain()
    expect(await ada.transactions()).toMatchObject([{ status: 'failed' }])
    await wallets.pay(reference)
    wallets.server.clock.advance(seconds(10))
    expect(await wallets.verify(reference)).toBe('success')
    expect(await ada.transactions()).toMatchObject([{ status: 'completed', paystack_reference: reference }])
    expect(await ada.balance()).toBe(900)
  })

  test('with another amount is not credited: the money waits in suspense, and the top-up stays pending', async () => {
    const ada = await wallets.person()
    const { reference } = await ada.begin(900)
    await wallets.server.control('/switches', { reference, amountPaid: 50_000 })
    await wallets.pay(reference)
    expect(await wallets.verify(reference)).toBe('needs_review')
    expect(await ada.balance()).toBe(0)
    expect(await ada.transactions()).toMatchObject([{ status: 'pending' }])
    expect(await wallets.balanceOf('suspense')).toBe(50_000n)
    expect((await ada.call('POST', `/api/wallet/top-ups/${reference}/resume`)).body).toMatchObject({
      access_code: null,
    })
  })

  test('twice, because the first answer was lost, is credited once', async () => {
    const ada = await wallets.person()
    const key = newKey()
    await wallets.server.control('/switches', { calls: { initialize: { fault: 'closed', after: true, times: 1 } } })
    expect(await ada.call('POST', '/api/wallet/top-ups', { amount: 400 }, key)).toMatchObject({ status: 503 })
    const [lost] = await ada.transactions()
    const { body } = await ada.call('POST', '/api/wallet/top-ups', { amount: 400 }, key)
    const reference = String(body['reference'])
    expect(reference).not.toBe(lost?.reference)
    // The transaction has the reference that can be paid.
    expect(await ada.transactions()).toMatchObject([{ reference, status: 'pending' }])
    await wallets.pay(String(lost?.reference))
    await wallets.pay(reference)
    expect(await wallets.verify(String(lost?.reference))).toBe('success')
    expect(await ada.transactions()).toMatchObject([{ status: 'completed', paystack_reference: lost?.reference }])
    expect(await wallets.verify(reference)).toBe('needs_review')
    expect(await ada.balance()).toBe(400)
    expect(await wallets.balanceOf('suspense')).toBe(40_000n)
  })
})

describe('resuming', () => {
  const resume = (person: Awaited<ReturnType<typeof wallets.person>>, reference: string) =>
    person.call('POST', `/api/wallet/top-ups/${reference}/resume`)

  test('continues the same payment', async () => {
    const ada = await wallets.person()
    const opened = await ada.begin(600)
    expect(await resume(ada, opened.reference)).toMatchObject({ status: 200, body: opened })
    await wallets.pay(opened.reference)
    wallets.server.clock.advance(seconds(10))
    const settled = await resume(ada, opened.reference)
    expect(settled.body).toMatchObject({ access_code: null, transaction: { status: 'completed' } })
    expect(await ada.balance()).toBe(600)
  })

  test('a top-up that the provider never answered opens a new attempt', async () => {
    const ada = await wallets.person()
    await wallets.server.control('/switches', { calls: { initialize: { fault: 'closed', times: 1 } } })
    await ada.call('POST', '/api/wallet/top-ups', { amount: 600 }, newKey())
    const [lost] = await ada.transactions()
    const { body } = await resume(ada, String(lost?.reference))
    expect(body).toMatchObject({ access_code: expect.any(String), transaction: { id: lost?.id, status: 'pending' } })
    expect(body['reference']).not.toBe(lost?.reference)
    await wallets.pay(String(body['reference']))
    expect(await wallets.verify(String(body['reference']))).toBe('success')
    expect(await ada.balance()).toBe(600)
  })

  test('a top-up that was not paid in 72 hours has failed', async () => {
    const ada = await wallets.person()
    const { reference } = await ada.begin(600)
    await wallets.server.pass(hours(73), JOBS)
    await ada.signInAgain()
    expect((await resume(ada, reference)).body).toMatchObject({ access_code: null, transaction: { status: 'failed' } })
  })
})

describe('canceling', () => {
  const cancel = (person: Awaited<ReturnType<typeof wallets.person>>, reference: string) =>
    person.call('POST', `/api/wallet/top-ups/${reference}/cancel`)

  test('ends an open top-up, which then neither counts nor continues; a late success is still credited', async () => {
    const ada = await wallets.person()
    const { reference } = await ada.begin(600)
    for (let opened = 1; opened < 5; opened += 1) await ada.begin(100)
    const canceled = await cancel(ada, reference)
    expect(canceled).toMatchObject({ status: 200, body: { reference, status: 'failed', completed_at: null } })
    const [...rest] = await ada.transactions('?status=failed')
    expect(rest).toEqual([canceled.body])
    expect(rest[0]?.canceled_at).toBe(wallets.server.clock.now().toISOString())
    // The top-up's place among the open ones is free again.
    await ada.begin(100)
    wallets.server.clock.advance(seconds(10))
    expect((await ada.call('POST', `/api/wallet/top-ups/${reference}/resume`)).body).toMatchObject({
      access_code: null,
      transaction: { status: 'failed' },
    })
    // Once more changes nothing.
    expect((await cancel(ada, reference)).body).toEqual(canceled.body)

    await wallets.pay(reference)
    await wallets.server.pass(minutes(2), JOBS)
    expect(await ada.balance()).toBe(600)
    expect(await wallets.booked(reference)).toEqual(['fee 900', 'top_up 60000'])
    expect((await ada.transactions('?status=completed'))[0]).toMatchObject({ reference, paystack_reference: reference })
  })

  test('one that was paid meanwhile credits it; one that needs review stays pending; another person’s is not found', async () => {
    const [ada, bello] = [await wallets.person(), await wallets.person()]
    const { reference: paid } = await ada.begin(600)
    expect(await cancel(bello, paid)).toMatchObject({ status: 404, body: { code: 'not_found' } })
    await wallets.pay(paid)
    expect((await cancel(ada, paid)).body).toMatchObject({ status: 'completed', canceled_at: null })
    const { reference: odd } = await ada.begin(900)
    await wallets.server.control('/switches', { reference: odd, amountPaid: 50_000 })
    await wallets.pay(odd)
    expect((await cancel(ada, odd)).body).toMatchObject({ status: 'pending', canceled_at: null })
    expect(await ada.balance()).toBe(600)
  })
})
