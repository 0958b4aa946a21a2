/** A chargeback takes a fund below zero: it is named, owned and due, nothing more leaves it, and two people cover it. Other funds go on. */
import { sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import type { AwardJson } from '../../../contract/aid/payout-shapes.ts'
import { signInAdministrator, type Administrator } from '../../../test/support/administering.ts'
import { newPerson } from '../../../test/support/asking.ts'
import { insertPaidHouseholds } from '../../../test/support/paid-households.ts'
import { awardIn, lastOf, usePayouts } from '../../../test/support/paying-out.ts'
import { expectBooksBalance } from '../../../test/support/server.ts'
import { hours, minutes, seconds } from '../../platform/clock.ts'
import { rows } from '../../platform/db/db.ts'
import { publishOutflows } from '../../proof/log/outflows.ts'

const payouts = usePayouts()
let halima: Administrator
let musa: Administrator
let award: AwardJson
let medical: AwardJson
let reference: string

/** A gift of ₦50,000 to School, of which ₦45,000 are promised and ₦30,000 handed over; and a promise of Medical Aid. */
beforeEach(async () => {
  const [first, second] = await payouts.administrators('halima', 'musa')
  if (!first || !second) throw new Error('two administrators')
  ;[halima, musa] = [first, second]
  const gift = await payouts.start(50_000, 'school')
  ;({ reference } = gift)
  await payouts.pay(reference)
  await payouts.verify(gift)
  await payouts.fill(40_000, 'medical')
  const request = await payouts.approved(await newPerson(payouts.server, 'amina'), halima)
  award = await payouts.granted(request, 45_000, [halima, musa])
  await payouts.handOver(halima, await payouts.released(award.id, 30_000, [halima, musa]), 30_000)
  const ill = await payouts.approved(await newPerson(payouts.server, 'ladi'), halima, {
    application_type: 'medical_fee',
  })
  medical = await payouts.granted(ill, 5_000, [halima, musa], 'medical')
})

const act = (path: string, body?: object, by = musa) => payouts.act(by, path, body)

async function pass(...waits: number[]) {
  for (const wait of waits)
    await payouts.server.pass(wait, /^(payouts|payments|settlements|bank|matching|sandbox|books\.check$|mail|team)/)
  halima = await signInAdministrator(payouts.server, 'halima')
  musa = await signInAdministrator(payouts.server, 'musa')
}

async function chargeBack(left = -45_000) {
  await payouts.server.control('/chargeback', { reference })
  await pass(seconds(30), hours(1), hours(1), minutes(1))
  expect(await payouts.balance('fund:school')).toBe(BigInt(left) * 100n)
}

const Differences = z.object({
  differences: z.array(z.looseObject({ id: z.string(), kind: z.string(), subject: z.string() })),
})
const listed = async () =>
  Differences.parse((await musa.call('GET', '/api/admin/books')).body).differences.filter(
    ({ kind }) => kind === 'short_fund',
  )
const overview = async () =>
  z.object({ books: z.looseObject({}) }).parse((await musa.call('GET', '/api/admin/overview')).body).books

async function propose(id: string, amount: number) {
  return lastOf(awardIn(await payouts.disburse(halima, id, amount))).id
}

test('a fund below zero is named with its owner and its day, and releases nothing until two people cover it', async () => {
  const waiting = await propose(award.id, 15_000)
  await chargeBack()
  const [short] = await listed()
  expect(short).toMatchObject({ subject: 'school', amount: 45_000, closing: 'cover', due_at: expect.any(String) })
  expect(await overview()).toMatchObject({ state: 'differs', short_funds: [{ fund: 'school', shortage: 45_000 }] })
  // Nothing says that the books balance while it is open.
  expect((await musa.call('GET', '/api/admin/books')).body).toMatchObject({ state: 'differs' })
  expect((await payouts.server.call('GET', '/health/ready')).body).toMatchObject({ books: 'differs' })
  const owner = { assigned_to: musa.userId, expected_assignee: null }
  expect((await musa.call('PATCH', `/api/admin/books/differences/${short?.id}`, owner)).status).toBe(200)

  const release = (id: string) => act(`/payouts/${id}/release`, { expected_state: 'proposed' })
  await payouts.expectRefused(() => release(waiting), 'fund_below_zero')
  const byHand = sql`update disbursements set state = 'released', released_by = ${musa.userId}::uuid, released_at = now() where id = ${waiting}::uuid`
  expect(await payouts.refusedByDatabase(byHand)).toBe('TK001')
  const request = await payouts.approved(await newPerson(payouts.server, 'third'), halima)
  await payouts.expectRefused(() => payouts.propose(halima, request, 1_000), 'fund_short')
  // Medical Aid goes on.
  expect(lastOf(awardIn(await release(await propose(medical.id, 5_000)))).state).toBe('released')

  const unbooked = sql`update differences set state = 'closed', ended_at = now() where kind = 'short_fund'`
  expect(await payouts.refusedByDatabase(unbooked)).toBe('TK001')
  const alone = sql`insert into fund_covers values (${short?.id}::uuid, 'school', 4500000, now())`
  expect(await payouts.refusedByDatabase(alone)).toBe('TK001')
  const closing = `/books/differences/${short?.id}/closing`
  const borne = { ending: 'own_money', reason: 'The board pays it.' }
  await payouts.expectRefused(() => act(closing, borne, halima), 'invalid_input')
  const proposed = await act(closing, { ending: 'booked', reason: 'The board pays it.' }, halima)
  expect(proposed).toMatchObject({ status: 201, body: { choice: 'cover' } })
  const path = `/decisions/${String(proposed.body['id'])}/confirmation`
  await payouts.expectRefused(() => act(path, undefined, halima), 'second_administrator_needed')
  expect((await act(path)).status).toBe(200)
  expect(await payouts.balance('covered:school')).toBe(4_500_000n)
  expect(await listed()).toEqual([])
  expect(await overview()).toMatchObject({ short_funds: [] })
  expect(lastOf(awardIn(await release(waiting))).state).toBe('released')
  // A cover is no gift.
  expect((await payouts.figures())['funds_raised']).toBe(40_000)
  await expectBooksBalance(payouts.server)
}, 60_000)

test('cancelling awards lowers the promise, and a gift that comes in ends the shortage', async () => {
  await payouts.fill(20_000)
  await chargeBack(-25_000)
  expect(await listed()).toMatchObject([{ amount: 25_000 }])
  expect((await act(`/awards/${award.id}/cancel`, { expected_state: 'granted' })).status).toBe(200)
  await pass(minutes(1))
  expect(await listed()).toMatchObject([{ amount: 10_000 }])
  await payouts.fill(10_000)
  await pass(minutes(1))
  expect(await listed()).toEqual([])
  await expectBooksBalance(payouts.server)
}, 60_000)

test('two people cover the shortage that both saw: one that changed since is proposed anew', async () => {
  await payouts.fill(20_000)
  await chargeBack(-25_000)
  const proposeCover = async () => {
    const [short] = await listed()
    const cover = { ending: 'booked', reason: 'The board pays what is lacking.' }
    const proposed = await act(`/books/differences/${short?.id}/closing`, cover, halima)
    expect(proposed).toMatchObject({ status: 201, body: { choice: 'cover' } })
    return () => act(`/decisions/${String(proposed.body['id'])}/confirmation`)
  }
  const early = await proposeCover()
  // The job has not looked yet.
  expect((await act(`/awards/${award.id}/cancel`, { expected_state: 'granted' })).status).toBe(200)
  await payouts.expectRefused(early, 'proposal_lapsed')
  await pass(minutes(1))
  expect(await listed()).toMatchObject([{ amount: 10_000, proposal: null }])
  await payouts.expectRefused(early, 'not_found')
  const late = await proposeCover()
  await payouts.fill(4_000)
  await pass(minutes(1))
  await payouts.expectRefused(late, 'not_found')
  expect(await payouts.balance('covered:school')).toBe(0n)
  expect((await (await proposeCover())()).status).toBe(200)
  expect(await payouts.balance('covered:school')).toBe(600_000n)
  await expectBooksBalance(payouts.server)
}, 60_000)

test('after three days administrators are mailed once', async () => {
  await chargeBack()
  const mails = async () =>
    (
      await rows(
        payouts.server.core.db,
        sql`select recipient from outgoing_mail where subject = 'A fund is below zero'`,
        z.object({ recipient: z.string() }),
      )
    ).length
  expect(await mails()).toBe(0)
  for (let day = 0; day < 4; day += 1)
    for (let part = 0; part < 4; part += 1) await payouts.server.pass(hours(6), /^team\.late_funds$/)
  expect(await mails()).toBe(2)
  await expectBooksBalance(payouts.server)
}, 60_000)

test('the public reads that a fund is short from the next month on, without an amount, where ten households share its outflow', async () => {
  const shown = async () => {
    await publishOutflows(payouts.server.core)
    const { body } = await payouts.server.call('GET', '/api/funds')
    const { funds } = z.object({ funds: z.array(z.looseObject({ fund: z.string(), short: z.boolean() })) }).parse(body)
    return funds.filter(({ short }) => short).map(({ fund }) => fund)
  }
  const insert = (fund: 'school' | 'food', count: number, more: object) =>
    insertPaidHouseholds(
      payouts.server,
      [halima, musa],
      Array.from({ length: count }, () => ({
        userId: crypto.randomUUID(),
        fund,
        kind: 'schoolfees',
        amount: 1_000_000n,
        granted: payouts.server.clock.now(),
        ...more,
      })),
    )
  const pay = (count: number) => insert('school', count, { handed: payouts.server.clock.now() })
  await payouts.fill(200_000, 'school')
  await pay(10)
  expect(await shown()).toEqual([])
  await chargeBack(55_000)
  // Both go below zero; nothing that ten households share left Food Program.
  await pay(20)
  await insert('food', 9, {})
  expect(await shown()).toEqual([])
  payouts.server.clock.advance(hours(24 * 31))
  await pay(10)
  expect(await shown()).toEqual(['school'])
}, 60_000)
