/** Banks, recipients and transfers out of the balance, as strict as the provider's own. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { listen, type Listening } from '../test/support/listen.ts'
import { newReference, sandboxFixture, type SandboxFixture } from '../test/stand-in/sandbox-fixture.ts'
import { hours, minutes, seconds } from '../server/platform/clock.ts'

let sandbox: SandboxFixture
/** Requests to our approval URL, and its answer. */
const asked: { body: unknown; signature: string | null }[] = []
let approval = 200
let withApproval: SandboxFixture
let product: Listening
beforeAll(async () => {
  product = await listen(async (request) => {
    asked.push({ body: await request.json(), signature: request.headers.get('x-paystack-signature') })
    return new Response(null, { status: approval })
  })
  sandbox = await sandboxFixture()
  withApproval = await sandboxFixture({ approvalUrl: product.url })
  for (const fixture of [sandbox, withApproval]) await fixture.control('top_up', { amount: 50_000_000 })
})
beforeEach(async () => {
  approval = 200
  asked.length = 0
  for (const fixture of [sandbox, withApproval]) {
    await fixture.idle()
    await fixture.control('reset')
    fixture.delivered.length = 0
  }
})
afterAll(async () => {
  await sandbox.close()
  await withApproval.close()
  await product.close()
})

const ACCOUNT = { type: 'nuban', name: 'Ada', account_number: '0000000000', bank_code: '057', currency: 'NGN' }
const recipient = (fields: object = {}, on = sandbox) => on.api('/transferrecipient', { ...ACCOUNT, ...fields })
const balance = async (on = sandbox) => z.number().parse((await on.list('/balance')).data[0]?.['balance'])
const transfer = async (fields: object = {}, on = sandbox) => {
  const code = (await recipient({}, on)).body.data['recipient_code']
  const body = { source: 'balance', amount: 100_000, recipient: code, reference: newReference(), ...fields }
  return on.api('/transfer', body)
}
const read = async (reference: string, on = sandbox) => (await on.api(`/transfer/verify/${reference}`)).body.data
const statusOf = async (reference: string, on = sandbox) => (await read(reference, on))['status']
const switchTransfers = (transfers: object, on = sandbox) => on.control('switches', { transfers })

describe('banks', () => {
  test('are listed with their codes, and in pages by cursor', async () => {
    const whole = await sandbox.list('/bank?currency=NGN')
    expect(whole.data).toContainEqual(
      expect.objectContaining({ name: 'Zenith Bank', code: '057', active: true, supports_transfer: true }),
    )
    const names: unknown[] = []
    let next: string | null = '0'
    while (next !== null) {
      const page = await sandbox.list(`/bank?use_cursor=true&perPage=5&next=${next}`)
      expect(page.data.length).toBeLessThanOrEqual(5)
      names.push(...page.data.map(({ name }) => name))
      next = z.string().nullable().parse(page.meta['next'])
    }
    expect(names).toEqual(whole.data.map(({ name }) => name))
  })

  test('resolve an account to a name, or refuse with 422', async () => {
    const resolve = (account: string, bank: string) =>
      sandbox.api(`/bank/resolve?account_number=${account}&bank_code=${bank}`)
    expect((await resolve('0000000000', '057')).body.data).toMatchObject({
      account_number: '0000000000',
      account_name: 'OKONKWO ADAEZE GRACE',
    })
    expect((await resolve('0123456789', '001')).body.data).toMatchObject({ account_name: 'TEST ACCOUNT 6789' })
    for (const [account, bank] of [
      ['9999999999', '057'],
      ['9999999991', '057'],
      ['123', '057'],
      ['0000000000', '000'],
    ] as const) {
      expect((await resolve(account, bank)).status).toBe(422)
    }
  })

  test.each([429, 400])(
    'with a test key, resolve three real accounts a day; the next is refused with %s',
    async (status) => {
      const resolve = (bank: string) => sandbox.api(`/bank/resolve?account_number=0000000000&bank_code=${bank}`)
      sandbox.clock.advance(hours(24))
      await sandbox.control('switches', { resolvesADay: { max: 3, status } })
      for (let each = 0; each < 3; each += 1) expect((await resolve('057')).status).toBe(200)
      expect(await resolve('057')).toMatchObject({ status, body: { type: 'api_error', code: 'unknown' } })
      expect((await resolve('001')).status).toBe(200)
      sandbox.clock.advance(hours(24))
      expect((await resolve('057')).status).toBe(200)
    },
  )
})

