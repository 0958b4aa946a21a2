/**
 * Every kind of decision keeps the same rules: another person confirms, with the duty, once, within its time, while nothing it is about
 * has changed. A refusal changes nothing. What is particular to a kind is tested where the kind is.
 */
import { sql } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { DECISIONS, DECISION_NAMES, type DecisionName } from '../contract/record/decision-fields.ts'
import { hasDuty, type StaffRole } from '../contract/platform/staff-roles.ts'
import { PROPOSAL_DAYS } from '../contract/platform/admin-fields.ts'
import { newAdministrator, signInAdministrator, type Administrator } from '../test/support/administering.ts'
import { complainAbout, newPerson, type Person } from '../test/support/asking.ts'
import { plantDifference } from '../test/support/differences.ts'
import { closedFund, newFund } from '../test/support/funds.ts'
import { OTHER_LIMITS } from '../test/support/limits.ts'
import { proposeName } from '../test/support/organisation.ts'
import { awardIn, usePayouts } from '../test/support/paying-out.ts'
import { raceBehindLock } from '../test/support/race-behind-lock.ts'
import { expectBooksBalance, newKey } from '../test/support/server.ts'
import { freezeWallet, newPerson as newDonor } from '../test/support/wallet.ts'
import { startOf } from './money/months/month-time.ts'
import { monthInLagos } from './platform/lagos-days.ts'
import { hours, minutes, seconds } from './platform/clock.ts'
import { onlyRow } from './platform/db/db.ts'

const MONEY = /^(payments|settlements|books|sandbox)/

const payouts = usePayouts()
let halima: Administrator
let musa: Administrator
let amina: Person
beforeEach(async () => {
  halima = await newAdministrator(payouts.server, 'halima')
  musa = await newAdministrator(payouts.server, 'musa')
  amina = await newPerson(payouts.server)
})

/** Kinds that change only by their one open proposal: a proposer who left is the change. */
const lapsing = (path: string, body: object): Promise<Case> =>
  Promise.resolve({
    propose: (by) => act(by, path, body),
    change: () => run(demotion()).then(() => 'proposal_lapsed'),
  })
const demotion = () => sql`update profiles set staff_roles = '{caller}' where user_id = ${halima.userId}::uuid`

/** A subject, ready to be decided about. */
interface Case {
  /** Proposes it, or proposes it again. */
  readonly propose: (by: Administrator) => Promise<{ status: number; body: Record<string, unknown> }>
  /** Changes what it is about, and returns the code with which confirming is refused then. */
  readonly change: () => Promise<string>
}

const run = (query: ReturnType<typeof sql>) => payouts.server.core.db.execute(query)
const idIn = (query: ReturnType<typeof sql>) => onlyRow(payouts.server.core.db, query, z.object({ id: z.string() }))
const act = (by: Administrator, path: string, body: object) => payouts.act(by, path, body)
const today = () => payouts.server.clock.now().toISOString().slice(0, 10)
function rename() {
  payouts.server.clock.advance(minutes(1))
  return amina.call('PUT', '/api/profile', { full_name: 'Hauwa Bello', phone: '08031112222', address: '5 Zoo Road' })
}

async function promised() {
  await payouts.fill(60_000)
  const [zainab] = await payouts.administrators('zainab')
  if (!zainab) throw new Error('a third administrator')
  const request = await payouts.approved(amina, zainab)
  const grant = () => payouts.granted(request, 30_000, [zainab, musa])
  return { zainab, request, grant }
}

