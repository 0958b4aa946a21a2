/** The limits of paying out are settings: refused above them, and the second step is asked for. */
import { expect, test } from 'vitest'
import { newPerson } from '../../test/support/asking.ts'
import { awardIn, lastOf, usePayouts } from '../../test/support/paying-out.ts'
import { expectBooksBalance } from '../../test/support/server.ts'

const payouts = usePayouts()

test('the public reads the limits as they are set', async () => {
  Object.assign(payouts.server.core.env.payouts, { threePeopleAbove: 2_000_000n, changedAccountHours: 48 })
  expect((await payouts.server.call('GET', '/api/funds')).body).toMatchObject({
    limits: {
      three_people_above: 20_000,
      second_step_above: 50_000,
      released_a_day_max: 2_000_000,
      changed_account_minutes: 2880,
    },
  })
})

test('the second step, the third person and the day follow the settings', async () => {
  Object.assign(payouts.server.core.env.payouts, {
    secondStepAbove: 100_000n,
    threePeopleAbove: 2_000_000n,
    dailyMax: 1_000_000n,
  })
  const [halima, musa] = await payouts.administrators('halima', 'musa')
  if (!halima || !musa) throw new Error('two administrators')
  await payouts.fill(60_000)
  const request = await payouts.approved(await newPerson(payouts.server), halima)
  const grant = (id: string) => payouts.act(musa, `/awards/${id}/grant`, { expected_state: 'proposed' })
  const cancel = (id: string) => payouts.act(musa, `/awards/${id}/cancel`, { expected_state: 'proposed' })

  const large = awardIn(await payouts.propose(halima, request, 20_001))
  expect(large.signers).toBe(3)
  await cancel(large.id)
  const { id, signers } = awardIn(await payouts.propose(halima, request, 20_000))
  expect(signers).toBe(2)
  await payouts.expectRefused(() => grant(id), 'fresh_second_step_needed')
  await payouts.passSecondStep(musa)
  expect(awardIn(await grant(id)).state).toBe('granted')

  const proposed = async (amount: number) => lastOf(awardIn(await payouts.disburse(halima, id, amount))).id
  const release = (disbursement: string) =>
    payouts.act(musa, `/disbursements/${disbursement}/release`, { expected_state: 'proposed' })
  expect((await release(await proposed(9_000))).status).toBe(200)
  const over = await proposed(1_001)
  await payouts.expectRefused(() => release(over), 'limit_exceeded')
  expect((await release(await proposed(1_000))).status).toBe(200)
  await expectBooksBalance(payouts.server)
})
