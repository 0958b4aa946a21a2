/** Two payments that are booked at once lock the balances in one order, also when one of them is made and paid in the first answer. */
import { sql } from 'drizzle-orm'
import { expect, test, vi } from 'vitest'
import { z } from 'zod'
import { awardIn, lastOf, usePayouts } from '../../../test/support/paying-out.ts'
import { promiseToAccount } from '../../../test/support/promised.ts'
import { raceWithClosing } from '../../../test/support/race-behind-lock.ts'
import { expectBooksBalance } from '../../../test/support/server.ts'
import { accounts } from '../../money/ledger/accounts.ts'
import { seconds } from '../../platform/clock.ts'
import { onlyRow, type Tx } from '../../platform/db/db.ts'

const payouts = usePayouts()

const lock = (tx: Tx, account: bigint) =>
  tx.execute(
    sql`select from ledger_balances where account_id = ${account.toString()}::bigint order by shard for update`,
  )

test('a payment that is made and paid in one answer waits for another one without a deadlock', async () => {
  const { halima, musa, request, award } = await promiseToAccount(payouts)
  const { server } = payouts
  const { db } = server.core
  await server.control('/switches', { transfers: { profile: 'test' } })
  const { id } = lastOf(awardIn(await payouts.disburse(halima, award.id, 20_000, { kind: 'bank' })))
  awardIn(await payouts.act(musa, `/payouts/${id}/release`, { expected_state: 'proposed' }))
  await server.pass(0, /^payouts\.send/)
  const hasFirst = Promise.withResolvers<void>()
  const goOn = Promise.withResolvers<void>()
  // As another payment does that was seen pending before: paid out, then on its way.
  const other = db.transaction(async (tx) => {
    await lock(tx, accounts.paidOut)
    hasFirst.resolve()
    await goOn.promise
    await lock(tx, accounts.transit)
  })
  await hasFirst.promise
  const booking = server.pass(seconds(11), /^payouts\.send/)
  const waiting = sql`select count(*)::int as found from pg_stat_activity
                       where datname = current_database() and wait_event_type = 'Lock'`
  await vi.waitFor(
    async () => expect(await onlyRow(db, waiting, z.object({ found: z.number() }))).not.toEqual({ found: 0 }),
    { timeout: 20_000 },
  )
  goOn.resolve()
  await Promise.all([other, booking])
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
