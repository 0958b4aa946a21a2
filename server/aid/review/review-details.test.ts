/** Reviewers' view of a request, and of people who may be the same person. */
import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { newAdministrator, readAudit, type Administrator } from '../../../test/support/administering.ts'
import { newPerson, PASSWORD, REQUEST, type Person } from '../../../test/support/asking.ts'
import { useServer } from '../../../test/support/own-server.ts'
import type { TestServer } from '../../../test/support/server.ts'
import { countStatements } from '../../../test/support/statements.ts'

let server: TestServer
let halima: Administrator
let amina: Person
useServer(async (emptied) => {
  server = emptied
  halima = await newAdministrator(server)
  amina = await newPerson(server)
})

const decide = (id: string, decision: object) => halima.call('PATCH', `/api/admin/applications/${id}`, decision)
const askPapers = (id: string) =>
  halima.call('POST', `/api/admin/applications/${id}/paper-requests`, { text: 'The letter of the school, please.' })
const details = async (id: string) => (await halima.call('GET', `/api/admin/applications/${id}`)).body

describe('the details', () => {
  test('have the number that the person has proven, on which they are called: the one that they typed may be someone else’s', async () => {
    const id = await amina.askLater()
    await server.core.db.execute(
      sql`update users set phone = '2348055555555', phone_confirmed_at = now() where id = ${amina.userId}`,
    )
    expect(await details(id)).toMatchObject({ applicant: { phone: '+2348055555555' } })
    const items = z.array(z.looseObject({ user_id: z.string(), phone: z.string() }))
    const [person] = items.parse((await halima.call('GET', '/api/admin/beneficiaries?search=Amina')).body['items'])
    expect(person).toMatchObject({ phone: '••• 55' })
    const opened = await halima.call('GET', `/api/admin/beneficiaries/${String(person?.['id'])}`)
    expect(opened.body).toMatchObject({ phone: '+2348055555555' })
  })

  test('contain evidence, notes, other requests and history, and reading is audited', async () => {
    const other = await amina.askLater({ application_type: 'food' })
    const id = await amina.askLater({ documents_provided: [await amina.addDocument('fees.pdf')] })
    const note = await halima.call('POST', `/api/admin/applications/${id}/notes`, { text: 'Called the school.' })
    expect(note.status).toBe(201)
    const shown = await details(id)
    expect(shown).toMatchObject({
      description: REQUEST.description,
      location: REQUEST.location,
      amount_requested: 45_000.5,
      applicant: { full_name: 'Amina Yusuf', email: amina.email, phone: '08030000000', is_approved: false },
      documents: [{ name: 'fees.pdf', path: `${amina.userId}/1768467600000_fees.pdf` }],
      notes: [{ text: 'Called the school.', by: { email: halima.email } }],
      other_applications: [{ id: other, application_type: 'food' }],
      possible_duplicates: [],
    })
    expect(shown['history']).toMatchObject([
      { from_status: null, status: 'pending', by: { user_id: amina.userId } },
      { from_status: 'pending', status: 'under_review', by: { full_name: 'Halima Musa' } },
    ])
    const actions = (await readAudit(server)).map(({ action }) => action)
    expect(actions).toEqual(['application.status_changed', 'application.note_added', 'application.read'])
    const applicants = JSON.stringify((await amina.call('GET', `/api/applications/${id}`)).body)
    for (const hidden of ['Called the school', 'Halima']) expect(applicants).not.toContain(hidden)
    expect(JSON.stringify((await amina.call('GET', '/api/account/data')).body)).not.toContain('Called the school')
  })

  test('open the papers, and each address asked for is audited except by their owner', async () => {
    const id = await amina.askLater({ documents_provided: [await amina.addDocument('fees.pdf')] })
    const { documents } = z
      .object({ documents: z.array(z.object({ id: z.string(), path: z.string() })) })
      .parse(await details(id))
    const [paper] = documents
    const sign = (by: Administrator | Person) =>
      by.call('POST', `/storage/v1/object/sign/documents/${paper?.path}`, { expiresIn: 600, versionId: paper?.id })
    expect((await sign(amina)).status).toBe(200)
    expect(await readAudit(server)).toHaveLength(1)
    expect((await sign(halima)).body['signedURL']).toContain('token=')
    const paths = { expiresIn: 600, paths: [paper?.path] }
    expect((await halima.call('POST', '/storage/v1/object/sign/documents', paths)).status).toBe(200)
    const opened = { action: 'document.signed', actor_id: halima.userId, subject: 'document', subject_id: paper?.id }
    expect((await readAudit(server)).slice(1)).toEqual([
      { ...opened, before: null, after: null },
      { ...opened, before: null, after: null },
    ])
  })

  test('name possible duplicates with reasons', async () => {
    const id = await amina.askLater({ documents_provided: [await amina.addDocument('a.pdf')] })
    const twin = await newPerson(server, 'twin')
    await twin.call('PUT', '/api/profile', { full_name: 'AMINA yusuf', phone: '+234 803 000 0000' })
    await twin.addDocument('a.pdf')
    const theirs = await twin.askLater()
    const neighbour = await newPerson(server, 'neighbour')
    await neighbour.call('PUT', '/api/profile', { full_name: 'Somebody Else', phone: '0803-000-0000' })
    const stranger = await newPerson(server, 'stranger')
    await stranger.call('PUT', '/api/profile', { full_name: '', phone: '', address: '' })
    expect((await details(id))['possible_duplicates']).toMatchObject([
      {
        user_id: twin.userId,
        reasons: ['same_document', 'same_name_and_address', 'same_phone'],
        applications: [{ id: theirs }],
      },
      { user_id: neighbour.userId, reasons: ['same_phone'], applications: [] },
    ])
  })

  test('of a closed account say Unknown if decided, and do not exist if withdrawn', async () => {
    const decided = await amina.askLater()
    await halima.call('POST', `/api/admin/applications/${decided}/notes`, { text: 'A private word.' })
    await askPapers(decided)
    await decide(decided, { status: 'approved' })
    const withdrawn = await amina.askLater()
    expect((await amina.call('POST', '/api/account/closure', { password: PASSWORD })).status).toBe(200)
    const unknown = { id: null, full_name: 'Unknown', email: '', phone: '', address: '', is_approved: false }
    const list = (await halima.call('GET', '/api/admin/applications')).body
    expect(list).toMatchObject({ total: 1, items: [{ id: decided, applicant: unknown }] })
    expect(await details(decided)).toMatchObject({ applicant: unknown, description: '', notes: [], paper_requests: [] })
    expect(await details(withdrawn)).toMatchObject({ code: 'not_found' })
    expect((await decide(decided, { status: 'rejected', reason: 'x' })).status).toBe(404)
  })

  test('take the same number of statements with many documents, notes and duplicates as with none', async () => {
    const id = await amina.askLater()
    // Work in the background has statements as well.
    await server.idle()
    const forNone = await countStatements(() => details(id))
    for (const name of ['b', 'c', 'd']) await (await newPerson(server, name)).askLater()
    const long = await amina.askLater({
      documents_provided: [await amina.addDocument('a.pdf'), await amina.addDocument('b.pdf')],
    })
    for (const text of ['one', 'two', 'three'])
      await halima.call('POST', `/api/admin/applications/${long}/notes`, { text })
    const { possible_duplicates: found } = z
      .object({ possible_duplicates: z.array(z.unknown()) })
      .parse(await details(long))
    expect(found).toHaveLength(3)
    await server.idle()
    // One for the documents' rows, one for the duplicates' requests.
    expect(await countStatements(() => details(long))).toBeLessThanOrEqual(forNone + 2)
  })
})
