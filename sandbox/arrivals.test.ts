/** The page of the recipients' banks: what arrived, and the buttons that end a transfer. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { newReference, sandboxFixture, type SandboxFixture } from '../test/stand-in/sandbox-fixture.ts'
import { seconds } from '../server/platform/clock.ts'

let sandbox: SandboxFixture
beforeAll(async () => {
  sandbox = await sandboxFixture({ phone: { dataDir: '.', replies: null, webhookUrl: 'http://127.0.0.1' } })
  await sandbox.control('top_up', { amount: 50_000_000 })
})
beforeEach(() => sandbox.idle())
afterAll(() => sandbox.close())

async function transfer(amount = 2_000_000, more: object = {}): Promise<string> {
  const account = { type: 'nuban', name: 'Ada', account_number: '0123456785', bank_code: '058', currency: 'NGN' }
  const { body } = await sandbox.api('/transferrecipient', account)
  const reference = newReference().padEnd(20, '0')
  const sent = { source: 'balance', amount, currency: 'NGN', recipient: body.data['recipient_code'], reference }
  expect((await sandbox.api('/transfer', { ...sent, reason: 'Taimako abc123', ...more })).status).toBe(200)
  return reference
}

const page = async (reference: string) => {
  const response = await sandbox.routes.request(`/arrivals/${reference}`)
  return { status: response.status, text: await response.text(), headers: response.headers }
}
const press = (at: string, fields: Record<string, string>) =>
  sandbox.routes.request(`/arrivals/${at}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(fields).toString(),
  })
const statusOf = async (reference: string) => {
  // Younger ones are not found.
  await sandbox.later(seconds(1))
  return (await sandbox.api(`/transfer/verify/${reference}`)).body.data['status']
}

test('shows amount, text, state and the end of the account, in a page without scripts', async () => {
  const reference = await transfer()
  const { status, text, headers } = await page(reference)
  expect(status).toBe(200)
  for (const shown of ['₦20,000.00', 'On its way', 'YUSUF AMINA HAUWA, Guaranty Trust Bank, ends in 6785', reference])
    expect(text).toContain(shown)
  expect(text).toContain('Taimako abc123')
  expect(text).toContain('href="/sandbox/phone"')
  expect(text).not.toContain('0123456785')
  expect(text).not.toMatch(/<script|<style|\son\w+=|\sstyle=/)
  expect(headers.get('content-security-policy')).toContain("default-src 'none'")
  expect((await sandbox.routes.request('/arrivals/assets/arrivals.css')).status).toBe(200)
})

test('lets a transfer arrive, fail, or come back after it arrived, and tells the product', async () => {
  const failing = await transfer()
  const answer = await press(failing, { transfer: failing, status: 'failed' })
  expect([answer.status, answer.headers.get('location')]).toEqual([303, `/arrivals/${failing}`])
  expect(await statusOf(failing)).toBe('failed')
  const arriving = await transfer()
  // From the page of another transfer.
  await press(failing, { transfer: arriving, status: 'success' })
  expect(await statusOf(arriving)).toBe('success')
  expect((await page(arriving)).text).toContain('Send it back')
  await press(arriving, { transfer: arriving, status: 'reversed' })
  expect(await statusOf(arriving)).toBe('reversed')
  await sandbox.idle()
  const told = (reference: string) =>
    sandbox.delivered.filter(({ data }) => data['reference'] === reference).map(({ event }) => event)
  expect(told(failing)).toEqual(['transfer.failed'])
  expect(told(arriving).toSorted()).toEqual(['transfer.reversed', 'transfer.success'])
})

test('a transfer that has ended cannot change, and an unknown reference shows and does nothing', async () => {
  const ended = await transfer()
  await press(ended, { transfer: ended, status: 'failed' })
  await press(ended, { transfer: ended, status: 'success' })
  expect(await statusOf(ended)).toBe('failed')
  const open = await transfer()
  expect((await page('pay-unknown')).status).toBe(404)
  expect((await press('pay-unknown', { transfer: open, status: 'failed' })).status).toBe(404)
  expect((await press(open, { transfer: 'pay-unknown', status: 'failed' })).status).toBe(404)
  expect((await press(open, { transfer: open, status: 'otp' })).status).toBe(400)
  expect((await press(open, {})).status).toBe(400)
  expect((await page(open)).text).toContain('On its way')
})

test('a text on the alert cannot break out of the page', async () => {
  const reference = await transfer(2_000_000, { reason: '"><script>alert(1)</script>' })
  expect((await page(reference)).text).not.toContain('<script>')
})
