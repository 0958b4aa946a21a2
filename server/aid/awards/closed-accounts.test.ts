/** The last payout to a person who has closed their account with us ends their award: no one else would ever free what is left of it. */
import { expect, test } from 'vitest'
import { PASSWORD } from '../../../test/support/asking.ts'
import { awardIn, lastOf, usePayouts } from '../../../test/support/paying-out.ts'
import { promiseToAccount } from '../../../test/support/promised.ts'
import { expectBooksBalance, MONEY_JOBS } from '../../../test/support/server.ts'
import { seconds } from '../../platform/clock.ts'

const payouts = usePayouts()

async function closedWith(kind: 'manual_bank' | 'bank') {
  const promised = await promiseToAccount(payouts)
  const { halima, musa, amina, request, award } = promised
  const { id } = lastOf(awardIn(await payouts.disburse(halima, award.id, 5_000, { kind })))
  awardIn(await payouts.act(musa, `/payouts/${id}/release`, { expected_state: 'proposed' }))
  expect((await amina.call('POST', '/api/account/closure', { password: PASSWORD })).status).toBe(200)
  expect(await payouts.balance('committed:school')).toBe(4_000_000n)
  const awards = async () => (await musa.call('GET', `/api/admin/applications/${request}/awards`)).body['awards']
  return { ...promised, id, awards }
}

const expectFreed = async (awards: () => Promise<unknown>) => {
  expect(await awards()).toMatchObject([{ state: 'closed', payouts: [{ state: 'sent' }] }])
  const balances = ['committed:school', 'disbursed:school', 'fund:school'].map((name) => payouts.balance(name))
  expect(await Promise.all(balances)).toEqual([0n, 500_000n, 5_500_000n])
  await expectBooksBalance(payouts.server)
}

test('what is handed over by a person', async () => {
  const { musa, id, awards } = await closedWith('manual_bank')
  awardIn(await payouts.handOver(musa, id, 5_000))
  await expectFreed(awards)
})

test('what the provider sends', async () => {
  const { awards } = await closedWith('bank')
  for (const wait of [0, seconds(11), seconds(31)]) await payouts.server.pass(wait, MONEY_JOBS)
  await expectFreed(awards)
})
