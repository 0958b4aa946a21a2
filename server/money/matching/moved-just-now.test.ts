/** The returned part of a transfer is booked from the lines of the balance, every five minutes: a match meanwhile opens no difference for it. */
import { expect, test } from 'vitest'
import { z } from 'zod'
import { signInAdministrator } from '../../../test/support/administering.ts'
import { awardIn, lastOf, usePayouts } from '../../../test/support/paying-out.ts'
import { promiseToAccount } from '../../../test/support/promised.ts'
import { MONEY_JOBS, expectBooksBalance } from '../../../test/support/server.ts'
import { minutes, seconds } from '../../platform/clock.ts'

const payouts = usePayouts()

test('a match between a failed transfer and the return of its fee leaves no difference of ₦25', async () => {
  const { halima, musa, award } = await promiseToAccount(payouts)
  const { server } = payouts
  await server.control('/switches', { transfers: { outcome: 'failed' } })
  const { id } = lastOf(awardIn(await payouts.disburse(halima, award.id, 20_000, { kind: 'bank' })))
  awardIn(await payouts.act(musa, `/payouts/${id}/release`, { expected_state: 'proposed' }))
  for (const wait of [0, seconds(6), seconds(11), seconds(31), minutes(2)])
    await server.pass(wait, /^(payouts\.(?!compare)|payments|settlements|bank|matching|sandbox)/)
  expect(await payouts.balance('fees:school')).toBeLessThan(0n)
  const match = async () => {
    const by = await signInAdministrator(server, 'musa')
    expect((await by.call('POST', '/api/admin/books/matches')).status).toBeLessThan(300)
    await server.pass(seconds(10), /^match/)
    return z
      .object({ state: z.string(), differences: z.array(z.unknown()) })
      .parse((await by.call('GET', '/api/admin/books/match')).body)
  }
  expect(await match()).toEqual({ state: 'complete', differences: [] })
  // The lines are read, and the next match has nothing to explain either.
  await server.pass(minutes(5), MONEY_JOBS)
  await server.pass(minutes(11), MONEY_JOBS)
  expect(await match()).toEqual({ state: 'complete', differences: [] })
  await expectBooksBalance(server)
})