describe('a transfer out', () => {
  test('is taken from the balance with its fee at once, and succeeds later', async () => {
    const before = await balance()
    const reference = newReference()
    const { status, body } = await transfer({ reference })
    expect([status, body.message]).toEqual([200, 'Transfer has been queued'])
    expect(body.data).toMatchObject({
      status: 'pending',
      recipient: expect.any(Number),
      transfer_code: expect.stringMatching(/^TRF_/),
    })
    expect(await balance()).toBe(before - 101_000)
    await sandbox.later(seconds(5))
    expect(await read(reference)).toMatchObject({
      status: 'success',
      fee_charged: 1000,
      recipient: { details: { account_number: '0000000000', bank_code: '057' } },
      session: { provider: 'nip', id: expect.stringMatching(/^\d{30}$/) },
    })
    expect(sandbox.delivered).toMatchObject([
      { event: 'transfer.success', data: { reference, amount: 100_000, integration: { is_live: false } } },
    ])
    const { data } = await sandbox.list('/transfer?status=success')
    expect(data).toContainEqual(expect.objectContaining({ reference }))
  })

  test.each(['failed', 'reversed'])('that is %s gives it all back, with a line for each change', async (outcome) => {
    const before = await balance()
    await switchTransfers({ outcome })
    const reference = newReference()
    await transfer({ reference })
    await sandbox.later(seconds(5))
    expect(await statusOf(reference)).toBe(outcome)
    expect(await balance()).toBe(before)
    const { id } = await read(reference)
    const { data } = await sandbox.list('/balance/ledger')
    const lines = data.filter((line) => line['model_responsible'] === 'Transfer' && line['model_row'] === id)
    expect(lines.map(({ difference }) => difference)).toEqual([101_000, -101_000])
  })

  test('keeps its fee where a switch says so, and bears the duty', async () => {
    const before = await balance()
    await switchTransfers({ outcome: 'failed', feeKept: true, duty: 5000 })
    await transfer()
    await sandbox.later(seconds(5))
    expect(await balance()).toBe(before - 6000)
  })

  test('that succeeded may be reversed a day later, but not fail', async () => {
    const [byHand, byItself] = [newReference(), newReference()]
    await transfer({ reference: byHand })
    await sandbox.control('switches', { reference: byItself, transfers: { reversedAfterDays: 1 } })
    await transfer({ reference: byItself })
    await sandbox.later(seconds(5))
    await sandbox.control('transfer', { reference: byHand, status: 'failed' })
    expect([await statusOf(byHand), await statusOf(byItself)]).toEqual(['success', 'success'])
    await sandbox.later(hours(24))
    await sandbox.control('transfer', { reference: byHand, status: 'reversed' })
    expect([await statusOf(byHand), await statusOf(byItself)]).toEqual(['reversed', 'reversed'])
  })

  test('repeated under its reference is refused, with 400 or 404, or replayed by a switch; it is paid once', async () => {
    const reference = newReference()
    const before = await balance()
    const answers = await Promise.all([transfer({ reference }), transfer({ reference })])
    expect(answers.map(({ status }) => status)).toEqual(expect.arrayContaining([200, 400]))
    await switchTransfers({ duplicate: 404 })
    expect(await transfer({ reference })).toMatchObject({ status: 404, body: { code: 'duplicate_transfer_reference' } })
    await switchTransfers({ duplicate: 'replay' })
    expect((await transfer({ reference })).status).toBe(200)
    expect(await balance()).toBe(before - 101_000)
  })

  test('is not found while it is validated', async () => {
    const reference = newReference()
    await transfer({ reference })
    expect((await sandbox.api(`/transfer/verify/${reference}`)).status).toBe(404)
    await sandbox.later(300)
    expect(await statusOf(reference)).toBe('pending')
  })

  test('waits for its OTP; a wrong OTP fails it, a missing one abandons it', async () => {
    await switchTransfers({ otp: true })
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
    const ended = await Promise.all([right, wrong, none].map(({ reference }) => statusOf(reference)))
    expect(ended).toEqual(['success', 'failed', 'abandoned'])
  })

  test('succeeds in the first answer with the test profile', async () => {
    await switchTransfers({ profile: 'test' })
    expect((await transfer()).body.data).toMatchObject({ status: 'success' })
  })

  test('is refused with the reason', async () => {
    expect((await transfer({ reference: 'SHORT' })).body.message).toBe(
      'Your reference contains illegal special characters',
    )
    expect((await transfer({ reference: 'Capital-letters-0001' })).status).toBe(400)
    expect((await transfer({ amount: 9_999 })).status).toBe(400)
    expect((await transfer({ recipient: 'RCP_unknown' })).body['code']).toBe('invalid_transfer_recipient')
    expect((await transfer({ amount: 1_000_000_000 })).body['code']).toBe('insufficient_balance')
    for (const [account_number, words] of [
      ['9999999993', 'Account closed'],
      ['9999999994', "Sorry, we can't make the transfer to this recipient at the moment"],
    ]) {
      const { recipient_code } = (await recipient({ account_number })).body.data
      expect((await transfer({ recipient: recipient_code })).body.message).toBe(words)
    }
    await sandbox.control('switches', { payoutsOnHold: true })
    expect((await transfer()).body.message).toBe('You cannot initiate third party payouts at this time')
    await sandbox.control('switches', { starterBusiness: true })
    expect((await transfer()).body.message).toBe('You cannot initiate third party payouts as a starter business')
    expect((await sandbox.api('/transfer/verify/unknown-reference-0001')).status).toBe(404)
  })
})

