/** A gift that the database lost, as an asynchronous failover does, is recorded again from what the provider holds; nothing forged is. */
import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { useGiving, type Gift } from '../../../test/support/giving.ts'
import { losePayments } from '../../../test/support/losing.ts'
import { SECRET_KEY } from '../../../test/support/server.ts'
import { minutes, seconds } from '../../platform/clock.ts'

const JOBS = /^(payments|settlements|sandbox)/
const giving = useGiving()

async function list(): Promise<void> {
  await giving.server.pass(minutes(1), JOBS)
  await giving.server.pass(seconds(11), JOBS)
}

async function sendWebhook({ reference }: Gift, id: number): Promise<void> {
  const body = JSON.stringify({ event: 'charge.success', data: { id, reference } })
  const signature = createHmac('sha512', SECRET_KEY).update(body).digest('hex')
  await giving.server.call('POST', '/webhooks/paystack', body, { 'x-paystack-signature': signature })
}

const told: [string, (gift: Gift) => Promise<unknown>][] = [
  ['by a webhook', (gift) => sendWebhook(gift, 1)],
  ['by two webhooks at once', (gift) => Promise.all([sendWebhook(gift, 1), sendWebhook(gift, 2)])],
  ['by the list of successes', list],
  ['by both', (gift) => Promise.all([sendWebhook(gift, 1), list()])],
]

test.each(told)('a lost gift that is told %s goes to its fund, once, and its receipt opens', async (_name, tell) => {
  const gift = await giving.start(2500, 'food')
  await losePayments(giving.server)
  await giving.pay(gift.reference)
  expect(await giving.payment(gift)).toBe(404)
  await tell(gift)
  await giving.server.idle()
  await list()
  expect(await giving.payment(gift)).toBe('success')
  expect(await giving.receipt(gift)).toMatchObject({ amount: 2500, donation_type: 'food', status: 'success' })
  expect(await giving.figures()).toMatchObject({ active_donors: 1, funds_raised: 2500 })
  expect(await giving.balance('suspense')).toBe(0n)
})

const Metadata = z.record(z.string(), z.unknown())

/** The provider's metadata of a gift, which anyone who pays may copy. */
async function metadataOf({ reference }: Gift) {
  return Metadata.parse((await giving.server.payments.provider.verify(reference))?.metadata)
}

/** Pays a transaction that we did not begin. */
async function payForged(kobo: bigint, metadata: unknown, reference = `gift-${'z'.repeat(26)}`): Promise<Gift> {
  const email = 'stranger@mail.example'
  const given = {
    email,
    amount: kobo,
    reference,
    label: 'x',
    metadata: z.record(z.string(), z.string()).parse(metadata),
  }
  await giving.server.payments.provider.initialize(given)
  await giving.pay(reference)
  return { reference, receipt: '' }
}

const forgeries: [string, bigint, object, string?][] = [
  ['another fund', 250_000n, { donation_type: 'school' }],
  ['another amount', 260_000n, {}],
  ['another message', 250_000n, { message: 'Mine' }],
  ['another receipt', 250_000n, { receipt_hash: 'a'.repeat(64) }],
  ['a seal of their own', 250_000n, { seal: 'a'.repeat(64) }],
  ['no seal', 250_000n, { seal: '' }],
  ['a reference of another form', 250_000n, {}, 'DVA-4711'],
]

test.each(forgeries)(
  'metadata with %s make no gift: the money waits in suspense',
  async (_name, kobo, changed, reference) => {
    const { custom_fields: _, ...genuine } = await metadataOf(await giving.start(2500, 'food'))
    await losePayments(giving.server)
    const forged = await payForged(kobo, { ...genuine, ...changed }, reference)
    await sendWebhook(forged, 1)
    await giving.server.idle()
    await list()
    expect(await giving.figures()).toMatchObject({ active_donors: 0, funds_raised: 0 })
    expect(await giving.balance('suspense')).toBe(kobo)
  },
)

test('metadata that are copied from a gift that is known pay that gift, and no second one', async () => {
  const gift = await giving.start(2500, 'food')
  const { custom_fields: _, ...genuine } = await metadataOf(gift)
  await sendWebhook(await payForged(250_000n, genuine), 1)
  await giving.server.idle()
  expect(await giving.receipt(gift)).toMatchObject({ amount: 2500, donation_type: 'food', status: 'success' })
  await giving.pay(gift.reference)
  await sendWebhook(gift, 2)
  await giving.server.idle()
  expect(await giving.figures()).toMatchObject({ active_donors: 1, funds_raised: 2500 })
  expect(await giving.balance('suspense')).toBe(250_000n)
})
