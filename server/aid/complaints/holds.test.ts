/** A complaint holds the payouts of one request: made by its recipient, or decided by the focal person. Nothing else holds one. */
import { sql } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import type { AwardJson } from '../../../contract/aid/payout-shapes.ts'
import { newAdministrator, signInAdministrator, type Administrator } from '../../../test/support/administering.ts'
import { complainAbout, newPerson, type Person } from '../../../test/support/asking.ts'
import { awardIn, lastOf, usePayouts } from '../../../test/support/paying-out.ts'
import { nameAccount } from '../../../test/support/promised.ts'
import { raceWithClosing } from '../../../test/support/race-behind-lock.ts'
import { newKey } from '../../../test/support/server.ts'
import { waitingFor } from '../../../test/support/waiting-decisions.ts'
import { hours } from '../../platform/clock.ts'
import { onlyRow } from '../../platform/db/db.ts'
import { caseNumber } from '../requests/case-number.ts'

const payouts = usePayouts({ FOCAL_PERSON: 'halima@taimako.example' })
/** The focal person, and two others who pay out. */
let halima: Administrator
let musa: Administrator
let zainab: Administrator
let amina: Person
let request: string
let number: string
let award: AwardJson
beforeEach(async () => {
  halima = await newAdministrator(payouts.server, 'halima')
  musa = await newAdministrator(payouts.server, 'musa')
  zainab = await newAdministrator(payouts.server, 'zainab')
  amina = await newPerson(payouts.server)
  await payouts.fill(60_000)
  request = await payouts.approved(amina, musa)
  award = await payouts.granted(request, 40_000, [musa, zainab])
  const found = sql`select number::text from aid_applications where id = ${request}`
  number = caseNumber(BigInt((await one(found, z.object({ number: z.string() }))).number))
})

const one = <T>(query: ReturnType<typeof sql>, shape: z.ZodType<T>) => onlyRow(payouts.server.core.db, query, shape)
const days = (count: number) => hours(24 * count)
const said = (more: object = {}) => ({ kind: 'money', about: 'none', text: 'My brother took it.', ...more })
const complain = (more: object = {}) => payouts.server.call('POST', '/api/complaints', said(more), newKey())
const complainOwn = (id = request, by = amina) => complainAbout(by, id)
const enter = (more: object, by = musa) => payouts.act(by, '/complaints', { channel: 'call', ...said(more) })
const hold = (id: string, by = halima, typed = number) =>
  payouts.act(by, `/complaints/${id}/hold`, { case_number: typed, reason: 'Two people say they are Amina.' })
const idOfComplaint = async () => (await one(sql`select id::text from complaints`, z.object({ id: z.string() }))).id
const proposed = async (kind: 'cash' | 'bank' | 'manual_bank' = 'manual_bank') =>
  lastOf(awardIn(await payouts.disburse(musa, award.id, 5_000, { kind }))).id
const release = (id: string, by = zainab) => payouts.act(by, `/payouts/${id}/release`, { expected_state: 'proposed' })
const shown = async (id: string, by = musa) => (await by.call('GET', `/api/admin/payouts/${id}`)).body
/** Each live hold takes back the buttons and the badge with it. */
const expectHeld = async (id: string, held: boolean) => {
  const details = z.looseObject({ award: z.custom<AwardJson>() }).parse(await shown(id, zainab))
  const found = details.award.payouts.find((each) => each.id === id)
  expect([found?.held_until === null, found?.may.release]).toEqual([!held, !held && found?.state === 'proposed'])
}
const signInAgain = async () => {
  zainab = await signInAdministrator(payouts.server, 'zainab')
  musa = await signInAdministrator(payouts.server, 'musa')
  halima = await signInAdministrator(payouts.server, 'halima')
}

