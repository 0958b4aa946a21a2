/** Entering requests for people who cannot send them: each once, for the right person, with their papers. Staff cannot decide a request they entered. */
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { newAdministrator, readAudit, type Administrator } from '../../../test/support/administering.ts'
import { newPerson, REQUEST, type Person } from '../../../test/support/asking.ts'
import { pdf } from '../../../test/support/documents.ts'
import { readMails } from '../../../test/support/mails.ts'
import { useServer } from '../../../test/support/own-server.ts'
import { newKey, type TestServer } from '../../../test/support/server.ts'
import { onlyRow, rows } from '../../platform/db/db.ts'

let server: TestServer
let halima: Administrator
let musa: Administrator
useServer(async (emptied) => {
  server = emptied
  halima = await newAdministrator(server)
  musa = await newAdministrator(server, 'musa')
})

const ENTRY = {
  channel: 'walk_in',
  person: { is: 'new', full_name: 'Ladi Bello', phone: '0803 111 2222', address: 'Behind the old market, Kano' },
  ...REQUEST,
  location: null,
  consent: true,
  privacy_version: '2026-11-22',
}
const enter = (more: object = {}, headers = newKey(), by: Administrator | Person = halima) =>
  by.call('POST', '/api/admin/applications', { ...ENTRY, ...more }, headers)

let stamp = 1_768_467_600_000
/** Uploads a letter as the page does. @returns its path */
async function upload(by: Administrator, text = 'a letter from the school'): Promise<string> {
  const path = `${by.userId}/${(stamp += 1)}_letter.pdf`
  const response = await server.app.request(`/storage/v1/object/documents/${path}`, {
    method: 'POST',
    headers: { authorization: by.authorization, 'content-type': 'application/pdf' },
    body: pdf(text),
  })
  expect(response.status).toBe(200)
  return path
}

/** Reads the state that a refused call must not change. */
const state = () =>
  onlyRow(
    server.core.db,
    sql`select (select count(*) from aid_applications)::int as requests, (select count(*) from profiles)::int as people,
               (select json_agg(d order by id) from documents as d)::text as documents,
               (select count(*) from application_documents)::int as attached,
               (select count(*) from audit_events)::int as audited, (select count(*) from outgoing_mail)::int as mails`,
    z.unknown(),
  )

async function expectRefused(call: () => ReturnType<typeof enter>, status: number, code: string) {
  const before = await state()
  const { body, ...answer } = await call()
  expect({ status: answer.status, ...body }).toMatchObject({ status, code })
  expect(await state()).toEqual(before)
  return body
}

const profileOf = async (person: Person) => z.uuid().parse((await person.call('GET', '/api/profile')).body['id'])
const reviewed = async (id: unknown, by = musa) =>
  (await by.call('GET', `/api/admin/applications/${z.uuid().parse(id)}`)).body

test('a new person gets a profile without sign-in; the request is audited, and the person who entered it cannot decide it', async () => {
  const { status, body } = await enter()
  expect([status, body['full_name']]).toEqual([201, 'Ladi Bello'])
  expect(body['case_number']).toMatch(/^T-\d+-\d{4}-\d$/)
  const seen = await reviewed(body['id'])
  expect(seen).toMatchObject({
    channel: 'walk_in',
    entered_by: { user_id: halima.userId, full_name: 'Halima Musa' },
    applicant: { full_name: 'Ladi Bello', email: '', phone: '0803 111 2222' },
    location: 'Behind the old market, Kano',
    own: false,
    history: [{ status: 'pending', by: { user_id: halima.userId } }],
  })
  expect(await readMails(server)).toEqual([])
  expect((await readAudit(server))[0]).toMatchObject({ action: 'application.entered', actor_id: halima.userId })

  const decide = (by: Administrator) =>
    by.call('PATCH', `/api/admin/applications/${String(body['id'])}`, { status: 'approved' })
  expect((await reviewed(body['id'], halima))['own']).toBe(true)
  expect(await decide(halima)).toMatchObject({ status: 403, body: { code: 'own_request' } })
  expect((await decide(musa)).status).toBe(200)
})

