/** An applicant corrects an undecided request, adds papers to it, and asks for a call; staff see it, and no date moves. */
import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { CORRECTIONS_MAX } from '../../../contract/aid/handling-fields.ts'
import { newAdministrator, type Administrator } from '../../../test/support/administering.ts'
import { ADDRESS, newPerson, REQUEST, type Person } from '../../../test/support/asking.ts'
import { raceBehindLock, someoneWaits } from '../../../test/support/race-behind-lock.ts'
import { queueWorld } from '../../../test/support/working-queue.ts'
import { hours, minutes } from '../../platform/clock.ts'
import { rows } from '../../platform/db/db.ts'
import { stopNumber } from '../../platform/sms/stopped-numbers.ts'

const world = queueWorld()
const CORRECTED = {
  description: 'School fees for two daughters.',
  amount_requested: 90_000,
  location: REQUEST.location,
  expected_corrections: 0,
}
const correct = (id: string, more: object = {}, by: Person = world().amina) =>
  by.call('POST', `/api/applications/${id}/correction`, { ...CORRECTED, ...more })
const addPapers = async (id: string, more: object = {}, by: Person = world().amina) =>
  by.call('POST', `/api/applications/${id}/added-papers`, {
    documents: [await by.addDocument(`${crypto.randomUUID()}.pdf`)],
    ...more,
  })
const askForCall = (id: string, by: Person = world().amina) => by.call('POST', `/api/applications/${id}/call`)
const takeBack = (id: string, by: Person = world().amina) => by.call('DELETE', `/api/applications/${id}/call`)
const ACTS = {
  correct: (id: string, by?: Person) => correct(id, {}, by),
  addPapers: (id: string, by?: Person) => addPapers(id, {}, by),
  askForCall,
  takeBack,
}
const own = async (id: string) => (await world().amina.call('GET', `/api/applications/${id}`)).body
const calls = async (by = world().halima, query = '') => (await by.call('GET', `/api/admin/calls${query}`)).body['owed']
const counted = async (by = world().halima) => (await by.call('GET', '/api/admin/inbox')).body['calls']
const record = (id: string, outcome: string, by = world().halima) => world().on(id, 'owed-call', { outcome }, by)
const audited = () =>
  rows(
    world().server.core.db,
    sql`select action, actor_kind, before, after from audit_events where actor_kind = 'applicant' order by created_at, id`,
    z.unknown(),
  )

/** Every refusal is the same for all that an undecided request allows. */
describe.each(['correct', 'addPapers', 'askForCall', 'takeBack'] as const)('%s is refused', (name) => {
  const act = ACTS[name]
  test('for another person, without a request, and after withdrawing it', async () => {
    const { amina, expectRefused, server } = world()
    const id = await amina.askLater()
    const other = await newPerson(server, 'other')
    await expectRefused(() => act(id, other), 404, 'not_found')
    await expectRefused(() => act(crypto.randomUUID()), 404, 'not_found')
    expect((await amina.call('POST', `/api/applications/${id}/withdrawal`)).status).toBe(200)
    await expectRefused(() => act(id), 404, 'not_found')
  })
})

test.each([
  ['approved', { status: 'approved' }],
  ['rejected', { status: 'rejected', reason: 'The bill is of another school.' }],
])('once it is %s, a call can be asked for, and nothing changed', async (_status, decision) => {
  const { amina, decide, expectRefused } = world()
  const id = await amina.askLater()
  expect((await decide(id, decision)).status).toBe(200)
  for (const act of [ACTS.correct, ACTS.addPapers]) await expectRefused(() => act(id), 409, 'request_decided')
  expect((await askForCall(id)).status).toBe(201)
})

