/** Saved cards, customers, banks, recipients, transfers out and the balance. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { newReference, PLAIN_CARD, sandboxFixture, type SandboxFixture } from '../test/stand-in/sandbox-fixture.ts'
import { hours } from '../server/platform/clock.ts'

let sandbox: SandboxFixture
beforeAll(async () => {
  sandbox = await sandboxFixture()
})
beforeEach(async () => {
  await sandbox.idle()
  await sandbox.control('reset')
  // What these tests collect stays at the provider, to be paid out from there.
  await sandbox.control('switches', { unsettled: true })
  sandbox.delivered.length = 0
})
afterAll(() => sandbox.close())

async function paid(card: Record<string, string>, email: string) {
  const { reference, accessCode } = await sandbox.begin({ email, amount: 10_000_000 })
  await sandbox.pay(accessCode, card)
  await sandbox.idle()
  const { authorization } = await sandbox.verify(reference)
  return z.object({ authorization_code: z.string() }).parse(authorization).authorization_code
}

describe('a saved card', () => {
  const charge = (fields: object) =>
    sandbox.api('/transaction/charge_authorization', {
      email: 'saver@example.com',
      amount: 2000,
      reference: newReference(),
      ...fields,
    })

  test('is charged without the payer', async () => {
    const code = await paid(PLAIN_CARD, 'saver@example.com')
    sandbox.delivered.length = 0
    const { status, body } = await charge({ authorization_code: code })
    expect(status).toBe(200)
    expect(body).toMatchObject({
      message: 'Charge attempted',
      data: { status: 'success', amount: 2000, gateway_response: 'Approved' },
    })
    await sandbox.idle()
    expect(sandbox.delivered).toMatchObject([{ event: 'charge.success', data: { amount: 2000 } }])
  })

  const saved = async (email: string) => paid(PLAIN_CARD, email)

  test.each([
    ['insufficient_funds', '51', 'Insufficient Funds'],
    ['pickup_lost_card', '41', 'Pickup card (lost card)'],
    ['do_not_honor', '05', 'Do not honor'],
    ['issuer_or_switch_inoperative', '91', 'Issuer or switch inoperative'],
  ])('is declined for %s, as a status or as a refusal, and no message tells of it', async (outcome, code, words) => {
    const email = `${code}@example.com`
    const authorization_code = await saved(email)
    sandbox.delivered.length = 0
    await sandbox.control('switches', { savedCard: outcome })
    const reference = newReference()
    const declined = { status: 'failed', gateway_response: words, gateway_response_code: outcome, response_code: code }
    const first = await charge({ authorization_code, email, reference })
    expect(first).toMatchObject({ status: 200, body: { message: 'Charge attempted', data: declined } })
    for (const absent of ['paid_at', 'created_at', 'requested_amount', 'source'])
      expect(first.body.data).not.toHaveProperty(absent)
    await sandbox.control('switches', { declinedWith: 400, declineCodes: false })
    const second = await charge({ authorization_code, email })
    expect(second).toMatchObject({ status: 400, body: { status: false, data: { status: 'failed' } } })
    expect(second.body.data).not.toHaveProperty('response_code')
    expect((await sandbox.verify(reference))['status']).toBe('failed')
    expect(await charge({ authorization_code, email, reference })).toMatchObject({
      body: { code: 'duplicate_reference' },
    })
    await sandbox.idle()
    expect(sandbox.delivered).toEqual([])
    await sandbox.control('switches', { savedCard: 'success' })
    expect((await charge({ authorization_code, email })).body.data).toMatchObject({ status: 'success' })
  })

  test('whose bank asks for the payer has no status, and can be paid days later', async () => {
    const authorization_code = await saved('saver@example.com')
    await sandbox.control('switches', { savedCard: 'challenge' })
    const { status, body } = await charge({ authorization_code })
    expect([status, body.data]).toEqual([
      200,
      {
        authorization_url: expect.stringMatching(/\/checkout\/[a-z0-9]{15}$/),
        reference: expect.any(String),
        access_code: expect.stringMatching(/^[a-z0-9]{15}$/),
        paused: true,
      },
    ])
    const reference = z.string().parse(body.data['reference'])
    expect((await sandbox.verify(reference))['status']).toBe('ongoing')
    await sandbox.later(hours(48))
    expect((await sandbox.verify(reference))['status']).toBe('abandoned')
    await sandbox.control('pay', { reference })
    expect((await sandbox.verify(reference))['status']).toBe('success')
  })

  test('that failed ten times in a row, under any address, rests for a day', async () => {
    const card = { number: '5192602720584796', cvv: '123', expiry: '12/30' }
    const emails = ['one@example.com', 'two@example.com']
    const codes = [await paid(card, 'one@example.com'), await paid(card, 'two@example.com')]
    const attempt = (index: number) => charge({ authorization_code: codes[index % 2], email: emails[index % 2] })
    await sandbox.control('switches', { savedCard: 'do_not_honor' })
    for (let index = 0; index < 10; index += 1) expect((await attempt(index)).status).toBe(200)
    await sandbox.control('switches', { savedCard: 'success' })
    expect((await attempt(0)).body).toMatchObject({
      message: 'Charge attempt cannot be fulfilled until 1440 minutes',
    })
    await sandbox.later(hours(24))
    expect((await attempt(1)).body.data).toMatchObject({ status: 'success' })
    expect((await attempt(0)).body.data).toMatchObject({ status: 'success' })
  })

  test('that has expired since is declined', async () => {
    const authorization_code = await paid({ ...PLAIN_CARD, expiry: '12/26' }, 'expiring@example.com')
    const months = (new Date('2027-01-02').getTime() - sandbox.clock.now().getTime()) / hours(1)
    await sandbox.later(hours(Math.max(0, months)))
    expect((await charge({ authorization_code, email: 'expiring@example.com' })).body.data).toMatchObject({
      status: 'failed',
      gateway_response_code: 'expired_card',
    })
  })

  test('is refused under another address, when it is not reusable, and when it is unknown; the reference stays free', async () => {
    const code = await paid(PLAIN_CARD, 'saver@example.com')
    const once = await paid({ number: '4084080000671803', cvv: '180', expiry: '12/30' }, 'saver@example.com')
    const reference = newReference()
    const mismatch = {
      status: 400,
      body: { message: expect.stringMatching(/^Email does not match Authorization code/) },
    }
    expect(await charge({ authorization_code: code, email: 'Saver@example.com', reference })).toMatchObject(mismatch)
    expect(await charge({ authorization_code: once, reference })).toMatchObject(mismatch)
    expect(await charge({ authorization_code: 'AUTH_unknown', reference })).toMatchObject({
      status: 400,
      body: { message: 'Authorization code is invalid' },
    })
    expect((await charge({ authorization_code: code, reference })).status).toBe(200)
    expect(await charge({ authorization_code: code, reference })).toMatchObject({
      status: 400,
      body: { code: 'duplicate_reference' },
    })
  })
})

test('a customer is created once for an address, and updated later', async () => {
  const first = await sandbox.api('/customer', { email: 'known@example.com', first_name: 'Ada' })
  const second = await sandbox.api('/customer', { email: 'known@example.com', first_name: 'Adaeze' })
  expect(second.body.data).toMatchObject({ customer_code: first.body.data['customer_code'], first_name: 'Adaeze' })
})
