/** Money going back: refunds by card, partial and whole, and chargebacks. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { PLAIN_CARD, sandboxFixture, type SandboxFixture } from '../test/stand-in/sandbox-fixture.ts'
import { seconds } from '../server/platform/clock.ts'

let sandbox: SandboxFixture
beforeAll(async () => {
  sandbox = await sandboxFixture()
})
beforeEach(async () => {
  await sandbox.idle()
  await sandbox.control('reset')
  sandbox.delivered.length = 0
})
afterAll(() => sandbox.close())

const FAILING = { number: '4084080000671803', cvv: '180', expiry: '12/30' }
const WANTING = { number: '4084080000671902', cvv: '190', expiry: '12/30' }

async function paid(card: Record<string, string> = PLAIN_CARD) {
  const { reference, accessCode } = await sandbox.begin({ amount: 100_000 })
  await sandbox.pay(accessCode, card)
  await sandbox.idle()
  sandbox.delivered.length = 0
  return reference
}
const refund = (reference: string, fields: object = {}) => sandbox.api('/refund', { transaction: reference, ...fields })
const statusOf = async (reference: string) => (await sandbox.verify(reference))['status']
/** The messages about one transaction; an earlier test's refunds may still be on their way. */
const told = (reference: string) => sandbox.delivered.filter(({ body }) => body.includes(reference))
const events = (reference: string) => told(reference).map(({ event }) => event)
/** Both of a refund's steps. */
async function settle() {
  await sandbox.later(seconds(5))
  await sandbox.later(seconds(5))
}

