/** Several recipients and transfers in one call, and the OTP of the whole account, as strict as the provider's own. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { newReference, sandboxFixture, type SandboxFixture } from '../test/stand-in/sandbox-fixture.ts'
import { seconds } from '../server/platform/clock.ts'

let sandbox: SandboxFixture
beforeAll(async () => {
  sandbox = await sandboxFixture()
  await sandbox.control('top_up', { amount: 50_000_000 })
})
beforeEach(async () => {
  await sandbox.idle()
  await sandbox.control('reset')
  await sandbox.later(seconds(5))
  sandbox.delivered.length = 0
})
afterAll(() => sandbox.close())

const account = (account_number: string, bank_code = '057') => ({
  type: 'nuban',
  name: 'Ada',
  account_number,
  bank_code,
  currency: 'NGN',
})
const Saved = z.object({
  success: z.array(z.looseObject({ recipient_code: z.string() })),
  errors: z.array(z.looseObject({ message: z.string(), records: z.array(z.looseObject({})) })),
})
const save = async (...batch: object[]) =>
  Saved.parse((await sandbox.api('/transferrecipient/bulk', { batch })).body.data)
const balance = async () => z.number().parse((await sandbox.list('/balance')).data[0]?.['balance'])
const send = (transfers: readonly unknown[], more: object = {}) =>
  sandbox.api('/transfer/bulk', { currency: 'NGN', source: 'balance', transfers, ...more })
async function batchOf(count: number, recipient?: string) {
  const code = recipient ?? (await save(account('0000000000'))).success[0]?.recipient_code
  return Array.from({ length: count }, () => ({ amount: 100_000, recipient: code, reference: newReference() }))
}

test('recipients are saved one by one: what is wrong with one is said, and the others are there', async () => {
  const { success, errors } = await save(account('0000000001'), account('12'), account('0000000002', '001'))
  expect(success).toMatchObject([{ details: { account_number: '0000000001' } }])
  expect(errors).toMatchObject([
    { message: 'Account number is invalid', records: [{ account_number: '12' }] },
    { message: 'Bank code is invalid', records: [{ bank_code: '001' }] },
  ])
  expect((await sandbox.api('/transferrecipient/bulk', { batch: 'all' })).status).toBe(400)
})

test('a batch is queued whole, each transfer has its own event, and the next batch waits five seconds', async () => {
  const before = await balance()
  const batch = await batchOf(3)
  const { status, body } = await send(batch)
  expect([status, body.message]).toEqual([200, '3 transfers queued.'])
  const { data: queued } = await sandbox.list('/transfer?status=pending')
  expect(queued.map(({ reference, amount }) => [reference, amount])).toEqual(
    expect.arrayContaining(batch.map(({ reference }) => [reference, 100_000])),
  )
  expect(await balance()).toBe(before - 303_000)
  expect((await send(await batchOf(1))).status).toBe(429)
  await sandbox.later(seconds(5))
  const told = sandbox.delivered.map(({ event, data }) => [event, data['reference']])
  expect(told).toEqual(expect.arrayContaining(batch.map(({ reference }) => ['transfer.success', reference])))
})

test('one transfer that cannot be made refuses the batch, and nothing is taken', async () => {
  const before = await balance()
  const [good, used] = await batchOf(2)
  expect((await send([used ?? {}])).status).toBe(200)
  await sandbox.later(seconds(5))
  const after = await balance()
  const dead = (await batchOf(1, 'RCP_unknown'))[0] ?? {}
  const large = { ...good, amount: 100_000_000 }
  for (const [transfers, refused] of [
    [[good, used], { status: 404, body: { message: `Duplicate reference(s) found: ${used?.reference}` } }],
    [[good, good], { status: 404, body: { code: 'unknown', type: 'api_error' } }],
    [[good, dead], { status: 400, body: { code: 'invalid_transfer_recipient' } }],
    [[good, { ...large, reference: newReference() }], { status: 400, body: { code: 'insufficient_balance' } }],
    [[], { status: 400 }],
    [await batchOf(101), { status: 400 }],
  ] as const) {
    await sandbox.later(seconds(5))
    expect(await send(transfers)).toMatchObject(refused)
  }
  expect(await balance()).toBe(after)
  expect(after).toBe(before - 101_000)
  expect((await sandbox.api(`/transfer/verify/${good?.reference}`)).status).toBe(404)
})

test('the OTP of all transfers is turned on, off only with a code, and refuses batches while it is on', async () => {
  const post = async (path: string, body: object = {}) => {
    const { status, body: answer } = await sandbox.api(`/transfer/${path}`, body)
    return [status, answer.message]
  }
  const begun = async () => {
    const [transfer] = await batchOf(1)
    return (await sandbox.api('/transfer', { source: 'balance', ...transfer })).body.data['status']
  }
  expect(await post('enable_otp')).toEqual([200, 'OTP requirement for transfers has been enabled'])
  expect(await begun()).toBe('otp')
  expect((await send(await batchOf(1))).status).toBe(400)
  expect((await post('disable_otp_finalize', { otp: '123456' }))[0]).toBe(400)
  expect(await post('disable_otp')).toEqual([200, 'OTP has been sent to mobile number ending with 4321'])
  expect((await post('disable_otp_finalize', { otp: '000000' }))[0]).toBe(400)
  expect(await post('disable_otp_finalize', { otp: '123456' })).toEqual([
    200,
    'OTP requirement for transfers has been disabled',
  ])
  expect(await begun()).toBe('pending')
})