describe('a correction', () => {
  test('shows staff what was there before, tells an open page, wakes the request, and moves no date', async () => {
    const { amina, change, counts, decide, details, expectRefused, idsIn, versionOf } = world()
    const id = await amina.askLater()
    await change(id, 'wait', { until: { kind: 'answered' } })
    const [seen, before] = [await versionOf(id), await own(id)]
    expect(await idsIn('next')).toEqual([])
    expect(await correct(id)).toMatchObject({ status: 200, body: { id, corrections: 1 } })
    const after = { description: CORRECTED.description, amount_requested: 90_000 }
    expect(await own(id)).toMatchObject({
      ...after,
      due_at: before['due_at'],
      corrections: 1,
      own_acts: [{ act: 'corrected' }],
    })
    const { description, amount_requested: amount } = REQUEST
    expect((await details(id))['applicant_acts']).toMatchObject([
      { act: 'corrected', before: { description, amount_requested: amount }, after },
    ])
    expect([await idsIn('answered'), await counts()]).toMatchObject([[id], { answered: 1, next: 1 }])
    // Whoever read the old words does not decide about the new ones.
    await expectRefused(() => decide(id, { status: 'approved', expected_version: seen }), 409, 'already_decided')
    expect(await audited()).toEqual([
      {
        action: 'application.corrected',
        actor_kind: 'applicant',
        before: null,
        after: { changed: 'description, amount_requested' },
      },
    ])
    const data = JSON.stringify((await amina.call('GET', '/api/account/data')).body)
    expect(data).toContain('The term begins on Monday.')
  })

  test('is one when sent twice; a later one says what it read, and the eleventh is refused', async () => {
    const { amina, expectRefused } = world()
    const id = await amina.askLater()
    for (let again = 0; again < 2; again += 1) expect((await correct(id)).body).toEqual({ id, corrections: 1 })
    await expectRefused(() => correct(id, { location: 'Kano' }), 409, 'draft_changed')
    for (let count = 1; count < CORRECTIONS_MAX; count += 1)
      expect((await correct(id, { location: `Kano ${count}`, expected_corrections: count })).status).toBe(200)
    await expectRefused(() => correct(id, { expected_corrections: CORRECTIONS_MAX }), 409, 'too_many_corrections')
  })

  test.each([
    ['description', { description: ' ' }],
    ['description', { description: 'x'.repeat(5001) }],
    ['location', { location: '' }],
    ['amount_requested', { amount_requested: 100_000_001 }],
    ['amount_requested', { amount_requested: -1 }],
    ['urgency', { urgency: 'critical' }],
    ['application_type', { application_type: 'food' }],
  ])('follows the rules of the form: %s %#', async (field, more) => {
    const { amina, expectRefused } = world()
    const id = await amina.askLater()
    const body = await expectRefused(() => correct(id, more), 400, 'invalid_input')
    expect(JSON.stringify(body)).toContain(field)
  })

  test('leaves open what papers were asked for, and is erased with the request', async () => {
    const { amina, askPapers, server } = world()
    const id = await amina.askLater()
    await askPapers(id)
    const { waiting_for: asked } = await own(id)
    expect((await correct(id)).status).toBe(200)
    expect((await addPapers(id, { message: 'The bill.' })).status).toBe(201)
    expect((await askForCall(id)).status).toBe(201)
    expect(await own(id)).toMatchObject({ waiting_for: asked, due_at: null })
    expect((await amina.call('POST', `/api/applications/${id}/withdrawal`)).status).toBe(200)
    expect(await rows(server.core.db, sql`select id from applicant_acts`, z.unknown())).toEqual([])
    expect(await calls()).toEqual([])
  })

  test('is possible while an appeal is open', async () => {
    const { amina, decide } = world()
    const id = await amina.askLater()
    expect((await decide(id, { status: 'rejected', reason: 'The bill is of another school.' })).status).toBe(200)
    expect((await amina.call('POST', `/api/applications/${id}/appeal`, { text: null })).status).toBe(201)
    expect((await correct(id)).status).toBe(200)
  })
})

