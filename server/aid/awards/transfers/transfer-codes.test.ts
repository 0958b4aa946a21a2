/** Transfers for which the provider demands a code: entered once, wrong, late, requested again, and never by a stranger. */
import { sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import type { AwardJson } from '../../../../contract/aid/payout-shapes.ts'
import { newAdministrator, signInAdministrator, type Administrator } from '../../../../test/support/administering.ts'
import { complainAbout, type Person } from '../../../../test/support/asking.ts'
import { awardIn, lastOf, usePayouts } from '../../../../test/support/paying-out.ts'
import { HERS, promiseToAccount } from '../../../../test/support/promised.ts'
import { minutes, seconds } from '../../../platform/clock.ts'

const JOBS = /^(payouts|payments|sandbox)/

const payouts = usePayouts()
const { expectRefused } = payouts
let halima: Administrator
let musa: Administrator
let amina: Person
let request: string
let id: string
beforeEach(async () => {
  const promised = await promiseToAccount(payouts)
  ;({ halima, musa, amina, request } = promised)
  const { award } = promised
  id = lastOf(awardIn(await payouts.disburse(halima, award.id, 20_000, { kind: 'bank' }))).id
  await payouts.server.control('/switches', { transfers: { otp: true } })
  await payouts.act(musa, `/payouts/${id}/release`, { expected_state: 'proposed' })
  for (const wait of [0, seconds(11)]) await payouts.server.pass(wait, JOBS)
})

const enter = (code: string, by = musa) => payouts.act(by, `/payouts/${id}/code`, { code })
const resend = (by = musa) => payouts.act(by, `/payouts/${id}/new-code`)
const Awards = z.object({ awards: z.array(z.custom<AwardJson>()) })
async function read() {
  const [award] = Awards.parse((await musa.call('GET', `/api/admin/applications/${request}/awards`)).body).awards
  if (!award) throw new Error('the award is there')
  return lastOf(award)
}
async function settle() {
  for (const wait of [0, seconds(11), seconds(11), seconds(31)]) await payouts.server.pass(wait, JOBS)
}

test('it waits for the code, and with the right one it is sent', async () => {
  expect(await read()).toMatchObject({ state: 'sending', may: { enter_code: true } })
  await complainAbout(amina, request)
  expect(await read()).toMatchObject({ held_until: expect.any(String), may: { enter_code: false } })
  for (const call of [() => enter('123456'), resend]) await expectRefused(call, 'payout_held')
  await payouts.server.core.db.execute(sql`update payout_holds set ended_at = created_at`)
  expect(lastOf(awardIn(await enter('123456')))).toMatchObject({ state: 'sending', may: { enter_code: false } })
  await expectRefused(() => enter('123456'), 'already_decided')
  await settle()
  expect(await read()).toMatchObject({ state: 'sent', attempt: { state: 'success' } })
})

test('no code is entered for an account that its owner gave up or replaced meanwhile', async () => {
  for (const [way, body] of [
    ['/cash', {}],
    ['', { ...HERS, account_number: '0123456795' }],
  ] as const) {
    expect((await amina.call('POST', `/api/applications/${request}/payee${way}`, body)).status).toBe(200)
    expect(await read()).toMatchObject({ payee: { given_up: true }, may: { enter_code: false } })
    for (const call of [() => enter('123456'), resend]) await expectRefused(call, 'payee_not_usable')
  }
  await settle()
  expect(await read()).toMatchObject({ state: 'sending', attempt: { provider_status: 'otp' } })
})

test('a wrong code ends the transfer, and the payment can be sent again', async () => {
  awardIn(await enter('000000'))
  await settle()
  expect(await read()).toMatchObject({ state: 'failed', may: { enter_code: false, retry: true } })
  expect(await payouts.balance('transit')).toBe(0n)
  awardIn(await payouts.act(musa, `/payouts/${id}/retry`, { expected_state: 'failed' }))
  await payouts.server.pass(seconds(3), JOBS)
  awardIn(await enter('123456'))
  await settle()
  expect(await read()).toMatchObject({ state: 'sent' })
})

test('a new code can be requested while it waits, and not afterwards', async () => {
  expect(lastOf(awardIn(await resend()))).toMatchObject({ may: { enter_code: true } })
  awardIn(await enter('123456'))
  await expectRefused(resend, 'already_decided')
})

test('a late code is refused, and the transfer ends', async () => {
  payouts.server.clock.advance(minutes(31))
  await payouts.server.control('/run_jobs', {})
  musa = await signInAdministrator(payouts.server, 'musa')
  expect((await enter('123456')).body['code']).toBe('code_not_accepted')
  await settle()
  expect(await read()).toMatchObject({ state: 'failed', attempt: { provider_status: 'abandoned' } })
})

test.each([false, true])(
  'while the provider is silent (the code arrived: %s), nothing is entered twice',
  async (after) => {
    const calls = { finalize_transfer: { fault: 'error_500', after, times: 1 } }
    await payouts.server.control('/switches', { calls })
    expect(await enter('123456')).toMatchObject({ status: 503, body: { code: 'provider_unavailable' } })
    await settle()
    expect((await read()).state).toBe(after ? 'sent' : 'sending')
    if (!after) awardIn(await enter('123456'))
    await settle()
    expect(await read()).toMatchObject({ state: 'sent' })
  },
)

test('of two people who enter it at once, one is told that it is done', async () => {
  const answers = await Promise.all([enter('123456'), enter('123456', halima)])
  expect(answers.map(({ status }) => status).filter((status) => status === 200)).toHaveLength(1)
  await settle()
  expect(await read()).toMatchObject({ state: 'sent' })
})

test('only finance enters a code of four to eight digits, for a payment that exists', async () => {
  const reviewer = await newAdministrator(payouts.server, 'rashida', ['reviewer'])
  for (const act of [() => enter('123456', reviewer), () => resend(reviewer)]) await expectRefused(act, 'role_needed')
  for (const code of ['', '123', '12a456', '123456789']) await expectRefused(() => enter(code), 'invalid_input')
  const unknown = `/payouts/${crypto.randomUUID()}`
  await expectRefused(() => payouts.act(musa, `${unknown}/code`, { code: '123456' }), 'not_found')
  expect(await read()).toMatchObject({ may: { enter_code: true } })
})
