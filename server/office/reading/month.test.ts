/** The month of the overview: times, answers, funds and late requests, of the month in Lagos, and null where nothing is known. */
import { expect, test } from 'vitest'
import { z } from 'zod'
import { newAdministrator, signInAdministrator } from '../../../test/support/administering.ts'
import { newPerson } from '../../../test/support/asking.ts'
import { usePayouts } from '../../../test/support/paying-out.ts'
import { expectBooksBalance, MONEY_JOBS } from '../../../test/support/server.ts'
import { hours, minutes } from '../../platform/clock.ts'

const payouts = usePayouts()
const Month = z.looseObject({
  month: z.string(),
  to_decide: z.looseObject({ count: z.number() }),
  funds: z.array(z.looseObject({ donation_type: z.string() })),
})
const Overview = z.looseObject({
  gifts: z.looseObject({ days: z.array(z.looseObject({ gifts: z.number() })) }),
})
async function read(query = '') {
  const auditor = await signInAdministrator(payouts.server, 'chidi')
  const { status, body } = await auditor.call('GET', `/api/admin/overview/month${query}`)
  expect(status).toBe(200)
  return Month.parse(body)
}
const lagosMonth = () => new Date(payouts.server.clock.now().getTime() + hours(1)).toISOString().slice(0, 7)

test('a month without anything has no times, not zero hours', async () => {
  await newAdministrator(payouts.server, 'chidi', ['auditor'])
  const nothing = { count: 0, median_hours: null, most_hours: null }
  expect(await read('?month=2020-02')).toMatchObject({
    month: '2020-02',
    to_decide: nothing,
    to_pay: nothing,
    answers: { handed_over: 0, confirmed: 0 },
    late: [],
  })
})

test('a gift that went back whole is no gift, also where the fee that its payer bore stayed', async () => {
  const { server } = payouts
  await newAdministrator(server, 'chidi', ['auditor'])
  const counts = async () => {
    const chidi = await signInAdministrator(server, 'chidi')
    const { gifts } = Overview.parse((await chidi.call('GET', '/api/admin/overview')).body)
    const days = gifts.days.reduce((sum, day) => sum + day.gifts, 0)
    const funds = (await read()).funds.map((fund) => fund['gifts'])
    return [(await server.call('GET', '/api/stats')).body['active_donors'], days, funds]
  }
  const before = await counts()
  const gift = await payouts.start(3000, 'school')
  await server.control('/switches', { reference: gift.reference, customerBearsFees: true })
  await payouts.pay(gift.reference)
  await payouts.verify(gift)
  expect(await counts()).not.toEqual(before)
  const refund = async (amount: number) => {
    await server.control('/refund', { reference: gift.reference, amount, outcome: 'processed' })
    for (let each = 0; each < 6; each += 1) await server.pass(hours(1), MONEY_JOBS)
  }
  const given = await counts()
  await refund(299_900)
  expect(await counts()).toEqual(given)
  await refund(100)
  expect(await counts()).toEqual(before)
  await expectBooksBalance(server)
})

test('times, answers and funds are those of the month; what is late is by owner', async () => {
  const { server } = payouts
  await newAdministrator(server, 'chidi', ['auditor'])
  // The first day of a month, so that all of it is in one.
  const start = new Date(`${lagosMonth()}-01T00:00:00Z`)
  const next = Date.UTC(start.getUTCFullYear(), start.getUTCMonth() + 1, 1)
  server.clock.advance(next - server.clock.now().getTime())
  const rashida = await newAdministrator(server, 'rashida')
  await newAdministrator(server, 'musa')
  await payouts.fill(60_000)
  const amina = await newPerson(server)
  const requests = [await amina.askLater(), await amina.askLater()]
  const late = await (await newPerson(server, 'bala')).askLater({ urgency: 'critical' })
  for (const [place, id] of requests.entries()) {
    server.clock.advance(minutes(10 + 10 * place))
    const decided = await rashida.call('PATCH', `/api/admin/applications/${id}`, { status: 'approved' })
    expect(decided.status).toBe(200)
  }
  // Sessions end after half an hour without use.
  const musa = await signInAdministrator(server, 'musa')
  const award = await payouts.granted(String(requests[0]), 20_000, [rashida, musa])
  const payout = await payouts.released(award.id, 12_000, [rashida, musa])
  await payouts.handOver(musa, payout, 12_000)
  const assigned = { to: rashida.userId, expected_version: 1 }
  expect((await rashida.call('POST', `/api/admin/applications/${late}/assignment`, assigned)).status).toBe(200)
  server.clock.advance(hours(24 * 10))

  const found = await read()
  expect(found.month).toBe(lagosMonth())
  expect(found).toMatchObject({
    to_decide: { count: 2, median_hours: expect.closeTo((12 + 31) / 2 / 60, 1) },
    to_pay: { count: 1, median_hours: expect.closeTo(20 / 60, 1) },
    answers: { handed_over: 1, confirmed: 0 },
    late: [{ owner: { user_id: rashida.userId, full_name: 'Rashida Musa' }, requests: 1 }],
  })
  const school = { donation_type: 'school', gifts: 1, given: 60_000, payouts: 1, paid_out: 12_000, confirmed: 0 }
  expect(found.funds).toContainEqual(school)
  expect(found.funds).toHaveLength(6)

  const returned = { expected_state: 'sent', amount: 12_000, on: server.clock.now().toISOString().slice(0, 10) }
  const again = await signInAdministrator(server, 'musa')
  expect((await again.call('POST', `/api/admin/payouts/${payout}/returned`, returned)).status).toBe(200)
  const nothing = { count: 0, median_hours: null, most_hours: null }
  expect(await read()).toMatchObject({ to_pay: nothing, answers: { handed_over: 0, confirmed: 0 } })
  expect((await read()).funds).toContainEqual({ ...school, payouts: 0, paid_out: 0 })

  // The month before has none of it.
  const before = new Date(Date.UTC(start.getUTCFullYear(), start.getUTCMonth(), 1)).toISOString().slice(0, 7)
  expect((await read(`?month=${before}`)).to_decide.count).toBe(0)
  await expectBooksBalance(server)
})

test('a month that no calendar has is refused', async () => {
  const halima = await newAdministrator(payouts.server)
  for (const month of ['2026-13', '2026-1', 'november', '1999-01'])
    expect((await halima.call('GET', `/api/admin/overview/month?month=${month}`)).body).toMatchObject({
      code: 'invalid_input',
    })
})
