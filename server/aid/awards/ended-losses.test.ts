/** A loss that two people were about to write off, and that is none any more: it waits for no one, and can be withdrawn. */
import { expect, test } from 'vitest'
import { awardIn, lastOf, usePayouts } from '../../../test/support/paying-out.ts'
import { promiseToAmina } from '../../../test/support/promised.ts'
import { expectBooksBalance } from '../../../test/support/server.ts'
import { waitingFor } from '../../../test/support/waiting-decisions.ts'

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
