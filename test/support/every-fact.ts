/** Something of every kind that the public log has entries of. */
import { expect } from 'vitest'
import { z } from 'zod'
import { keepMonthlyGifts } from '../../server/money/ledger/monthly-gifts.ts'
import { hours, minutes, seconds } from '../../server/platform/clock.ts'
import { makeCheckpoint } from '../../server/proof/log/checkpoints.ts'
import { allocateGifts } from '../../server/proof/log/lots.ts'
import { publishOutflows } from '../../server/proof/log/outflows.ts'
import { publishPayments } from '../../server/proof/log/publish.ts'
import { signInAdministrator } from './administering.ts'
import { newPerson } from './asking.ts'
import { insertEarlierTotals } from './earlier-totals.ts'
import { setLimits } from './limits.ts'
import { insertPaidHouseholds } from './paid-households.ts'
import { awardIn, lastOf, type Payouts } from './paying-out.ts'
import { HERS } from './promised.ts'

const DAY = hours(24)
const JOBS = /^(payouts|payments|settlements|bank|matching|sandbox|reports)/

/** A payment whose transfer fails, and is cancelled; then the provider pays it, and two people book the loss. */
export async function loseLate(payouts: Payouts, award: string): Promise<void> {
  const { server } = payouts
  const pass = async (...waits: number[]) => {
    for (const wait of waits) await server.pass(wait, JOBS)
  }
  const [first, second] = [await signInAdministrator(server, 'halima'), await signInAdministrator(server, 'musa')]
  // All gifts were settled.
  await server.control('/top_up', { amount: 500_000 })
  await server.control('/switches', { transfers: { outcome: 'failed' } })
  const { id } = lastOf(awardIn(await payouts.disburse(first, award, 600, { kind: 'bank' })))
  awardIn(await payouts.act(second, `/payouts/${id}/release`, { expected_state: 'proposed' }))
  await pass(0, seconds(6), seconds(11), seconds(31), minutes(2))
  const failed = awardIn(await payouts.act(first, `/payouts/${id}/cancel`, { expected_state: 'failed' }))
  const reference = lastOf(failed).attempt?.reference
  await server.control('/transfer', { reference, status: 'success' })
  await pass(seconds(11), minutes(5), seconds(11), minutes(6))
  const { body } = await first.call('GET', '/api/admin/books/match')
  const open = z.array(z.looseObject({ id: z.string(), subject: z.string() })).parse(body['differences'])
  const late = open.find(({ subject }) => subject === reference)
  const reason = { ending: 'booked', reason: 'The provider paid it after all.' }
  const proposed = await payouts.act(first, `/books/differences/${late?.id}/closing`, reason)
  expect(proposed).toMatchObject({ status: 201, body: { choice: 'lost' } })
  const { id: closing } = z.object({ id: z.string() }).parse(proposed.body)
  expect((await payouts.act(second, `/decisions/${closing}/confirmation`)).status).toBe(200)
}

/** Something of every kind: gifts and refunds, payments by transfer and by hand, a return, a loss, answers, descriptions, a corrected figure and limits. */
export async function everyFact(payouts: Payouts): Promise<void> {
  const { server } = payouts
  const { core, clock } = server
  let staff = await payouts.administrators('halima', 'musa', 'third')
  const again = async () => {
    staff = await Promise.all(['halima', 'musa', 'third'].map((name) => signInAdministrator(server, name)))
  }
  const gift = await payouts.start(90_000, 'school')
  await payouts.pay(gift.reference)
  await payouts.verify(gift)
  await server.control('/refund', { reference: gift.reference, amount: 20_000, outcome: 'processed' })
  for (let each = 0; each < 5; each += 1) await server.pass(hours(10), JOBS)
  await makeCheckpoint(core)
  await allocateGifts(core)
  await again()
  const [first, second] = staff
  if (!first || !second) throw new Error('two administrators')
  const amina = await newPerson(server)
  const request = await payouts.approved(amina, first)
  const { id: award } = await payouts.granted(request, 15_000, staff)
  const returned = await payouts.released(award, 1500, staff)
  await payouts.handOver(first, returned, 1500)
  await amina.call('POST', `/api/payouts/${returned}/confirmation`, { answer: 'all' })
  const on = clock.now().toISOString().slice(0, 10)
  await payouts.act(first, `/payouts/${returned}/returned`, { expected_state: 'confirmed', amount: 100, on })
  const lost = await payouts.released(award, 700, staff)
  await payouts.handOver(first, lost, 700)
  await payouts.act(first, `/payouts/${lost}/lost`, { expected_state: 'sent', reason: 'Stolen on the way.' })
  await payouts.act(second, `/payouts/${lost}/lost`, { expected_state: 'sent' })
  await amina.call('POST', `/api/applications/${request}/payee`, HERS)
  const { id: sent } = lastOf(awardIn(await payouts.disburse(first, award, 5000, { kind: 'bank' })))
  await payouts.act(second, `/payouts/${sent}/release`, { expected_state: 'proposed' })
  for (const wait of [0, seconds(6), seconds(11)]) await server.pass(wait, JOBS)
  await loseLate(payouts, award)
  const now = clock.now()
  await insertPaidHouseholds(
    server,
    [first, second],
    Array.from({ length: 12 }, () => ({
      userId: crypto.randomUUID(),
      fund: 'school' as const,
      kind: 'schoolfees',
      amount: 200_000n,
      granted: now,
      handed: now,
    })),
  )
  await allocateGifts(core)
  const quarter = (at: Date) => `${at.getUTCFullYear()}-Q${Math.ceil((at.getUTCMonth() + 1) / 3)}`
  const period = quarter(now)
  while (quarter(clock.now()) === period) clock.advance(7 * DAY)
  clock.advance(7 * DAY)
  await keepMonthlyGifts(core)
  await insertEarlierTotals(core, 'food', clock.now())
  await publishOutflows(core)
  await publishPayments(core)
  await setLimits(core.db, { secondStepAbove: 4_000_000n })
  await makeCheckpoint(core)
}