/** Every way of holding, and whether it holds. */
const WAYS: readonly [way: string, holds: boolean, make: () => Promise<{ body: Record<string, unknown> }>][] = [
  ['its recipient, signed in', true, () => complainOwn()],
  ['its recipient, called back', true, () => enter({ case_number: number, called_back: true })],
  [
    'its recipient, with the code of a slip',
    true,
    async () => {
      const slip = await payouts.released(award.id, 1_000, [musa, zainab])
      const { slip: typed, code } = (await halima.call('GET', `/api/admin/payouts/${slip}/slip`)).body
      return complain({ slip: { number: typed, code } })
    },
  ],
  [
    'its recipient, with the code of a slip, on the page without script',
    true,
    async () => {
      const slip = await payouts.released(award.id, 1_000, [musa, zainab])
      const { slip: typed, code } = (await halima.call('GET', `/api/admin/payouts/${slip}/slip`)).body
      const { app } = payouts.server
      const [, form = ''] =
        /name="form" value="([^"]+)"/.exec(await (await app.request('/complain/plain')).text()) ?? []
      const body = new URLSearchParams({ form, ...said(), slip: String(typed), code: String(code) })
      const page = await (await app.request('/complain/plain', { method: 'POST', body })).text()
      const [, number] = /class="number">([0-9A-Z ]{19})</.exec(page) ?? []
      return {
        body: { code: number, held_until: /We hold what is not paid out yet until (.*?)\./.exec(page)?.[1] ?? null },
      }
    },
  ],
  ['someone who names the request to staff', false, () => enter({ case_number: number })],
  ['someone without a name', false, () => complain()],
]

test.each(WAYS)('a complaint of %s holds payouts: %s', async (_way, holds, make) => {
  const id = await proposed()
  const received = (await make()).body
  expect([received['code'], received['held_until'] === null]).toEqual([expect.any(String), !holds])
  await expectHeld(id, holds)
  const { status, body } = await release(id)
  expect([status, body['code']]).toEqual(holds ? [409, 'payout_held'] : [200, undefined])
})

