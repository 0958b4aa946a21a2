/** The last payout to a closed account ends its award, and the rest goes back to the fund. */
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { PASSWORD } from '../../../test/support/asking.ts'
import { awardIn, lastOf, usePayouts } from '../../../test/support/paying-out.ts'
import { promiseToAccount } from '../../../test/support/promised.ts'
import { expectBooksBalance, MONEY_JOBS } from '../../../test/support/server.ts'
import { minutes, seconds } from '../../platform/clock.ts'
import { onlyRow } from '../../platform/db/db.ts'

const payouts = usePayouts()

const pass = async (...waits: number[]) => {
  for (const wait of waits) await payouts.server.pass(wait, MONEY_JOBS)
}

function readAttempt(id: string) {
  const sent = sql`select reference, next_check_at is not null as asks from payout_attempts where disbursement_id = ${id}::uuid`
  return onlyRow(payouts.server.core.db, sent, z.object({ reference: z.string(), asks: z.boolean() }))
}

/** @param meanwhile called between the release and the closing */
async function closedWith(kind: 'manual_bank' | 'bank', meanwhile?: (id: string) => Promise<void>) {
  const promised = await promiseToAccount(payouts)
  const { halima, musa, amina, request, award } = promised
  const { id } = lastOf(awardIn(await payouts.disburse(halima, award.id, 5_000, { kind })))
  awardIn(await payouts.act(musa, `/payouts/${id}/release`, { expected_state: 'proposed' }))
  await meanwhile?.(id)
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

test('what has failed, once the provider answers again', async () => {
  const { server } = payouts
  await server.control('/switches', { transfers: { outcome: 'failed' } })
  const { awards } = await closedWith('bank', async (id) => {
    await pass(0, seconds(11), seconds(31))
    const { reference } = await readAttempt(id)
    await server.control('/switches', { calls: { transferVerify: { fault: 'error_500' } } })
    await server.control('/transfer', { reference, status: 'failed' })
    await expect.poll(async () => (await readAttempt(id)).asks).toBe(true)
  })
  expect(await awards()).toMatchObject([{ state: 'granted', payouts: [{ state: 'failed' }] }])
  await server.control('/switches', { calls: { transferVerify: null } })
  await pass(0, seconds(31), minutes(2))
  expect(await awards()).toMatchObject([{ state: 'cancelled', payouts: [{ state: 'cancelled' }] }])
  expect([await payouts.balance('committed:school'), await payouts.balance('fund:school')]).toEqual([0n, 6_000_000n])
  await expectBooksBalance(server)
})

test('what the provider sends; reversed later, it goes back to the fund as well', async () => {
  const { server } = payouts
  const { awards, id } = await closedWith('bank')
  await pass(0, seconds(11), seconds(31))
  await expectFreed(awards)
  const { reference } = await readAttempt(id)
  await server.control('/transfer', { reference, status: 'reversed' })
  await pass(0, seconds(11), minutes(5))
  expect(await awards()).toMatchObject([{ state: 'closed', payouts: [{ state: 'returned' }] }])
  expect([await payouts.balance('committed:school'), await payouts.balance('fund:school')]).toEqual([0n, 6_000_000n])
  await expectBooksBalance(server)
})