describe('a refund', () => {
  test('is queued, then processed, and reverses the transaction', async () => {
    const reference = await paid()
    const { status, body } = await refund(reference)
    expect(status).toBe(200)
    expect(body).toMatchObject({
      status: true,
      message: 'Refund has been queued for processing',
      data: {
        status: 'pending',
        amount: 100_000,
        currency: 'NGN',
        deducted_amount: 0,
        transaction: { reference, status: 'reversal-pending' },
      },
    })
    expect(await statusOf(reference)).toBe('reversal-pending')
    await sandbox.later(seconds(5))
    expect(await statusOf(reference)).toBe('reversal-pending')
    await sandbox.later(seconds(5))
    expect(await statusOf(reference)).toBe('reversed')
    expect(events(reference)).toEqual(['refund.pending', 'refund.processing', 'refund.processed'])
    expect(told(reference)[0]?.data).toMatchObject({
      transaction_reference: reference,
      refund_reference: null,
      amount: '100000',
    })
    expect(told(reference)[2]?.data).toMatchObject({
      refund_reference: expect.stringMatching(/^\d{12}$/),
      amount: 100_000,
    })
    await settle()
    expect(events(reference)).toHaveLength(3)
  })

  test('of a part also reads reversed at the end, and the rest may follow', async () => {
    const reference = await paid()
    await refund(reference, { amount: 40_000 })
    await settle()
    expect(await statusOf(reference)).toBe('reversed')
    expect(await refund(reference, { amount: 60_001 })).toMatchObject({ status: 400 })
    expect((await refund(reference, { amount: 60_000 })).status).toBe(200)
    expect(await statusOf(reference)).toBe('reversal-pending')
    await settle()
    expect(await refund(reference, { amount: 1 })).toMatchObject({
      status: 400,
      body: { code: 'transaction_reversed', type: 'api_error' },
    })
  })

  test('without an amount is the whole original, also after a part was given back', async () => {
    const reference = await paid()
    await refund(reference, { amount: 1000 })
    expect(await refund(reference)).toMatchObject({
      status: 400,
      body: { message: 'Total refund amount cannot exceed original transaction amount' },
    })
  })

  test('that fails leaves the money where it was, and can be tried again', async () => {
    const reference = await paid(FAILING)
    await refund(reference)
    await settle()
    expect(events(reference).at(-1)).toBe('refund.failed')
    expect(await statusOf(reference)).toBe('success')
    expect((await refund(reference)).status).toBe(200)
  })

  test('that needs attention stays pending', async () => {
    const reference = await paid(WANTING)
    await refund(reference)
    await settle()
    expect(events(reference).at(-1)).toBe('refund.needs-attention')
    expect(await statusOf(reference)).toBe('reversal-pending')
    expect((await refund(reference)).status).toBe(400)
  })

  test('fails when a switch says so', async () => {
    const reference = await paid()
    await sandbox.control('switches', { reference, refundOutcome: 'failed' })
    await refund(reference)
    await settle()
    expect(await statusOf(reference)).toBe('success')
  })

  test('may name the transaction by its id', async () => {
    const reference = await paid()
    const { id } = await sandbox.verify(reference)
    expect((await refund(reference, { transaction: id, amount: 500 })).body.data).toMatchObject({ amount: 500 })
  })

  test('of an unpaid or unknown transaction or of too much is refused and changes nothing', async () => {
    const { reference: unpaid } = await sandbox.begin()
    expect((await refund(unpaid)).status).toBe(400)
    expect((await refund('no-such-reference')).status).toBe(400)
    expect((await sandbox.api('/refund', {})).status).toBe(400)
    const reference = await paid()
    for (const fields of [{ amount: 100_001 }, { amount: 0 }, { amount: 1.5 }, { amount: -1 }]) {
      expect((await refund(reference, fields)).status).toBe(400)
    }
    expect(await statusOf(reference)).toBe('success')
    await sandbox.idle()
    expect(told(reference)).toEqual([])
  })

  test('requested ten times at once is made once', async () => {
    const reference = await paid()
    const answers = await Promise.all(Array.from({ length: 10 }, () => refund(reference)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  })

  test('leaves the fee with the provider', async () => {
    const reference = await paid()
    await refund(reference)
    await settle()
    expect((await sandbox.verify(reference))['fees']).toBe(1500)
  })
})

describe('the list of refunds', () => {
  test('is by transaction id; a reference silently finds nothing', async () => {
    const reference = await paid()
    await refund(reference, { amount: 100 })
    await refund(reference, { amount: 200 })
    const { id } = await sandbox.verify(reference)
    const { data, meta } = await sandbox.list(`/refund?transaction=${String(id)}`)
    expect(data.map((each) => each['amount'])).toEqual([200, 100])
    expect(data[0]).toMatchObject({ transaction: id, status: 'pending', transaction_reference: reference })
    expect(meta).toMatchObject({ total: 2, page: 1 })
    expect((await sandbox.list(`/refund?transaction=${reference}`)).data).toEqual([])
    expect((await sandbox.list('/refund?from=2030-01-01')).data).toEqual([])
    expect((await sandbox.list('/refund?perPage=1')).data).toHaveLength(1)
  })
})

describe('a chargeback', () => {
  test('takes the money back, and announces the dispute and its end', async () => {
    const reference = await paid()
    await sandbox.control('chargeback', { reference })
    await sandbox.idle()
    expect(await statusOf(reference)).toBe('reversed')
    expect(events(reference).toSorted()).toEqual(['charge.dispute.create', 'charge.dispute.resolve'])
    expect((await refund(reference)).status).toBe(400)
  })

  test('changes nothing when opened; won after it was lost, it returns the money', async () => {
    const reference = await paid()
    await sandbox.control('chargeback', { reference, outcome: 'open' })
    expect(await statusOf(reference)).toBe('success')
    await sandbox.control('chargeback', { reference, outcome: 'lost' })
    expect(await statusOf(reference)).toBe('reversed')
    await sandbox.control('chargeback', { reference, outcome: 'won' })
    expect(await statusOf(reference)).toBe('success')
    await sandbox.idle()
    expect(events(reference).filter((event) => event === 'charge.dispute.create')).toHaveLength(1)
  })

  test('of an unpaid transaction is refused', async () => {
    const { reference } = await sandbox.begin()
    expect((await sandbox.control('chargeback', { reference })).status).toBe(404)
  })
})
