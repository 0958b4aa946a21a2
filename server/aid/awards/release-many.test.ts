/** Many releases at once: each keeps its own rules, one refusal stops no other, and two calls at once release nothing twice. */
import { beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import type { Administrator } from '../../../test/support/administering.ts'
import { newPerson } from '../../../test/support/asking.ts'
import { setLimits } from '../../../test/support/limits.ts'
import { awardIn, lastOf, usePayouts } from '../../../test/support/paying-out.ts'
import { expectBooksBalance } from '../../../test/support/server.ts'
import { minutes } from '../../platform/clock.ts'

const payouts = usePayouts()
let halima: Administrator
let musa: Administrator
let ladi: Administrator
let award: string
beforeEach(async () => {
  const [first, second, third] = await payouts.administrators('halima', 'musa', 'ladi')
  if (!first || !second || !third) throw new Error('three administrators')
  ;[halima, musa, ladi] = [first, second, third]
  await payouts.fill(60_000)
  award = (await granted()).id
})

const granted = async (amount = 20_000) =>
  payouts.granted(await payouts.approved(await newPerson(payouts.server, crypto.randomUUID()), halima), amount, [
    halima,
    musa,
  ])
const proposed = async (amount: number, { by = halima, of = award, more = {} } = {}) =>
  lastOf(awardIn(await payouts.disburse(by, of, amount, more))).id
const releaseMany = (by: Administrator, ids: readonly string[]) => payouts.act(by, '/releases', { payouts: ids })
const Rows = z.object({ rows: z.array(z.unknown()) })
const stateOf = async (ofAward: string, id: string) => {
  const { items } = z
    .object({ items: z.array(z.object({ payout: z.any() })) })
    .parse((await musa.call('GET', '/api/admin/payouts')).body)
  const shown = items.map(({ payout }) => payout)
  return shown.find((each) => each?.id === id && each.award_id === ofAward)?.state
}

test('those that may be released are, and the answer says why the others are not', async () => {
  const paused = await granted(2_000)
  const missing = await payouts.released(paused.id, 1_000, [halima, musa])
  awardIn(await payouts.handOver(musa, missing, 1_000))
  const own = await proposed(3_000, { by: musa })
  const [first, last] = [await proposed(5_000), await proposed(6_000)]
  const waits = await proposed(1_000, { of: paused.id })
  const said = { answer: 'none', how: 'call' }
  expect((await payouts.act(ladi, `/payouts/${missing}/confirmation`, said)).status).toBe(200)
  const unknown = crypto.randomUUID()

  const answer = await releaseMany(musa, [first, own, waits, unknown, last])
  expect(answer).toMatchObject({
    status: 200,
    body: {
      rows: [
        { id: first, outcome: 'released', refusal: null },
        { id: own, outcome: 'refused', refusal: 'second_administrator_needed' },
        { id: waits, outcome: 'refused', refusal: 'award_paused' },
        { id: unknown, outcome: 'refused', refusal: 'not_found' },
        { id: last, outcome: 'released', refusal: null },
      ],
    },
  })
  expect(await Promise.all([first, own, last].map((id) => stateOf(award, id)))).toEqual([
    'released',
    'proposed',
    'released',
  ])
  const before = await payouts.everything()
  expect((await releaseMany(musa, [first, last])).body).toMatchObject({
    rows: [{ refusal: 'already_decided' }, { refusal: 'already_decided' }],
  })
  expect(await payouts.everything()).toEqual(before)
  await expectBooksBalance(payouts.server)
})

test('the limit of a day counts each before the next', async () => {
  await setLimits(payouts.server.core.db, { releasedADayMax: 1_000_000n })
  const ids = [await proposed(6_000), await proposed(5_000), await proposed(4_000)]
  expect((await releaseMany(musa, ids)).body).toMatchObject({
    rows: [{ outcome: 'released' }, { refusal: 'limit_exceeded' }, { outcome: 'released' }],
  })
  await expectBooksBalance(payouts.server)
})

test('the second step is asked for before anything is released, also by the total alone', async () => {
  await setLimits(payouts.server.core.db, { secondStepAbove: 2_100_000n, threePeopleAbove: 10_000_000n })
  const other = (await granted()).id
  const ids = [await proposed(15_000), await proposed(15_000, { of: other })]
  await payouts.expectRefused(() => releaseMany(musa, ids), 'fresh_second_step_needed')
  await payouts.passSecondStep(musa)
  expect((await releaseMany(musa, ids)).body).toMatchObject({
    rows: [{ outcome: 'released' }, { outcome: 'released' }],
  })
  await expectBooksBalance(payouts.server)
})

test('a payment that needs three people is approved by the second and released by the third', async () => {
  const id = await proposed(1_000, { of: (await granted(2_000)).id })
  await setLimits(payouts.server.core.db, { secondStepAbove: 1_000_000n, threePeopleAbove: 1_000_000n })
  const three = await proposed(4_000)
  for (const who of [musa, ladi]) await payouts.passSecondStep(who)
  expect((await releaseMany(musa, [three, id])).body).toMatchObject({
    rows: [{ outcome: 'approved' }, { outcome: 'released' }],
  })
  expect(await stateOf(award, three)).toBe('proposed')
  const inGroup = async (by: Administrator, group: string) =>
    (await by.call('GET', `/api/admin/decisions?group=${group}`)).body['items']
  const approved = { kind: 'disbursement', signers: 3, approved_by: [{ user_id: musa.userId }] }
  expect([await inGroup(musa, 'others'), await inGroup(ladi, 'waiting')]).toMatchObject([[approved], [approved]])
  expect((await releaseMany(ladi, [three])).body).toMatchObject({ rows: [{ outcome: 'released' }] })
  await expectBooksBalance(payouts.server)
})

test('of two people who release the same payments at once, one releases each', async () => {
  const ids = [await proposed(2_000), await proposed(3_000), await proposed(4_000)]
  const answers = await Promise.all([releaseMany(musa, ids), releaseMany(ladi, ids.toReversed())])
  const rows = answers.flatMap(({ body }) => Rows.parse(body).rows)
  for (const id of ids) {
    expect(rows).toContainEqual({ id, outcome: 'released', refusal: null })
    expect(rows).toContainEqual({ id, outcome: 'refused', refusal: 'already_decided' })
  }
  await expectBooksBalance(payouts.server)
})

test('none, one twice, or more than fifty are refused', async () => {
  const id = await proposed(2_000)
  const many = Array.from({ length: 51 }, () => crypto.randomUUID())
  const before = await payouts.everything()
  for (const ids of [[], [id, id], many]) expect((await releaseMany(musa, ids)).body['code']).toBe('invalid_input')
  expect(await payouts.everything()).toEqual(before)
})

test('an award that a release would grant counts before the second step is asked for', async () => {
  await setLimits(payouts.server.core.db, { secondStepAbove: 2_500_000n, threePeopleAbove: 10_000_000n })
  const person = await newPerson(payouts.server, 'amina')
  await payouts.granted(await payouts.approved(person, halima), 20_000, [halima, musa])
  const request = await payouts.approved(person, halima)
  payouts.server.clock.advance(minutes(2))
  const wanted = { amount: 8_000, funds: [{ fund: 'school', amount: 8_000 }], payout: { kind: 'manual_bank' } }
  const { id } = lastOf(awardIn(await payouts.act(halima, `/applications/${request}/awards`, wanted)))
  await payouts.expectRefused(() => releaseMany(musa, [id]), 'fresh_second_step_needed')
  await payouts.passSecondStep(musa)
  expect(await releaseMany(musa, [id])).toMatchObject({ body: { rows: [{ id, outcome: 'released' }] } })
  await expectBooksBalance(payouts.server)
})