const CASES: Readonly<Record<DecisionName, () => Promise<Case>>> = {
  async award() {
    const { request } = await promised()
    return {
      propose: (by) => payouts.propose(by, request, 20_000),
      async change() {
        await rename()
        return 'applicant_changed'
      },
    }
  },
  async disbursement() {
    const { id } = await (await promised()).grant()
    return {
      propose: (by) => payouts.disburse(by, id, 30_000),
      async change() {
        await rename()
        return 'applicant_changed'
      },
    }
  },
  async write_off() {
    const { grant, zainab } = await promised()
    const { id: award } = await grant()
    const payment = await payouts.released(award, 5_000, [zainab, musa])
    awardIn(await payouts.handOver(musa, payment, 5_000))
    const lost = { reason: 'It was stolen on the way.', expected_state: 'sent' }
    return {
      propose: (by) => act(by, `/payouts/${payment}/lost`, lost),
      async change() {
        const back = { expected_state: 'sent', amount: 5_000, on: today() }
        awardIn(await act(zainab, `/payouts/${payment}/returned`, back))
        return 'already_decided'
      },
    }
  },
  async payee() {
    await rename()
    const [zainab] = await payouts.administrators('zainab')
    if (!zainab) throw new Error('a third administrator')
    const request = await payouts.approved(amina, zainab)
    const name = async (account: object) => {
      const named = { ...account, account_name: 'YUSUF AMINA HAUWA' }
      expect((await amina.call('POST', `/api/applications/${request}/payee`, named)).status).toBe(200)
    }
    await name({ bank_code: '058', account_number: '0123456785' })
    const { id } = await idIn(sql`select id::text from payees`)
    return {
      propose: (by) => act(by, `/payees/${id}/check`, {}),
      async change() {
        await name({ bank_code: '50515', account_number: '8030000005' })
        return 'already_decided'
      },
    }
  },
  async cash_count() {
    await payouts.fill(60_000)
    const [zainab] = await payouts.administrators('zainab')
    if (!zainab) throw new Error('a third administrator')
    const holder = zainab.userId
    const move = (direction: string, amount: number) => act(musa, '/cash', { holder, direction, amount, on: today() })
    await move('drawn', 20_000)
    return {
      propose: (by) => act(by, '/cash/counts', { holder, counted: 19_500, reason: 'A note was missing.' }),
      async change() {
        await move('paid_in', 1_000)
        return 'already_decided'
      },
    }
  },
  async payment_decision() {
    const gift = { amount: 1500, donation_type: 'school' }
    const { body } = await payouts.server.call('POST', '/api/donations', gift, newKey())
    const reference = String(body['reference'])
    await payouts.server.control('/switches', { reference, amountPaid: 100_000 })
    await payouts.pay(reference)
    await payouts.server.call('POST', '/functions/v1/verify', { reference })
    return {
      propose: (by) =>
        act(by, '/books/decisions', { payment: reference, action: 'settle', reason: 'The donor wrote to us.' }),
      async change() {
        payouts.server.clock.advance(seconds(10))
        await payouts.server.control('/refund', { reference, outcome: 'processed' })
        for (let hour = 0; hour < 4; hour += 1) await payouts.server.pass(hours(1), MONEY)
        return 'payment_cannot_settle'
      },
    }
  },
  async wallet_decision() {
    const donor = await newDonor(payouts.server)
    const wallet = await freezeWallet(payouts, donor)
    const topUp = (await donor.transactions()).findLast(({ description }) => description === 'Wallet Top-up')
    return {
      propose: (by) => act(by, '/books/wallet-decisions', { wallet, action: 'cover', reason: 'We paid it in.' }),
      async change() {
        await payouts.server.control('/chargeback', { reference: topUp?.reference, outcome: 'won' })
        await payouts.server.pass(minutes(1), MONEY)
        return 'wallet_decision_refused'
      },
    }
  },
  async difference_closing() {
    const id = await plantDifference(payouts.server)
    return {
      propose: (by) => act(by, `/books/differences/${id}/closing`, { ending: 'corrected', reason: 'A trial.' }),
      async change() {
        // As one of the provider, which can disappear.
        await run(sql`update differences set kind = 'payment', ledger = 100, provider = 200, expected = null, found = null,
                             state = 'gone', ended_at = now()`)
        return 'not_found'
      },
    }
  },
  async month_closing() {
    await payouts.fill(1_000)
    const { clock } = payouts.server
    const month = monthInLagos(clock.now())
    clock.advance(hours(24 * 31))
    await payouts.server.pass(hours(24), /^books/)
    halima = await signInAdministrator(payouts.server, 'halima')
    musa = await signInAdministrator(payouts.server, 'musa')
    return {
      async propose(by) {
        const { digest } = (await by.call('GET', `/api/admin/books/month?month=${month}`)).body
        return act(by, '/books/month-closings', { month, digest, reason: 'All is compared.' })
      },
      async change() {
        await run(sql`insert into differences (id, kind, subject, ledger, provider, amount, occurred_at, first_seen_at, last_seen_at, state)
                      values (gen_random_uuid(), 'balance', 'NGN', 100, 200, -100, ${startOf(month).toISOString()}, now(), now(), 'open')`)
        return 'month_cannot_close'
      },
    }
  },
  async statement_removal() {
    const content = Buffer.from('Date,Narration,Amount\n13/10/2025,LEVY,-50.00\n').toString('base64')
    const upload = () => act(halima, '/books/bank/statements', { bank: 'GTBank', content })
    const path = `/books/bank/statements/${String((await upload()).body['id'])}/removal`
    const propose = (by: Administrator) => act(by, path, { reason: 'It is of another account.' })
    return {
      propose,
      async change() {
        // No line is on this statement alone any more, so one person removes it.
        await upload()
        await propose(musa)
        return 'not_found'
      },
    }
  },
  fund_move: async () => lapsing('/fund-moves', await closedFund(payouts, [halima, musa])),
  payout_limits: () => lapsing('/limits', OTHER_LIMITS),
  fund: () => lapsing('/funds', newFund()),
  role_change: () =>
    Promise.resolve({
      propose: (by) =>
        act(by, '/role-changes', { email: amina.email, roles: ['reviewer'], reason: 'She joins the reviewers.' }),
      async change() {
        await run(
          sql`update profiles set role = 'admin', staff_roles = '{reviewer}' where user_id = ${amina.userId}::uuid`,
        )
        return 'not_found'
      },
    }),
  organisation: () =>
    Promise.resolve({
      propose: proposeName,
      async change() {
        await run(sql`insert into organisation_versions (content, reason, published_by, published_at)
                      select content, 'now', ${halima.userId}, now() from organisation_proposals`)
        return 'draft_changed'
      },
    }),
  async payout_hold() {
    const { request } = await promised()
    await complainAbout(amina, request)
    const { id } = await idIn(sql`select id::text from complaints`)
    return {
      propose: (by) => act(by, `/complaints/${id}/hold/renewal`, { reason: 'We wait for the bank.' }),
      change: () => act(musa, `/complaints/${id}/hold/end`, {}).then(() => 'not_found'),
    }
  },
  invitation: () =>
    Promise.resolve({
      propose: (by) =>
        act(by, '/invitations', { email: 'rashida@mail.example', roles: ['caller'], reason: 'She calls people.' }),
      async change() {
        await run(sql`delete from staff_invitations`)
        return 'not_found'
      },
    }),
}

