/** The view log of a person's file: each opening of their data, with the role and the time, without names. */
import { expect, test } from 'vitest'
import { z } from 'zod'
import { newAdministrator, type Administrator } from '../../../test/support/administering.ts'
import { newPerson, REQUEST, type Person } from '../../../test/support/asking.ts'
import { pdf } from '../../../test/support/documents.ts'
import { useServer } from '../../../test/support/own-server.ts'
import { newKey, type TestServer } from '../../../test/support/server.ts'
import { recordAudit } from '../../record/audit/audit.ts'
import { minutes } from '../../platform/clock.ts'

let server: TestServer
let halima: Administrator
let amina: Person
useServer(async (emptied) => {
  server = emptied
  halima = await newAdministrator(server)
  amina = await newPerson(server)
})

const Openings = z.object({
  items: z.array(z.record(z.string(), z.unknown())),
  next_cursor: z.string().nullable(),
  total: z.number(),
})
async function openings(who: Pick<Person, 'call'>, query = '') {
  const { status, body } = await who.call('GET', `/api/account/openings${query}`)
  expect(status).toBe(200)
  return Openings.parse(body)
}
async function open(path: string) {
  server.clock.advance(minutes(1))
  expect((await halima.call('GET', path)).status).toBe(200)
  return server.clock.now().toISOString()
}

test('shows what was opened, when and by which role, newest first, without a name', async () => {
  const path = `documents/${amina.userId}/1768467600000_bill.pdf`
  const sent = await amina.call('POST', `/storage/v1/object/${path}`, pdf(), { 'content-type': 'application/pdf' })
  expect(sent.status).toBe(200)
  const { body } = await amina.ask()
  const { body: profile } = await amina.call('GET', '/api/profile')
  const first = await open(`/api/admin/applications/${String(body['id'])}`)
  const second = await open(`/api/admin/beneficiaries/${String(profile['id'])}`)
  // Asking for its address opens nothing yet.
  const { body: signed } = await halima.call('POST', `/storage/v1/object/sign/${path}`, { expiresIn: 600 })
  expect((await openings(amina)).total).toBe(2)
  const fourth = await open(`/api/admin/applications/${String(body['id'])}?purpose=prepare`)
  const fifth = await open(`/storage/v1${String(signed['signedURL'])}&purpose=prepare`)
  const third = await open(`/storage/v1${String(signed['signedURL'])}`)
  server.clock.advance(minutes(1))
  // As earlier versions recorded it.
  await server.core.db.transaction((tx) =>
    recordAudit(
      tx,
      {
        by: { userId: halima.userId, role: 'admin', requestId: 'req' },
        action: 'case.printed',
        subject: 'application',
        subjectId: String(body['id']),
        personId: amina.userId,
      },
      server.clock.now(),
    ),
  )
  const printed = server.clock.now().toISOString()

  const shown = { id: expect.any(String), role: 'admin', application_type: null, filename: null, is_message: false }
  const seen = await openings(amina)
  expect(seen.items).toEqual([
    { ...shown, opened_at: printed, opened: 'printed', application_type: 'schoolfees' },
    { ...shown, opened_at: third, opened: 'document', filename: 'bill.pdf' },
    { ...shown, opened_at: fifth, opened: 'prepared_document', filename: 'bill.pdf' },
    { ...shown, opened_at: fourth, opened: 'prepared', application_type: 'schoolfees' },
    { ...shown, opened_at: second, opened: 'profile' },
    { ...shown, opened_at: first, opened: 'request', application_type: 'schoolfees' },
  ])
  expect(JSON.stringify(seen)).not.toMatch(new RegExp(`halima|${halima.userId}`, 'i'))
  const page = await openings(amina, '?limit=2')
  expect((await openings(amina, `?limit=2&cursor=${page.next_cursor}`)).items).toEqual(seen.items.slice(2, 4))
})

test('shows who opened a message with them, and the audit names them', async () => {
  const id = await amina.askLater({})
  const written = { text: 'Which school?', channel: 'mail' }
  const sent = await halima.call('POST', `/api/admin/applications/${id}/messages`, written, newKey())
  const { thread_id: thread } = z.looseObject({ thread_id: z.string() }).parse(sent.body)
  const opened = await open(`/api/admin/contact-messages/${thread}`)
  expect((await openings(amina)).items).toEqual([
    expect.objectContaining({ opened_at: opened, opened: 'request', is_message: true, application_type: null }),
  ])
  const { body } = await halima.call('GET', `/api/admin/audit-events?person=${amina.userId}&action=message.read`)
  expect(body['items']).toEqual([expect.objectContaining({ action: 'message.read' })])
})

test('shows nothing of other people, and nothing that a person opened of their own', async () => {
  const bello = await newPerson(server, 'bello')
  const { body: profile } = await bello.call('GET', '/api/profile')
  await open(`/api/admin/beneficiaries/${String(profile['id'])}`)
  expect((await openings(bello)).total).toBe(1)
  expect((await openings(amina)).items).toEqual([])
  expect((await server.call('GET', '/api/account/openings')).status).toBe(401)

  const { body } = await halima.call('POST', '/api/applications', REQUEST, { 'idempotency-key': crypto.randomUUID() })
  await open(`/api/admin/applications/${String(body['id'])}`)
  expect((await openings(halima)).items).toEqual([])
})
