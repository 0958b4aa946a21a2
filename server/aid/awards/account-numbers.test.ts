/** The account number of a payment by hand: for finance, while it has to be paid, and each look is audited. */
import { beforeEach, expect, test } from 'vitest'
import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { newAdministrator, type Administrator } from '../../../test/support/administering.ts'
import type { Person } from '../../../test/support/asking.ts'
import { awardIn, lastOf, usePayouts } from '../../../test/support/paying-out.ts'
import { HERS, promiseToAccount } from '../../../test/support/promised.ts'
import { expectBooksBalance } from '../../../test/support/server.ts'
import { onlyRow } from '../../platform/db/db.ts'

const payouts = usePayouts()
let halima: Administrator
let musa: Administrator
let amina: Person
let request: string
let award: string
let payee: string
beforeEach(async () => {
  const promised = await promiseToAccount(payouts)
  ;({ halima, musa, amina, request } = promised)
  award = promised.award.id
  payee = (await onlyRow(payouts.server.core.db, sql`select id::text from payees`, z.object({ id: z.string() }))).id
})

const read = (id: string, by = musa) => by.call('GET', `/api/admin/payouts/${id}/account`)
const audited = () =>
  onlyRow(
    payouts.server.core.db,
    sql`select count(*)::int as looks from audit_events where action = 'disbursement.account_read'`,
    z.object({ looks: z.number() }),
  )

test('who pays by hand sees the number once it is released, and no longer once it is recorded', async () => {
  const { id } = lastOf(awardIn(await payouts.disburse(halima, award, 20_000, { payee })))
  await payouts.expectRefused(() => read(id), 'not_found')
  awardIn(await payouts.act(musa, `/payouts/${id}/release`, { expected_state: 'proposed' }))
  expect((await read(id)).body).toEqual({
    account_name: 'YUSUF AMINA HAUWA',
    bank_name: 'Guaranty Trust Bank',
    account_number: '0123456785',
    unexplained_lines: [],
  })
  expect(await audited()).toEqual({ looks: 1 })
  const reviewer = await newAdministrator(payouts.server, 'rashida', ['reviewer'])
  await payouts.expectRefused(() => read(id, reviewer), 'role_needed')
  expect(payouts.server.logged()).not.toContain('0123456785')
  awardIn(await payouts.handOver(musa, id, 20_000))
  await payouts.expectRefused(() => read(id), 'not_found')
  await expectBooksBalance(payouts.server)
})

test('a payment by the provider, one without an account and an unknown one have none to show', async () => {
  await payouts.act(
    musa,
    `/payouts/${lastOf(awardIn(await payouts.disburse(halima, award, 5_000, { kind: 'bank' }))).id}/release`,
    { expected_state: 'proposed' },
  )
  const { id: none } = lastOf(awardIn(await payouts.disburse(halima, award, 5_000)))
  awardIn(await payouts.act(musa, `/payouts/${none}/release`, { expected_state: 'proposed' }))
  const { id: sent } = await onlyRow(
    payouts.server.core.db,
    sql`select id::text from disbursements where kind = 'bank'`,
    z.object({ id: z.string() }),
  )
  for (const id of [none, sent, crypto.randomUUID()]) await payouts.expectRefused(() => read(id), 'not_found')
  expect(await audited()).toEqual({ looks: 0 })
  await expectBooksBalance(payouts.server)
})

test('a line of our bank of the same amount that no entry explains is named beside the number, as after a restore', async () => {
  const { id } = lastOf(awardIn(await payouts.disburse(halima, award, 20_000, { payee })))
  awardIn(await payouts.act(musa, `/payouts/${id}/release`, { expected_state: 'proposed' }))
  const [year, month, day] = payouts.server.clock.now().toISOString().slice(0, 10).split('-')
  const line = (text: string, debit: string, credit: string) => `${day}/${month}/${year},${text},${debit},${credit}`
  const file = [
    'Date,Narration,Debit,Credit',
    line('NIP A', '20000', ''),
    line('NIP B', '19999', ''),
    line('NIP C', '', '20000'),
  ]
  const content = Buffer.from(file.join('\n')).toString('base64')
  expect((await musa.call('POST', '/api/admin/books/bank/statements', { bank: 'GTBank', content })).status).toBe(201)
  expect((await read(id)).body['unexplained_lines']).toEqual([
    expect.stringMatching(new RegExp(`^GTBank ${year}-${month}-${day}, line \\d+$`)),
  ])
  awardIn(await payouts.handOver(musa, id, 20_000))
  await expectBooksBalance(payouts.server)
})

test('a payment by hand is not released to an account that was replaced or named by someone else since, and no number is shown then', async () => {
  const propose = async () => lastOf(awardIn(await payouts.disburse(halima, award, 10_000, { payee }))).id
  const release = (id: string) => payouts.act(musa, `/payouts/${id}/release`, { expected_state: 'proposed' })
  const [first, second] = [await propose(), await propose()]
  awardIn(await release(first))
  const other = { ...HERS, account_number: '8030000005' }
  expect((await amina.call('POST', `/api/applications/${request}/payee`, other)).status).toBe(200)
  await payouts.expectRefused(() => release(second), 'payee_not_usable')
  // A payout that was released earlier would be paid to the replaced account.
  await payouts.expectRefused(() => read(first), 'payee_not_usable')
  const cancelled = await payouts.act(musa, `/payouts/${first}/cancel`, { expected_state: 'released', unpaid: true })
  expect(cancelled.status).toBe(200)
  await expectBooksBalance(payouts.server)
})

test('a payout whose number was read may have been paid: who cancels it says that our bank has not paid it', async () => {
  const { id } = lastOf(awardIn(await payouts.disburse(halima, award, 20_000, { payee })))
  awardIn(await payouts.act(musa, `/payouts/${id}/release`, { expected_state: 'proposed' }))
  expect((await read(id)).status).toBe(200)
  const cancel = (more: object = {}) =>
    payouts.act(halima, `/payouts/${id}/cancel`, { expected_state: 'released', ...more })
  await payouts.expectRefused(() => cancel(), 'maybe_paid')
  await payouts.expectRefused(() => cancel({ unpaid: false }), 'maybe_paid')
  expect(lastOf(awardIn(await cancel({ unpaid: true }))).state).toBe('cancelled')
  const { after } = await onlyRow(
    payouts.server.core.db,
    sql`select after from audit_events where action = 'disbursement.cancelled'`,
    z.object({ after: z.unknown() }),
  )
  expect(after).toEqual({ state: 'cancelled', decision: 'unpaid' })
  await expectBooksBalance(payouts.server)
})
