/** The provider asks before it sends: it hears yes only of a transfer that we are sending now. */
import { sql } from 'drizzle-orm'
import { beforeEach, expect, test, vi } from 'vitest'
import { z } from 'zod'
import type { Administrator } from '../../../../test/support/administering.ts'
import { awardIn, lastOf, usePayouts } from '../../../../test/support/paying-out.ts'
import { promiseToAccount } from '../../../../test/support/promised.ts'
import { minutes, seconds } from '../../../platform/clock.ts'
import { onlyRow } from '../../../platform/db/db.ts'
import { CONNECTIONS_MAX, SHARED_CONNECTIONS_MAX } from '../../../platform/db/postgres.ts'

const JOBS = /^(payouts|payments|sandbox)/

const payouts = usePayouts()
let halima: Administrator
let musa: Administrator
let id: string
beforeEach(async () => {
  const promised = await promiseToAccount(payouts)
  ;({ halima, musa } = promised)
  const { award } = promised
  id = lastOf(awardIn(await payouts.disburse(halima, award.id, 20_000, { kind: 'bank' }))).id
})

const control = (path: string, body: object) => payouts.server.control(path, body)
const switchTransfers = (transfers: object) => control('/switches', { transfers })
const release = async () => awardIn(await payouts.act(musa, `/payouts/${id}/release`, { expected_state: 'proposed' }))
async function settle() {
  for (const wait of [0, seconds(6), seconds(11), seconds(31), minutes(2), minutes(3)])
    await payouts.server.pass(wait, JOBS)
}
const Attempt = z.object({ reference: z.string(), recipient_code: z.string(), provider_status: z.string().nullable() })
const attempt = () =>
  onlyRow(payouts.server.core.db, sql`select reference, recipient_code, provider_status from payout_attempts`, Attempt)

test.each([
  ['is never asked for', { approvalCalls: 0 }, 'blocked'],
  ['is signed with another key', { approvalSigned: 'wrong' }, 'blocked'],
  ['is asked for twice, and signed', { approvalCalls: 2, approvalSigned: 'right' }, 'success'],
])('our approval %s', async (_name, switches, status) => {
  await switchTransfers(switches)
  await release()
  await settle()
  expect(await attempt()).toMatchObject({ provider_status: status })
})

test('our approval is given to what we send now, with its amount and recipient, and to nothing else', async () => {
  await switchTransfers({ outcome: 'pending' })
  await release()
  await payouts.server.pass(seconds(2), JOBS)
  const { reference, recipient_code: recipient } = await attempt()
  const ask = (asked: object | string, headers: Record<string, string> = {}) =>
    payouts.server.call('POST', '/webhooks/paystack/transfer-approval', asked, headers)
  const right = { reference, amount: 2_000_000, currency: 'NGN', recipient, reason: 'any', source: 'balance' }
  expect((await ask(right)).status).toBe(200)
  expect((await ask({ ...right, recipient: { recipient_code: recipient } })).status).toBe(200)
  for (const wrong of [
    { ...right, amount: 2_000_001 },
    { ...right, recipient: 'RCP_other' },
    { ...right, recipient: undefined },
    { ...right, reference: `${reference}x` },
    { ...right, reference: `${reference.slice(0, -1)}\u0000` },
    { ...right, reference: '\u0000' },
    { ...right, currency: 'USD' },
    {},
  ]) {
    expect((await ask(wrong)).body).toMatchObject({ status: 400, code: 'transfer_not_ours' })
  }
  expect((await ask(right, { 'x-paystack-signature': '0'.repeat(128) })).status).toBe(401)
  await control('/transfer', { reference, status: 'success' })
  await payouts.server.idle()
  await settle()
  expect((await ask(right)).status).toBe(400)
})

test('our approval is answered while every shared connection to the database is taken', async () => {
  await switchTransfers({ outcome: 'pending' })
  await release()
  await payouts.server.pass(seconds(2), JOBS)
  const { reference, recipient_code: recipient } = await attempt()
  const taken = Promise.withResolvers<void>()
  let begun = 0
  const holders = Array.from({ length: CONNECTIONS_MAX }, () =>
    payouts.server.core.db.transaction(() => {
      begun += 1
      return taken.promise
    }),
  )
  try {
    await vi.waitFor(() => expect(begun).toBe(SHARED_CONNECTIONS_MAX), 10_000)
    const asked = { reference, amount: 2_000_000, currency: 'NGN', recipient }
    expect((await payouts.server.call('POST', '/webhooks/paystack/transfer-approval', asked)).status).toBe(200)
    expect(begun).toBe(SHARED_CONNECTIONS_MAX)
  } finally {
    taken.resolve()
    await Promise.all(holders)
  }
})
