/** Calls about a hand-over: one that no one answered makes room for the next person. */
import { expect, test } from 'vitest'
import { z } from 'zod'
import { signInAdministrator } from '../../../test/support/administering.ts'
import { newPerson } from '../../../test/support/asking.ts'
import { awardIn, usePayouts } from '../../../test/support/paying-out.ts'
import { expectBooksBalance } from '../../../test/support/server.ts'
import { hours, minutes } from '../../platform/clock.ts'

const payouts = usePayouts()
const Calls = z.object({ items: z.array(z.object({ id: z.string() })) })

test('who was called in vain comes after those whom no one has called since, so that the list reaches everyone', async () => {
  const [halima, musa] = await payouts.administrators('halima', 'musa', 'ladi')
  if (!halima || !musa) throw new Error('two administrators')
  await payouts.fill(60_000)
  const handedOver = async (name: string) => {
    const request = await payouts.approved(await newPerson(payouts.server, name), halima)
    const award = await payouts.granted(request, 2_000, [halima, musa])
    const id = await payouts.released(award.id, 2_000, [halima, musa])
    awardIn(await payouts.handOver(musa, id, 2_000))
    payouts.server.clock.advance(minutes(1))
    return id
  }
  const [first, second] = [await handedOver('amina'), await handedOver('bola')]
  payouts.server.clock.advance(hours(24 * 8))
  const ladi = await signInAdministrator(payouts.server, 'ladi')
  const listed = async () => Calls.parse((await ladi.call('GET', '/api/admin/calls')).body).items.map(({ id }) => id)
  expect(await listed()).toEqual([first, second])
  const call = async (id: string) => {
    payouts.server.clock.advance(minutes(1))
    const tried = await ladi.call('POST', `/api/admin/payouts/${id}/call-attempts`, { outcome: 'not_reached' })
    expect(tried.status).toBe(201)
  }
  await call(first)
  expect(await listed()).toEqual([second, first])
  await call(second)
  expect(await listed()).toEqual([first, second])
  await expectBooksBalance(payouts.server)
})

test('no one is called about a request that was erased with time', async () => {
  const [halima, musa] = await payouts.administrators('halima', 'musa', 'ladi')
  if (!halima || !musa) throw new Error('two administrators')
  await payouts.fill(60_000)
  const request = await payouts.approved(await newPerson(payouts.server), halima)
  const award = await payouts.granted(request, 2_000, [halima, musa])
  awardIn(await payouts.handOver(musa, await payouts.released(award.id, 2_000, [halima, musa]), 2_000))
  const called = async () => {
    const ladi = await signInAdministrator(payouts.server, 'ladi')
    return Calls.parse((await ladi.call('GET', '/api/admin/calls')).body).items.length
  }
  payouts.server.clock.advance(hours(24 * 8))
  expect(await called()).toBe(1)
  payouts.server.clock.advance(hours(24 * payouts.server.core.env.retention.approvedDays))
  await payouts.server.runJobs(/^applications\.retention$/)
  expect(await called()).toBe(0)
})
