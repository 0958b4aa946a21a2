/** The provider pays a transfer after it had failed, or returns one that was written off: two people book it, and the books follow. */
import { sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { audit } from '../../../contract/proof/audit.ts'
import { readOpening } from '../../../contract/proof/opening.ts'
import type { AwardJson } from '../../../contract/aid/payout-shapes.ts'
import { signInAdministrator, type Administrator } from '../../../test/support/administering.ts'
import type { Person } from '../../../test/support/asking.ts'
import { awardIn, lastOf, usePayouts } from '../../../test/support/paying-out.ts'
import { promiseToAccount } from '../../../test/support/promised.ts'
import { MONEY_JOBS, expectBooksBalance } from '../../../test/support/server.ts'
import { hours, minutes, seconds } from '../../platform/clock.ts'
import { onlyRow } from '../../platform/db/db.ts'
import { makeCheckpoint } from '../../proof/log/checkpoints.ts'
import { readOpenings } from '../../proof/log/openings.ts'

const payouts = usePayouts()
let halima: Administrator
let musa: Administrator
let amina: Person
let request: string
let award: AwardJson
beforeEach(async () => {
  ;({ halima, musa, amina, request, award } = await promiseToAccount(payouts))
})

const control = (path: string, body: object) => payouts.server.control(path, body)
const act = (path: string, body?: object, by = musa) => payouts.act(by, path, body)

async function pass(...waits: number[]) {
  for (const wait of waits) await payouts.server.pass(wait, MONEY_JOBS)
  halima = await signInAdministrator(payouts.server, 'halima')
  musa = await signInAdministrator(payouts.server, 'musa')
}
const settle = () => pass(0, seconds(6), seconds(11), seconds(31), minutes(2), minutes(3))
const compare = () => pass(minutes(5), seconds(11), minutes(6))

async function read() {
  const { body } = await musa.call('GET', `/api/admin/applications/${request}/awards`)
  const [found] = z.object({ awards: z.array(z.custom<AwardJson>()) }).parse(body).awards
  if (!found) throw new Error('the award is there')
  return found
}

const Open = z.object({
  id: z.string(),
  kind: z.string(),
  subject: z.string(),
  closing: z.string().nullable(),
  amount: z.number(),
})
const EXPLAINED = { ending: 'own_money', reason: 'We thought that it was ours.' }
const openTransfers = async () => {
  const { body } = await musa.call('GET', '/api/admin/books/match')
  return z
    .object({ differences: z.array(Open.partial().loose()) })
    .parse(body)
    .differences.filter(({ kind }) => kind === 'transfer')
}

/** Releases a payment of ₦20,000. @returns its id, and the reference of its transfer */
async function send(outcome: 'failed' | 'success') {
  await control('/switches', { transfers: { outcome } })
  const { id } = lastOf(awardIn(await payouts.disburse(halima, award.id, 20_000, { kind: 'bank' })))
  awardIn(await act(`/payouts/${id}/release`, { expected_state: 'proposed' }))
  await settle()
  await control('/switches', { transfers: { outcome: 'success' } })
  return { id, reference: lastOf(await read()).attempt?.reference ?? '' }
}

/** Two people close the only difference of a transfer. */
async function close(choice: 'paid' | 'lost' | 'back') {
  const [open, ...others] = await openTransfers()
  expect([open?.closing, others]).toEqual([choice, []])
  const reason = { ending: 'booked', reason: 'The provider wrote what happened.' }
  const closing = `/books/differences/${open?.id}/closing`
  await payouts.expectRefused(() => act(closing, { ...reason, ending: 'own_money' }), 'invalid_input')
  const proposed = await act(closing, reason, halima)
  expect(proposed).toMatchObject({ status: 201, body: { choice } })
  const path = `/decisions/${String(proposed.body['id'])}/confirmation`
  await payouts.expectRefused(() => act(path, undefined, halima), 'second_administrator_needed')
  expect((await act(path)).status).toBe(200)
  const ended = await onlyRow(
    payouts.server.core.db,
    sql`select ending, purpose from differences left join transfers on transfers.key = entry where differences.id = ${open?.id}::uuid`,
    z.object({ ending: z.string(), purpose: z.string() }),
  )
  expect(ended).toEqual({ ending: 'booked', purpose: { paid: 'late', lost: 'late', back: 'reversal' }[choice] })
}

/** Our books say what the provider holds, and no difference is left. */
async function expectTruth() {
  await compare()
  expect(await openTransfers()).toEqual([])
  const held = sql`select (select coalesce(sum(amount - fees), 0) from sandbox_transactions where status = 'success')
      - (select coalesce(sum(amount + fee), 0) from sandbox_transfers where status not in ('failed', 'reversed')) as held`
  const { held: atProvider } = await onlyRow(payouts.server.core.db, held, z.object({ held: z.coerce.bigint() }))
  expect(await payouts.balance('provider')).toBe(-atProvider)
  await expectBooksBalance(payouts.server)
}

const openings = async () => (await readOpenings(payouts.server.core)).map((line) => readOpening(line))

/** Expects an auditor's sums of the sealed entries to match the published figures. */
async function expectLogAgrees() {
  const { core } = payouts.server
  await makeCheckpoint(core)
  const { leaves } = await onlyRow(
    core.db,
    sql`select encode(string_agg(leaf_hash, '' order by leaf_index), 'hex') as leaves from log_entries`,
    z.object({ leaves: z.string() }),
  )
  const { faults, handedOver, returned, lost } = await audit(Buffer.from(leaves, 'hex'), await openings())
  expect(faults).toEqual([])
  expect([handedOver - returned - lost, lost]).toEqual(await balances('disbursed:school', 'lost:school'))
}

const balances = (...names: string[]) => Promise.all(names.map((name) => payouts.balance(name)))

async function payLate(reference: string) {
  await control('/transfer', { reference, status: 'success' })
  await settle()
  await compare()
}

test('one that is paid days after it had failed is listed, beyond what the lists of the provider reach back to', async () => {
  const { reference } = await send('failed')
  await pass(hours(30))
  await compare()
  await control('/transfer', { reference, status: 'success' })
  await settle()
  await compare()
  expect(await openTransfers()).toMatchObject([{ subject: reference, amount: 20_025 }])
  await close('paid')
  expect(lastOf(await read())).toMatchObject({ state: 'sent', attempt: { state: 'success' } })
  await compare()
  expect(await openTransfers()).toEqual([])
  await expectBooksBalance(payouts.server)
})

test('paid late, and not made otherwise: it counts as sent, and is never paid again', async () => {
  const { id, reference } = await send('failed')
  await payLate(reference)
  await close('paid')
  expect(lastOf(await read())).toMatchObject({ id, state: 'sent', attempt: { state: 'success', review_reason: null } })
  expect(await balances('committed:school', 'disbursed:school', 'paid_out', 'transit')).toEqual([
    2_000_000n,
    2_000_000n,
    -2_000_000n,
    0n,
  ])
  await payouts.expectRefused(() => act(`/payouts/${id}/retry`, { expected_state: 'failed' }), 'already_decided')
  expect((await amina.call('POST', `/api/payouts/${id}/confirmation`, { answer: 'all' })).status).toBe(200)
  await expectTruth()
}, 60_000)

test('paid late: while the provider is asked again, its difference is neither booked nor explained', async () => {
  const { id, reference } = await send('failed')
  await payLate(reference)
  const [open] = await openTransfers()
  const closing = `/books/differences/${open?.id}/closing`
  awardIn(await act(`/payouts/${id}/recheck`))
  expect(await openTransfers()).toMatchObject([{ subject: reference, closing: null }])
  await payouts.expectRefused(() => act(closing, { ...EXPLAINED, ending: 'booked' }, halima), 'transfer_asked')
  await payouts.expectRefused(() => act(closing, EXPLAINED, halima), 'transfer_asked')
  await pass(seconds(11))
  await close('paid')
  await expectTruth()
}, 60_000)

test('paid late, and explained while a version before asked the provider: it is listed again, and ends in its entry', async () => {
  const { reference } = await send('failed')
  await payLate(reference)
  const [open] = await openTransfers()
  const ask = (due: string | null) =>
    payouts.server.core.db.execute(
      sql`update payout_attempts set review_reason = null, next_check_at = ${due}::timestamptz where reference = ${reference}`,
    )
  await ask(null)
  const proposed = await act(`/books/differences/${open?.id}/closing`, EXPLAINED, halima)
  expect((await act(`/decisions/${String(proposed.body['id'])}/confirmation`)).status).toBe(200)
  expect(await openTransfers()).toEqual([])
  await ask(payouts.server.core.clock.now().toISOString())
  await pass(hours(30))
  await compare()
  await close('paid')
  await expectTruth()
  await expectLogAgrees()
}, 60_000)

test('paid late after it was sent again: the second is booked as lost', async () => {
  const { id, reference } = await send('failed')
  awardIn(await act(`/payouts/${id}/retry`, { expected_state: 'failed' }))
  await settle()
  await payLate(reference)
  await close('lost')
  expect(lastOf(await read())).toMatchObject({ state: 'sent', attempt: { state: 'success' } })
  expect(await balances('disbursed:school', 'lost:school', 'paid_out', 'transit')).toEqual([
    2_000_000n,
    2_000_000n,
    -4_000_000n,
    0n,
  ])
  const failures = await payouts.server.call('GET', '/api/transparency/failures')
  expect(failures.body['payouts']).toMatchObject({ twice: null, twice_put_right: null })
  await expectTruth()
  await expectLogAgrees()
}, 60_000)

test('paid late after it was cancelled: it is booked as lost, and the promise stays with the fund', async () => {
  const { reference } = await send('failed')
  expect((await act(`/awards/${award.id}/cancel`, { expected_state: 'granted' })).status).toBe(200)
  await payLate(reference)
  await close('lost')
  expect(await balances('committed:school', 'disbursed:school', 'lost:school', 'paid_out')).toEqual([
    0n,
    0n,
    2_000_000n,
    -2_000_000n,
  ])
  await expectTruth()
  await expectLogAgrees()
  expect((await openings()).map(({ type }) => type)).toContain('late_loss')
  const { core } = payouts.server
  await core.db.execute(sql`
    update aid_applications set erased_at = ${core.clock.now().toISOString()}::timestamptz, beneficiary_id = null, description = '', location = ''`)
  await makeCheckpoint(core)
  expect((await openings()).map(({ type }) => type)).not.toContain('late_loss')
}, 60_000)

test('returned after it was written off: it is no longer lost, and is promised again', async () => {
  const { id, reference } = await send('success')
  const loss = { expected_state: 'sent', reason: 'No one knows the account.' }
  const writeOff = lastOf(awardIn(await act(`/payouts/${id}/lost`, loss))).write_off
  expect((await act(`/decisions/${writeOff?.id}/confirmation`, undefined, halima)).status).toBe(200)
  await control('/transfer', { reference, status: 'reversed' })
  await settle()
  await compare()
  await close('back')
  expect(lastOf(await read())).toMatchObject({
    state: 'returned',
    returned: 20_000,
    lost: 0,
    attempt: { state: 'reversed' },
  })
  expect(await balances('committed:school', 'disbursed:school', 'lost:school', 'paid_out')).toEqual([
    4_000_000n,
    0n,
    0n,
    0n,
  ])
  await expectTruth()
  await expectLogAgrees()
}, 60_000)

test('while people look at a transfer, nothing of it is cancelled, and its difference is not closed without an entry', async () => {
  const { id, reference } = await send('failed')
  await payLate(reference)
  await payouts.expectRefused(() => act(`/awards/${award.id}/cancel`, { expected_state: 'granted' }), 'payout_open')
  await payouts.expectRefused(() => act(`/payouts/${id}/cancel`, { expected_state: 'failed' }), 'already_decided')
  expect(lastOf(await read()).may).toMatchObject({ cancel: false, retry: false })
  for (const statement of [
    sql`update awards set state = 'cancelled', ended_at = now()`,
    sql`update disbursements set state = 'cancelled', ended_at = now()`,
    sql`update differences set state = 'closed', ended_at = now() where kind = 'transfer'`,
    sql`update payout_attempts set state = 'success', late_booked = 'paid'`,
    sql`update payout_attempts set late_booked = 'lost'`,
  ])
    expect(await payouts.refusedByDatabase(statement)).toBe('TK001')
  // Her account is closed: the payment waits, and is booked as what it was.
  expect((await amina.call('POST', '/api/account/closure', { password: 'rain on the tin roof' })).status).toBe(200)
  await compare()
  await close('paid')
  expect(await balances('committed:school', 'disbursed:school')).toEqual([0n, 2_000_000n])
  await expectTruth()
}, 60_000)

test('of one’s own request, or one of the household, is closed by others', async () => {
  const { reference } = await send('failed')
  await payLate(reference)
  const [open] = await openTransfers()
  const home = crypto.randomUUID()
  await payouts.server.core.db.execute(
    sql`insert into household_members (user_id, household_id)
        select user_id, ${home}::uuid from aid_applications where id = ${request}::uuid union all select ${halima.userId}::uuid, ${home}::uuid`,
  )
  const give = (to: string | null, by = musa) =>
    by.call('PATCH', `/api/admin/books/differences/${open?.id}`, { assigned_to: to, expected_assignee: null })
  await payouts.expectRefused(() => give(musa.userId, halima), 'own_request')
  await payouts.expectRefused(() => give(halima.userId), 'own_request')
  expect((await give(musa.userId)).status).toBe(200)
  const [ladi] = await payouts.administrators('ladi')
  if (!ladi) throw new Error('a third administrator')
  const handed = await act(`/team/${musa.userId}/hand-over`, { to: halima.userId }, ladi)
  expect(handed.body).toMatchObject({ differences: 1 })
  expect(await openTransfers()).toMatchObject([{ id: open?.id, assigned_to: null }])
  const path = `/books/differences/${open?.id}/closing`
  const closing = { ending: 'booked', reason: 'The provider wrote what happened.' }
  await payouts.expectRefused(() => act(path, closing, halima), 'own_request')
  const proposed = await act(path, closing)
  expect(proposed.status).toBe(201)
  const waiting = async () => (await halima.call('GET', '/api/admin/decisions')).body['items']
  expect(await waiting()).toEqual([])
  const confirmation = `/decisions/${String(proposed.body['id'])}/confirmation`
  await payouts.expectRefused(() => act(confirmation, undefined, halima), 'own_request')
  expect(await openTransfers()).toMatchObject([{ id: open?.id, may_act: true, proposal: { may_confirm: false } }])
  const { body } = await halima.call('GET', '/api/admin/books/match')
  expect(body['differences']).toMatchObject([
    { id: open?.id, may_act: false, proposal: { may_confirm: false, may_withdraw: false } },
  ])
  const withdrawal = `/decisions/${String(proposed.body['id'])}/withdrawal`
  await payouts.expectRefused(() => act(withdrawal, undefined, halima), 'own_request')
  expect((await act(withdrawal)).status).toBe(200)
})