const Counted = z.object({ total: z.number(), items: z.array(z.looseObject({ id: z.string() })) })
const inGroup = async (by: Administrator, group: string) => {
  const { total, items } = Counted.parse((await by.call('GET', `/api/admin/decisions?group=${group}`)).body)
  expect(items).toHaveLength(total)
  return items.map(({ id }) => id)
}
const answer = (by: Administrator, id: string, which = 'confirmation') =>
  by.call('POST', `/api/admin/decisions/${id}/${which}`)

const KEPT =
  'payees differences payout_limits organisation_versions funds fund_changes fund_moves staff_invitations wallets loss_settlements act_digests bank_statements bank_lines'.split(
    ' ',
  )
const summed = (table: string) =>
  sql`(select coalesce(sum(hashtext(t::text)::bigint), 0)::text from ${sql.identifier(table)} t) as ${sql.identifier(table)}`

/** Everything that a decision of any kind may change. */
const everything = async () => [
  await payouts.everything(),
  await onlyRow(
    payouts.server.core.db,
    sql`select ${sql.join(KEPT.map(summed), sql`, `)}, (select sum(hashtext(concat(user_id, role, staff_roles))::bigint)::text from profiles) as roles`,
    z.record(z.string(), z.string()),
  ),
]

async function expectRefused(by: Administrator, id: string, status: number, code: string, which = 'confirmation') {
  const before = await everything()
  expect((await answer(by, id, which)).body).toMatchObject({ status, code })
  expect(await everything()).toEqual(before)
}

/** A person with the most roles that do not suffice to confirm. */
const ROLES: readonly StaffRole[] = ['reviewer', 'finance', 'caller', 'auditor']

async function proposedBy(by: Administrator, { propose }: Case): Promise<string> {
  expect(await propose(by)).toMatchObject({ status: expect.toBeOneOf([200, 201]) })
  const newest = sql`select id::text from proposals where state = 'proposed' and proposed_by = ${by.userId}::uuid`
  return (await idIn(newest)).id
}

