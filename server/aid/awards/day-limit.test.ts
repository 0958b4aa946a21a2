/** The limit of a day and the second step: approvals count like releases, and single releases add up. */
import { decodeJwt } from 'jose'
import { beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { signInAdministrator, type Administrator } from '../../../test/support/administering.ts'
import { newPerson } from '../../../test/support/asking.ts'
import { setLimits } from '../../../test/support/limits.ts'
import { awardIn, lastOf, usePayouts } from '../../../test/support/paying-out.ts'
import { expectBooksBalance } from '../../../test/support/server.ts'
import { hours, minutes } from '../../platform/clock.ts'
import { AppError } from '../../platform/errors.ts'
import { requireSecondStepForDay } from './day-limit.ts'

const payouts = usePayouts()
let people: Administrator[]
let halima: Administrator
let musa: Administrator
let ladi: Administrator
beforeEach(async () => {
  people = await payouts.administrators('halima', 'musa', 'ladi')
  const [first, second, third] = people
  if (!first || !second || !third) throw new Error('three administrators')
  ;[halima, musa, ladi] = [first, second, third]
  await payouts.fill(60_000)
})

const granted = async (amount: number) => {
  const request = await payouts.approved(await newPerson(payouts.server, crypto.randomUUID()), halima)
  return (await payouts.granted(request, amount, [halima, musa])).id
}
const proposed = async (award: string, amount: number) =>
  lastOf(awardIn(await payouts.disburse(halima, award, amount))).id
const release = (by: Administrator, id: string) =>
  payouts.act(by, `/payouts/${id}/release`, { expected_state: 'proposed' })
const stateAfter = async (by: Administrator, id: string) => lastOf(awardIn(await release(by, id))).state
/** Sessions of administrators end before. */
async function nextDay() {
  payouts.server.clock.advance(hours(25))
  musa = await signInAdministrator(payouts.server, 'musa')
  ladi = await signInAdministrator(payouts.server, 'ladi')
}

test('an approval of three people counts like a release, against the limit of its giver', async () => {
  const [first, second, third] = [await granted(6_000), await granted(6_000), await granted(4_000)]
  await setLimits(payouts.server.core.db, {
    secondStepAbove: 100_000n,
    threePeopleAbove: 100_000n,
    releasedADayMax: 1_000_000n,
  })
  for (const who of people) await payouts.passSecondStep(who)
  const [large, over, within] = [
    await proposed(first, 6_000),
    await proposed(second, 6_000),
    await proposed(third, 4_000),
  ]
  expect(await stateAfter(musa, large)).toBe('proposed')
  // Musa approved 6,000: neither another approval nor a release above the rest is his.
  await payouts.expectRefused(() => release(musa, over), 'limit_exceeded')
  expect(await stateAfter(ladi, over)).toBe('proposed')
  await payouts.expectRefused(() => release(musa, over), 'limit_exceeded')
  expect(await stateAfter(ladi, within)).toBe('proposed')
  expect(await stateAfter(musa, within)).toBe('released')
  await payouts.expectRefused(() => release(ladi, large), 'limit_exceeded')
  await nextDay()
  for (const who of people) await payouts.passSecondStep(who)
  expect(await stateAfter(ladi, large)).toBe('released')
  expect(await stateAfter(musa, over)).toBe('released')
  await expectBooksBalance(payouts.server)
})

/** Tests whether a session must pass the second step for a release in a sandbox. @param amount in naira */
async function isAskedInSandbox(by: Administrator, amount: number): Promise<boolean> {
  const { core } = payouts.server
  const { session_id: sessionId } = z.object({ session_id: z.string() }).parse(decodeJwt(by.authorization.slice(7)))
  const sandbox = { ...core, env: { ...core.env, mode: 'sandbox' as const } }
  const asked = requireSecondStepForDay(sandbox, core.db, { ...by, sessionId }, BigInt(amount) * 100n)
  return asked.then(
    () => false,
    (fault: unknown) => fault instanceof AppError && fault.code === 'fresh_second_step_needed',
  )
}

test('releases one by one need the second step once they add up to what one of them would need it for', async () => {
  await setLimits(payouts.server.core.db, { secondStepAbove: 1_000_000n })
  const amounts = [6_000, 4_000, 5_000, 6_000, 3_000]
  const awards = await Promise.all(amounts.map(granted))
  const ids: string[] = []
  for (const [place, amount] of amounts.entries()) ids.push(await proposed(awards[place] ?? '', amount))
  const [first = '', second = '', third = '', fourth = '', fifth = ''] = ids
  expect(await stateAfter(musa, first)).toBe('released')
  expect(await stateAfter(musa, second)).toBe('released')
  await payouts.expectRefused(() => release(musa, third), 'fresh_second_step_needed')
  // The releases of a bundle add to those before it.
  await payouts.expectRefused(() => payouts.act(musa, '/releases', { payouts: [third] }), 'fresh_second_step_needed')
  payouts.server.clock.advance(minutes(1))
  // Signing in again proves nothing more, but for staff of a sandbox.
  const again = await signInAdministrator(payouts.server, 'musa')
  await payouts.expectRefused(() => release(again, fifth), 'fresh_second_step_needed')
  expect(await isAskedInSandbox(again, 5_000)).toBe(false)
  expect(await isAskedInSandbox(again, 11_000)).toBe(true)
  expect(await isAskedInSandbox(musa, 5_000)).toBe(true)
  await payouts.passSecondStep(musa)
  payouts.server.clock.advance(minutes(1))
  expect(await stateAfter(musa, third)).toBe('released')
  // Counts releases since the last second step, once that is no longer recent.
  payouts.server.clock.advance(minutes(11))
  await payouts.expectRefused(() => release(musa, fourth), 'fresh_second_step_needed')
  await nextDay()
  expect(await stateAfter(musa, fourth)).toBe('released')
  await expectBooksBalance(payouts.server)
})
