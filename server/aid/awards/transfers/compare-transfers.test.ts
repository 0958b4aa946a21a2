/** Payouts are compared with the provider, both ways: each difference is listed in Books until it agrees or two people close it. */
import { sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import type { AwardJson } from '../../../../contract/aid/payout-shapes.ts'
import { signInAdministrator, type Administrator } from '../../../../test/support/administering.ts'
import { awardIn, lastOf, usePayouts } from '../../../../test/support/paying-out.ts'
import { promiseToAccount } from '../../../../test/support/promised.ts'
import { hours, minutes, seconds } from '../../../platform/clock.ts'
import { onlyRow } from '../../../platform/db/db.ts'

const JOBS = /^(payouts|payments|sandbox)/

const payouts = usePayouts()
let halima: Administrator
let musa: Administrator
let award: AwardJson
/** The reference of a transfer of ₦20,000 that was paid, with its fee of ₦25. */
let reference: string
beforeEach(async () => {
  const promised = await promiseToAccount(payouts)
  ;({ halima, musa, award } = promised)
  const { id } = lastOf(awardIn(await payouts.disburse(halima, award.id, 20_000, { kind: 'bank' })))
  const path = `/payouts/${id}/release`
  reference = lastOf(awardIn(await payouts.act(musa, path, { expected_state: 'proposed' }))).attempt?.reference ?? ''
  for (const wait of [0, seconds(6), seconds(11), minutes(15)]) await payouts.server.pass(wait, JOBS)
})

const Match = z.object({
  differences: z.array(
    z.looseObject({ id: z.string(), kind: z.string(), subject: z.string(), ledger: z.number(), provider: z.number() }),
  ),
})
async function differences() {
  const { body } = await musa.call('GET', '/api/admin/books/match')
  return Match.parse(body)
    .differences.filter(({ kind }) => kind === 'transfer' || kind === 'movement')
    .map(({ kind, subject, ledger, provider }) => ({ kind, subject, ledger, provider }))
}
const control = (path: string, body: object) => payouts.server.control(path, body)
const compare = () => payouts.server.pass(minutes(6), JOBS)
/** Two people close the first difference. */
async function close(reason: string): Promise<void> {
  const [found] = Match.parse((await musa.call('GET', '/api/admin/books/match')).body).differences
  const proposed = await payouts.act(musa, `/books/differences/${found?.id}/closing`, { ending: 'own_money', reason })
  expect(proposed.status).toBe(201)
  const { id } = z.object({ id: z.string() }).parse(proposed.body)
  expect((await payouts.act(halima, `/decisions/${id}/confirmation`)).status).toBe(200)
}
const db = () => payouts.server.core.db
/** The line of our transfer: 5 where it left the balance, 6 where it came back. */
async function lineOf(nth: 5 | 6): Promise<string> {
  const line = sql`select (id * 10 + ${nth}::bigint)::text as id from sandbox_transfers`
  return `line-${(await onlyRow(db(), line, z.object({ id: z.string() }))).id}`
}

/** Copies a transfer at the provider under another reference, as if the dashboard or a stolen key had made it. */
const strange = (name: string, count = 1) =>
  db().execute(
    sql`insert into sandbox_transfers (transfer_code, reference, recipient_id, amount, fee, reason, outcome, status, created_at, updated_at)
        select 'TRF_' || ${name} || n, 'strange-' || ${name} || '-' || lpad(n::text, 8, '0'), recipient_id, 300000, 1000, null,
               outcome, 'success', ${payouts.server.clock.now().toISOString()}::timestamptz, updated_at
          from sandbox_transfers, generate_series(1, ${count}::int) as n where reference = ${reference}`,
  )

test('a transfer that both sides know is no difference', async () => {
  await compare()
  expect(await differences()).toEqual([])
})

test('a transfer that we do not know is listed until people close it, also when it is back', async () => {
  await strange('a')
  await compare()
  const found = { kind: 'transfer', subject: 'strange-a-00000001', ledger: 0, provider: -3010 }
  expect(await differences()).toEqual([found])
  await payouts.server.pass(hours(30), JOBS)
  musa = await signInAdministrator(payouts.server, 'musa')
  await compare()
  expect(await differences()).toEqual([found])
  await control('/transfer', { reference: found.subject, status: 'reversed' })
  await compare()
  const back = { ...found, provider: 0 }
  expect(await differences()).toEqual([back])
  // It explains nothing of the balance any more.
  await payouts.act(musa, '/books/matches')
  await payouts.server.pass(seconds(6), JOBS)
  expect(await differences()).toEqual([back])
  halima = await signInAdministrator(payouts.server, 'halima')
  await close('Made on the dashboard by mistake.')
  await compare()
  expect(await differences()).toEqual([])
})

/** A transfer of ours of ₦15,000 that the database does not know, as after a restore. @returns its reference */
async function lose(): Promise<string> {
  const lost = `pay-${'a'.repeat(26)}`
  await strange('f')
  await db().execute(
    sql`update sandbox_transfers set reference = ${lost}, amount = 1500000, fee = 2500 where reference like 'strange-f-%'`,
  )
  await compare()
  expect(await differences()).toMatchObject([{ subject: lost, ledger: 0, provider: -15_025 }])
  return lost
}

test('a payment of which the database has lost the transfer, as after a restore, is not sent a second time', async () => {
  const lost = await lose()
  const { id } = lastOf(awardIn(await payouts.disburse(halima, award.id, 15_000, { kind: 'bank' })))
  const last = async (path: string, body: object = {}) => {
    awardIn(await payouts.act(musa, `/payouts/${id}/${path}`, body))
    for (const wait of [0, seconds(6)]) await payouts.server.pass(wait, JOBS)
    return onlyRow(
      db(),
      sql`select disbursements.state, attempt.refusal from disbursements join payout_attempts as attempt on disbursement_id = disbursements.id
           where disbursements.id = ${id}::uuid order by attempt.created_at desc, attempt.id desc limit 1`,
      z.object({ state: z.string(), refusal: z.string().nullable() }),
    )
  }
  const refused = { state: 'failed', refusal: expect.stringContaining(lost) }
  expect(await last('release', { expected_state: 'proposed' })).toMatchObject(refused)
  expect(await last('retry', { expected_state: 'failed' })).toMatchObject(refused)
  expect(await db().$count(sql`sandbox_transfers`)).toBe(2)
  await close('It was made from the dashboard for the rent.')
  expect(await last('retry', { expected_state: 'failed' })).toMatchObject({ state: 'sending', refusal: null })
  expect(await db().$count(sql`sandbox_transfers`)).toBe(3)
})

test('a transfer that the database has lost stops payments to its own account alone, or to all while the provider is silent', async () => {
  await lose()
  const other = sql`insert into sandbox_recipients (recipient_code, name, account_number, account_name, bank_code, created_at)
                    values ('RCP_other', 'LADI', '0123450000', 'BELLO LADI', '058', now()) returning id`
  const { id: recipient } = await onlyRow(db(), other, z.object({ id: z.coerce.string() }))
  await db().execute(
    sql`update sandbox_transfers set recipient_id = ${recipient}::bigint where reference like 'pay-aaa%'`,
  )
  const { id } = lastOf(awardIn(await payouts.disburse(halima, award.id, 15_000, { kind: 'bank' })))
  const after = async (path: string, body: object) => {
    awardIn(await payouts.act(musa, `/payouts/${id}/${path}`, body))
    for (const wait of [0, seconds(6)]) await payouts.server.pass(wait, JOBS)
    const state = sql`select state from disbursements where id = ${id}::uuid`
    return (await onlyRow(db(), state, z.object({ state: z.string() }))).state
  }
  await control('/switches', { calls: { transferVerify: { fault: 'closed' } } })
  expect(await after('release', { expected_state: 'proposed' })).toBe('failed')
  expect(await db().$count(sql`sandbox_transfers`)).toBe(2)
  await control('/switches', { calls: { transferVerify: null } })
  expect(await after('retry', { expected_state: 'failed' })).toBe('sending')
  expect(await db().$count(sql`sandbox_transfers`)).toBe(3)
})

test('a transfer that we do not know and that never left is listed too', async () => {
  await strange('e')
  await db().execute(sql`update sandbox_transfers set status = 'rejected' where reference like 'strange-e-%'`)
  await compare()
  expect(await differences()).toEqual([{ kind: 'transfer', subject: 'strange-e-00000001', ledger: 0, provider: 0 }])
  await close('Made on the dashboard by mistake.')
  await compare()
  expect(await differences()).toEqual([])
})

test('each page of the list is read', async () => {
  await strange('b', 130)
  await compare()
  expect(await differences()).toHaveLength(130)
})

test('a transfer of ours that differs in its amount, its fee or its state is listed, until both sides agree', async () => {
  const as = async (listedAs: object) => {
    await control('/switches', { reference, listedAs })
    await compare()
    return differences()
  }
  const ours = { kind: 'transfer', subject: reference, ledger: -20_025 }
  expect(await as({ amount: 2_100_000 })).toEqual([{ ...ours, provider: -21_025 }])
  expect(await as({ fee_charged: 7500 })).toEqual([{ ...ours, provider: -20_075 }])
  expect(await as({ status: 'failed' })).toEqual([{ ...ours, provider: -25 }])
  expect(await as({})).toEqual([])
})

test('a reversal that no message told us of is booked, and is no difference', async () => {
  await control('/switches', { webhooks: { drop: true } })
  await control('/transfer', { reference, status: 'reversed' })
  expect(await payouts.balance('paid_out')).toBe(-2_000_000n)
  await compare()
  await compare()
  expect(await differences()).toEqual([])
  expect(await payouts.balance('paid_out')).toBe(0n)
})

test('a transfer of ours that the provider no longer lists is a difference', async () => {
  await db().execute(sql`update sandbox_transfers set reference = 'taken-away-0000001' where reference = ${reference}`)
  await compare()
  expect(await differences()).toContainEqual({ kind: 'transfer', subject: reference, ledger: -20_025, provider: 0 })
})

test('a movement of the balance that nothing explains is listed, and explains the balance to the nightly match', async () => {
  await control('/top_up', { amount: -250_000 })
  await compare()
  const { id } = await onlyRow(db(), sql`select id::text from sandbox_top_ups`, z.object({ id: z.string() }))
  expect(await differences()).toEqual([{ kind: 'movement', subject: `TopUp ${id}`, ledger: 0, provider: -2500 }])
  await payouts.act(musa, '/books/matches')
  await payouts.server.pass(seconds(6), JOBS)
  const all = Match.parse((await musa.call('GET', '/api/admin/books/match')).body).differences
  expect(all.map(({ kind }) => kind)).toEqual(['movement'])
})

test('a line of a transfer of ours that is missing is listed, and so is one that belongs to none, until both agree', async () => {
  await control('/switches', { reference: await lineOf(5), listedAs: { model_row: 4_711 } })
  await compare()
  expect(await differences()).toEqual(
    expect.arrayContaining([
      { kind: 'transfer', subject: reference, ledger: -20_025, provider: 0 },
      { kind: 'movement', subject: 'Transfer 4711', ledger: 0, provider: -20_025 },
    ]),
  )
  // An open difference is compared again, however old it is.
  await payouts.server.pass(hours(30), JOBS)
  musa = await signInAdministrator(payouts.server, 'musa')
  expect(await differences()).toHaveLength(2)
  await control('/switches', { reference: await lineOf(5), listedAs: {} })
  await compare()
  expect(await differences()).toEqual([])
})

test('while a line of the balance cannot be read, no transfer counts as missing there', async () => {
  await control('/switches', { reference: await lineOf(5), listedAs: { difference: 'a lot' } })
  await compare()
  expect((await differences()).filter(({ kind }) => kind === 'transfer')).toEqual([])
  expect(payouts.server.logged()).toContain('lines of its balance that we cannot read')
})

test.each([
  ['a part of its fee, in the line of the amount', { difference: 2_001_000 }, -1_500n, []],
  ['nothing', { difference: 2_000_000 }, -2_500n, []],
  ['more than its fee', { difference: 2_003_000 }, -2_500n, [{ kind: 'transfer', ledger: -25, provider: 5 }]],
])('of one that comes back with %s, that is booked once', async (_name, listedAs, fees, listed) => {
  const feesBefore = (await payouts.balance('fees:school')) + 2_500n
  await control('/switches', { reference: await lineOf(6), listedAs })
  await control('/transfer', { reference, status: 'reversed' })
  await payouts.server.pass(seconds(11), JOBS)
  for (let time = 0; time < 3; time += 1) await compare()
  expect((await payouts.balance('fees:school')) - feesBefore).toBe(fees)
  musa = await signInAdministrator(payouts.server, 'musa')
  expect(await differences()).toMatchObject(listed)
})

test('what came back of a fee is booked, even if we learn of the reversal days later', async () => {
  const fees = await payouts.balance('fees:school')
  // From the eighth day on, a transfer is polled once a week.
  await payouts.server.pass(hours(24 * 8), JOBS)
  await control('/switches', { webhooks: { drop: true } })
  await control('/transfer', { reference, status: 'reversed' })
  for (let day = 0; day < 8; day += 1) await payouts.server.pass(hours(24), JOBS)
  for (let time = 0; time < 3; time += 1) await compare()
  expect(await payouts.balance('paid_out')).toBe(0n)
  expect((await payouts.balance('fees:school')) - fees).toBe(2_500n)
})

test('a balance that is not that of its newest movement is a difference, until it is again', async () => {
  const last = await lineOf(5)
  await control('/switches', { reference: last, listedAs: { balance: 1 } })
  await compare()
  expect(await differences()).toMatchObject([{ kind: 'movement', subject: 'NGN', ledger: 0.01 }])
  await control('/switches', { reference: last, listedAs: {} })
  await compare()
  expect(await differences()).toEqual([])
})

test.each(['closed', 'error_500', 'garbage', 'rate_limited'])(
  'while the provider answers %s, nothing is concluded, and the next comparison finds it',
  async (fault) => {
    await strange('c')
    await control('/top_up', { amount: 100_000 })
    await control('/switches', { calls: { balance: { fault } } })
    await compare()
    expect(await differences()).toEqual([])
    await control('/switches', { calls: { balance: null, transfers: { fault } } })
    await compare()
    expect(await differences()).toEqual([])
    await control('/switches', { calls: { transfers: null } })
    await payouts.server.pass(minutes(20), JOBS)
    expect((await differences()).map(({ kind }) => kind).sort()).toEqual(['movement', 'transfer'])
  },
)

test('two people close a difference with a reason, and it stays closed', async () => {
  await strange('d')
  await compare()
  await close('Salaries from the dashboard.')
  await compare()
  expect(await differences()).toEqual([])
  // Explained is explained, also when it comes back.
  await control('/transfer', { reference: 'strange-d-00000001', status: 'reversed' })
  await compare()
  expect(await differences()).toEqual([])
})