test('the papers become the applicant’s own, under their key, and open as they were sent', async () => {
  const path = await upload(halima)
  const { body } = await enter({ documents_provided: [path], document_labels: ['School letter'] })
  const seen = z
    .looseObject({ documents: z.array(z.looseObject({ id: z.string(), path: z.string(), label: z.string() })) })
    .parse(await reviewed(body['id']))
  const [paper] = seen.documents
  expect(paper).toMatchObject({ label: 'School letter', path: path.replace(halima.userId, String(body['user_id'])) })
  const signed = await musa.call('POST', `/storage/v1/object/sign/documents/${paper?.path ?? ''}`, {
    expiresIn: 60,
    versionId: paper?.id,
  })
  const opened = await server.app.request(`/storage/v1${String(signed.body['signedURL'])}`)
  expect(Buffer.from(await opened.arrayBuffer())).toEqual(pdf('a letter from the school'))
  const owners = await rows(server.core.db, sql`select user_id::text as owner from documents`, z.unknown())
  expect(owners).toEqual([{ owner: body['user_id'] }])
  expect(seen).toMatchObject({ possible_duplicates: [] })
})

test('a person who is known gets no second profile, and is told by mail where they have an address', async () => {
  const amina = await newPerson(server)
  const { status, body } = await enter({ person: { is: 'known', id: await profileOf(amina) }, channel: 'call' })
  expect([status, body['user_id']]).toEqual([201, amina.userId])
  expect((await readMails(server)).at(-1)?.recipient).toBe(amina.email)
  const own = await amina.call('GET', `/api/applications/${String(body['id'])}`)
  expect(own.body).toMatchObject({ status: 'pending', location: '5 Ahmadu Bello Way, Kaduna' })
})

test('the same key enters one request and adds one person, however often and at once', async () => {
  const key = newKey()
  const path = await upload(halima)
  const more = { documents_provided: [path] }
  const answers = await Promise.all([enter(more, key), enter(more, key)])
  const again = await enter(more, key)
  const made = [...answers, again].filter(({ status }) => status === 201).map(({ body }) => body['id'])
  expect(new Set(made).size).toBe(1)
  expect(again.status).toBe(201)
  const counted = await onlyRow(
    server.core.db,
    sql`select (select count(*) from aid_applications)::int as requests, (select count(*) from documents)::int as documents,
               (select count(*) from profiles where full_name = 'Ladi Bello')::int as people`,
    z.unknown(),
  )
  expect(counted).toEqual({ requests: 1, documents: 1, people: 1 })
  await expectRefused(() => enter({ ...more, description: 'Something else' }, key), 409, 'idempotency_key_reused')
})

test('is refused without consent, for oneself, for an unknown person, beyond six requests a day, and to staff who may not decide', async () => {
  await expectRefused(() => enter({ consent: false }), 400, 'invalid_input')
  await expectRefused(() => enter({ channel: 'self' }), 400, 'invalid_input')
  const own = z.uuid().parse((await halima.call('GET', '/api/profile')).body['id'])
  await expectRefused(() => enter({ person: { is: 'known', id: own } }), 403, 'own_request')
  await expectRefused(() => enter({ person: { is: 'known', id: halima.userId } }), 404, 'not_found')
  const amina = await newPerson(server)
  const known = { is: 'known', id: await profileOf(amina) }
  await expectRefused(() => enter({}, newKey(), amina), 403, 'forbidden')
  const finance = await newAdministrator(server, 'finance', ['finance'])
  await expectRefused(() => enter({}, newKey(), finance), 403, 'role_needed')
  for (let sent = 0; sent < 6; sent += 1) await amina.askLater()
  const documents = [await upload(halima)]
  await expectRefused(() => enter({ person: known, documents_provided: documents }), 409, 'too_many_open_requests')
})

test('takes only papers that the caller has uploaded and that nothing else uses', async () => {
  const theirs = await upload(musa)
  const amina = await newPerson(server)
  const used = await amina.addDocument('bill.pdf')
  for (const path of [theirs, used, `${halima.userId}/1_missing.pdf`]) {
    const refused = await expectRefused(() => enter({ documents_provided: [path] }), 400, 'invalid_input')
    expect(refused).toMatchObject({ fields: [{ field: 'documents_provided.0' }] })
  }
  const path = await upload(halima)
  await expectRefused(() => enter({ documents_provided: [path, path] }), 400, 'invalid_input')
})
