/** Bank payments through the provider: each reference is sent once, every answer is survived, and the books balance. */
import { sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import type { AwardJson } from '../../../contract/aid/payout-shapes.ts'
import type { Administrator } from '../../../test/support/administering.ts'
import { complainAbout, type Person } from '../../../test/support/asking.ts'
import { awardIn, lastOf, usePayouts } from '../../../test/support/paying-out.ts'
import { HERS, nameAccount as nameAccountOf, promiseToAmina } from '../../../test/support/promised.ts'
import { expectBooksBalance } from '../../../test/support/server.ts'
import { minutes, seconds } from '../../platform/clock.ts'
import { onlyRow, rows } from '../../platform/db/db.ts'

const payouts = usePayouts()
const { expectRefused, refusedByDatabase } = payouts
let halima: Administrator
let musa: Administrator
let amina: Person
let request: string
let award: AwardJson
beforeEach(async () => {
  ;({ halima, musa, amina, request, award } = await promiseToAmina(payouts))
})

const nameAccount = () => nameAccountOf({ amina, request })
const control = (path: string, body: object) => payouts.server.control(path, body)
const switchTransfers = (transfers: object) => control('/switches', { transfers })
const fault = (operation: string, kind: string, after = false, times = 1) =>
  control('/switches', { calls: { [operation]: { fault: kind, after, times } } })
const pass = (milliseconds: number) => payouts.server.pass(milliseconds, /^(payouts|payments|sandbox)/)
const act = (id: string, path: string, body?: object) => payouts.act(musa, `/payouts/${id}/${path}`, body)
const retry = (id: string) => act(id, 'retry', { expected_state: 'failed' })

async function read() {
  const answer = await musa.call('GET', `/api/admin/applications/${request}/awards`)
  expect(answer).toMatchObject({ status: 200 })
  const { awards } = z.object({ awards: z.array(z.custom<AwardJson>()) }).parse(answer.body)
  const [found] = awards
  if (!found) throw new Error('the award is there')
  return lastOf(found)
}

/** Proposes and releases. @returns its id */
async function release(amount = 20_000) {
  expect((await nameAccount()).status).toBe(200)
  const { id } = lastOf(awardIn(await payouts.disburse(halima, award.id, amount, { kind: 'bank' })))
  expect(lastOf(awardIn(await act(id, 'release', { expected_state: 'proposed' })))).toMatchObject({ state: 'sending' })
  return id
}

/** Runs the jobs as time passes, until nothing is expected to change. */
async function settle() {
  for (const wait of [0, seconds(6), seconds(11), seconds(31), minutes(2), minutes(3)]) await pass(wait)
}

const balances = () =>
  Promise.all(
    ['committed:school', 'disbursed:school', 'paid_out', 'transit'].map((account) => payouts.balance(account)),
  )

/** The transfers as the provider stored them. */
const Transfers = z.object({ reference: z.string(), amount: z.string(), reason: z.string(), status: z.string() })
const atProvider = () =>
  rows(
    payouts.server.core.db,
    sql`select reference, amount::text, reason, status from sandbox_transfers order by id`,
    Transfers,
  )

test('is released, sent once under its reference, and arrives; the narration says nothing of the aid', async () => {
  await release()
  await settle()
  const sent = await read()
  expect(sent).toMatchObject({
    state: 'sent',
    payee: { account_name: HERS.account_name, account_ending: '6785' },
    attempt: { state: 'success', provider_status: 'success', fee: 25, session_id: expect.stringMatching(/^\d{30}$/) },
  })
  const transfers = await atProvider()
  expect(transfers).toMatchObject([{ reference: sent.attempt?.reference, amount: '2000000', status: 'success' }])
  expect(transfers[0]?.reference).toMatch(/^pay-[0-9a-z]{26}$/)
  expect(transfers[0]?.reason).toMatch(/^Taimako [0-9a-z]{6}$/)
  expect(await balances()).toEqual([2_000_000n, 2_000_000n, -2_000_000n, 0n])
  expect(payouts.server.logged()).not.toContain(HERS.account_number)
  const answer = await amina.call('POST', `/api/payouts/${sent.id}/confirmation`, { answer: 'all' })
  expect(answer.body).toMatchObject({ state: 'confirmed' })
})

test('needs an account that may be used, and two people', async () => {
  const propose = () => payouts.disburse(halima, award.id, 20_000, { kind: 'bank' })
  await expectRefused(propose, 'payee_not_usable')
  await nameAccount()
  const { id } = lastOf(awardIn(await propose()))
  await expectRefused(
    () => payouts.act(halima, `/payouts/${id}/release`, { expected_state: 'proposed' }),
    'second_administrator_needed',
  )
  // She names another account before it is released.
  await amina.call('POST', `/api/applications/${request}/payee`, { ...HERS, account_number: '8030000005' })
  await expectRefused(() => act(id, 'release', { expected_state: 'proposed' }), 'payee_not_usable')
  await expectRefused(propose, 'payee_not_usable')
})

test.each([
  ['an answer lost after it was made', () => fault('transfer', 'closed', true)],
  ['an answer lost before it was made', () => fault('transfer', 'closed')],
  ['too many calls', () => fault('transfer', 'rate_limited')],
  ['a fault of the provider', () => fault('transfer', 'error_500', true)],
  ['a page instead of JSON', () => fault('transfer', 'html', true)],
  ['half a JSON answer', () => fault('transfer', 'garbage', true)],
  ['a verify that is not answered', () => fault('transferVerify', 'error_500', false, 2)],
  ['no webhooks', () => control('/switches', { webhooks: { drop: true } })],
  ['every webhook twice, at once', () => control('/switches', { webhooks: { copies: 2, concurrent: true } })],
  [
    'success in the first answer, and its webhook before it',
    async () => {
      await switchTransfers({ profile: 'test' })
      await control('/switches', { webhooks: { timing: 'before' } })
    },
  ],
  ['webhooks that know no fee', () => switchTransfers({ webhookFeeZero: true })],
  [
    'duplicates answered with 404, after two lost answers',
    async () => {
      await switchTransfers({ duplicate: 404, validatingMilliseconds: 400_000 })
      await fault('transfer', 'closed', true)
    },
  ],
])('survives %s: one reference, one transfer', async (_name, arrange) => {
  await arrange()
  await release()
  await settle()
  await pass(minutes(10))
  await settle()
  expect(await read()).toMatchObject({ state: 'sent', attempt: { state: 'success', fee: 25 } })
  expect(await atProvider()).toHaveLength(1)
  const { references } = await onlyRow(
    payouts.server.core.db,
    sql`select count(*)::int as references from payout_attempts`,
    z.object({ references: z.number() }),
  )
  expect(references).toBe(1)
  await expectBooksBalance(payouts.server)
})

test('that failed gives the money back, and only a person sends it again, under a new reference', async () => {
  await switchTransfers({ outcome: 'failed' })
  const id = await release()
  await settle()
  const failed = await read()
  expect(failed).toMatchObject({
    state: 'failed',
    attempt: { state: 'failed', fee: 0 },
    may: { retry: true, cancel: true },
  })
  expect(await balances()).toEqual([4_000_000n, 0n, 0n, 0n])
  await pass(minutes(20))
  expect(await atProvider()).toHaveLength(1)
  await switchTransfers({ outcome: 'success' })
  await complainAbout(amina, request)
  await expectRefused(() => retry(id), 'payout_held')
  await payouts.server.core.db.execute(sql`update payout_holds set ended_at = created_at`)
  awardIn(await retry(id))
  await expectRefused(() => retry(id), 'already_decided')
  await settle()
  const sent = await read()
  expect(sent).toMatchObject({ state: 'sent', attempt: { state: 'success' } })
  expect(sent.attempt?.reference).not.toBe(failed.attempt?.reference)
  expect(await atProvider()).toHaveLength(2)
})

const endHold = () => payouts.server.core.db.execute(sql`update payout_holds set ended_at = created_at`)

test('what the provider does not have yet is not sent once a complaint holds it, and waits for people', async () => {
  await fault('transfer', 'rate_limited')
  const id = await release()
  await pass(0)
  await complainAbout(amina, request)
  await settle()
  expect(await atProvider()).toEqual([])
  expect(await read()).toMatchObject({ state: 'failed', attempt: { state: 'refused' } })
  await expectRefused(() => retry(id), 'payout_held')
  await endHold()
  awardIn(await retry(id))
  await settle()
  expect(await read()).toMatchObject({ state: 'sent' })
  expect(await atProvider()).toHaveLength(1)
})

test('what may be with the provider is asked about and not posted again while it is held', async () => {
  await fault('transfer', 'closed')
  await release()
  await pass(0)
  await complainAbout(amina, request)
  await settle()
  expect([await atProvider(), (await read()).state]).toEqual([[], 'sending'])
  await endHold()
  await pass(minutes(11))
  await settle()
  expect([(await atProvider()).length, (await read()).state]).toEqual([1, 'sent'])
})

test.each(['failed', 'reversed'])(
  'of one that was %s, a fee that the provider keeps is a cost of the fund',
  async (end) => {
    await switchTransfers({ feeKept: true, ...(end === 'failed' && { outcome: 'failed' }) })
    await release()
    await settle()
    if (end === 'reversed') {
      await control('/transfer', { reference: (await read()).attempt?.reference, status: 'reversed' })
      await settle()
    }
    expect(await read()).toMatchObject({ attempt: { state: end, fee: 25 } })
    expect(await balances()).toEqual([4_000_000n, 0n, 0n, 0n])
    // The gift's own fee is ₦1,000.
    expect(await payouts.balance('fees:school')).toBe(-102_500n)
    await payouts.act(musa, '/books/matches')
    await pass(seconds(6))
    expect((await musa.call('GET', '/api/admin/books/match')).body).toMatchObject({ differences: [] })
  },
)

test.each([
  ['an empty balance', () => control('/top_up', { amount: -5_900_000 }), /balance is not enough/],
  ['payouts on hold', () => control('/switches', { payoutsOnHold: true }), /third party payouts/],
  [
    'a dead recipient',
    () => payouts.server.core.db.execute(sql`update sandbox_recipients set deleted_at = now()`),
    /Recipient/,
  ],
])('that is refused for %s never existed: it can be tried again or cancelled', async (_name, arrange, words) => {
  expect((await nameAccount()).status).toBe(200)
  await arrange()
  const id = await release()
  await settle()
  expect(await read()).toMatchObject({
    state: 'failed',
    attempt: { state: 'refused', refusal: expect.stringMatching(words), fee: 0 },
  })
  expect(await balances()).toEqual([4_000_000n, 0n, 0n, 0n])
  awardIn(await act(id, 'cancel', { expected_state: 'failed' }))
  expect(await read()).toMatchObject({ state: 'cancelled' })
})

test('a reversal after it arrived, and after it was confirmed: the money is promised again', async () => {
  const id = await release()
  await settle()
  await amina.call('POST', `/api/payouts/${id}/confirmation`, { answer: 'all' })
  const { attempt } = await read()
  await control('/transfer', { reference: attempt?.reference, status: 'reversed' })
  await payouts.server.idle()
  await pass(seconds(11))
  // Every message again, in the wrong order.
  await control('/deliver', { reference: attempt?.reference, order: 'reverse' })
  await payouts.server.idle()
  await pass(seconds(11))
  expect(await read()).toMatchObject({ state: 'returned', returned: 20_000, attempt: { state: 'reversed', fee: 0 } })
  expect(await balances()).toEqual([4_000_000n, 0n, 0n, 0n])
})

test('a message that comes while an older answer is on its way is not forgotten', async () => {
  await switchTransfers({ outcome: 'pending' })
  await release()
  await settle()
  const { attempt } = await read()
  expect(attempt).toMatchObject({ state: 'open', provider_status: 'pending' })
  await control('/switches', { calls: { transferVerify: { fault: 'slow', after: true, times: 1 } } })
  const asking = pass(minutes(15))
  const Asked = z.object({ calls: z.object({ transferVerify: z.null() }) })
  await expect.poll(async () => Asked.safeParse(await control('/switches', {})).success).toBe(true)
  await control('/transfer', { reference: attempt?.reference, status: 'success' })
  await asking
  await pass(seconds(11))
  expect(await read()).toMatchObject({ state: 'sent', attempt: { state: 'success' } })
  expect(await balances()).toEqual([2_000_000n, 2_000_000n, -2_000_000n, 0n])
})

test('another transfer under our reference is never booked: people look', async () => {
  await switchTransfers({ amount: 3_000_000 })
  const id = await release()
  await settle()
  expect(await read()).toMatchObject({
    state: 'sending',
    attempt: { review_reason: 'the transfer has another amount' },
    may: { recheck: true, retry: false, cancel: false },
  })
  expect(await balances()).toEqual([4_000_000n, 0n, 0n, 0n])
  awardIn(await act(id, 'recheck'))
  await settle()
  expect(await read()).toMatchObject({ attempt: { review_reason: 'the transfer has another amount' } })
  expect(await atProvider()).toHaveLength(1)
})

test('words that we do not know: people look, and a recheck sends it under the same reference', async () => {
  await fault('transfer', 'refused')
  const id = await release()
  await settle()
  expect(await read()).toMatchObject({
    state: 'sending',
    attempt: { review_reason: expect.stringContaining('deactivated') },
  })
  const { attempt } = await read()
  awardIn(await act(id, 'recheck'))
  await settle()
  expect(await read()).toMatchObject({ state: 'sent', attempt: { reference: attempt?.reference } })
})

test('the database keeps one open attempt for each payment, and every reference as it is', async () => {
  await switchTransfers({ outcome: 'pending' })
  await release()
  const second = sql`insert into payout_attempts (id, disbursement_id, reference, amount, recipient_code, started_by, created_at)
                     select gen_random_uuid(), disbursement_id, 'pay-' || repeat('a', 26), amount, recipient_code, started_by, now()
                       from payout_attempts`
  expect(await refusedByDatabase(second)).toBe('23505')
  expect(await refusedByDatabase(sql`update payout_attempts set amount = 1`)).toBe('TK001')
  await settle()
  await expectRefused(
    () => payouts.act(musa, `/awards/${award.id}/cancel`, { expected_state: 'granted' }),
    'payout_open',
  )
})

test('a process that dies at any step: the next one asks, and sends under the same reference', async () => {
  await release()
  const { db } = payouts.server.core
  // It died after it had written that it sends, and before the provider heard of it.
  await db.execute(
    sql`update payout_attempts set posted_at = ${payouts.server.clock.now().toISOString()}::timestamptz, posts = 1`,
  )
  await settle()
  await settle()
  expect(await read()).toMatchObject({ state: 'sent' })
  expect(await atProvider()).toHaveLength(1)
})
