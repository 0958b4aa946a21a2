/** Payments and returns that are booked at once lock the balances in one order, also where one of them books twice. */
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { awardIn, lastOf, usePayouts } from '../../../test/support/paying-out.ts'
import { promiseToAccount, promiseToAmina } from '../../../test/support/promised.ts'
import { raceBetween, raceWithClosing } from '../../../test/support/race-behind-lock.ts'
import { expectBooksBalance } from '../../../test/support/server.ts'
import { seconds } from '../../platform/clock.ts'

const payouts = usePayouts()

const balances = (code: string) => sql`select from ledger_balances
  where account_id = (select id from ledger_accounts where code = ${code}) order by shard for update`

test('a payment that is made and paid in one answer waits for another one without a deadlock', async () => {
  const { halima, musa, request, award } = await promiseToAccount(payouts)
  const { server } = payouts
  await server.control('/switches', { transfers: { profile: 'test' } })
  const { id } = lastOf(awardIn(await payouts.disburse(halima, award.id, 20_000, { kind: 'bank' })))
  awardIn(await payouts.act(musa, `/payouts/${id}/release`, { expected_state: 'proposed' }))
  await server.pass(0, /^payouts\.send/)
  // As another payment does that was seen pending before: paid out, then on its way.
  await raceBetween(server.core, [balances('paid_out')], balances('transit'), () =>
    server.pass(seconds(11), /^payouts\.send/),
  )
  expect(server.logged()).not.toMatch(/deadlock/)
  const { body } = await musa.call('GET', `/api/admin/applications/${request}/awards`)
  expect(body['awards']).toMatchObject([{ payouts: [{ state: 'sent' }] }])
  await expectBooksBalance(server)
})

test('a payment that arrives while its recipient closes the account waits for that, and is booked', async () => {
  const { halima, musa, amina, request, award } = await promiseToAccount(payouts)
  const { server } = payouts
  const { db } = server.core
  await server.control('/switches', { transfers: { profile: 'test' } })
  await db.execute(sql`update users set email_proven_at = null where id = ${amina.userId}`)
  await db.execute(sql`update request_addresses set proven_at = null where user_id = ${amina.userId}`)
  const { id } = lastOf(awardIn(await payouts.disburse(halima, award.id, 20_000, { kind: 'bank' })))
  awardIn(await payouts.act(musa, `/payouts/${id}/release`, { expected_state: 'proposed' }))
  await server.pass(0, /^payouts\.send/)
  await raceWithClosing(server.core, amina.userId, () => server.pass(seconds(11), /^payouts\.send/))
  expect(server.logged()).not.toMatch(/deadlock/)
  const { body } = await musa.call('GET', `/api/admin/applications/${request}/awards`)
  expect(body['awards']).toMatchObject([{ payouts: [{ state: 'sent' }] }])
  await expectBooksBalance(server)
})

test('what comes back of an ended award waits for who spends from its fund, without a deadlock', async () => {
  const { halima, musa, award } = await promiseToAmina(payouts)
  const id = await payouts.released(award.id, 5_000, [halima, musa])
  awardIn(await payouts.handOver(musa, id, 5_000))
  awardIn(await payouts.act(musa, `/awards/${award.id}/cancel`, { expected_state: 'granted' }))
  const returned = { expected_state: 'sent', amount: 5_000, on: '2026-01-15' }
  // As an award that is promised from the same fund.
  const answer = await raceBetween(payouts.server.core, [balances('fund:school')], balances('committed:school'), () =>
    payouts.act(musa, `/payouts/${id}/returned`, returned),
  )
  expect(lastOf(awardIn(answer)).state).toBe('returned')
  expect(await payouts.balance('committed:school')).toBe(0n)
  expect(payouts.server.logged()).not.toMatch(/deadlock/)
  await expectBooksBalance(payouts.server)
})
