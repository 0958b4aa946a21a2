/** An approved request without an award is in a list, has a due date, is counted, and is mailed about when it is late. */
import { beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { signInAdministrator, type Administrator } from '../../../test/support/administering.ts'
import { newPerson, PASSWORD, REQUEST } from '../../../test/support/asking.ts'
import { toLagosTime } from '../../../test/support/lagos-time.ts'
import { readMails } from '../../../test/support/mails.ts'
import { awardIn, usePayouts } from '../../../test/support/paying-out.ts'
import { expectBooksBalance, newKey } from '../../../test/support/server.ts'
import { hours, minutes } from '../../platform/clock.ts'

const payouts = usePayouts()
const DAY = hours(24)
let halima: Administrator
let musa: Administrator
beforeEach(async () => {
  toLagosTime(payouts.server, 9, 0)
  const [first, second] = await payouts.administrators('halima', 'musa')
  if (!first || !second) throw new Error('two administrators')
  ;[halima, musa] = [first, second]
  await payouts.fill(60_000)
})

const approved = async (more = {}) =>
  payouts.approved(await newPerson(payouts.server, crypto.randomUUID()), halima, more)
const Row = z.object({
  id: z.string(),
  group: z.string(),
  to_award: z.unknown(),
  award: z.unknown(),
  payout: z.unknown(),
})
const Payouts = z.object({ items: z.array(Row) })
const rowsOf = async (view: string, by = halima) =>
  Payouts.parse((await by.call('GET', `/api/admin/payouts?view=${view}`)).body).items
const toAward = async (by = halima) => (await rowsOf('to_award', by)).filter(({ group }) => group === 'to_award')
const listed = async (by = halima) => (await toAward(by)).map(({ id }) => id)
const counted = async () =>
  z
    .object({ applications: z.object({ to_award: z.number() }) })
    .parse((await halima.call('GET', '/api/admin/overview')).body).applications.to_award
/** Staff sessions are short. */
async function pass(milliseconds: number) {
  payouts.server.clock.advance(milliseconds)
  halima = await signInAdministrator(payouts.server, 'halima')
  musa = await signInAdministrator(payouts.server, 'musa')
}
const dueIn = (days: number) => new Date(payouts.server.clock.now().getTime() + days * DAY).toISOString()

test('from the approval until an award is granted, with when it is due; again after a cancelled award and a lapsed proposal', async () => {
  const request = await approved()
  const critical = await approved({ urgency: 'critical' })
  const noSum = await approved({ amount_requested: null })
  const now = payouts.server.clock.now().toISOString()
  expect(await toAward()).toMatchObject([
    { id: critical, to_award: { amount_requested: 45_000.5, approved_at: now, due_at: dueIn(1) } },
    { id: request, to_award: { due_at: dueIn(3) }, award: null, payout: null },
    { id: noSum, to_award: { amount_requested: null } },
  ])
  expect(await counted()).toBe(3)

  const award = awardIn(await payouts.propose(halima, request, 20_000))
  expect(await listed()).toEqual([critical, noSum])
  await payouts.act(musa, `/awards/${award.id}/grant`, { expected_state: 'proposed' })
  expect(await listed()).toEqual([critical, noSum])
  payouts.server.clock.advance(minutes(1))
  const cancelled = await payouts.act(musa, `/awards/${award.id}/cancel`, { expected_state: 'granted' })
  expect(cancelled.status).toBe(200)
  expect(await toAward()).toMatchObject([
    { id: critical },
    { id: noSum },
    { id: request, to_award: { due_at: dueIn(3) } },
  ])

  // The award that was proposed is in one list, before its proposal lapses and after.
  const { id } = awardIn(await payouts.propose(halima, noSum, 20_000))
  const places = async () => (await rowsOf('all')).map(({ id: row, group }) => [row, group])
  expect(await places()).toContainEqual([id, 'grant'])
  await pass(7 * DAY + minutes(1))
  expect(await places()).not.toContainEqual([id, 'grant'])
  expect(await listed()).toContain(noSum)

  expect(
    (
      await halima.call('PATCH', `/api/admin/applications/${critical}`, {
        status: 'rejected',
        reason: 'Paid by others.',
      })
    ).status,
  ).toBe(200)
  expect(await listed()).not.toContain(critical)
  await expectBooksBalance(payouts.server)
})

test('not one’s own, and not that of a closed account; once paid, never again', async () => {
  const asked = await musa.call('POST', '/api/applications', REQUEST, newKey())
  const own = z.uuid().parse(asked.body['id'])
  await halima.call('PATCH', `/api/admin/applications/${own}`, { status: 'approved' })
  expect([await listed(halima), await listed(musa)]).toEqual([[own], []])

  const person = await newPerson(payouts.server, 'amina')
  const request = await payouts.approved(person, halima)
  const [sani, hauwa] = await payouts.administrators('sani', 'hauwa')
  if (!sani || !hauwa) throw new Error('four administrators')
  const award = await payouts.granted(request, 1_000, [sani, hauwa])
  const id = await payouts.released(award.id, 1_000, [sani, hauwa])
  awardIn(await payouts.handOver(hauwa, id, 1_000))
  expect((await payouts.act(halima, `/payouts/${id}/confirmation`, { answer: 'all', how: 'call' })).status).toBe(200)
  expect(await listed()).toEqual([own])
  const leaving = await newPerson(payouts.server, 'leaving')
  const closed = await payouts.approved(leaving, halima)
  expect(await listed()).toContain(closed)
  expect((await leaving.call('POST', '/api/account/closure', { password: PASSWORD })).status).toBe(200)
  expect(await listed()).toEqual([own])
  await expectBooksBalance(payouts.server)
})

test('administrators are mailed once when an award is late: a critical one at once, others in the morning, by case number alone', async () => {
  const [critical, other] = [await approved({ urgency: 'critical' }), await approved()]
  const letters = async () => {
    await payouts.server.runJobs(/^team\.late$/)
    return (await readMails(payouts.server)).filter(({ subject }) => /no award/.test(subject))
  }
  const numberOf = async (id: string) =>
    String((await halima.call('GET', `/api/admin/applications/${id}`)).body['case_number'])
  expect(await letters()).toEqual([])
  await pass(DAY + minutes(1))
  const first = await letters()
  expect(first.map(({ recipient }) => recipient).toSorted()).toEqual([halima.email, musa.email].toSorted())
  expect(first[0]?.subject).toBe('An approved request has no award')
  expect(first[0]?.text).toContain(await numberOf(critical))
  expect(first[0]?.text).not.toMatch(/Amina|school|₦/i)
  payouts.server.clock.advance(minutes(1))
  expect(await letters()).toHaveLength(2)
  // Due at 9 on the third day, so told on the next morning.
  await pass(2 * DAY)
  expect(await letters()).toHaveLength(2)
  await pass(DAY - hours(1))
  const all = await letters()
  expect(all).toHaveLength(4)
  const number = await numberOf(other)
  expect(all.filter(({ text }) => text.includes(number))).toHaveLength(2)
})
