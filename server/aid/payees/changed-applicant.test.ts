/** Money goes to the person whom a reviewer approved: what the applicant edits afterwards is shown, waits a day, and is looked at by two people. */
import { sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { answerAbout, signInAdministrator, type Administrator } from '../../../test/support/administering.ts'
import { newPerson, REQUEST, type Person } from '../../../test/support/asking.ts'
import { setLimits } from '../../../test/support/limits.ts'
import { awardIn, lastOf, usePayouts } from '../../../test/support/paying-out.ts'
import { expectBooksBalance } from '../../../test/support/server.ts'
import { hours, minutes } from '../../platform/clock.ts'
import { onlyRow } from '../../platform/db/db.ts'

const payouts = usePayouts()
let halima: Administrator
let musa: Administrator
let amina: Person
let request: string
let award: string
beforeEach(async () => {
  const [first, second] = await payouts.administrators('halima', 'musa')
  if (!first || !second) throw new Error('two administrators')
  ;[halima, musa] = [first, second]
  amina = await newPerson(payouts.server)
  request = await payouts.approved(amina, halima)
  await payouts.fill(60_000)
  award = (await payouts.granted(request, 20_000, [halima, musa])).id
  payouts.server.clock.advance(minutes(1))
})

/** An account whose bank gives the name YUSUF AMINA HAUWA. */
const HERS = { bank_code: '058', account_number: '0123456785', account_name: 'YUSUF AMINA HAUWA' }
const HERS_TOO = { ...HERS, bank_code: '50515' }
const MUSA_BALA = { bank_code: '058', account_number: '0000000001', account_name: 'MUSA BALA' }
const name = (account: object) => amina.call('POST', `/api/applications/${request}/payee`, account)
const edit = (fields: object) => amina.call('PUT', '/api/profile', fields)
const disburse = (kind: string) =>
  payouts.disburse(halima, award, 1_000, {
    kind,
    ...((kind === 'goods' || kind === 'voucher') && { item: 'Rice, one bag' }),
  })
const release = (id: string) => payouts.act(musa, `/payouts/${id}/release`, { expected_state: 'proposed' })
const grant = async (reader = halima) =>
  z
    .object({
      awards: z.array(
        z.looseObject({
          receiving: z.unknown(),
          may: z.looseObject({ disburse: z.boolean() }),
          payouts: z.array(
            z.looseObject({ id: z.string(), waits_until: z.unknown(), may: z.looseObject({ release: z.boolean() }) }),
          ),
        }),
      ),
    })
    .parse((await reader.call('GET', `/api/admin/applications/${request}/awards`)).body).awards[0]
const shown = async () => (await grant())?.receiving
/** Reads whether a payout is offered, and until when it waits. */
const offered = async () => {
  const { receiving, may } = (await grant()) ?? {}
  return {
    until: z.looseObject({ waits_until: z.string().nullable() }).parse(receiving).waits_until,
    may: may?.disburse,
  }
}
const listed = async () =>
  z
    .object({ items: z.array(z.looseObject({ id: z.string() })) })
    .parse((await musa.call('GET', '/api/admin/payees')).body).items
/** Reads whether the release of a payout is offered, and until when it waits. */
const releasable = async (payout: string) => {
  const found = (await grant(musa))?.payouts.find(({ id }) => id === payout)
  return { until: found?.waits_until, may: found?.may.release }
}
/** Staff sessions are short. */
async function passDay() {
  await payouts.server.pass(hours(24), /^(payouts|payments|sandbox)/)
  halima = await signInAdministrator(payouts.server, 'halima')
  musa = await signInAdministrator(payouts.server, 'musa')
}

test('a name that is edited for a stranger’s account: shown, waits a day, and is used only after two people compared it with the approved name', async () => {
  expect((await name(MUSA_BALA)).body).toMatchObject({ code: 'account_name_differs' })
  expect((await edit({ full_name: 'Bala Musa' })).status).toBe(200)
  const tomorrow = new Date(payouts.server.clock.now().getTime() + hours(24)).toISOString()
  expect((await name(MUSA_BALA)).body).toMatchObject({ needs_check: true })
  await payouts.expectRefused(() => disburse('bank'), 'applicant_changed')
  const change = { what: 'name', before: 'Amina Yusuf' }
  expect(await shown()).toMatchObject({ changes: [change], payee: { usable: false } })
  const [waiting] = await listed()
  expect(waiting).toMatchObject({
    name: 'Bala Musa',
    account_name: 'MUSA BALA',
    // The mark went with the name.
    changes: [{ what: 'identity' }, change],
    may_check: true,
  })

  // The approved name again hides nothing.
  expect((await edit({ full_name: 'amina  YUSUF' })).status).toBe(200)
  expect(await shown()).toMatchObject({ changes: [], payee: { usable: false } })
  await payouts.expectRefused(() => disburse('bank'), 'payee_not_usable')
  await edit({ full_name: 'Bala Musa' })

  await passDay()
  await payouts.expectRefused(() => disburse('bank'), 'payee_not_usable')
  await payouts.act(halima, `/payees/${waiting?.id}/check`)
  await answerAbout(payouts.server, musa, waiting?.id)
  expect(await listed()).toEqual([])
  expect(tomorrow <= payouts.server.clock.now().toISOString()).toBe(true)
  const { id } = lastOf(awardIn(await disburse('bank')))
  expect(lastOf(awardIn(await release(id))).state).toBe('sending')
  await expectBooksBalance(payouts.server)
})

test('an account named after the approval in place of another one waits a day, and two people look at it', async () => {
  expect((await name(HERS)).body).toMatchObject({ needs_check: false })
  payouts.server.clock.advance(minutes(1))
  expect((await name(HERS_TOO)).body).toMatchObject({ needs_check: true })
  const [waiting] = await listed()
  expect(waiting).toMatchObject({ changes: [{ what: 'account', before: '6785' }] })
  await passDay()
  await payouts.expectRefused(() => disburse('bank'), 'payee_not_usable')
  await payouts.act(halima, `/payees/${waiting?.id}/check`)
  await answerAbout(payouts.server, musa, waiting?.id)
  expect((await disburse('bank')).status).toBe(201)
  await expectBooksBalance(payouts.server)
})

const CHANGES = [
  ['name', { full_name: 'Bala Musa' }, { what: 'name', before: 'Amina Yusuf' }],
  ['phone', { phone: '0809 999 9999' }, { what: 'phone', before: '00' }],
] as const
const KINDS = ['bank', 'cash', 'voucher', 'goods', 'manual_bank'] as const
test.each(CHANGES.flatMap((change) => KINDS.map((kind) => [change[0], kind, change[1], change[2]] as const)))(
  'a changed %s, paid by %s: neither proposed nor released within a day, nor released where it was proposed before',
  async (_, kind, fields, change) => {
    expect((await name(HERS)).status).toBe(200)
    const { id } = lastOf(awardIn(await disburse(kind)))
    payouts.server.clock.advance(minutes(1))
    const before = payouts.server.clock.now().getTime()
    expect(await offered()).toEqual({ until: null, may: true })
    expect((await edit(fields)).status).toBe(200)
    expect(await shown()).toMatchObject({ changes: [change] })
    const { until, may } = await offered()
    expect(Date.parse(until ?? '') - before).toBeGreaterThanOrEqual(hours(24))
    expect(may).toBe(false)
    expect(await releasable(id)).toEqual({ until, may: false })
    await payouts.expectRefused(() => disburse(kind), 'applicant_changed')
    await payouts.expectRefused(() => release(id), 'applicant_changed')
    await passDay()
    expect(await offered()).toEqual({ until: null, may: true })
    expect(await releasable(id)).toEqual({ until: null, may: false })
    await payouts.expectRefused(() => release(id), 'applicant_changed')
    // The mark went with the name, and someone checks again who it is.
    const { id: profile } = await onlyRow(
      payouts.server.core.db,
      sql`select id::text from profiles where user_id = ${amina.userId}::uuid`,
      z.object({ id: z.string() }),
    )
    await musa.call('PATCH', `/api/admin/beneficiaries/${profile}`, { is_approved: true })
    const again = lastOf(awardIn(await disburse(kind)))
    expect(lastOf(awardIn(await release(again.id))).state).toBe(kind === 'bank' ? 'sending' : 'released')
    await expectBooksBalance(payouts.server)
  },
)

test.each(KINDS)(
  'a telephone number that left the account or changed, paid by %s: neither proposed nor released for 72 hours',
  async (kind) => {
    await name(HERS)
    const { id } = lastOf(awardIn(await disburse(kind)))
    payouts.server.clock.advance(minutes(1))
    const now = payouts.server.clock.now().toISOString()
    await payouts.server.core.db.execute(
      sql`update users set phone_changed_at = ${now} where id = ${amina.userId}::uuid`,
    )
    expect(await shown()).toMatchObject({ changes: [{ what: 'sign_in', before: '' }] })
    for (let day = 0; day < 3; day += 1) {
      await payouts.expectRefused(() => disburse(kind), 'applicant_changed')
      await payouts.expectRefused(() => release(id), 'applicant_changed')
      await passDay()
    }
    await payouts.expectRefused(() => release(id), 'applicant_changed')
    const again = lastOf(awardIn(await disburse(kind)))
    expect(lastOf(awardIn(await release(again.id))).state).toBe(kind === 'bank' ? 'sending' : 'released')
    await expectBooksBalance(payouts.server)
  },
)

test('a payout proposed after the wait waits once more when two people lengthen it', async () => {
  await edit({ phone: '0809 999 9999' })
  await passDay()
  const { id } = lastOf(awardIn(await disburse('cash')))
  expect(await releasable(id)).toEqual({ until: null, may: true })
  await setLimits(payouts.server.core.db, { changedAccountHours: 48 })
  const { until } = await offered()
  expect(await releasable(id)).toEqual({ until, may: false })
  await payouts.expectRefused(() => release(id), 'applicant_changed')
  await passDay()
  expect(await releasable(id)).toEqual({ until: null, may: true })
  expect(lastOf(awardIn(await release(id))).state).toBe('released')
  await expectBooksBalance(payouts.server)
})

test.each([
  ['the same name in other letters', { full_name: ' AMINA  yusuf ' }],
  ['the same number in another notation', { phone: '+234 803 000 0000' }],
  ['no number', { phone: '' }],
  ['an address', { address: '7 Zoo Road, Kano' }],
])('is no change: %s', async (_, fields) => {
  await name(HERS)
  expect((await edit(fields)).status).toBe(200)
  expect(await shown()).toMatchObject({ changes: [], payee: { usable: true } })
  expect((await disburse('bank')).status).toBe(201)
})

test('a reviewer who has the request open hears of a changed name before they decide', async () => {
  const open = z.uuid().parse((await amina.ask(REQUEST)).body['id'])
  const read = async () => (await halima.call('GET', `/api/admin/applications/${open}`)).body
  const { version } = z.looseObject({ version: z.number() }).parse(await read())
  await edit({ full_name: 'Bala Musa' })
  const decide = (expected: number) =>
    halima.call('PATCH', `/api/admin/applications/${open}`, { status: 'approved', expected_version: expected })
  expect((await decide(version)).status).toBe(409)
  expect((await decide(version + 1)).status).toBe(200)
})
