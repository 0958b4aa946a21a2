/** The messages: what is signed, who is told, and how often. */
import { createHmac } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { PLAIN_CARD, SECRET_KEY, sandboxFixture, type SandboxFixture } from '../test/stand-in/sandbox-fixture.ts'
import { after, hours, minutes, seconds } from '../server/platform/clock.ts'

let sandbox: SandboxFixture
beforeAll(async () => {
  sandbox = await sandboxFixture()
})
beforeEach(async () => {
  await sandbox.idle()
  await sandbox.control('reset')
  sandbox.productAnswers(200)
  sandbox.delivered.length = 0
})
afterAll(() => sandbox.close())

const signed = (body: Buffer, key = SECRET_KEY) => createHmac('sha512', key).update(body).digest('hex')

/** Pays, and waits until the first attempts are over. */
async function paid(switches: object = {}, fields: Record<string, unknown> = {}) {
  const { reference, accessCode } = await sandbox.begin(fields)
  await sandbox.control('switches', { reference, ...switches })
  await sandbox.pay(accessCode, PLAIN_CARD)
  await sandbox.idle()
  return reference
}

describe('a success', () => {
  test('is sent once, signed over the exact bytes, with the data of verify', async () => {
    const reference = await paid({}, { label: 'Ngozi, ₦ and "quotes"', metadata: { note: 'tàbí / \u2028' } })
    expect(sandbox.delivered).toHaveLength(1)
    const [message] = sandbox.delivered
    expect(message?.event).toBe('charge.success')
    expect(message?.signature).toBe(signed(message?.body ?? Buffer.alloc(0)))
    expect(message?.signature).toMatch(/^[0-9a-f]{128}$/)
    expect(message?.data).toEqual(await sandbox.verify(reference))
    await sandbox.later(hours(100))
    expect(sandbox.delivered).toHaveLength(1)
  })

  test('absent metadata are 0 in the message, null in verify and empty text in the list', async () => {
    const reference = await paid()
    expect(sandbox.delivered[0]?.data['metadata']).toBe(0)
    expect((await sandbox.verify(reference))['metadata']).toBeNull()
    expect((await sandbox.list('/transaction?status=success&perPage=1')).data[0]?.['metadata']).toBe('')
  })

  test.each(['before', 'after'])('may be told %s the payer has the answer', async (timing) => {
    const { reference, accessCode } = await sandbox.begin()
    await sandbox.control('switches', { reference, webhooks: { timing } })
    await sandbox.pay(accessCode, PLAIN_CARD)
    expect(sandbox.delivered).toHaveLength(timing === 'before' ? 1 : 0)
    await sandbox.idle()
    expect(sandbox.delivered).toHaveLength(1)
  })
})

test('no webhook is sent for a decline, a failed attempt or a cancelled checkout', async () => {
  const { accessCode } = await sandbox.begin()
  await sandbox.pay(accessCode, { ...PLAIN_CARD, number: '4084080000005408', cvv: '001' })
  await sandbox.pay(accessCode, { number: '507850785078507812', cvv: '081', expiry: '12/30', pin: '9999' })
  await sandbox.routes.request(`/checkout/${accessCode}/cancel`, { method: 'POST' })
  await sandbox.later(hours(1))
  expect(sandbox.delivered).toEqual([])
})

describe('retries', () => {
  test('come hourly, ten times, until a 200', async () => {
    sandbox.productAnswers(500)
    await paid()
    expect(sandbox.delivered).toHaveLength(1)
    await sandbox.later(minutes(59))
    expect(sandbox.delivered).toHaveLength(1)
    await sandbox.later(minutes(1))
    expect(sandbox.delivered).toHaveLength(2)
    for (let hour = 2; hour <= 12; hour += 1) await sandbox.later(hours(1))
    expect(sandbox.delivered).toHaveLength(11)
    expect(new Set(sandbox.delivered.map(({ body }) => body.toString())).size).toBe(1)
  })

  test.each([201, 204, 302, 400, 401, 503])('a %s is no acknowledgement', async (status) => {
    sandbox.productAnswers(status)
    await paid()
    sandbox.productAnswers(200)
    await sandbox.later(hours(1))
    expect(sandbox.delivered).toHaveLength(2)
    await sandbox.later(hours(1))
    expect(sandbox.delivered).toHaveLength(2)
  })

  test('a product that was down gets the webhook when it is back', async () => {
    const own = await sandboxFixture({ webhookUrl: 'http://127.0.0.1:1/webhooks/paystack' }, sandbox.database)
    const { reference, accessCode } = await own.begin()
    await own.pay(accessCode, PLAIN_CARD)
    await own.idle()
    const answer = await own.routes.request(`/control/webhooks?reference=${reference}`)
    expect(await answer.json()).toMatchObject({
      webhooks: [
        {
          attempts: 1,
          last_status: 0,
          delivered_at: null,
          next_attempt_at: after(own.clock.now(), hours(1)).toISOString(),
        },
      ],
    })
    await own.close()
    // The same provider again, now that the product is back: a restart lost nothing.
    await sandbox.later(hours(1))
    expect(sandbox.delivered.filter(({ data }) => data['reference'] === reference)).toHaveLength(1)
  })
})

