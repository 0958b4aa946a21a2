/** Before money is sent to an account that was named a while ago, its bank must give the same name again. */
import { sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import type { AwardJson } from '../../../contract/aid/payout-shapes.ts'
import { signInAdministrator, type Administrator } from '../../../test/support/administering.ts'
import { PASSWORD, type Person } from '../../../test/support/asking.ts'
import { awardIn, lastOf, usePayouts } from '../../../test/support/paying-out.ts'
import { HERS, promiseToAccount } from '../../../test/support/promised.ts'
import { hours, minutes, seconds } from '../../platform/clock.ts'
import { rows } from '../../platform/db/db.ts'

const JOBS = /^(payouts|payments|sandbox)/

const payouts = usePayouts()
const { expectRefused } = payouts
let halima: Administrator
let musa: Administrator
let amina: Person
let request: string
let award: AwardJson
beforeEach(async () => {
  ;({ halima, musa, amina, request, award } = await promiseToAccount(payouts))
})

const control = (path: string, body: object) => payouts.server.control(path, body)
const act = (id: string, path: string, body: object) => payouts.act(musa, `/payouts/${id}/${path}`, body)
const transfersMade = () =>
  rows(payouts.server.core.db, sql`select reference from sandbox_transfers`, z.object({ reference: z.string() }))

async function read() {
  const { body } = await musa.call('GET', `/api/admin/applications/${request}/awards`)
  const [found] = z.object({ awards: z.array(z.custom<AwardJson>()) }).parse(body).awards
  if (!found) throw new Error('the award is there')
  return lastOf(found)
}

/** An account whose bank gave the name more than a day ago. */
async function proposeToOldAccount(): Promise<string> {
  const { id } = lastOf(awardIn(await payouts.disburse(halima, award.id, 20_000, { kind: 'bank' })))
  await payouts.server.pass(hours(25), JOBS)
  halima = await signInAdministrator(payouts.server, 'halima')
  musa = await signInAdministrator(payouts.server, 'musa')
  return id
}

test.each([
  ['another name', 'OKAFOR CHINEDU', 'account_name_changed', 'name_changed'],
  ['none, as of a closed account', null, 'account_not_found', 'not_found'],
])(
  'to an account that its bank named a day ago is sent once the name is the same; with %s nothing is sent, and people see why',
  async (_name, resolvedName, code, doubt) => {
    const id = await proposeToOldAccount()
    await control('/switches', { resolvedName })
    await expectRefused(() => act(id, 'release', { expected_state: 'proposed' }), code)
    await expectRefused(() => act(id, 'release', { expected_state: 'proposed' }), code)
    const many = await payouts.act(musa, '/releases', { payouts: [id] })
    expect(many.body).toEqual({ rows: [{ id, outcome: 'refused', refusal: code }] })
    expect(await read()).toMatchObject({ state: 'proposed', payee: { doubt }, attempt: null })
    expect(await transfersMade()).toEqual([])
    await control('/reset', {})
    // The provider has paid the collected gifts out to our bank.
    await control('/top_up', { amount: 10_000_000 })
    expect(lastOf(awardIn(await act(id, 'release', { expected_state: 'proposed' })))).toMatchObject({
      state: 'sending',
      payee: { doubt: null },
    })
    for (const wait of [0, seconds(6), seconds(11), minutes(2)]) await payouts.server.pass(wait, JOBS)
    expect(await read()).toMatchObject({ state: 'sent', attempt: { state: 'success' } })
  },
)

test('an account whose bank gives another name is named again, and takes the place of the first; a silent provider sends nothing', async () => {
  const id = await proposeToOldAccount()
  await control('/switches', { calls: { resolve: { fault: 'error_500' } } })
  await expectRefused(() => act(id, 'release', { expected_state: 'proposed' }), 'provider_unavailable')
  await control('/switches', { calls: { resolve: null }, resolvedName: 'YUSUF AMINA BELLO' })
  await expectRefused(() => act(id, 'release', { expected_state: 'proposed' }), 'account_name_changed')
  const signIn = { email: amina.email, password: PASSWORD }
  const { body } = await payouts.server.call('POST', '/auth/v1/token?grant_type=password', signIn)
  const authorization = `Bearer ${z.object({ access_token: z.string() }).parse(body).access_token}`
  const named = { ...HERS, account_name: 'YUSUF AMINA BELLO' }
  const answer = await payouts.server.call('POST', `/api/applications/${request}/payee`, named, { authorization })
  expect(answer.body).toMatchObject({ account_name: named.account_name, doubt: null })
  await expectRefused(() => act(id, 'release', { expected_state: 'proposed' }), 'payee_not_usable')
})