describe('added papers', () => {
  test('are new to staff once, however often they are sent, and move no date', async () => {
    const { amina, details, idsIn } = world()
    const id = await amina.askLater()
    const { due_at: dueAt } = await own(id)
    const papers = {
      documents: [await amina.addDocument('bill.pdf')],
      document_labels: ['Bill'],
      message: 'It came late.',
    }
    const first = await addPapers(id, papers)
    expect([first.status, (await addPapers(id, papers)).body]).toEqual([201, first.body])
    expect(await own(id)).toMatchObject({
      due_at: dueAt,
      documents: [{ label: 'Bill', added_later: true, paper_request_id: null }],
    })
    expect((await details(id))['applicant_acts']).toMatchObject([
      { act: 'papers_added', message: 'It came late.', papers: ['Bill'] },
    ])
    expect(await idsIn('answered')).toEqual([id])
    expect(await audited()).toMatchObject([{ action: 'application.papers_added', after: { rows: 1 } }])
  })

  test('are refused without any, when attached already, of another person, and beyond fifty', async () => {
    const { amina, expectRefused, server } = world()
    const bill = await amina.addDocument('bill.pdf')
    const id = await amina.askLater({ documents_provided: [bill] })
    const others = await (await newPerson(server, 'other')).addDocument('theirs.pdf')
    for (const documents of [[], [bill], [others], [`${bill}x`]])
      await expectRefused(() => addPapers(id, { documents }), 400, 'invalid_input')
    for (let more = 0; more < 4; more += 1) expect((await addPapers(id, { documents: await ten() })).status).toBe(201)
    const last = await ten()
    await expectRefused(() => addPapers(id, { documents: last }), 400, 'invalid_input')
  })
  const ten = () =>
    Promise.all(Array.from({ length: 10 }, () => world().amina.addDocument(`${crypto.randomUUID()}.pdf`)))
})