describe.each(DECISION_NAMES)('a decision of the kind %s', (name) => {
  test('is confirmed once, by another person who has the duty', async () => {
    const subject = await CASES[name]()
    const id = await proposedBy(halima, subject)
    const lacking = ROLES.filter((role) => !hasDuty([role], DECISIONS[name].confirm))
    const sani = await newAdministrator(payouts.server, 'sani', lacking)
    for (const who of [halima, sani, musa]) await payouts.passSecondStep(who)
    await expectRefused(halima, id, 403, 'second_administrator_needed')
    await expectRefused(sani, id, 403, 'role_needed')
    expect([await inGroup(halima, 'mine'), await inGroup(halima, 'waiting')]).toEqual([[id], []])
    expect([await inGroup(musa, 'mine'), await inGroup(musa, 'waiting')]).toEqual([[], [id]])
    expect((await musa.call('GET', '/api/admin/decision-counts')).body).toEqual({ waiting: 1, mine: 0, others: 0 })
    expect(await inGroup(sani, 'others')).toEqual(hasDuty(lacking, DECISIONS[name].see) ? [id] : [])
    expect((await subject.propose(musa)).body).toMatchObject({ status: 409, code: expect.any(String) })

    const before = await everything()
    expect((await answer(musa, id)).body).toMatchObject({
      id,
      kind: name,
      state: 'confirmed',
      proposed_by: { user_id: halima.userId },
      decided_by: { user_id: musa.userId },
    })
    expect(await everything()).not.toEqual(before)
    await expectRefused(musa, id, 404, 'not_found')
    await expectRefused(musa, id, 404, 'not_found', 'withdrawal')
    expect(await inGroup(musa, 'waiting')).toEqual([])
    await expectBooksBalance(payouts.server)
  })

  test('is withdrawn once by two people at once, is not confirmed then, and can be proposed again', async () => {
    const subject = await CASES[name]()
    const id = await proposedBy(halima, subject)
    const caller = await newAdministrator(payouts.server, 'sani', ['caller', 'auditor'])
    await expectRefused(caller, id, 403, 'role_needed', 'withdrawal')
    const answers = await raceBehindLock(
      payouts.server.database,
      (tx) => tx.execute(sql`lock table audit_events in share row exclusive mode`),
      () => Promise.all([halima, musa].map((by) => answer(by, id, 'withdrawal'))),
      2,
    )
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, expect.toBeOneOf([404, 409])]))
    await payouts.passSecondStep(musa)
    await expectRefused(musa, id, 404, 'not_found')
    await expectRefused(halima, id, 404, 'not_found', 'withdrawal')
    await proposedBy(halima, subject)
  })

  test('is not confirmed once it expired, or its proposer lost the duty', async () => {
    const subject = await CASES[name]()
    const id = await proposedBy(halima, subject)
    await payouts.passSecondStep(musa)
    const racing = await raceBehindLock(
      payouts.server.database,
      (tx) => tx.execute(demotion()),
      () => answer(musa, id),
    )
    expect(racing.body).toMatchObject({ status: 409, code: 'proposal_lapsed' })
    await expectRefused(musa, id, 409, 'proposal_lapsed')
    expect(await inGroup(musa, 'others')).toEqual([id])
    await run(sql`update profiles set staff_roles = '{administrator}' where user_id = ${halima.userId}::uuid`)
    payouts.server.clock.advance(hours(24 * PROPOSAL_DAYS))
    const ladi = await newAdministrator(payouts.server, 'ladi')
    await payouts.passSecondStep(ladi)
    await expectRefused(ladi, id, 409, 'proposal_lapsed')
    expect(await inGroup(ladi, 'others')).toEqual([id])
    expect((await answer(ladi, id, 'withdrawal')).body).toMatchObject({ state: 'withdrawn' })
  })

  test('is not confirmed when what it is about has changed', async () => {
    const subject = await CASES[name]()
    const id = await proposedBy(halima, subject)
    const code = await subject.change()
    const ladi = await newAdministrator(payouts.server, 'ladi')
    await payouts.passSecondStep(ladi)
    const before = await everything()
    expect((await answer(ladi, id)).body).toMatchObject({ code })
    expect(await everything()).toEqual(before)
    // The acts that change these lapse the proposal, so that only a race comes here.
    const isRace = name === 'role_change' || name === 'invitation' || name === 'difference_closing'
    expect(await inGroup(ladi, 'waiting')).toEqual(isRace ? [id] : [])
    const { body } = await ladi.call('GET', `/api/admin/decisions/${id}`)
    expect(body).toMatchObject({ lapsed: !isRace, may_withdraw: body['state'] === 'proposed' })
  })
})

test('the database keeps what was proposed and decided, and refuses a confirmation by the proposer', async () => {
  const id = await proposedBy(halima, await CASES.role_change())
  const confirmedBy = (who: Administrator) =>
    sql`update proposals set state = 'confirmed', decided_by = ${who.userId}, decided_at = now()`
  expect(await payouts.refusedByDatabase(confirmedBy(halima))).toBe('23514')
  expect(await payouts.refusedByDatabase(sql`update proposals set proposed_by = ${musa.userId}`)).toBe('TK001')
  expect((await answer(musa, id)).status).toBe(200)
  expect(await payouts.refusedByDatabase(sql`update proposals set decided_by = ${amina.userId}`)).toBe('TK001')
  expect(await payouts.refusedByDatabase(sql`delete from proposals`)).toBe('TK001')
  expect(await payouts.refusedByDatabase(sql`truncate proposals cascade`)).toBe('TK001')
})