test('a recipient is created once for an account, and never for the test bank', async () => {
  const [first, second] = [await recipient(), await recipient({ name: 'Another' })]
  expect(second.body.data['recipient_code']).toBe(first.body.data['recipient_code'])
  expect((await recipient({ bank_code: '001' })).body).toMatchObject({
    message: 'Bank code is invalid',
    code: 'invalid_bank_code',
  })
})

describe('our approval', () => {
  test.each([
    [200, 'pending', undefined],
    [400, 'rejected', 0],
    [401, 'blocked', 0],
  ])('answered with %i makes it %s', async (answer, status, lost) => {
    approval = answer
    const before = await balance(withApproval)
    const reference = newReference()
    expect((await transfer({ reference }, withApproval)).body.data).toMatchObject({ status: 'received' })
    await withApproval.later(seconds(1))
    expect(await statusOf(reference, withApproval)).toBe(status)
    expect(asked).toMatchObject([{ body: { reference, amount: 100_000, currency: 'NGN' }, signature: null }])
    expect(before - (await balance(withApproval))).toBe(lost ?? 101_000)
  })

  test('is asked twice, late, signed, or never', async () => {
    await switchTransfers({ approvalCalls: 2, approvalSigned: 'right', approvalDelaySeconds: 60 }, withApproval)
    const late = newReference()
    await transfer({ reference: late }, withApproval)
    await withApproval.later(seconds(30))
    expect([asked.length, await statusOf(late, withApproval)]).toEqual([0, 'received'])
    await withApproval.later(seconds(30))
    expect(asked.map(({ signature }) => signature?.length)).toEqual([128, 128])
    await switchTransfers({ approvalCalls: 0 }, withApproval)
    const never = newReference()
    await transfer({ reference: never }, withApproval)
    await withApproval.later(seconds(60))
    expect(await statusOf(never, withApproval)).toBe('blocked')
  })
})
