/** Paying: each test card, its steps, and what verify says on the way. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { PLAIN_CARD, sandboxFixture, type SandboxFixture } from '../test/stand-in/sandbox-fixture.ts'
import { minutes, seconds } from '../server/platform/clock.ts'

let sandbox: SandboxFixture
beforeAll(async () => {
  sandbox = await sandboxFixture()
})
beforeEach(() => sandbox.idle())
afterAll(() => sandbox.close())

const Authorization = z.object({ authorization_code: z.string(), signature: z.string() })

const PIN_CARD = { number: '507850785078507812', cvv: '081', expiry: '12/30' }
const OTP_CARD = { number: '5060666666666666666', cvv: '123', expiry: '12/30' }

async function pay(fields: Record<string, unknown>, accessCode?: string) {
  const code = accessCode ?? (await sandbox.begin()).accessCode
  return (await sandbox.pay(code, fields)).body
}

describe('cards', () => {
  test.each([
    ['4084 0840 8408 4081', '408'],
    ['5192-6027-2058-4796', '123'],
    ['4084080000671803', '180'],
    ['4084080000671902', '190'],
  ])('%s succeeds at once', async (number, cvv) => {
    const { reference, accessCode } = await sandbox.begin()
    expect(await pay({ number, cvv, expiry: '12/30' }, accessCode)).toMatchObject({
      status: 'success',
      message: 'Approved',
    })
    expect(await sandbox.verify(reference)).toMatchObject({
      status: 'success',
      amount: 500_000,
      requested_amount: 500_000,
      fees: 17_500,
      channel: 'card',
      gateway_response: 'Successful',
      paid_at: sandbox.clock.now().toISOString(),
      paidAt: sandbox.clock.now().toISOString(),
      authorization: {
        last4: number.slice(-4),
        exp_month: '12',
        exp_year: '2030',
        reusable: number.startsWith('4084 ') || number.startsWith('5192'),
      },
    })
  })

  test('a PIN card asks for its PIN, and says abandoned meanwhile', async () => {
    const { reference, accessCode } = await sandbox.begin()
    expect(await pay(PIN_CARD, accessCode)).toMatchObject({ status: 'send_pin' })
    expect((await sandbox.verify(reference))['status']).toBe('abandoned')
    expect(await pay({ ...PIN_CARD, pin: '1111' }, accessCode)).toMatchObject({ status: 'success' })
  })

  test('an OTP card asks for both, and is ongoing while the OTP is asked for', async () => {
    const { reference, accessCode } = await sandbox.begin()
    expect(await pay(OTP_CARD, accessCode)).toMatchObject({ status: 'send_pin' })
    expect(await pay({ ...OTP_CARD, pin: '1234' }, accessCode)).toMatchObject({ status: 'send_otp' })
    expect((await sandbox.verify(reference))['status']).toBe('ongoing')
    expect(await pay({ ...OTP_CARD, pin: '1234', otp: '123456' }, accessCode)).toMatchObject({ status: 'success' })
    expect((await sandbox.verify(reference))['status']).toBe('success')
  })

  test.each([
    ['a wrong PIN', { ...PIN_CARD, pin: '9999' }, 'Incorrect PIN'],
    ['a wrong OTP', { ...OTP_CARD, pin: '1234', otp: '000000' }, 'Incorrect OTP'],
    [
      'no token for the PIN',
      { number: '507850785078507853', cvv: '082', expiry: '12/30', pin: '0000' },
      'Token Not Generated. Customer Not Registered on Token Platform',
    ],
  ])('%s fails the attempt', async (_case, fields, message) => {
    const { reference, accessCode } = await sandbox.begin()
    expect(await pay(fields, accessCode)).toMatchObject({ status: 'failed', message })
    expect(await sandbox.verify(reference)).toMatchObject({
      status: 'failed',
      gateway_response: message,
      paid_at: null,
      fees: null,
    })
  })

  test.each([
    ['the declined card', { number: '4084080000005408', cvv: '001', expiry: '12/30' }, 'Declined'],
    ['the card without funds', { number: '4084080000670037', cvv: '787', expiry: '12/30' }, 'Insufficient Funds'],
    ['a card that is no test card', { number: '4111111111111111', cvv: '123', expiry: '12/30' }, 'Declined'],
    ['a wrong CVV', { ...PLAIN_CARD, cvv: '409' }, 'Declined'],
    ['last month', { ...PLAIN_CARD, expiry: '12/25' }, 'Expired card'],
    ['no month', { ...PLAIN_CARD, expiry: '13/30' }, 'Expired card'],
  ])('%s is refused, and leaves the transaction abandoned', async (_case, fields, message) => {
    const { reference, accessCode } = await sandbox.begin()
    expect(await pay(fields, accessCode)).toMatchObject({ status: 'failed', message })
    expect(await sandbox.verify(reference)).toMatchObject({
      status: 'abandoned',
      gateway_response: message,
      authorization: {},
    })
  })

  test('a card is valid to the end of its month', async () => {
    expect(await pay({ ...PLAIN_CARD, expiry: '01/26' })).toMatchObject({ status: 'success' })
  })

  test('after a decline another card pays the same transaction', async () => {
    const { reference, accessCode } = await sandbox.begin()
    await pay({ ...PIN_CARD, pin: '9999' }, accessCode)
    expect(await pay(PLAIN_CARD, accessCode)).toMatchObject({ status: 'success' })
    expect(await sandbox.verify(reference)).toMatchObject({
      status: 'success',
      log: { attempts: 2, errors: 1, success: true },
    })
  })

  test('a transaction is charged once, however often and however parallel it is paid', async () => {
    const { reference, accessCode } = await sandbox.begin()
    const answers = await Promise.all(Array.from({ length: 8 }, () => pay(PLAIN_CARD, accessCode)))
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 8 }, () => 'success'))
    await sandbox.idle()
    expect(sandbox.delivered.filter(({ data }) => data['reference'] === reference)).toHaveLength(1)
    expect(await sandbox.verify(reference)).toMatchObject({ log: { attempts: 1 } })
  })

  test('a form pays as JSON does', async () => {
    const { accessCode } = await sandbox.begin()
    const response = await sandbox.routes.request(`/checkout/${accessCode}/pay`, {
      method: 'POST',
      body: new URLSearchParams(PLAIN_CARD),
    })
    expect(await response.json()).toEqual({ status: 'success', message: 'Approved' })
  })

  test('missing fields are named', async () => {
    const { accessCode } = await sandbox.begin()
    expect(await sandbox.pay(accessCode, { number: PLAIN_CARD.number, cvv: '408' })).toMatchObject({
      status: 400,
      body: { status: false, message: 'expiry is required' },
    })
  })

  test('one card has one signature, whoever pays with it', async () => {
    const paidBy = async (email: string) => {
      const { reference, accessCode } = await sandbox.begin({ email })
      await pay(PLAIN_CARD, accessCode)
      return Authorization.parse((await sandbox.verify(reference))['authorization'])
    }
    const [first, other] = [await paidBy('one@example.com'), await paidBy('two@example.com')]
    expect(other.signature).toBe(first.signature)
    expect(other.authorization_code).not.toBe(first.authorization_code)
  })
})

describe('leaving and returning', () => {
  test('without its OTP a payment reads abandoned after a while, and can still be paid', async () => {
    const { reference, accessCode } = await sandbox.begin()
    await pay({ ...OTP_CARD, pin: '1234' }, accessCode)
    await sandbox.later(minutes(31))
    expect((await sandbox.verify(reference))['status']).toBe('abandoned')
    const { data } = await sandbox.list('/transaction?status=abandoned&perPage=100')
    expect(data.map((each) => each['reference'])).toContain(reference)
    expect(await pay(PLAIN_CARD, accessCode)).toMatchObject({ status: 'success' })
  })

  test('cancelling ends an ongoing payment, and nothing else', async () => {
    const { reference, accessCode } = await sandbox.begin()
    await pay({ ...OTP_CARD, pin: '1234' }, accessCode)
    const cancel = () => sandbox.routes.request(`/checkout/${accessCode}/cancel`, { method: 'POST' })
    await cancel()
    expect((await sandbox.verify(reference))['status']).toBe('abandoned')
    await pay(PLAIN_CARD, accessCode)
    await cancel()
    expect((await sandbox.verify(reference))['status']).toBe('success')
  })

  test('an unknown access code opens nothing', async () => {
    expect(await sandbox.pay('000000000000000', PLAIN_CARD)).toMatchObject({ status: 404, body: { status: false } })
    expect((await sandbox.routes.request('/checkout/000000000000000/details')).status).toBe(404)
  })
})

describe('a bank transfer', () => {
  const post = (accessCode: string, path: string) =>
    sandbox.routes.request(`/checkout/${accessCode}/${path}`, { method: 'POST' })

  test('is ongoing while its account is shown, pending when sent, and arrives seconds later', async () => {
    const { reference, accessCode } = await sandbox.begin()
    expect(await (await post(accessCode, 'transfer')).json()).toMatchObject({
      data: { account_number: expect.stringMatching(/^\d{10}$/) },
    })
    expect((await sandbox.verify(reference))['status']).toBe('ongoing')
    expect(await (await post(accessCode, 'transfer/sent')).json()).toMatchObject({ status: 'pending' })
    expect((await sandbox.verify(reference))['status']).toBe('pending')
    await sandbox.later(seconds(2))
    expect((await sandbox.verify(reference))['status']).toBe('pending')
    await sandbox.later(seconds(3))
    expect(await sandbox.verify(reference)).toMatchObject({
      status: 'success',
      channel: 'bank_transfer',
      gateway_response: 'Approved',
    })
    expect(sandbox.delivered.at(-1)).toMatchObject({ event: 'charge.success', data: { reference } })
  })

  test('a transfer under way is stopped neither by cancelling nor by a declined card', async () => {
    const { reference, accessCode } = await sandbox.begin()
    await post(accessCode, 'transfer/sent')
    await post(accessCode, 'cancel')
    await pay({ ...PIN_CARD, pin: '9999' }, accessCode)
    await sandbox.later(seconds(10))
    expect((await sandbox.verify(reference))['status']).toBe('success')
  })

  test('a transfer that arrives after a card payment is not counted again', async () => {
    const { reference, accessCode } = await sandbox.begin()
    await post(accessCode, 'transfer/sent')
    await pay(PLAIN_CARD, accessCode)
    await sandbox.later(seconds(10))
    expect(await sandbox.verify(reference)).toMatchObject({ channel: 'card' })
    expect(sandbox.delivered.filter(({ data }) => data['reference'] === reference)).toHaveLength(1)
  })
})

describe('the page', () => {
  test('runs no script but its own, and lets only its own origin frame it', async () => {
    const product = await sandboxFixture({ control: false }, sandbox.database)
    const { accessCode } = await product.begin()
    const page = await product.routes.request(`/checkout/${accessCode}`)
    expect(page.headers.get('content-security-policy')).toBe(
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'self'",
    )
    const html = await page.text()
    expect(html).toContain('Sandbox: no real money moves')
    expect(html).not.toMatch(/<script(?![^>]*\bsrc=)|<style|\son\w+=|\sstyle=/)
    for (const asset of ['checkout.js', 'frame.js', 'checkout.css']) {
      expect((await product.routes.request(`/checkout/assets/${asset}`)).status).toBe(200)
    }
    await product.close()
  })

  test('the product mounts neither the control surface nor the popup for other origins', async () => {
    const product = await sandboxFixture({ control: false }, sandbox.database)
    expect((await product.control('pay', { reference: 'x' })).status).toBe(401)
    expect(await (await product.routes.request('/checkout/popup')).text()).toContain('data-access-code="popup"')
    await product.close()
  })

  test('an access code cannot break out of the page', async () => {
    const page = await sandbox.routes.request(`/checkout/${encodeURIComponent('"><script>alert(1)</script>')}`)
    expect(await page.text()).not.toContain('<script>alert')
  })

  test('its details show what the payer may see', async () => {
    const { accessCode, reference } = await sandbox.begin({
      label: 'A friend',
      channels: ['card'],
      callback_url: 'https://example.org/back?x=1',
    })
    const { data } = await (await sandbox.routes.request(`/checkout/${accessCode}/details`)).json()
    expect(data).toMatchObject({
      reference,
      amount_text: '₦5,000.00',
      payer: 'A friend',
      channels: ['card'],
      paid: false,
      redirect_url: `https://example.org/back?x=1&trxref=${reference}&reference=${reference}`,
    })
  })
})
