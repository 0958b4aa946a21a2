/** Calls to the applicant: in the timeline and the audit, for staff only. */
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { newAdministrator, readAudit, type Administrator } from '../../../test/support/administering.ts'
import { newPerson, PASSWORD, REQUEST, type Person } from '../../../test/support/asking.ts'
import { useServer } from '../../../test/support/own-server.ts'
import type { TestServer } from '../../../test/support/server.ts'
import { CALL_OUTCOMES } from '../../../contract/aid/queue-fields.ts'
import { after, hours } from '../../platform/clock.ts'
import { rows } from '../../platform/db/db.ts'

let server: TestServer
let halima: Administrator
let amina: Person
let id: string
useServer(async (emptied) => {
  server = emptied
  halima = await newAdministrator(server)
  amina = await newPerson(server)
  id = await amina.askLater()
})

const called = (body: object, of = id, by = halima) => by.call('POST', `/api/admin/applications/${of}/calls`, body)
const read = async () => (await halima.call('GET', `/api/admin/applications/${id}`)).body
/** A day in Lagos, which is an hour ahead, so many days from now. */
const dayIn = (days: number) =>
  after(server.clock.now(), hours(24 * days + 1))
    .toISOString()
    .slice(0, 10)
const audited = async (action: string) => (await readAudit(server)).filter((event) => event.action === action)

test('a call is in the timeline with its note, which is encrypted like every other', async () => {
  const { version } = await read()
  expect((await called({ outcome: 'reached', text: 'Her aunt pays half.', expected_version: version })).status).toBe(
    201,
  )
  expect((await called({ outcome: 'not_reached' })).status).toBe(201)
  expect((await called({ outcome: 'wrong_person' })).status).toBe(201)
  const { acts, notes, version: now } = await read()
  expect(notes).toMatchObject([{ text: 'Her aunt pays half.' }])
  expect(acts).toMatchObject([
    { act: 'reached', by: { user_id: halima.userId }, note_id: expect.any(String) },
    { act: 'not_reached', note_id: null, until: null },
    { act: 'wrong_person', note_id: null, until: null },
  ])
  expect(now).toBe(Number(version) + 3)
  expect(await audited('application.called')).toMatchObject([
    { subject_id: id, after: { outcome: 'reached' } },
    { subject_id: id, after: { outcome: 'not_reached' } },
    { subject_id: id, after: { outcome: 'wrong_person' } },
  ])
  expect(JSON.stringify((await amina.call('GET', `/api/applications/${id}`)).body)).not.toMatch(/aunt|reached|wrong/)
})

test('with a day to call again, the request is set aside until that morning, and the call and the audit name the day', async () => {
  const day = dayIn(1)
  const until = `${day}T06:00:00.000Z`
  for (const outcome of CALL_OUTCOMES) expect((await called({ outcome, call_again_on: day })).status).toBe(201)
  const { acts, waits } = await read()
  expect(waits).toEqual({ until })
  expect(acts).toMatchObject(
    CALL_OUTCOMES.flatMap((act) => [
      { act, until },
      { act: 'snoozed', until },
    ]),
  )
  expect((await audited('application.called')).map(({ after }) => after)).toEqual(
    CALL_OUTCOMES.map((outcome) => ({ outcome, call_again_on: day })),
  )
  expect(JSON.stringify((await amina.call('GET', `/api/applications/${id}`)).body)).not.toContain(day)
})

test('a day to call again is refused when it has passed, and when the request is decided, waits or is late; nothing is recorded', async () => {
  const refused = async (day: string, code: string, status = 409) => {
    const before = await read()
    const reply = await called({ outcome: 'wrong_person', text: 'His brother.', call_again_on: day })
    expect([reply.status, reply.body['code']]).toEqual([status, code])
    expect(await read()).toMatchObject({
      version: before['version'],
      acts: before['acts'],
      notes: before['notes'],
      waits: before['waits'],
    })
    expect(await audited('application.called')).toEqual([])
    return reply.body
  }
  for (const day of [dayIn(0), '2020-01-01'])
    expect(await refused(day, 'invalid_input', 400)).toMatchObject({
      fields: [{ field: 'call_again_on', message: 'Choose a day after today.' }],
    })
  for (const day of ['2026-02-30', 'soon']) await refused(day, 'invalid_input', 400)
  const due = (moment: string) =>
    server.core.db.execute(sql`update aid_applications set due_at = ${moment}::timestamptz`)
  await due('2020-01-01')
  await refused(dayIn(1), 'request_late')
  await due('2099-01-01')
  const asked = await halima.call('POST', `/api/admin/applications/${id}/paper-requests`, { text: 'The letter.' })
  expect(asked.status).toBe(201)
  await refused(dayIn(1), 'request_waits')
  const { version } = await read()
  const decision = {
    status: 'rejected',
    reason: 'It is for a car.',
    expected_version: version,
  }
  expect((await halima.call('PATCH', `/api/admin/applications/${id}`, decision)).status).toBe(200)
  await refused(dayIn(1), 'already_decided')
})

test('closing the account erases what was said, and keeps that there was a call', async () => {
  await called({ outcome: 'reached', text: 'Her aunt pays half.' })
  expect((await amina.call('POST', '/api/account/closure', { password: PASSWORD })).status).toBe(200)
  const left = await rows(server.core.db, sql`select act, note_id from request_acts`, z.unknown())
  expect(left).toEqual([{ act: 'reached', note_id: null }])
  expect(await rows(server.core.db, sql`select id from application_notes`, z.unknown())).toEqual([])
  expect((await called({ outcome: 'reached' })).status).toBe(404)
})

test('a refused call records nothing: one’s own request, an old version, no outcome, an empty note', async () => {
  const own = await newAdministrator(server, 'own')
  const { body } = await own.call('POST', '/api/applications', REQUEST, { 'idempotency-key': crypto.randomUUID() })
  const ownId = String(body['id'])
  expect((await called({ outcome: 'reached' }, ownId, own)).body).toMatchObject({ code: 'own_request' })
  await called({ outcome: 'reached' })
  expect((await called({ outcome: 'not_reached', text: 'No.', expected_version: 1 })).body).toMatchObject({
    code: 'already_decided',
  })
  expect((await called({ text: 'No.' })).status).toBe(400)
  expect((await called({ outcome: 'maybe' })).status).toBe(400)
  const later = { outcome: 'not_reached', call_again_on: dayIn(1) }
  expect((await called(later, ownId, own)).body).toMatchObject({ code: 'own_request' })
  expect((await called({ ...later, expected_version: 1 })).body).toMatchObject({ code: 'already_decided' })
  expect((await called(later, crypto.randomUUID())).body).toMatchObject({ code: 'not_found' })
  expect(await read()).toMatchObject({ version: 2, waits: null, acts: [{ act: 'reached' }] })
  expect((await called({ outcome: 'reached', text: ' ' })).status).toBe(400)
  expect((await called({ outcome: 'reached' }, crypto.randomUUID())).status).toBe(404)
  expect((await read())['notes']).toEqual([])
  expect(await audited('application.called')).toHaveLength(1)
})