describe('the switches', () => {
  test('dropped: the payment succeeds, and no webhook is sent', async () => {
    const reference = await paid({ webhooks: { drop: true } })
    await sandbox.later(hours(24))
    expect(sandbox.delivered).toEqual([])
    expect((await sandbox.verify(reference))['status']).toBe('success')
  })

  test('delayed: sent when the clock reaches its time', async () => {
    await paid({ webhooks: { delaySeconds: 300 } })
    await sandbox.later(seconds(299))
    expect(sandbox.delivered).toEqual([])
    await sandbox.later(seconds(1))
    expect(sandbox.delivered).toHaveLength(1)
  })

  test.each([false, true])('copies: the same bytes several times (all at once: %s)', async (concurrent) => {
    await paid({ webhooks: { copies: 3, concurrent } })
    expect(sandbox.delivered).toHaveLength(3)
    expect(new Set(sandbox.delivered.map(({ body }) => body.toString())).size).toBe(1)
  })

  test('wrong signature: well formed, from another key', async () => {
    await paid({ webhooks: { signature: 'wrong' } })
    const [message] = sandbox.delivered
    expect(message?.signature).toMatch(/^[0-9a-f]{128}$/)
    expect(message?.signature).not.toBe(signed(message?.body ?? Buffer.alloc(0)))
  })

  test('missing signature: no header at all', async () => {
    await paid({ webhooks: { signature: 'missing' } })
    expect(sandbox.delivered[0]?.signature).toBeUndefined()
  })

  test('re-serialised: the signature is of other bytes with the same meaning', async () => {
    await paid({ webhooks: { signature: 'reserialised' } })
    const [message] = sandbox.delivered
    const body = message?.body ?? Buffer.alloc(0)
    expect(message?.signature).not.toBe(signed(body))
    expect(message?.signature).toBe(signed(Buffer.from(JSON.stringify(JSON.parse(body.toString())))))
  })

  test('spaced: signed correctly, but spaced unlike JSON.stringify', async () => {
    await paid({ webhooks: { format: 'spaced' } })
    const [message] = sandbox.delivered
    const body = message?.body ?? Buffer.alloc(0)
    expect(message?.signature).toBe(signed(body))
    expect(body.toString()).not.toBe(JSON.stringify(JSON.parse(body.toString())))
  })

  test('held, then released in reverse: a refund is processed before it is pending', async () => {
    const reference = await paid({ webhooks: { hold: true } })
    await sandbox.control('refund', { reference })
    await sandbox.later(seconds(5))
    await sandbox.later(seconds(5))
    expect(sandbox.delivered).toEqual([])
    const answer = await sandbox.control('deliver', { reference, order: 'reverse' })
    expect(answer.status).toBe(200)
    expect(sandbox.delivered.map(({ event }) => event)).toEqual([
      'refund.processed',
      'refund.processing',
      'refund.pending',
      'charge.success',
    ])
  })

  test('deliver again: a replay of what was delivered before', async () => {
    const reference = await paid()
    await sandbox.control('deliver', { reference, copies: 2 })
    expect(sandbox.delivered).toHaveLength(3)
  })

  test('apply to one reference or to all, until reset', async () => {
    await sandbox.control('switches', { webhooks: { drop: true } })
    await paid()
    await paid({ webhooks: { drop: false } })
    expect(sandbox.delivered).toHaveLength(1)
    await sandbox.control('reset')
    await paid()
    expect(sandbox.delivered).toHaveLength(2)
  })

  test('a webhook of any content can be sent', async () => {
    await sandbox.control('message', { event: 'invoice.create', reference: 'nobody', data: { anything: [1, null] } })
    await sandbox.idle()
    expect(sandbox.delivered).toMatchObject([{ event: 'invoice.create', data: { anything: [1, null] } }])
  })
})

test('a webhook survives its process: another process sends it after the lease', async () => {
  const reference = await paid({ webhooks: { hold: true } })
  // As a process leaves it that was killed between its commit and its first attempt.
  const now = sandbox.clock.now()
  await sandbox.database.db.execute(
    sql`update sandbox_webhooks set next_attempt_at = ${now.toISOString()}, claimed_until = ${after(now, minutes(2)).toISOString()} where reference = ${reference}`,
  )
  await sandbox.later(minutes(1))
  expect(sandbox.delivered).toHaveLength(0)
  await sandbox.later(minutes(1))
  expect(sandbox.delivered).toHaveLength(1)
})
