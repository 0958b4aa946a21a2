/** Inputs that may begin a transaction, and those that may not. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newReference, sandboxFixture, type SandboxFixture } from '../test/stand-in/sandbox-fixture.ts'

let sandbox: SandboxFixture
beforeAll(async () => {
  sandbox = await sandboxFixture()
})
afterAll(() => sandbox.close())

const gift = (fields: object = {}) => ({
  email: 'donor@example.com',
  amount: 500_000,
  reference: newReference(),
  ...fields,
})
const initialize = (fields: unknown) => sandbox.api('/transaction/initialize', fields)

describe('the key', () => {
  test('without a header the answer is the old envelope', async () => {
    const { status, body } = await sandbox.api('/transaction', undefined, {})
    expect([status, body]).toEqual([401, { status: false, message: 'No Authorization Header was found', data: {} }])
  })

  test.each([
    'sk_test_0123456789abcdef',
    'Basic c2s6',
    'Bearer',
    'Bearer sk_test_0123456789abcdeF',
    'Bearer  sk_test_0123456789abcdef',
  ])('%s opens nothing', async (authorization) => {
    expect(await sandbox.api('/balance', undefined, { authorization })).toMatchObject({
      status: 401,
      body: { code: 'invalid_Key' },
    })
  })

  test('every path of the API requires it, also one that does not exist', async () => {
    for (const path of ['/transaction/verify/x', '/refund', '/bank', '/transfer/verify/x', '/nothing']) {
      expect((await sandbox.api(path, undefined, {})).status).toBe(401)
    }
    expect(await sandbox.api('/nothing')).toMatchObject({ status: 404, body: { status: false } })
  })
})

describe('references', () => {
  test.each(['under_score', 'sla/sh', 'co:lon', 'sp ace', 'naïve', 'a+b'])('%s is refused', async (reference) => {
    expect(await initialize(gift({ reference }))).toMatchObject({
      status: 400,
      body: { code: 'invalid_character_in_reference' },
    })
  })

  test('may have letters of both cases, digits, dot, hyphen and equals sign; case matters', async () => {
    const reference = `A.b-c=${newReference()}`
    expect((await initialize(gift({ reference }))).status).toBe(200)
    expect((await initialize(gift({ reference: reference.toLowerCase() }))).status).toBe(200)
    expect((await sandbox.verify(reference))['reference']).toBe(reference)
  })

  test('a refused call does not spend its reference', async () => {
    const asked = gift()
    expect((await initialize({ ...asked, amount: 0 })).status).toBe(400)
    expect((await initialize({ ...asked, currency: 'USD' })).status).toBe(400)
    expect((await initialize(asked)).status).toBe(200)
  })

  test('of many simultaneous calls with one reference, one succeeds', async () => {
    const asked = gift()
    const answers = await Promise.all(Array.from({ length: 10 }, () => initialize(asked)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ body }) => body['code'] === 'duplicate_reference')).toHaveLength(9)
  })

  test('the provider creates a missing reference', async () => {
    const { body } = await initialize({ email: 'donor@example.com', amount: 100 })
    expect(body.data['reference']).toMatch(/^[a-z0-9]{10}$/)
  })
})

describe('amounts', () => {
  test.each([
    [10.5, '"amount" must be an integer'],
    ['10.50', '"amount" must be an integer'],
    [0, 'You must specify a valid amount'],
    ['0', 'You must specify a valid amount'],
    [-100, 'Invalid Amount Sent'],
    ['1,000', 'Invalid Amount Sent'],
    ['', 'Invalid Amount Sent'],
    ['1e3', 'Invalid Amount Sent'],
    [null, 'Invalid Amount Sent'],
    [true, 'Invalid Amount Sent'],
    [undefined, 'Invalid Amount Sent'],
    [1_000_000_001, 'Transaction amount limit exceeded'],
    [1e30, 'Transaction amount limit exceeded'],
  ])('%s is refused', async (amount, message) => {
    expect(await initialize(gift({ amount }))).toMatchObject({ status: 400, body: { status: false, message } })
  })

  test.each([
    [1, 1],
    ['500000', 500_000],
    [1_000_000_000, 1_000_000_000],
  ])('%s is kobo', async (amount, kobo) => {
    const asked = gift({ amount })
    expect((await initialize(asked)).status).toBe(200)
    expect(await sandbox.verify(asked.reference)).toMatchObject({ amount: kobo, requested_amount: kobo, fees: null })
  })

  test('the real minimum can be turned on', async () => {
    const strict = await sandboxFixture({ minimumKobo: 5000n }, sandbox.database)
    expect((await strict.api('/transaction/initialize', gift({ amount: 4999 }))).status).toBe(400)
    expect((await strict.api('/transaction/initialize', gift({ amount: 5000 }))).status).toBe(200)
    await strict.close()
  })
})

describe('the other fields', () => {
  test.each(['plain', 'a@localhost', 'a@host.local', '@example.com', 'a b@example.com', 'a@.com', 'a@example.'])(
    'the address %s is refused',
    async (email) => {
      expect(await initialize(gift({ email }))).toMatchObject({ status: 400, body: { code: 'invalid_email_address' } })
    },
  )

  test('a missing address is named', async () => {
    expect(await initialize({ amount: 100 })).toMatchObject({
      status: 400,
      body: { message: 'Email Address is required', code: 'missing_params' },
    })
  })

  test('only naira', async () => {
    expect(await initialize(gift({ currency: 'USD' }))).toMatchObject({
      status: 400,
      body: { message: 'Currency not supported by merchant' },
    })
    expect((await initialize(gift({ currency: 'NGN' }))).status).toBe(200)
  })

  test.each([
    [
      { count: 3, deep: { yes: true, list: [1, 'b', null] } },
      { count: '3', deep: { yes: 'true', list: ['1', 'b', null] } },
    ],
    ['{"count":3,"yes":true}', { count: 3, yes: true }],
    ['just words', 'just words'],
    [undefined, null],
  ])('metadata %j come back as %j', async (metadata, echoed) => {
    const asked = gift({ metadata })
    await initialize(asked)
    expect((await sandbox.verify(asked.reference))['metadata']).toEqual(echoed)
  })

  test('a form works like JSON', async () => {
    const reference = newReference()
    const form = new URLSearchParams({ email: 'donor@example.com', amount: '2500', reference }).toString()
    const answer = await sandbox.api('/transaction/initialize', form, {
      authorization: 'Bearer sk_test_0123456789abcdef',
      'content-type': 'application/x-www-form-urlencoded',
    })
    expect(answer.status).toBe(200)
    expect((await sandbox.verify(reference))['amount']).toBe(2500)
  })

  test.each(['{', '[]', '"text"', 'null'])('the body %s is refused', async (body) => {
    expect(await initialize(body)).toMatchObject({ status: 400, body: { status: false } })
  })

  test('an endless body is refused', async () => {
    expect((await initialize({ metadata: 'x'.repeat(300_000) })).status).toBe(413)
  })

  test('one address is one customer', async () => {
    const [one, two, other] = [gift(), gift(), gift({ email: 'other@example.com' })]
    for (const asked of [one, two, other]) await initialize(asked)
    const customers = await Promise.all(
      [one, two, other].map(async ({ reference }) => (await sandbox.verify(reference))['customer']),
    )
    expect(customers[0]).toEqual(customers[1])
    expect(customers[0]).not.toEqual(customers[2])
  })
})

describe('looking up', () => {
  test('by id, which is above 2^32', async () => {
    const { reference } = await sandbox.begin()
    const { id } = await sandbox.verify(reference)
    expect(id).toBeGreaterThan(2 ** 32)
    expect((await sandbox.api(`/transaction/${String(id)}`)).body.data['reference']).toBe(reference)
    expect(await sandbox.api('/transaction/5')).toMatchObject({
      status: 404,
      body: { message: 'Transaction not found' },
    })
  })

  test.each(['/transaction/verify/', '/transaction/verify', '/transaction/abc'])(
    '%s names no transaction',
    async (path) => {
      expect(await sandbox.api(path)).toMatchObject({
        status: 400,
        body: { message: 'Transaction ID should be numeric.' },
      })
    },
  )
})

describe('the list', () => {
  test('pages newest first, by status and time, and never more than 100 a page', async () => {
    const own = await sandboxFixture()
    const paid: string[] = []
    for (let index = 0; index < 5; index += 1) {
      const { reference, accessCode } = await own.begin()
      if (index % 2 === 0) {
        await own.pay(accessCode, { number: '4084084084084081', cvv: '408', expiry: '12/30' })
        paid.push(reference)
      }
      own.clock.advance(60_000)
    }
    const successes = await own.list('/transaction?status=success&perPage=2')
    expect(successes.data.map((each) => each['reference'])).toEqual(paid.toReversed().slice(0, 2))
    expect(successes.meta).toEqual({ total: 3, skipped: 0, perPage: 2, page: 1, pageCount: 2 })
    const last = await own.list('/transaction?status=success&perPage=2&page=2')
    expect(last.data.map((each) => each['reference'])).toEqual([paid[0]])
    expect((await own.list('/transaction?status=abandoned')).meta['total']).toBe(2)
    expect((await own.list('/transaction?status=failed')).data).toEqual([])
    expect((await own.list('/transaction?perPage=5000')).meta).toMatchObject({ perPage: 100, total: 5 })
    const window = 'from=2026-01-15T09:01:00.000Z&to=2026-01-15T09:02:30.000Z'
    expect((await own.list(`/transaction?${window}`)).meta['total']).toBe(2)
    await own.close()
  })

  test.each(['status=pending', 'status=reversal-pending', 'from=yesterday', 'page=0', 'perPage=-1'])(
    '%s is refused',
    async (query) => {
      expect((await sandbox.api(`/transaction?${query}`)).status).toBe(400)
    },
  )
})