describe('while it is held', () => {
  test('nothing is released, handed over or sent again, also by the database; after five days it goes on', async () => {
    await nameAccount({ amina, request })
    const [waits, bank] = [await proposed(), await proposed('bank')]
    const ready = await payouts.released(award.id, 5_000, [musa, zainab])
    await complainOwn()
    for (const id of [waits, bank]) await payouts.expectRefused(() => release(id), 'payout_held')
    const many = await payouts.act(zainab, '/releases', { payouts: [waits, bank] })
    expect(many.body['rows']).toMatchObject([{ refusal: 'payout_held' }, { refusal: 'payout_held' }])
    expect((await payouts.handOver(zainab, ready, 5_000)).body['code']).toBe('payout_held')
    const now = payouts.server.clock.now().toISOString()
    const by = sql`released_by = ${zainab.userId}, released_at = ${now}, slip = '00000000', code_hash = ''`
    for (const [id, change] of [
      [waits, sql`state = 'released', ${by}`],
      [ready, sql`state = 'sent', sent_by = ${zainab.userId}, sent_at = ${now}, sent_on = ${now.slice(0, 10)}`],
    ] as const)
      expect(await payouts.refusedByDatabase(sql`update disbursements set ${change} where id = ${id}`)).toBe('TK001')
    expect(
      await payouts.refusedByDatabase(
        sql`insert into payout_attempts (id, disbursement_id, reference, amount, recipient_code, next_check_at, started_by, created_at)
            values (gen_random_uuid(), ${bank}, 'pay-00000000000000000000000000', 500000, 'RCP_x', ${now}, ${zainab.userId}, ${now})`,
      ),
    ).toBe('TK001')
    payouts.server.clock.advance(days(5))
    await signInAgain()
    await expectHeld(waits, false)
    expect(lastOf(awardIn(await release(waits))).state).toBe('released')
    expect((await payouts.handOver(zainab, ready, 5_000)).status).toBe(200)
  })

  test('the account number of a transfer that a person makes is not shown', async () => {
    await nameAccount({ amina, request })
    const { payee } = await one(sql`select id::text as payee from payees`, z.object({ payee: z.string() }))
    const id = await payouts.released(award.id, 5_000, [musa, zainab], { payee })
    const read = () => musa.call('GET', `/api/admin/payouts/${id}/account`)
    expect((await read()).body['account_number']).toMatch(/^\d{10}$/)
    await complainOwn()
    await payouts.expectRefused(read, 'payout_held')
  })

  test('it waits for nobody: neither in Payouts nor in Decisions, until the hold ends', async () => {
    await proposed()
    const Views = z.looseObject({ views: z.array(z.object({ view: z.string(), total: z.unknown() })) })
    const waits = async () => {
      const { views } = Views.parse((await zainab.call('GET', '/api/admin/payouts')).body)
      const { waiting } = (await zainab.call('GET', '/api/admin/decision-counts')).body
      const totalOf = (view: string) => views.find((each) => each.view === view)?.total
      return { you: totalOf('mine'), release: totalOf('to_release'), waiting }
    }
    expect(await waits()).toEqual({ you: 1, release: 1, waiting: 1 })
    await complainOwn()
    expect(await waits()).toEqual({ you: 0, release: 1, waiting: 0 })
    await payouts.act(musa, `/complaints/${await idOfComplaint()}/hold/end`)
    expect(await waits()).toEqual({ you: 1, release: 1, waiting: 1 })
  })

  test('a hand-over of an earlier day can be recorded', async () => {
    const ready = await payouts.released(award.id, 5_000, [musa, zainab])
    const on = payouts.server.clock.now().toISOString().slice(0, 10)
    payouts.server.clock.advance(days(1))
    await signInAgain()
    await complainOwn(request, await signedInAgain())
    expect((await payouts.handOver(zainab, ready, 5_000)).body['code']).toBe('payout_held')
    expect((await payouts.handOver(zainab, ready, 5_000, { on })).status).toBe(200)
  })

  test('it is in the view of holds with who, why and until when, for who reads its complaint, until it ends', async () => {
    const holds = async (by: Administrator, query = '?view=holds') => {
      const { items, holds: count } = (await by.call('GET', `/api/admin/complaints${query}`)).body
      return { items, count }
    }
    await enter({ about: 'staff' })
    const staff = await idOfComplaint()
    expect((await hold(staff)).status).toBe(200)
    payouts.server.clock.advance(days(1))
    await signInAgain()
    await complainOwn(request, await signedInAgain())
    await complain()
    const until = (count: number) => new Date(payouts.server.clock.now().getTime() + days(count)).toISOString()
    const byRecipient = { hold: { by: null, reason: null, until: until(5), live: true } }
    const byHalima = {
      id: staff,
      request: { case_number: number },
      hold: { by: { user_id: halima.userId }, reason: 'Two people say they are Amina.', until: until(4) },
    }
    expect(await holds(halima)).toMatchObject({ count: 2, items: [byHalima, byRecipient] })
    // One about staff is read, and counted, by the focal person alone.
    expect(await holds(musa)).toMatchObject({ count: 1, items: [byRecipient] })
    expect(await holds(musa, '')).toMatchObject({ count: 1, items: [{}, {}] })
    await payouts.act(halima, `/complaints/${staff}/answer`, { text: 'We looked at it.' })
    expect(await holds(halima)).toMatchObject({ count: 1 })
    payouts.server.clock.advance(days(5))
    await signInAgain()
    expect(await holds(halima)).toEqual({ count: 0, items: [] })
  })

  test('its recipient reads until when, and so do staff, with the count of complaints for who reads them', async () => {
    const id = await proposed()
    await complainOwn()
    const own = (await amina.call('GET', `/api/applications/${request}/award`)).body['award']
    expect(own).toMatchObject({ held_until: expect.any(String) })
    const reviewer = await newAdministrator(payouts.server, 'bola', ['finance'])
    expect([(await shown(id))['complaints'], (await shown(id, reviewer))['complaints']]).toEqual([1, 0])
    await payouts.act(musa, `/complaints/${await idOfComplaint()}/answer`, { text: 'It was your uncle, not he.' })
    await expectHeld(id, false)
    expect((await shown(id))['complaints']).toBe(0)
    expect(lastOf(awardIn(await release(id))).state).toBe('released')
  })
})

const signedInAgain = async (): Promise<Person> => {
  const { body } = await payouts.server.call('POST', '/auth/v1/token?grant_type=password', {
    email: amina.email,
    password: 'rain on the tin roof',
  })
  const authorization = `Bearer ${String(body['access_token'])}`
  return {
    ...amina,
    call: (method, path, sent, more = {}) => payouts.server.call(method, path, sent, { authorization, ...more }),
  }
}

