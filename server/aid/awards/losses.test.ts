/** Losses that two people write off: the second step of a large one, and one that is none any more. */
import { assert, expect, test } from 'vitest'
import { newPerson } from '../../../test/support/asking.ts'
import { awardIn, lastOf, usePayouts } from '../../../test/support/paying-out.ts'
import { promiseToAmina } from '../../../test/support/promised.ts'
import { expectBooksBalance } from '../../../test/support/server.ts'
import { waitingFor } from '../../../test/support/waiting-decisions.ts'
import { minutes } from '../../platform/clock.ts'

const payouts = usePayouts()

test.each(['arrived', 'came back'])('a write-off of what %s meanwhile is asked of no one', async (end) => {
  const { halima, musa, amina, award } = await promiseToAmina(payouts)
  const id = await payouts.released(award.id, 20_000, [halima, musa])
  awardIn(await payouts.handOver(musa, id, 20_000))
  const lost = { expected_state: 'sent', reason: 'The carrier was robbed.' }
  const writeOff = lastOf(awardIn(await payouts.act(halima, `/payouts/${id}/lost`, lost))).write_off?.id ?? ''
  expect(await waitingFor(musa)).toEqual([writeOff])
  const on = payouts.server.clock.now().toISOString().slice(0, 10)
  const ended =
    end === 'arrived'
      ? await amina.call('POST', `/api/payouts/${id}/confirmation`, { answer: 'all' })
      : await payouts.act(musa, `/payouts/${id}/returned`, { expected_state: 'sent', amount: 20_000, on })
  expect(ended.status).toBe(200)
  expect(await waitingFor(musa)).toEqual([])
  await payouts.expectRefused(() => payouts.act(musa, `/decisions/${writeOff}/confirmation`), 'already_decided')
  expect((await payouts.act(musa, `/decisions/${writeOff}/withdrawal`)).status).toBe(200)
  await expectBooksBalance(payouts.server)
})

test('a write-off of an award above ₦50,000 needs a fresh second step', async () => {
  const [halima, musa] = await payouts.administrators('halima', 'musa')
  assert(halima && musa)
  await payouts.fill(80_000)
  const request = await payouts.approved(await newPerson(payouts.server), halima, { amount_requested: 60_000 })
  await payouts.passSecondStep(musa)
  const award = await payouts.granted(request, 60_000, [halima, musa])
  const id = await payouts.released(award.id, 60_000, [halima, musa])
  awardIn(await payouts.handOver(musa, id, 60_000))
  const lost = { expected_state: 'sent', reason: 'The carrier was robbed.' }
  const writeOff = lastOf(awardIn(await payouts.act(halima, `/payouts/${id}/lost`, lost))).write_off?.id ?? ''
  const confirm = () => payouts.act(musa, `/decisions/${writeOff}/confirmation`)
  payouts.server.clock.advance(minutes(10))
  await payouts.expectRefused(confirm, 'fresh_second_step_needed')
  await payouts.passSecondStep(musa)
  expect((await confirm()).status).toBe(200)
  expect(await payouts.balance('lost:school')).toBe(6_000_000n)
  await expectBooksBalance(payouts.server)
})
