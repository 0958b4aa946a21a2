/**
 * Observations of the provider's own test API (docs/protocols/paystack.md section 8.7). Runs against the stand-in, and
 * against the real one too when PAYSTACK_CONTRACT_KEY holds a test key: then the two are pinned to each other.
 */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { newReference, SECRET_KEY, sandboxFixture, type SandboxFixture } from '../test/stand-in/sandbox-fixture.ts'

const realKey = process.env['PAYSTACK_CONTRACT_KEY']
const run = Date.now().toString(36)

let sandbox: SandboxFixture
beforeAll(async () => {
  sandbox = await sandboxFixture()
})
afterAll(() => sandbox.close())

const targets = [
  {
    name: 'the stand-in',
    key: SECRET_KEY,
    fetch: async (path: string, init: RequestInit) => sandbox.routes.request(path, init),
  },
  {
    name: 'the real provider',
    key: realKey,
    fetch: (path: string, init: RequestInit) => fetch(`https://api.paystack.co${path}`, init),
  },
]

describe.each(targets)('$name', ({ key, fetch }) => {
  // Without a key the real provider's tests are named as skipped.
  beforeEach(({ skip }) => skip(key === undefined, 'it needs PAYSTACK_CONTRACT_KEY'))

  const Envelope = z.looseObject({ status: z.boolean(), message: z.string() })
  const call = async (
    path: string,
    body?: object,
    headers: Record<string, string> = { authorization: `Bearer ${key}` },
  ) => {
    const response = await fetch(path, {
      headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
    })
    return { status: response.status, body: Envelope.parse(await response.json()) }
  }
  const reference = () => `${newReference()}-${run}`
  const gift = (fields: object = {}) => ({
    email: 'donor@example.com',
    amount: 500_000,
    currency: 'NGN',
    reference: reference(),
    ...fields,
  })

  test('a transaction begins with an access code and a page to pay on', async () => {
    const asked = gift()
    const { status, body } = await call('/transaction/initialize', asked)
    expect(status).toBe(200)
    expect(body).toEqual({
      status: true,
      message: 'Authorization URL created',
      data: {
        authorization_url: expect.stringMatching(/\/[a-z0-9]{15}$/),
        access_code: expect.stringMatching(/^[a-z0-9]{15}$/),
        reference: asked.reference,
      },
    })
  })

  test('a reference is spent by the first call, even unpaid and for the same amount', async () => {
    const asked = gift()
    await call('/transaction/initialize', asked)
    expect(await call('/transaction/initialize', asked)).toMatchObject({
      status: 400,
      body: { status: false, message: 'Duplicate Transaction Reference', code: 'duplicate_reference' },
    })
  })

  test('a malformed e-mail address is refused', async () => {
    expect(await call('/transaction/initialize', gift({ email: 'donor@@example' }))).toMatchObject({
      status: 400,
      body: {
        status: false,
        message: 'Invalid Email Address Passed',
        code: 'invalid_email_address',
        type: 'validation_error',
      },
    })
  })

  test('a character outside the alphabet is refused in a reference', async () => {
    expect(await call('/transaction/initialize', gift({ reference: `gift:${reference()}` }))).toMatchObject({
      status: 400,
      body: { message: 'Invalid character in transaction reference', code: 'invalid_character_in_reference' },
    })
  })

  test('unpaid, a transaction reads abandoned', async () => {
    const asked = gift()
    await call('/transaction/initialize', asked)
    expect(await call(`/transaction/verify/${asked.reference}`)).toMatchObject({
      status: 200,
      body: {
        status: true,
        message: 'Verification successful',
        data: {
          status: 'abandoned',
          reference: asked.reference,
          amount: 500_000,
          paid_at: null,
          authorization: {},
          domain: 'test',
        },
      },
    })
  })

  test('an unknown reference is refused, with 400 or 404', async () => {
    const { status, body } = await call(`/transaction/verify/${reference()}`)
    expect([400, 404]).toContain(status)
    expect(body).toMatchObject({
      status: false,
      message: 'Transaction reference not found.',
      code: 'transaction_not_found',
    })
    expect(body['data']).toBeUndefined()
  })

  test('a wrong key is refused', async () => {
    expect(await call('/transaction/initialize', gift(), { authorization: 'Bearer sk_test_wrong' })).toMatchObject({
      status: 401,
      body: { status: false, message: 'Invalid key', code: 'invalid_Key', meta: { nextStep: expect.any(String) } },
    })
  })
})