describe('a call', () => {
  test('is owed once, until someone speaks with the applicant; then it can be asked for again', async () => {
    const { amina, details, expectRefused, halima, server } = world()
    const id = await amina.askLater()
    const first = await askForCall(id)
    expect([first.status, (await askForCall(id)).body]).toEqual([201, first.body])
    expect(await calls()).toEqual([
      expect.objectContaining({ id, full_name: 'Amina Yusuf', phone: '08030000000', last_call: null }),
    ])
    expect(await counted()).toBe(1)
    expect([await calls(halima, '?search=Amina'), await calls(halima, '?search=Bello')]).toMatchObject([[{ id }], []])
    server.clock.advance(minutes(1))
    expect((await record(id, 'not_reached')).status).toBe(201)
    expect([await calls(), await counted()]).toMatchObject([[{ id, last_call: { outcome: 'not_reached' } }], 1])
    expect((await record(id, 'reached')).status).toBe(201)
    expect([await calls(), await counted(), await own(id)]).toMatchObject([
      [],
      0,
      { own_acts: [{ act: 'call_asked', ended_at: server.clock.now().toISOString() }] },
    ])
    expect((await details(id))['acts']).toMatchObject([{ act: 'not_reached' }, { act: 'reached' }])
    await expectRefused(() => record(id, 'reached'), 404, 'not_found')
    expect((await askForCall(id)).body).not.toMatchObject({ id: first.body['id'] })
    // A call recorded on the case's own page ends it too.
    expect((await world().on(id, 'calls', { outcome: 'wrong_person' })).status).toBe(201)
    expect(await calls()).toEqual([])
  })

  test('is recorded by one of two people who record it at once, and not once it is canceled', async () => {
    const { amina, bola, server } = world()
    type Act = () => ReturnType<typeof record>
    const atOnce = async (first: Act, second: Act) => {
      const answers = await raceBehindLock(
        server.database,
        (tx) => tx.execute(sql`lock table audit_events in share row exclusive mode`),
        async () => {
          const begun = first()
          await someoneWaits(server.database.urgent, 1)
          return Promise.all([begun, second()])
        },
        2,
      )
      return answers.map(({ status }) => status)
    }
    const id = await amina.askLater()
    await askForCall(id)
    const reached = (by?: Administrator) => () => record(id, 'reached', by)
    expect(await atOnce(reached(), reached(bola))).toEqual([201, 404])
    server.clock.advance(minutes(1))
    await askForCall(id)
    expect(await atOnce(() => takeBack(id), reached())).toEqual([200, 404])
  })

  test('is canceled while no one took it: staff see that, and it is in no list and no count', async () => {
    const { details, expectRefused, server } = world()
    const id = await world().amina.askLater()
    await expectRefused(() => takeBack(id), 404, 'not_found')
    expect((await askForCall(id)).status).toBe(201)
    server.clock.advance(minutes(1))
    const first = await takeBack(id)
    expect([first.status, (await takeBack(id)).body]).toEqual([200, first.body])
    expect([await calls(), await counted()]).toEqual([[], 0])
    await expectRefused(() => record(id, 'reached'), 404, 'not_found')
    expect((await details(id))['applicant_acts']).toMatchObject([
      { act: 'call_asked', ended_at: first.body['created_at'] },
      { act: 'call_taken_back', created_at: first.body['created_at'] },
    ])
    expect((await audited()).at(-1)).toMatchObject({ action: 'application.call_taken_back' })
    // It can be asked for again, and what was recorded before counts no longer.
    server.clock.advance(minutes(1))
    expect((await askForCall(id)).status).toBe(201)
    expect([await calls(), await counted()]).toMatchObject([[{ id }], 1])
  })

  test('is not canceled once someone has the request open, tried to call, or called', async () => {
    const { amina, expectRefused, halima, server } = world()
    const id = await amina.askLater()
    expect((await askForCall(id)).status).toBe(201)
    expect(await own(id)).toMatchObject({ call_begun: false })
    expect((await world().on(id, 'lease', {})).status).toBe(200)
    await expectRefused(() => takeBack(id), 409, 'call_begun')
    expect((await halima.call('DELETE', `/api/admin/applications/${id}/lease`)).status).toBe(200)
    server.clock.advance(minutes(1))
    for (const outcome of ['not_reached', 'reached']) {
      expect((await record(id, outcome)).status).toBe(201)
      await expectRefused(() => takeBack(id), 409, 'call_begun')
      // Only one that is owed is offered to be canceled.
      expect(await own(id)).toMatchObject({ call_begun: outcome === 'not_reached' })
    }
    expect(await own(id)).toMatchObject({ own_acts: [{ act: 'call_asked' }] })
  })

  test('goes to the proven number, and to no number that is missing or stopped', async () => {
    const { amina, expectRefused, server } = world()
    const id = await amina.askLater()
    const { db } = server.core
    await stopNumber(server.core, '2348030000000')
    const refused = await expectRefused(() => askForCall(id), 409, 'no_number_to_call')
    expect(refused['detail']).toMatch(/asked us to send nothing more/)
    expect(await own(id)).toMatchObject({ call_number: null })
    await db.execute(sql`update profiles set phone = '' where user_id = ${amina.userId}`)
    await expectRefused(() => askForCall(id), 409, 'no_number_to_call')
    await db.execute(
      sql`update users set phone = '2348031112222', phone_confirmed_at = now() where id = ${amina.userId}`,
    )
    expect(await own(id)).toMatchObject({ call_number: '+2348031112222' })
    expect((await askForCall(id)).status).toBe(201)
    expect(await calls()).toMatchObject([{ phone: '+2348031112222' }])
    expect(await calls(undefined, '?search=0803%20111%202222')).toMatchObject([{ id }])
    await amina.call('PUT', '/api/profile', { full_name: 'Hauwa Yusuf', phone: '08030000000', address: ADDRESS })
    for (const number of ['%2B2348031112222', '08030000000', 'hauwa', 'amina%40mail.example'])
      expect([number, await calls(undefined, `?search=${number}`)]).toMatchObject([number, [{ id }]])
    await db.execute(sql`update users set phone = null, phone_confirmed_at = null where id = ${amina.userId}`)
    expect(await calls(undefined, '?search=08031112222')).toEqual([])
  })

  test('is neither shown to nor recorded by staff who are tied to the request', async () => {
    const { expectRefused, server, halima } = world()
    const id = await world().amina.askLater()
    expect((await askForCall(id)).status).toBe(201)
    const caller = await newAdministrator(server, 'musa', ['caller'])
    await server.core.db.execute(
      sql`update aid_applications set channel = 'call', entered_by = ${caller.userId} where id = ${id}`,
    )
    expect([await calls(caller), await calls(halima)]).toMatchObject([[], [{ id }]])
    const reviewer = await newAdministrator(server, 'bola', ['reviewer'])
    expect([await counted(caller), await counted(halima), await counted(reviewer)]).toEqual([0, 1, 0])
    await expectRefused(() => record(id, 'reached', caller), 403, 'own_request')
    await world().age(hours(24))
    expect(await calls()).toMatchObject([{ id }])
  })
})
