/**
 * Observations of the provider's transfers (docs/protocols/paystack-transfers.md sections 2 to 12). Runs against the stand-in, and
 * against the real one too when PAYSTACK_CONTRACT_KEY holds a test key of a registered business: then the two are pinned to each other.
 * Where the documentation leaves open how the provider answers, every documented answer passes.
 */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { SECRET_KEY, sandboxFixture, type SandboxFixture } from '../test/stand-in/sandbox-fixture.ts'

const realKey = process.env['PAYSTACK_CONTRACT_KEY']

let sandbox: SandboxFixture
beforeAll(async () => {
  sandbox = await sandboxFixture()
  await sandbox.control('top_up', { amount: 50_000_000 })
})
afterAll(() => sandbox.close())

const targets = [
  {
    name: 'the stand-in',
    key: SECRET_KEY,
    fetch: async (path: string, init: RequestInit) => sandbox.routes.request(path, init),
    validated: () => sandbox.later(1000),
  },
  {
    name: 'the real provider',
    key: realKey,
    fetch: (path: string, init: RequestInit) => fetch(`https://api.paystack.co${path}`, init),
    validated: () => new Promise((resolve) => setTimeout(resolve, 3000)),
  },
]

const ACCOUNT = { type: 'nuban', name: 'Ada Okonkwo', account_number: '0000000000', bank_code: '057', currency: 'NGN' }
const newReference = () => `contract-${crypto.randomUUID()}`

const Envelope = z.looseObject({
  status: z.boolean(),
  message: z.string(),
  code: z.string().optional(),
  data: z.unknown().optional(),
  meta: z.unknown().optional(),
})
const Made = z.looseObject({ status: z.string(), recipient: z.number(), transfer_code: z.string().startsWith('TRF_') })
const Transfer = z.looseObject({
  reference: z.string(),
  amount: z.number(),
  currency: z.literal('NGN'),
  domain: z.literal('test'),
  status: z.string(),
  recipient: z.looseObject({
    recipient_code: z.string().startsWith('RCP_'),
    details: z.looseObject({ account_number: z.string(), bank_code: z.string() }),
  }),
})
const BalanceLine = z.looseObject({
  id: z.number(),
  currency: z.string(),
  difference: z.number(),
  balance: z.number(),
  model_responsible: z.string(),
})

describe.each(targets)('$name', ({ key, fetch, validated }) => {
  // Without a key the real provider's tests are named as skipped.
  beforeEach(({ skip }) => skip(key === undefined, 'it needs PAYSTACK_CONTRACT_KEY'))

  const call = async (path: string, body?: object) => {
    const response = await fetch(path, {
      headers: { authorization: `Bearer ${key}`, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
    })
    return { status: response.status, body: Envelope.parse(await response.json()) }
  }
  const recipientCode = async (fields: object = {}) => {
    const { body } = await call('/transferrecipient', { ...ACCOUNT, ...fields })
    return z.looseObject({ recipient_code: z.string() }).parse(body.data).recipient_code
  }
  const send = async (fields: object = {}) => {
    const recipient = await recipientCode()
    return call('/transfer', { source: 'balance', amount: 10_000, recipient, reference: newReference(), ...fields })
  }
  const balance = async () => {
    const { body } = await call('/balance')
    return z.array(z.looseObject({ currency: z.string(), balance: z.number() })).parse(body.data)[0]?.balance ?? 0
  }

  test('banks are listed in pages by cursor', async () => {
    const { status, body } = await call('/bank?country=nigeria&type=nuban&perPage=5&use_cursor=true')
    expect([status, body.message]).toEqual([200, 'Banks retrieved'])
    const bank = z.looseObject({ name: z.string(), code: z.string().regex(/^\d{3,6}$/), active: z.boolean() })
    expect(z.array(bank).parse(body.data)).toHaveLength(5)
    expect(z.looseObject({ next: z.string().nullable() }).parse(body.meta).next).not.toBeNull()
  })

  test('the test bank resolves every number, and an unknown bank none', async () => {
    const resolve = (bank: string) => call(`/bank/resolve?account_number=0123456789&bank_code=${bank}`)
    expect(await resolve('001')).toMatchObject({ status: 200, body: { message: 'Account number resolved' } })
    expect([400, 404, 422]).toContain((await resolve('000')).status)
  })

  test('an account is one recipient, and the test bank is no bank of a recipient', async () => {
    expect(await recipientCode({ name: 'Another' })).toBe(await recipientCode())
    const { status, body } = await call('/transferrecipient', { ...ACCOUNT, bank_code: '001' })
    expect([status, body.message, body.code]).toEqual([400, 'Bank code is invalid', 'invalid_bank_code'])
  })

  test.each([
    ['a reference with capitals', { reference: 'Capital-Letters-0001' }],
    ['a short reference', { reference: 'short' }],
    ['an unknown recipient', { recipient: 'RCP_unknown0000000' }],
    ['too large an amount', { amount: 900_000_000_000 }],
    ['an amount of nothing', { amount: 0 }],
    ['a part of a kobo', { amount: 10_000.5 }],
  ])('%s is refused, and makes no transfer', async (_name, fields) => {
    const reference = newReference()
    expect(await send({ reference, ...fields })).toMatchObject({ status: 400, body: { status: false } })
    expect((await call(`/transfer/verify/${reference}`)).status).toBe(404)
  })

  test('a transfer is made once under its reference: the repeat is refused, and verify, the list and the balance name it', async () => {
    const reference = newReference()
    const before = await balance()
    const made = await send({ reference })
    expect(made.status).toBe(200)
    expect(['success', 'pending', 'otp', 'received']).toContain(Made.parse(made.body.data).status)
    const again = await send({ reference })
    expect([400, 404]).toContain(again.status)
    expect(again.body.message).toMatch(/reference already exists on a transfer/i)
    await validated()
    const verified = await call(`/transfer/verify/${reference}`)
    expect(Transfer.parse(verified.body.data)).toMatchObject({
      reference,
      amount: 10_000,
      recipient: { details: { account_number: '0000000000', bank_code: '057' } },
    })
    const listed = z
      .array(z.looseObject({ reference: z.string() }))
      .parse((await call('/transfer?perPage=50')).body.data)
    expect(listed.filter((each) => each.reference === reference)).toHaveLength(1)
    // With a test key the balance may stay the same. It must never grow.
    expect(await balance()).toBeLessThanOrEqual(before)
    z.array(BalanceLine).parse((await call('/balance/ledger?perPage=10')).body.data)
  })

  test('an unknown transfer is not found, and an unknown code of one is refused', async () => {
    expect((await call(`/transfer/verify/${newReference()}`)).status).toBe(404)
    const entered = await call('/transfer/finalize_transfer', { transfer_code: 'TRF_unknown0000', otp: '000000' })
    expect([400, 404]).toContain(entered.status)
  })
})