describe('the decision to hold', () => {
  test('is that of the focal person, once for each complaint, and tells the recipient without a reason', async () => {
    const id = await proposed()
    await enter({ about: 'staff' })
    const complaint = await idOfComplaint()
    await payouts.expectRefused(() => hold(complaint, musa), 'not_found')
    await payouts.expectRefused(() => hold(complaint, halima, 'T-10452-0381-9'), 'invalid_input')
    expect((await hold(complaint)).body).toMatchObject({
      request: { case_number: number },
      hold: { live: true, renewed: false },
      may_hold: false,
    })
    await payouts.expectRefused(() => release(id), 'payout_held')
    await payouts.expectRefused(() => hold(complaint), 'already_held')
    const mails = sql`select coalesce(json_agg(subject || ' ' || text)::text, '') as mails from outgoing_mail where recipient = ${amina.email}`
    const { mails: told } = await one(mails, z.object({ mails: z.string() }))
    expect(told).toMatch(/We hold what we granted you/)
    expect(told).not.toMatch(/Two people|complain/)
    const audit = JSON.stringify((await musa.call('GET', '/api/admin/audit-events')).body)
    expect([audit.includes('application.held'), audit.includes('Two people')]).toEqual([true, false])
    expect((await shown(id, musa))['complaints']).toBe(0)
    expect((await payouts.act(halima, `/complaints/${complaint}/hold/end`)).body).toMatchObject({
      hold: { live: false },
    })
    expect(lastOf(awardIn(await release(id))).state).toBe('released')
    await payouts.expectRefused(() => hold(complaint), 'already_held')
  })

  test('is found again by who sends the complaint once more after a lost answer, and is no second complaint', async () => {
    const key = newKey()
    const send = () => payouts.server.call('POST', '/api/complaints', said(), key)
    const { code } = (await send()).body
    expect((await hold(await idOfComplaint())).status).toBe(200)
    // Whose payouts are held is not for who only complains.
    expect(await send()).toMatchObject({ status: 201, body: { code, held_until: null } })
    expect(await payouts.server.core.db.$count(sql`complaints`)).toBe(1)
  })

  test('is no one else’s, and only about an approved request', async () => {
    await enter({})
    const complaint = await idOfComplaint()
    await payouts.expectRefused(() => hold(complaint, musa), 'forbidden')
    const bola = await newPerson(payouts.server, 'bola')
    const pending = await bola.askLater()
    const found = sql`select number::text from aid_applications where id = ${pending}`
    const other = caseNumber(BigInt((await one(found, z.object({ number: z.string() }))).number))
    await payouts.expectRefused(() => hold(complaint, halima, other), 'request_not_approved')
    expect((await complainOwn(pending, bola)).body).toMatchObject({ held_until: null })
  })

  test('is not asked to be made longer once it has ended', async () => {
    await complainOwn()
    const longer = { reason: 'The bank has not answered.' }
    await payouts.act(musa, `/complaints/${await idOfComplaint()}/hold/renewal`, longer)
    expect(await waitingFor(zainab)).toHaveLength(1)
    payouts.server.clock.advance(days(5))
    await signInAgain()
    expect(await waitingFor(zainab)).toEqual([])
  })

  test('is made longer once, by two people', async () => {
    await complainOwn()
    const complaint = await idOfComplaint()
    const longer = () =>
      payouts.act(musa, `/complaints/${complaint}/hold/renewal`, { reason: 'The bank has not answered.' })
    payouts.server.clock.advance(days(4))
    await signInAgain()
    expect((await longer()).body).toMatchObject({ hold: { renewal_proposed: true } })
    await payouts.expectRefused(longer, 'already_proposed')
    const { id: proposal } = await one(
      sql`select id::text from proposals where kind = 'payout_hold'`,
      z.object({ id: z.string() }),
    )
    const confirm = (by: Administrator) => payouts.act(by, `/decisions/${proposal}/confirmation`)
    await payouts.expectRefused(() => confirm(musa), 'second_administrator_needed')
    expect((await confirm(zainab)).status).toBe(200)
    payouts.server.clock.advance(days(3))
    await signInAgain()
    await payouts.expectRefused(longer, 'hold_renewed')
    const id = await proposed()
    await payouts.expectRefused(() => release(id), 'payout_held')
    payouts.server.clock.advance(days(3))
    await signInAgain()
    await payouts.expectRefused(longer, 'not_held')
    await expectHeld(id, false)
    expect(await payouts.refusedByDatabase(sql`update payout_holds set until = until + interval '1 hour'`)).toBe(
      '23514',
    )
  })
})

