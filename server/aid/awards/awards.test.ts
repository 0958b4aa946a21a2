/** Awards: two people, what the fund has, one open award for each request, and every refusal leaves everything as it was. */
import { sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import type { Administrator } from '../../../test/support/administering.ts'
import { newPerson, type Person } from '../../../test/support/asking.ts'
import { awardIn, usePayouts } from '../../../test/support/paying-out.ts'
import { expectBooksBalance, newKey } from '../../../test/support/server.ts'
import { hours, minutes } from '../../platform/clock.ts'

const payouts = usePayouts()
const { expectRefused, refusedByDatabase } = payouts
let halima: Administrator
let musa: Administrator
let ladi: Administrator
let amina: Person
beforeEach(async () => {
  const [first, second, third] = await payouts.administrators('halima', 'musa', 'ladi')
  if (!first || !second || !third) throw new Error('three administrators')
  ;[halima, musa, ladi] = [first, second, third]
  amina = await newPerson(payouts.server)
})

const grant = (by: Administrator, id: string) => payouts.act(by, `/awards/${id}/grant`, { expected_state: 'proposed' })
const cancel = (by: Administrator, id: string, expected: string) =>
  payouts.act(by, `/awards/${id}/cancel`, { expected_state: expected })

test('one proposes, another grants: the fund promises it, and cancelling returns it', async () => {
  await payouts.fill(60_000)
  const request = await payouts.approved(amina, halima)
  const read = async (by = musa) => (await by.call('GET', `/api/admin/applications/${request}/awards`)).body
  // ₦60,000 less the provider's fee of 1.5 % and ₦100.
  const funds = [
    { fund: 'school', spendable: 59_000, promised: 0, proposed: 0 },
    { fund: 'general', spendable: 0, promised: 0, proposed: 0 },
  ]
  const terms = {
    funds,
    receiving: { way: null, payee: null, changes: [], waits_until: null },
    counted: 0,
    three_people_above: 500_000,
  }
  expect(await read()).toEqual({
    awards: [],
    earlier: [],
    ...terms,
    may_propose: true,
  })
  // The decider sees the same beside the amount.
  expect((await musa.call('GET', `/api/admin/applications/${request}`)).body).toMatchObject(terms)
  const proposed = awardIn(await payouts.propose(halima, request, 40_000))
  expect(proposed).toMatchObject({ state: 'proposed', amount: 40_000, left: 0, may: { grant: false, cancel: true } })
  expect(await payouts.balance('committed:school')).toBe(0n)
  expect(await read()).toMatchObject({ awards: [{ may: { grant: true } }], may_propose: false })
  expect(await read(halima)).toMatchObject({ awards: [{ may: { grant: false } }], may_propose: false })

  await expectRefused(() => grant(halima, proposed.id), 'second_administrator_needed')
  expect(awardIn(await grant(musa, proposed.id))).toMatchObject({
    state: 'granted',
    left: 40_000,
    may: { grant: false },
  })
  expect(await payouts.balance('committed:school')).toBe(4_000_000n)
  expect(await read()).toMatchObject({ funds: [{ spendable: 19_000 }, {}] })
  expect((await amina.call('GET', `/api/applications/${request}/award`)).body).toMatchObject({
    award: { amount: 40_000, state: 'granted', payouts: [] },
  })
  // The headline figures do not change.
  expect(await payouts.figures()).toMatchObject({ funds_raised: 60_000 })

  await expectRefused(() => grant(ladi, proposed.id), 'already_decided')
  await expectRefused(() => payouts.propose(halima, request, 1000), 'award_open')
  const reject = (body: object) => halima.call('PATCH', `/api/admin/applications/${request}`, body)
  await expectRefused(() => reject({ status: 'rejected', reason: 'No.' }), 'award_open')
  const awardOpen = async () => (await halima.call('GET', `/api/admin/applications/${request}`)).body['award_open']
  expect(await awardOpen()).toBe(true)
  expect(await refusedByDatabase(sql`update aid_applications set status = 'pending', decided_at = null`)).toBe('TK004')

  await expectRefused(() => cancel(ladi, proposed.id, 'proposed'), 'already_decided')
  expect(awardIn(await cancel(ladi, proposed.id, 'granted'))).toMatchObject({ state: 'cancelled' })
  expect(await awardOpen()).toBe(false)
  expect(await payouts.balance('committed:school')).toBe(0n)
  expect((await reject({ status: 'rejected', reason: 'No.' })).status).toBe(200)
})

test('an approval that is taken back withdraws its proposed award; one that is granted stays', async () => {
  await payouts.fill(60_000)
  const undo = (id: string) => payouts.act(halima, `/applications/${id}/undo`, { expected_version: 2 })
  const [taken, kept] = [await payouts.approved(amina, halima), await payouts.approved(amina, halima)]
  const withdrawn = awardIn(await payouts.propose(halima, taken, 1000))
  expect(await undo(taken)).toMatchObject({ status: 200, body: { status: 'pending' } })
  expect((await musa.call('GET', `/api/admin/applications/${taken}/awards`)).body).toMatchObject({
    awards: [{ id: withdrawn.id, state: 'cancelled' }],
    may_propose: false,
  })
  await expectRefused(() => grant(musa, withdrawn.id), 'already_decided')
  await payouts.granted(kept, 1000, [halima, musa])
  await expectRefused(() => undo(kept), 'award_open')
  expect(await payouts.balance('committed:school')).toBe(100_000n)
})

test('what does not fit is refused', async () => {
  await payouts.fill(60_000)
  const request = await payouts.approved(amina, halima)
  const pending = String((await amina.ask()).body['id'])
  const propose = (funds: object[], amount = 2000) =>
    payouts.act(halima, `/applications/${request}/awards`, { amount, funds })
  await expectRefused(() => payouts.propose(halima, pending, 1000), 'request_not_approved')
  await expectRefused(() => payouts.propose(halima, crypto.randomUUID(), 1000), 'not_found')
  // Over the request (₦45,000.50), over the fund, the wrong fund, one fund twice, a sum that differs.
  await expectRefused(() => payouts.propose(halima, request, 45_001), 'invalid_input')
  await expectRefused(() => payouts.propose(halima, request, 2000, 'general'), 'fund_short')
  await expectRefused(() => payouts.propose(halima, request, 2000, 'food'), 'invalid_input')
  await expectRefused(() => payouts.propose(halima, request, 2000, 'emergency'), 'invalid_input')
  await expectRefused(() => propose([1, 2].map(() => ({ fund: 'school', amount: 1000 }))), 'invalid_input')
  await expectRefused(() => propose([{ fund: 'school', amount: 1999 }]), 'invalid_input')
})

test('no one decides about their own request, and the database refuses it as well', async () => {
  await payouts.fill(60_000)
  const own = { ...amina, ask: (body?: unknown) => halima.call('POST', '/api/applications', body, newKey()) }
  await halima.call('PUT', '/api/profile', { full_name: 'Halima Musa', phone: '08030000001', address: 'Kano' })
  const request = await payouts.approved(own, musa)
  await expectRefused(() => payouts.propose(halima, request, 2000), 'own_request')
  const { id } = awardIn(await payouts.propose(musa, request, 2000))
  await expectRefused(() => grant(halima, id), 'own_request')
  await expectRefused(() => cancel(halima, id, 'proposed'), 'own_request')
  const granted = (by: Administrator) =>
    sql`update awards set state = 'granted', granted_at = now(), granted_by = ${by.userId}::uuid`
  expect(await refusedByDatabase(granted(halima))).toBe('TK006')
  expect(await refusedByDatabase(granted(musa))).toBe('TK001')
  expect(await refusedByDatabase(sql`update awards set amount = 1`)).toBe('TK001')
  expect(await refusedByDatabase(sql`update awards set in_payouts = 1`)).toBe('TK001')
  expect(await refusedByDatabase(sql`delete from awards`)).toBe('TK001')
  expect(await refusedByDatabase(sql`update award_funds set amount = 1`)).toBe('TK001')
})

test('above ₦50,000 a fresh second step is needed, and above ₦500,000 three people', async () => {
  await payouts.fill(2_000_000)
  const big = await payouts.approved(amina, halima, { amount_requested: 600_000 })
  const { id } = awardIn(await payouts.propose(halima, big, 500_001))
  await expectRefused(() => grant(musa, id), 'fresh_second_step_needed')
  await payouts.passSecondStep(musa)
  payouts.server.clock.advance(minutes(10))
  await expectRefused(() => grant(musa, id), 'fresh_second_step_needed')
  await payouts.passSecondStep(musa)
  expect(awardIn(await grant(musa, id))).toMatchObject({ state: 'proposed', approvals: [{ user_id: musa.userId }] })
  expect(await payouts.balance('committed:school')).toBe(0n)
  await expectRefused(() => grant(musa, id), 'second_administrator_needed')
  // Without the second approval the database refuses the last one.
  expect(
    await refusedByDatabase(
      sql`update proposals set state = 'confirmed', decided_at = now(), decided_by = ${musa.userId}::uuid`,
    ),
  ).toBe('TK001')
  await payouts.passSecondStep(ladi)
  expect(awardIn(await grant(ladi, id))).toMatchObject({ state: 'granted', granted_by: { user_id: ladi.userId } })
})

test('₦50,000 itself needs no fresh second step, and ₦500,000 itself two people', async () => {
  await payouts.fill(2_000_000)
  const small = awardIn(
    await payouts.propose(halima, await payouts.approved(amina, halima, { amount_requested: 50_000 }), 50_000),
  )
  expect(awardIn(await grant(musa, small.id)).state).toBe('granted')
  const hauwa = await newPerson(payouts.server, 'hauwa')
  const big = await payouts.approved(hauwa, halima, { amount_requested: 600_000 })
  const { id } = awardIn(await payouts.propose(halima, big, 500_000))
  await payouts.passSecondStep(musa)
  expect(awardIn(await grant(musa, id)).state).toBe('granted')
  await expectBooksBalance(payouts.server)
})

test('a proposal that lapsed makes room for the next, and a repeat finds the same award', async () => {
  await payouts.fill(60_000)
  const request = await payouts.approved(amina, halima)
  const key = newKey()
  const body = { amount: 2000, funds: [{ fund: 'school', amount: 2000 }] }
  const send = (sent: object, by = halima) => by.call('POST', `/api/admin/applications/${request}/awards`, sent, key)
  const { id } = awardIn(await send(body))
  expect(awardIn(await send(body)).id).toBe(id)
  await expectRefused(() => send({ amount: 1000, funds: [{ fund: 'school', amount: 1000 }] }), 'idempotency_key_reused')
  await expectRefused(() => payouts.propose(musa, request, 1000), 'already_proposed')
  payouts.server.clock.advance(hours(24 * 7))
  const [sani, bala] = await payouts.administrators('sani', 'bala')
  if (!sani || !bala) throw new Error('two administrators')
  await expectRefused(() => grant(sani, id), 'proposal_lapsed')
  const next = awardIn(await payouts.propose(sani, request, 1000))
  await expectRefused(() => grant(bala, id), 'already_decided')
  expect(awardIn(await grant(bala, next.id)).state).toBe('granted')
})

test('of many awards on a fund for few, only those are granted that it can pay', async () => {
  // ₦10,000 less ₦250 of fees: four awards of ₦2,000 and no fifth.
  await payouts.fill(10_000)
  const ids: string[] = []
  for (const place of Array(9).keys()) {
    const person = await newPerson(payouts.server, `person-${place}`)
    const request = await payouts.approved(person, halima)
    ids.push(awardIn(await payouts.propose(halima, request, 2000)).id)
  }
  const answers = await Promise.all(ids.map((id, place) => grant(place % 2 ? musa : ladi, id)))
  expect(answers.map(({ body }) => String(body['code'] ?? body['state'])).toSorted()).toEqual([
    ...Array<string>(5).fill('fund_short'),
    ...Array<string>(4).fill('granted'),
  ])
  expect(await payouts.balance('committed:school')).toBe(800_000n)
})

test('closing the account cancels what is not released, and what is released can still be handed over', async () => {
  await payouts.fill(60_000)
  const request = await payouts.approved(amina, halima)
  const award = await payouts.granted(request, 20_000, [halima, musa])
  const released = await payouts.released(award.id, 5000, [halima, musa])
  await payouts.disburse(halima, award.id, 3000)
  expect((await amina.call('POST', '/api/account/closure', { password: 'rain on the tin roof' })).status).toBe(200)
  const view = async () => (await musa.call('GET', `/api/admin/applications/${request}/awards`)).body['awards']
  expect(await view()).toMatchObject([{ state: 'granted', payouts: [{ state: 'released' }, { state: 'cancelled' }] }])
  await expectRefused(() => payouts.disburse(halima, award.id, 1000), 'award_not_granted')
  expect(awardIn(await payouts.handOver(musa, released, 5000)).payouts[0]?.state).toBe('sent')
  await payouts.act(ladi, `/payouts/${released}/confirmation`, { answer: 'all', how: 'witnessed' })
  expect(await view()).toMatchObject([{ state: 'closed' }])
  expect(await payouts.balance('committed:school')).toBe(0n)
  expect(await payouts.balance('disbursed:school')).toBe(500_000n)
})

test('the timeline of the request says who proposed, granted and cancelled, in order', async () => {
  await payouts.fill(60_000)
  const request = await payouts.approved(amina, halima)
  const { id } = awardIn(await payouts.propose(halima, request, 40_000))
  await grant(musa, id)
  await cancel(ladi, id, 'granted')
  const other = await payouts.approved(await newPerson(payouts.server, 'bello'), halima)
  const acts = async (of: string) => (await halima.call('GET', `/api/admin/applications/${of}`)).body['payment_acts']
  expect(await acts(request)).toMatchObject([
    { act: 'award.proposed', by: { user_id: halima.userId } },
    { act: 'award.granted', by: { user_id: musa.userId } },
    { act: 'award.cancelled', by: { user_id: ladi.userId } },
  ])
  expect(await acts(other)).toEqual([])
})

test('the data of an applicant have what was granted, and nothing that is only proposed or was withdrawn', async () => {
  await payouts.fill(60_000)
  const request = await payouts.approved(amina, halima)
  const exported = async () => (await amina.call('GET', '/api/account/data')).body['awards']
  const { id } = awardIn(await payouts.propose(halima, request, 20_000))
  expect(await exported()).toEqual([])
  await grant(musa, id)
  const granted = { request, amount: 20_000, state: 'granted' }
  const payout = (await payouts.disburse(halima, id, 5_000)).status
  expect([payout, await exported()]).toMatchObject([201, [{ ...granted, payouts: [] }]])
  await payouts.released(id, 3_000, [halima, musa])
  expect(await exported()).toMatchObject([{ ...granted, payouts: [{ amount: 3_000, state: 'released' }] }])
  await expectBooksBalance(payouts.server)
})
