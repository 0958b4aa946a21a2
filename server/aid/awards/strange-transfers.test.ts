/** Rare answers of the provider about a payment: each ends in a state that a person can act on. */
import { sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import type { AwardJson } from '../../../contract/aid/payout-shapes.ts'
import { signInAdministrator, type Administrator } from '../../../test/support/administering.ts'
import { awardIn, lastOf, usePayouts } from '../../../test/support/paying-out.ts'
import { promiseToAccount } from '../../../test/support/promised.ts'
import { expectBooksBalance } from '../../../test/support/server.ts'
import { minutes, seconds } from '../../platform/clock.ts'
import { onlyRow } from '../../platform/db/db.ts'

const payouts = usePayouts()
let halima: Administrator
let musa: Administrator
let request: string
let award: AwardJson
beforeEach(async () => {
  ;({ halima, musa, request, award } = await promiseToAccount(payouts))
})

async function sent() {
  const { id } = lastOf(awardIn(await payouts.disburse(halima, award.id, 20_000, { kind: 'bank' })))
  awardIn(await payouts.act(musa, `/payouts/${id}/release`, { expected_state: 'proposed' }))
  return settled()
}

const WAITS = [0, seconds(6), seconds(11), seconds(31), minutes(2), minutes(3), minutes(6), minutes(16)]

async function settled(waits = WAITS) {
  for (const wait of waits) await payouts.server.pass(wait, /^(payouts|payments|sandbox)/)
  const { body } = await musa.call('GET', `/api/admin/applications/${request}/awards`)
  const [found] = z.object({ awards: z.array(z.custom<AwardJson>()) }).parse(body).awards
  if (!found) throw new Error('the award is there')
  return lastOf(found)
}

const countTransfers = async () => {
  const counted = sql`select count(*)::int as count from sandbox_transfers`
  return (await onlyRow(payouts.server.core.db, counted, z.object({ count: z.number() }))).count
}

const LOOK = { retry: false, cancel: false, recheck: true }
const SENT = { state: 'sent', attempt: { state: 'success' } }
const OTHER_MODE = { state: 'sending', attempt: { review_reason: 'the transfer is of another mode' }, may: LOOK }

test.each([
  ['of the other mode', { domain: 'live' }, OTHER_MODE],
  ['asked about late', { transfers: { approvalDelaySeconds: 60 } }, SENT],
  [
    'replayed after a lost answer',
    { transfers: { duplicate: 'replay' }, calls: { transfer: { fault: 'closed', after: true, times: 1 } } },
    SENT,
  ],
  ['that bears the stamp duty', { transfers: { duty: 5000 } }, SENT],
])('a transfer %s is sent once, or waits for people', async (_name, switches, expected) => {
  await payouts.server.control('/switches', switches)
  const payment = await sent()
  expect(payment).toMatchObject(expected)
  expect(await countTransfers()).toBe(1)
  await expectBooksBalance(payouts.server)
})

test('a transfer to someone else under our reference is not booked: people look', async () => {
  await payouts.server.core.db.execute(
    sql`insert into sandbox_recipients (recipient_code, name, account_number, account_name, bank_code, created_at)
        values ('RCP_strange', 'Another', '8030000005', 'Another', '058', now())`,
  )
  await payouts.server.control('/switches', { transfers: { recipient: 'RCP_strange' } })
  const payment = await sent()
  expect(await payouts.balance('paid_out')).toBe(0n)
  expect(payment).toMatchObject({
    state: 'sending',
    attempt: { review_reason: 'the transfer has another recipient' },
    may: LOOK,
  })
  await expectBooksBalance(payouts.server)
})

test('a business that may not pay out is refused in the provider’s words, and it can be tried again or cancelled', async () => {
  await payouts.server.control('/switches', { starterBusiness: true })
  expect(await sent()).toMatchObject({
    state: 'failed',
    attempt: { state: 'refused', refusal: expect.stringContaining('starter business') },
    may: { retry: true, cancel: true },
  })
  expect(await countTransfers()).toBe(0)
})

test('that is paid after it had failed is never sent again, and what was learned stays', async () => {
  await payouts.server.control('/switches', { transfers: { outcome: 'failed' } })
  const { id, attempt } = await sent()
  // A session of staff ends after half an hour without a call.
  const soon = WAITS.slice(0, -2)
  const retry = () => payouts.act(musa, `/payouts/${id}/retry`, { expected_state: 'failed' })
  await payouts.server.control('/transfer', { reference: attempt?.reference, status: 'success' })
  const paid = {
    state: 'failed',
    attempt: { state: 'failed', review_reason: 'it was paid after it had failed' },
    may: { retry: false, recheck: true },
  }
  expect(await settled(soon)).toMatchObject(paid)
  await payouts.expectRefused(retry, 'already_decided')
  // A retry before the answer to a recheck could pay twice.
  const asked = awardIn(await payouts.act(musa, `/payouts/${id}/recheck`))
  expect(lastOf(asked)).toMatchObject({ attempt: { review_reason: null }, may: { retry: false, recheck: false } })
  await payouts.expectRefused(retry, 'already_decided')
  expect(await settled(soon)).toMatchObject(paid)
  expect(await countTransfers()).toBe(1)
  expect(await payouts.refusedByDatabase(sql`update payout_attempts set paid_late_at = null`)).toBe('TK001')
  await expectBooksBalance(payouts.server)
})

const Match = z.object({
  differences: z.array(
    z.looseObject({ id: z.string(), proposal: z.looseObject({ id: z.string(), may_confirm: z.boolean() }).nullable() }),
  ),
})

test('a proposal to book it is confirmed by no one while the provider is asked again, on any page', async () => {
  await payouts.server.control('/switches', { transfers: { outcome: 'failed' } })
  const { id, attempt } = await sent()
  const soon = WAITS.slice(0, -2)
  await payouts.server.control('/transfer', { reference: attempt?.reference, status: 'success' })
  await settled(soon)
  const differences = async () => Match.parse((await musa.call('GET', '/api/admin/books/match')).body).differences
  halima = await signInAdministrator(payouts.server, 'halima')
  const [difference] = await differences()
  const booked = { ending: 'booked', reason: 'The provider paid it after all.' }
  expect((await payouts.act(halima, `/books/differences/${difference?.id}/closing`, booked)).status).toBe(201)
  const offered = async () => {
    const [seen] = await differences()
    const { body } = await musa.call('GET', `/api/admin/decisions/${seen?.proposal?.id}`)
    return [seen?.proposal?.may_confirm, body['may_confirm']]
  }
  expect(await offered()).toEqual([true, true])
  awardIn(await payouts.act(musa, `/payouts/${id}/recheck`))
  expect(await offered()).toEqual([false, false])
  const [asked] = await differences()
  const confirm = () => payouts.act(musa, `/decisions/${asked?.proposal?.id}/confirmation`)
  await payouts.expectRefused(confirm, 'transfer_asked')
  await settled(soon)
  expect(await offered()).toEqual([true, true])
  expect((await confirm()).status).toBe(200)
  await expectBooksBalance(payouts.server)
})
