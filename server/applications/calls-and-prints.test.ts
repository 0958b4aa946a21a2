/** Calls to the applicant and prints of the case: in the timeline and the audit, for staff only. */
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { newAdministrator, readAudit, type Administrator } from '../../test/support/administering.ts'
import { newPerson, PASSWORD, REQUEST, type Person } from '../../test/support/asking.ts'
import { useServer } from '../../test/support/own-server.ts'
import type { TestServer } from '../../test/support/server.ts'
import { rows } from '../lib/db/db.ts'

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
const printed = (by = halima, of = id) => by.call('POST', `/api/admin/applications/${of}/prints`)
const read = async () => (await halima.call('GET', `/api/admin/applications/${id}`)).body
const audited = async (action: string) => (await readAudit(server)).filter((event) => event.action === action)

test('a call is in the timeline with its note, which is encrypted like every other', async () => {
  const { version } = await read()
  expect((await called({ answered: true, text: 'Her aunt pays half.', expected_version: version })).status).toBe(201)
  expect((await called({ answered: false })).status).toBe(201)
  const { acts, notes, version: after } = await read()
  expect(notes).toMatchObject([{ text: 'Her aunt pays half.' }])
  expect(acts).toMatchObject([
    { act: 'reached', by: { user_id: halima.userId }, note_id: expect.any(String) },
    { act: 'not_reached', note_id: null },
  ])
  expect(after).toBe(Number(version) + 2)
  expect(await audited('application.called')).toMatchObject([
    { subject_id: id, after: { answered: true } },
    { subject_id: id, after: { answered: false } },
  ])
  expect(JSON.stringify((await amina.call('GET', `/api/applications/${id}`)).body)).not.toMatch(/aunt|reached/)
})

test('closing the account erases what was said, and keeps that there was a call', async () => {
  await called({ answered: true, text: 'Her aunt pays half.' })
  expect((await amina.call('POST', '/api/account/closure', { password: PASSWORD })).status).toBe(200)
  const left = await rows(server.core.db, sql`select act, note_id from request_acts`, z.unknown())
  expect(left).toEqual([{ act: 'reached', note_id: null }])
  expect(await rows(server.core.db, sql`select id from application_notes`, z.unknown())).toEqual([])
  expect((await called({ answered: true })).status).toBe(404)
})

test('a refused call records nothing: one’s own request, an old version, no outcome, an empty note', async () => {
  const own = await newAdministrator(server, 'own')
  const { body } = await own.call('POST', '/api/applications', REQUEST, { 'idempotency-key': crypto.randomUUID() })
  const ownId = String(body['id'])
  expect((await called({ answered: true }, ownId, own)).body).toMatchObject({ code: 'own_request' })
  await called({ answered: true })
  expect((await called({ answered: false, text: 'No.', expected_version: 1 })).body).toMatchObject({
    code: 'already_decided',
  })
  expect((await called({ text: 'No.' })).status).toBe(400)
  expect((await called({ answered: true, text: ' ' })).status).toBe(400)
  expect((await called({ answered: true }, crypto.randomUUID())).status).toBe(404)
  expect((await read())['notes']).toEqual([])
  expect(await audited('application.called')).toHaveLength(1)
})

test('a print is audited and shown in the timeline, and does not change the version', async () => {
  const auditor = await newAdministrator(server, 'auditor', ['auditor'])
  const { version } = await read()
  expect((await printed(auditor)).status).toBe(201)
  expect(await audited('case.printed')).toMatchObject([
    { actor_id: auditor.userId, subject: 'application', subject_id: id },
  ])
  expect(await read()).toMatchObject({ version, acts: [{ act: 'printed', by: { user_id: auditor.userId } }] })
  expect((await printed(halima, crypto.randomUUID())).status).toBe(404)
  expect(await audited('case.printed')).toHaveLength(1)
})

test('several cases are printed together, each as if alone; one that is not there stops all, and nothing is recorded', async () => {
  const auditor = await newAdministrator(server, 'auditor', ['auditor'])
  const caller = await newAdministrator(server, 'caller', ['caller'])
  const other = await (await newPerson(server, 'bisi')).askLater()
  const printAll = (ids: unknown, by = auditor) => by.call('POST', '/api/admin/queue/prints', { ids })
  const gone = crypto.randomUUID()
  expect((await printAll([id, gone])).body).toMatchObject({ code: 'not_found' })
  const twentyOne = Array.from({ length: 21 }, () => crypto.randomUUID())
  for (const ids of [[], [id, id], twentyOne, ['T-1'], id])
    expect((await printAll(ids)).body).toMatchObject({ code: 'invalid_input' })
  expect((await printAll([id], caller)).status).toBe(403)
  expect([await audited('case.printed'), (await read())['acts']]).toEqual([[], []])
  expect((await printAll([id, other])).body).toEqual(expect.objectContaining({ printed: 2 }))
  const records = await audited('case.printed')
  expect(new Set(records.map((event) => event.subject_id))).toEqual(new Set([id, other]))
  expect(records.every((event) => event.actor_id === auditor.userId)).toBe(true)
  expect(await read()).toMatchObject({ acts: [{ act: 'printed', by: { user_id: auditor.userId } }] })
})
