/** The failure switches that are about calls and payments; those about messages are in webhooks.test.ts. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import {
  newReference,
  PLAIN_CARD,
  SECRET_KEY,
  sandboxFixture,
  type SandboxFixture,
} from '../test/stand-in/sandbox-fixture.ts'
import { startSandboxServer, type SandboxServer } from '../test/stand-in/serve-sandbox.ts'
import { createBackground } from '../server/platform/background.ts'
import { createLog } from '../server/platform/logger.ts'

let sandbox: SandboxFixture
let server: SandboxServer
beforeAll(async () => {
  sandbox = await sandboxFixture()
  const log = createLog('silent')
  server = await startSandboxServer({
    db: sandbox.database.db,
    clock: sandbox.clock,
    log,
    background: createBackground(log),
    secretKey: SECRET_KEY,
    webhookUrl: 'http://127.0.0.1:1/',
  })
})
beforeEach(async () => {
  await sandbox.idle()
  sandbox.delivered.length = 0
  await sandbox.control('reset')
  await server.control('reset')
})
afterAll(async () => {
  await server.stop()
  await sandbox.close()
})

const headers = { authorization: `Bearer ${SECRET_KEY}`, 'content-type': 'application/json' }
const gift = () => ({ email: 'donor@example.com', amount: 500_000, reference: newReference() })
const overHttp = (path: string, body?: object, signal?: AbortSignal) =>
  fetch(`${server.baseUrl}${path}`, {
    headers,
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
    ...(signal && { signal }),
  })

describe('a call that goes wrong', () => {
  test('initialize is never answered, though the transaction exists', async () => {
    await server.control('switches', { calls: { initialize: { fault: 'no_answer', after: true } } })
    const asked = gift()
    await expect(overHttp('/transaction/initialize', asked, AbortSignal.timeout(300))).rejects.toThrow(/timeout/i)
    expect(await sandbox.verify(asked.reference)).toMatchObject({ status: 'abandoned', amount: 500_000 })
  })

  test('initialize is cut off, though the transaction exists', async () => {
    await server.control('switches', { calls: { initialize: { fault: 'closed', after: true, times: 1 } } })
    const asked = gift()
    await expect(overHttp('/transaction/initialize', asked)).rejects.toThrow('fetch failed')
    expect((await sandbox.verify(asked.reference))['status']).toBe('abandoned')
    expect((await overHttp('/transaction/initialize', gift())).status).toBe(200)
  })

  test('initialize is cut off before anything was done: the reference is still free', async () => {
    await server.control('switches', { calls: { initialize: { fault: 'closed', times: 1 } } })
    const asked = gift()
    await expect(overHttp('/transaction/initialize', asked)).rejects.toThrow('fetch failed')
    expect((await overHttp('/transaction/initialize', asked)).status).toBe(200)
  })

  test('initialize answers 500, for as many calls as asked for', async () => {
    await sandbox.control('switches', { calls: { initialize: { fault: 'error_500', times: 2 } } })
    const statuses = []
    for (let call = 0; call < 3; call += 1) statuses.push((await sandbox.api('/transaction/initialize', gift())).status)
    expect(statuses).toEqual([500, 500, 200])
  })

  test('verify is rate limited, and says how long to wait', async () => {
    const { reference } = await sandbox.begin()
    await sandbox.control('switches', {
      reference,
      calls: { verify: { fault: 'rate_limited', retryAfterSeconds: 7, times: 1 } },
    })
    const limited = await sandbox.api(`/transaction/verify/${reference}`)
    expect([limited.status, limited.headers.get('retry-after')]).toEqual([429, '7'])
    expect((await sandbox.verify(reference))['status']).toBe('abandoned')
  })

  test.each(['garbage', 'html'])('verify answers %s', async (fault) => {
    const { reference } = await sandbox.begin()
    await sandbox.control('switches', { reference, calls: { verify: { fault } } })
    const response = await sandbox.routes.request(`/transaction/verify/${reference}`, { headers })
    const text = await response.text()
    expect(() => JSON.parse(text)).toThrow('JSON')
  })

  test('verify is slow, and correct', async () => {
    const { reference } = await sandbox.begin()
    await sandbox.control('switches', { reference, calls: { verify: { fault: 'slow', milliseconds: 150 } } })
    const start = performance.now()
    expect((await sandbox.verify(reference))['reference']).toBe(reference)
    expect(performance.now() - start).toBeGreaterThan(140)
  })

  test('one reference fails while the others do not, until its switch is taken back', async () => {
    const [broken, fine] = [await sandbox.begin(), await sandbox.begin()]
    await sandbox.control('switches', { reference: broken.reference, calls: { verify: { fault: 'error_500' } } })
    const status = async ({ reference }: { reference: string }) =>
      (await sandbox.api(`/transaction/verify/${reference}`)).status
    expect([await status(broken), await status(fine)]).toEqual([500, 200])
    await sandbox.control('switches', { reference: broken.reference, calls: { verify: null } })
    expect(await status(broken)).toBe(200)
  })

  test.each([
    ['list', '/transaction'],
    ['refunds', '/refund'],
  ])('%s fails', async (operation, path) => {
    await sandbox.control('switches', { calls: { [operation]: { fault: 'error_500' } } })
    expect((await sandbox.api(path)).status).toBe(500)
  })

  test('an unknown reference is 404 where it was 400', async () => {
    expect((await sandbox.api('/transaction/verify/unknown')).status).toBe(400)
    await sandbox.control('switches', { unknownReferenceStatus: 404 })
    expect(await sandbox.api('/transaction/verify/unknown')).toMatchObject({
      status: 404,
      body: { code: 'transaction_not_found' },
    })
  })
})

describe('a payment that differs from the request', () => {
  async function paidWith(switches: object) {
    const { reference, accessCode } = await sandbox.begin()
    await sandbox.control('switches', { reference, ...switches })
    await sandbox.pay(accessCode, PLAIN_CARD)
    await sandbox.idle()
    const verified = await sandbox.verify(reference)
    expect(verified['status']).toBe('success')
    // The message and verify agree, so a product that believes either sees the same.
    const message = sandbox.delivered.find(({ data }) => data['reference'] === reference)
    expect(message?.data).toMatchObject({
      amount: verified['amount'],
      currency: verified['currency'],
      domain: verified['domain'],
    })
    return verified
  }

  test.each([
    [{ amountPaid: 499_999 }, { amount: 499_999, requested_amount: 500_000 }],
    [{ amountRequested: 100 }, { amount: 100, requested_amount: 100 }],
    [{ currency: 'GHS' }, { currency: 'GHS', amount: 500_000 }],
    [{ domain: 'live' }, { domain: 'live', amount: 500_000 }],
    [{ customerBearsFees: true }, { amount: 517_767, requested_amount: 500_000, fees: 17_767 }],
  ])('%j', async (switches, seen) => {
    expect(await paidWith(switches)).toMatchObject(seen)
  })
})

describe('a checkout that will not open', () => {
  test('its session expired: no details, no payment; the reference stays spent', async () => {
    const { reference, accessCode } = await sandbox.begin()
    await sandbox.control('switches', { reference, expiredAccessCode: true })
    const details = await sandbox.routes.request(`/checkout/${accessCode}/details`)
    expect([details.status, await details.json()]).toMatchObject([
      400,
      { message: 'Transaction cannot be completed. Session timeout exceeded.' },
    ])
    expect((await sandbox.pay(accessCode, PLAIN_CARD)).status).toBe(400)
    expect((await sandbox.verify(reference))['status']).toBe('abandoned')
  })
})

describe('a payer simulated by the test', () => {
  test('pays late and silently, and only verify knows', async () => {
    const { reference } = await sandbox.begin()
    await sandbox.control('pay', { reference, silently: true })
    await sandbox.later(3_600_000)
    expect((await sandbox.verify(reference))['status']).toBe('success')
    expect(sandbox.delivered.some(({ data }) => data['reference'] === reference)).toBe(false)
  })

  test('pays twice: the second changes nothing', async () => {
    const { reference } = await sandbox.begin()
    await sandbox.control('pay', { reference })
    const paidAt = (await sandbox.verify(reference))['paid_at']
    sandbox.clock.advance(1000)
    await sandbox.control('pay', { reference, channel: 'bank_transfer' })
    expect(await sandbox.verify(reference)).toMatchObject({ paid_at: paidAt, channel: 'card' })
  })

  test('is unknown: a success without an attempt of ours', async () => {
    const { body } = await sandbox.control('stranger', { amount: 12_300 })
    const reference = z.string().parse(body['reference'])
    await sandbox.idle()
    expect(await sandbox.verify(reference)).toMatchObject({ status: 'success', amount: 12_300 })
    expect(sandbox.delivered.at(-1)).toMatchObject({ event: 'charge.success', data: { reference } })
  })

  test('sends a wrong amount: the message names the transaction by its id alone, and nothing is paid', async () => {
    const { reference } = await sandbox.begin()
    await sandbox.control('reject_transfer', { reference })
    await sandbox.idle()
    const { id, status } = await sandbox.verify(reference)
    expect(status).toBe('abandoned')
    expect(sandbox.delivered.at(-1)).toMatchObject({
      event: 'bank.transfer.rejected',
      data: { bank_transfer: { transaction_id: String(id), message_type: 'INCORRECT_AMOUNT', amount: '500100' } },
    })
    expect(sandbox.delivered.at(-1)?.data).not.toHaveProperty('reference')
  })
})

test.each([
  ['switches', { nonsense: true }],
  ['switches', { calls: { initialize: { fault: 'unknown' } } }],
  ['pay', {}],
  ['stranger', { amount: 1.5 }],
])('a wrong order is refused: %s %j', async (path, body) => {
  expect((await sandbox.control(path, body)).status).toBe(400)
})