describe('is refused, and nothing is changed', () => {
  test('with a wrong code, which uses up a try, and for a request of someone else', async () => {
    const slip = await payouts.released(award.id, 1_000, [musa, zainab])
    const { slip: typed } = (await halima.call('GET', `/api/admin/payouts/${slip}/slip`)).body
    const refused = await complain({ slip: { number: typed, code: '000000' } })
    expect(refused.body['code']).toBe('code_not_accepted')
    const tries = sql`select code_tries as tries, (select count(*)::int from complaints) as complaints from disbursements where id = ${slip}`
    expect(await one(tries, z.unknown())).toEqual({ tries: 1, complaints: 0 })
    const bola = await newPerson(payouts.server, 'bola')
    await payouts.expectRefused(() => complainOwn(request, bola), 'not_found')
    await payouts.expectRefused(() => enter({ called_back: true }), 'invalid_input')
    await payouts.expectRefused(() => enter({ case_number: 'T-1' }), 'invalid_input')
  })

  test('for staff who are tied to the request', async () => {
    await complainOwn()
    const complaint = await idOfComplaint()
    await payouts.act(zainab, `/complaints/${complaint}/hold/renewal`, { reason: 'The bank has not answered.' })
    const renewal = sql`select id::text from proposals where kind = 'payout_hold'`
    const { id: proposal } = await one(renewal, z.object({ id: z.string() }))
    await payouts.server.core.db.execute(
      sql`update aid_applications set entered_by = ${musa.userId}, channel = 'walk_in' where id = ${request}`,
    )
    expect((await payouts.act(musa, `/complaints/${complaint}/hold/end`)).body['code']).toBe('own_request')
    await payouts.expectRefused(
      () => payouts.act(musa, `/complaints/${complaint}/answer`, { text: 'No.' }),
      'own_request',
    )
    await payouts.expectRefused(
      () => payouts.act(musa, `/complaints/${complaint}/hold/renewal`, { reason: 'Why not.' }),
      'own_request',
    )
    await payouts.expectRefused(() => payouts.act(musa, `/decisions/${proposal}/withdrawal`), 'own_request')
    await payouts.expectRefused(() => enter({ case_number: number, called_back: true }), 'own_request')
    expect((await payouts.act(zainab, `/decisions/${proposal}/withdrawal`)).status).toBe(200)
  })

  test('once it is over, for staff who are tied to the request, unless everyone who reads the complaint is', async () => {
    await complainOwn()
    const complaint = await idOfComplaint()
    const home = crypto.randomUUID()
    const join = (...people: { userId: string }[]) =>
      payouts.server.core.db.execute(sql`insert into household_members (user_id, household_id)
        select member::uuid, ${home} from unnest(${sql.param(people.map(({ userId }) => userId))}::text[]) as member`)
    await join(amina, musa)
    expect((await payouts.act(halima, `/complaints/${complaint}/hold/end`)).status).toBe(200)
    const answer = () => payouts.act(musa, `/complaints/${complaint}/answer`, { text: 'We looked at it.' })
    const acknowledge = () => payouts.act(musa, `/complaints/${complaint}/acknowledgement`)
    await payouts.expectRefused(answer, 'own_request')
    await payouts.expectRefused(acknowledge, 'own_request')
    await join(halima, zainab)
    expect((await acknowledge()).body).toMatchObject({ state: 'acknowledged' })
    expect((await answer()).body).toMatchObject({ state: 'answered' })
  })
})

test('what a hold says goes with the words of its complaint', async () => {
  await enter({})
  const complaint = await idOfComplaint()
  await hold(complaint)
  await payouts.act(halima, `/complaints/${complaint}/answer`, { text: 'We are sorry.' })
  await payouts.expectRefused(() => hold(complaint), 'complaint_answered')
  await payouts.server.pass(days(payouts.server.core.env.retention.messagesDays + 1), /complaints.retention/)
  const left = sql`select (select count(*)::int from payout_holds) as holds, application_id from complaints`
  expect(await one(left, z.unknown())).toEqual({ holds: 0, application_id: null })
})

test('holding payouts waits for a recipient who closes the account, and both are done', async () => {
  expect((await enter({})).status).toBe(201)
  const { db } = payouts.server.core
  await db.execute(sql`update users set email_proven_at = null where id = ${amina.userId}`)
  await db.execute(sql`update request_addresses set proven_at = null where user_id = ${amina.userId}`)
  const complaint = await idOfComplaint()
  const held = await raceWithClosing(payouts.server.core, amina.userId, () => hold(complaint))
  expect(held.status).toBe(200)
})
