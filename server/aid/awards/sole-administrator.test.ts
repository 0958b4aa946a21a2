/** One administrator alone: small payments after a wait, only while there is no second one, and countersigned later. */
import { sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import {
  newAdministrator,
  readAudit,
  signInAdministrator,
  type Administrator,
} from '../../../test/support/administering.ts'
import { newPerson, REQUEST } from '../../../test/support/asking.ts'
import { awardIn, lastOf, usePayouts } from '../../../test/support/paying-out.ts'
import { expectBooksBalance, newKey, type TestServer } from '../../../test/support/server.ts'
import { hours } from '../../platform/clock.ts'
import { isSole } from './sole-administrator.ts'

const payouts = usePayouts()
const { expectRefused, refusedByDatabase } = payouts
let halima: Administrator
let request: string
beforeEach(async () => {
  halima = await newAdministrator(payouts.server, 'halima')
  await payouts.fill(800_000)
  const amina = await newPerson(payouts.server)
  request = await payouts.approved(amina, halima, { amount_requested: 700_000 })
  setSole(payouts.server, true)
})

/** As if the server had been started with SOLE_ADMINISTRATOR. */
function setSole({ core }: TestServer, soleAdministrator: boolean) {
  Object.assign(core.env.payouts, { soleAdministrator })
}

/** Her session ends meanwhile. */
async function wait(milliseconds: number) {
  payouts.server.clock.advance(milliseconds)
  halima = await signInAdministrator(payouts.server, 'halima')
}

const grant = (by: Administrator, id: string) => payouts.act(by, `/awards/${id}/grant`, { expected_state: 'proposed' })
const release = (by: Administrator, id: string) =>
  payouts.act(by, `/payouts/${id}/release`, { expected_state: 'proposed' })
const countersign = (by: Administrator, id: string) => payouts.act(by, `/payouts/${id}/countersign`)

async function grantedAlone(amount: number) {
  if (amount > 50_000) await payouts.passSecondStep(halima)
  return awardIn(await grant(halima, awardIn(await payouts.propose(halima, request, amount)).id))
}
/** As the product would write it, without its checks. */
const releasedRow = (id: string, wait: string) =>
  sql`update disbursements set state = 'released', released_by = ${halima.userId}::uuid, slip = 'AAAA-AAAA', code_hash = '\\x00',
             released_at = proposed_at + ${wait}::interval where id = ${id}::uuid`
const proposed = async (award: string, amount: number) =>
  lastOf(awardIn(await payouts.disburse(halima, award, amount))).id

const waiting = async () => (await halima.call('GET', '/api/admin/decisions?group=waiting')).body['items']

test('grants alone, waits, releases alone, and a second administrator countersigns', async () => {
  const award = await grantedAlone(50_000)
  expect(award).toMatchObject({ state: 'granted', signers: 1 })
  const disbursed = awardIn(await payouts.disburse(halima, award.id, 50_000))
  const { id, release_from: from } = lastOf(disbursed)
  expect(lastOf(disbursed)).toMatchObject({ signers: 1, may: { release: false } })
  await expectRefused(() => release(halima, id), 'released_too_early')
  await wait(hours(24) - 1)
  await expectRefused(() => release(halima, id), 'released_too_early')
  expect(await waiting()).toEqual([])
  payouts.server.clock.advance(1)
  expect(payouts.server.clock.now().toISOString()).toBe(from)
  expect(await waiting()).toMatchObject([{ kind: 'disbursement', signers: 1, may_confirm: true }])
  expect((await halima.call('GET', '/api/admin/payouts')).body).toMatchObject({
    alone: { each_max: 50_000, week_max: 200_000, released: 0, wait_minutes: 1440 },
    items: [{ group: 'mine', payout: { may: { release: true } } }],
  })
  expect(lastOf(awardIn(await release(halima, id)))).toMatchObject({ state: 'released', signers: 1 })
  expect((await payouts.handOver(halima, id, 50_000)).status).toBe(200)
  // The answer of the recipient is still not theirs to record.
  await expectRefused(
    () => payouts.act(halima, `/payouts/${id}/confirmation`, { answer: 'all', how: 'call' }),
    'second_administrator_needed',
  )
  await expectRefused(() => countersign(halima, id), 'second_administrator_needed')
  expect(
    await refusedByDatabase(
      sql`update disbursements set countersigned_by = ${halima.userId}::uuid, countersigned_at = now()`,
    ),
  ).toBe('23514')

  const musa = await newAdministrator(payouts.server, 'musa')
  expect((await musa.call('GET', '/api/admin/payouts')).body).toMatchObject({
    alone: null,
    items: [{ group: 'done', payout: { may: { countersign: true } } }],
  })
  expect(lastOf(awardIn(await countersign(musa, id)))).toMatchObject({
    countersigned_by: { full_name: 'Musa Musa' },
    may: { countersign: false },
  })
  await expectRefused(() => countersign(musa, id), 'already_decided')
  expect((await readAudit(payouts.server)).map(({ action }) => action)).toContain('disbursement.countersigned')
  expect(await refusedByDatabase(sql`update disbursements set countersigned_by = null, countersigned_at = null`)).toBe(
    'TK001',
  )
  await expectBooksBalance(payouts.server)
})

test('not without the setting, and not beside a second administrator', async () => {
  const award = await grantedAlone(50_000)
  const first = await proposed(award.id, 20_000)
  await wait(hours(24))
  setSole(payouts.server, false)
  await expectRefused(() => release(halima, first), 'second_administrator_needed')
  // A proposal made without the setting needs two people, even once it is on.
  const second = await proposed(award.id, 20_000)
  await wait(hours(24))
  setSole(payouts.server, true)
  await expectRefused(() => release(halima, second), 'second_administrator_needed')
  const musa = await newAdministrator(payouts.server, 'musa')
  expect(await isSole(payouts.server.core, payouts.server.core.db)).toBe(false)
  await expectRefused(() => release(halima, first), 'second_administrator_needed')
  // The second administrator releases it as always.
  const { payouts: paid } = awardIn(await release(musa, first))
  expect(paid.find(({ id }) => id === first)).toMatchObject({ state: 'released', signers: 2 })
  await expectRefused(() => countersign(musa, first), 'already_decided')
})

test('at most ₦50,000 a payment, and ₦200,000 in seven days', async () => {
  const { id, signers, may } = awardIn(await payouts.propose(halima, request, 200_001))
  expect({ signers, may }).toMatchObject({ signers: 2, may: { grant: false } })
  await payouts.passSecondStep(halima)
  await expectRefused(() => grant(halima, id), 'second_administrator_needed')
  await payouts.act(halima, `/awards/${id}/cancel`, { expected_state: 'proposed' })

  const award = await grantedAlone(200_000)
  const large = await proposed(award.id, 50_001)
  await wait(hours(24))
  await payouts.passSecondStep(halima)
  await expectRefused(() => release(halima, large), 'second_administrator_needed')
  await payouts.act(halima, `/payouts/${large}/cancel`, { expected_state: 'proposed' })
  const four = []
  for (let count = 0; count < 4; count += 1) four.push(await proposed(award.id, 50_000))
  await wait(hours(24))
  await payouts.passSecondStep(halima)
  for (const next of four) expect((await release(halima, next)).status).toBe(200)
  const other = await payouts.approved(await newPerson(payouts.server, 'bisi'), halima)
  const more = awardIn(await grant(halima, awardIn(await payouts.propose(halima, other, 1000)).id))
  const over = await proposed(more.id, 1000)
  await wait(hours(24))
  await expectRefused(() => release(halima, over), 'limit_exceeded')
  expect(await refusedByDatabase(releasedRow(over, '24 hours'))).toBe('TK001')
  await expectBooksBalance(payouts.server)
})

test('two payments at once, of two awards, do not both fit into the last ₦50,000 of the week', async () => {
  const award = await grantedAlone(200_000)
  const other = await payouts.approved(await newPerson(payouts.server, 'bisi'), halima)
  const second = awardIn(await grant(halima, awardIn(await payouts.propose(halima, other, 45_000)).id))
  const earlier = []
  for (let count = 0; count < 3; count += 1) earlier.push(await proposed(award.id, 50_000))
  const last = [await proposed(award.id, 50_000), await proposed(second.id, 45_000)]
  await wait(hours(24))
  await payouts.passSecondStep(halima)
  for (const id of earlier) expect((await release(halima, id)).status).toBe(200)
  const answers = await Promise.all(last.map((id) => release(halima, id)))
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
  expect(answers.map(({ body }) => body['code'])).toContain('limit_exceeded')
  await expectBooksBalance(payouts.server)
})

test('the database itself refuses one person alone who decides beside another, or too early', async () => {
  const award = await grantedAlone(60_000)
  const id = await proposed(award.id, 50_000)
  expect(await refusedByDatabase(releasedRow(id, '23 hours 59 minutes'))).toBe('TK001')
  await newAdministrator(payouts.server, 'musa')
  expect(await refusedByDatabase(releasedRow(id, '24 hours'))).toBe('TK001')
})

test('not for their own request', async () => {
  await halima.call('PUT', '/api/profile', { full_name: 'Halima Musa', phone: '08030000001', address: 'Kano' })
  const own = await halima.call('POST', '/api/applications', REQUEST, newKey())
  await expectRefused(() => payouts.propose(halima, String(own.body['id']), 1000), 'own_request')
})
