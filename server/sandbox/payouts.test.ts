/** Saved cards, customers, banks, recipients, transfers out and the balance. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { newReference, PLAIN_CARD, sandboxFixture, type SandboxFixture } from '../../test/stand-in/sandbox-fixture.ts'
import { hours, minutes, seconds } from '../lib/clock.ts'

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

describe('banks', () => {
  test('are listed with their codes', async () => {
    expect((await sandbox.list('/bank?currency=NGN')).data).toContainEqual(
      expect.objectContaining({ name: 'Zenith Bank', code: '057', active: true }),
    )
  })

  test('resolve an account to a name, or refuse with 422', async () => {
    const resolve = (account: string, bank: string) =>
      sandbox.api(`/bank/resolve?account_number=${account}&bank_code=${bank}`)
    expect((await resolve('0000000000', '057')).body.data).toMatchObject({
      account_number: '0000000000',
      account_name: expect.any(String),
    })
    expect((await resolve('0123456789', '001')).body.data).toMatchObject({ account_name: 'TEST ACCOUNT 6789' })
    for (const [account, bank] of [
      ['9999999999', '057'],
      ['123', '057'],
      ['0000000000', '000'],
    ]) {
      expect((await resolve(account ?? '', bank ?? '')).status).toBe(422)
    }
  })
})

describe('a transfer out', () => {
  const recipient = async (fields: object = {}) =>
    sandbox.api('/transferrecipient', {
      type: 'nuban',
      name: 'Ada',
      account_number: '0000000000',
      bank_code: '057',
      currency: 'NGN',
      ...fields,
    })
  const balance = async () => {
    const { data } = await sandbox.list('/balance')
    return z.number().parse(data[0]?.['balance'])
  }
  const transfer = async (fields: object = {}) => {
    const code = (await recipient()).body.data['recipient_code']
    return sandbox.api('/transfer', {
      source: 'balance',
      amount: 100_000,
      recipient: code,
      reference: newReference(),
      ...fields,
    })
  }
  const statusOf = async (reference: string) => (await sandbox.api(`/transfer/verify/${reference}`)).body.data['status']

  beforeAll(async () => {
    await paid(PLAIN_CARD, 'funds@example.com')
  })

  test('is taken from the balance with its fee at once, and succeeds later', async () => {
    const before = await balance()
    const reference = newReference()
    const { status, body } = await transfer({ reference })
    expect([status, body.message]).toEqual([200, 'Transfer has been queued'])
    expect(body.data).toMatchObject({
      status: 'pending',
      fee_charged: 1000,
      transfer_code: expect.stringMatching(/^TRF_/),
    })
    expect(await balance()).toBe(before - 101_000)
    await sandbox.later(seconds(5))
    expect(await statusOf(reference)).toBe('success')
    expect(sandbox.delivered).toMatchObject([{ event: 'transfer.success', data: { reference, amount: 100_000 } }])
  })

  test.each(['failed', 'reversed'])('that is %s gives it all back', async (outcome) => {
    const before = await balance()
    await sandbox.control('switches', { transferOutcome: outcome })
    const reference = newReference()
    await transfer({ reference })
    await sandbox.later(seconds(5))
    expect(await statusOf(reference)).toBe(outcome)
    expect(await balance()).toBe(before)
  })

  test('that succeeded may be reversed a day later, but not fail', async () => {
    const reference = newReference()
    await transfer({ reference })
    await sandbox.later(seconds(5))
    await sandbox.later(hours(24))
    await sandbox.control('transfer', { reference, status: 'failed' })
    expect(await statusOf(reference)).toBe('success')
    await sandbox.control('transfer', { reference, status: 'reversed' })
    expect(await statusOf(reference)).toBe('reversed')
  })

  test('repeated under its reference is the same transfer, paid once', async () => {
    const reference = newReference()
    const before = await balance()
    const answers = await Promise.all([transfer({ reference }), transfer({ reference })])
    expect(answers[0].body.data['transfer_code']).toBe(answers[1].body.data['transfer_code'])
    expect(await balance()).toBe(before - 101_000)
  })

  test('waits for its OTP; a wrong OTP fails it, a missing one abandons it', async () => {
    await sandbox.control('switches', { transferOtp: true })
    const begin = async () => {
      const reference = newReference()
      const { body } = await transfer({ reference })
      expect(body).toMatchObject({ message: 'Transfer requires OTP to continue', data: { status: 'otp' } })
      return { reference, transfer_code: body.data['transfer_code'] }
    }
    const [right, wrong, none] = [await begin(), await begin(), await begin()]
    const finalize = (code: unknown, otp: string) =>
      sandbox.api('/transfer/finalize_transfer', { transfer_code: code, otp })
    expect((await finalize(right.transfer_code, '123456')).body.data['status']).toBe('pending')
    expect((await finalize(wrong.transfer_code, '000000')).body.data['status']).toBe('failed')
    expect((await finalize(right.transfer_code, '123456')).status).toBe(400)
    await sandbox.later(minutes(31))
    expect([await statusOf(right.reference), await statusOf(wrong.reference), await statusOf(none.reference)]).toEqual([
      'success',
      'failed',
      'abandoned',
    ])
  })

  test('is refused with the reason', async () => {
    expect((await transfer({ reference: 'SHORT' })).body.message).toBe(
      'Your reference contains illegal special characters',
    )
    expect((await transfer({ reference: 'Capital-letters-0001' })).status).toBe(400)
    expect((await transfer({ recipient: 'RCP_unknown' })).body['code']).toBe('invalid_transfer_recipient')
    expect((await transfer({ amount: 1_000_000_000 })).body['code']).toBe('insufficient_balance')
    await sandbox.control('switches', { starterBusiness: true })
    expect((await transfer()).body.message).toBe('You cannot initiate third party payouts as a starter business')
    expect((await sandbox.api('/transfer/verify/unknown-reference-0001')).status).toBe(404)
  })

  test('goes to a recipient that is created once for an account, and never for the test bank', async () => {
    const [first, second] = [await recipient(), await recipient({ name: 'Another' })]
    expect(second.body.data['recipient_code']).toBe(first.body.data['recipient_code'])
    expect((await recipient({ bank_code: '001' })).status).toBe(400)
  })
})
