/** Consent to the privacy notice, and what is erased after its time. */
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { newAdministrator } from '../../../test/support/administering.ts'
import { newPerson, REQUEST } from '../../../test/support/asking.ts'
import { whileRefused } from '../../../test/support/refused-row.ts'
import { newKey, testServer, type TestServer } from '../../../test/support/server.ts'
import { hours } from '../../platform/clock.ts'
import { onlyRow } from '../../platform/db/db.ts'

const JOBS = /^(applications|contact|mail)/
/** Runs the retention alone: the letters lock their requests, which it leaves for the next time. */
const RETENTION = /^applications\.retention/

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.close())
beforeEach(() => server.empty())

test('a request keeps the version of the privacy notice that its sender consented to, beside the moment', async () => {
  const amina = await newPerson(server)
  const { body } = await amina.ask({ ...REQUEST, privacy_version: '2026-11-22' })
  const kept = await onlyRow(
    server.core.db,
    sql`select privacy_version, created_at from aid_applications where id = ${body['id']}`,
    z.object({ privacy_version: z.string(), created_at: z.coerce.date() }),
  )
  expect(kept).toEqual({ privacy_version: '2026-11-22', created_at: server.clock.now() })
  const refused = await amina.ask({ ...REQUEST, privacy_version: 'the newest' })
  expect(refused.body).toMatchObject({ status: 400, fields: [{ field: 'privacy_version' }] })
})

const days = (count: number) => hours(24 * count)

test('a refused request is erased with its documents two years later, and not before', async () => {
  const amina = await newPerson(server)
  const halima = await newAdministrator(server)
  const url = await amina.addDocument('letter.pdf')
  const { body } = await amina.ask({ ...REQUEST, documents_provided: [url] })
  const id = z.string().parse(body['id'])
  const waiting = z.string().parse((await amina.ask()).body['id'])
  const refusal = { status: 'rejected', reason: 'Read by two people.' }
  const decided = await halima.call('PATCH', `/api/admin/applications/${id}`, refusal)
  expect(decided.status).toBe(200)
  const left = () =>
    onlyRow(
      server.core.db,
      sql`select (select description from aid_applications where id = ${id}) as description,
                 (select count(*)::int from application_events where application_id = ${id} and reason is not null) as reasons,
                 (select count(*)::int from documents where evidence_at is not null) as documents`,
      z.object({ description: z.string(), reasons: z.number(), documents: z.number() }),
    )
  await server.pass(days(730) - hours(1), JOBS)
  expect(await left()).toEqual({ description: REQUEST.description, reasons: 1, documents: 1 })
  await server.pass(hours(1), JOBS)
  expect(await left()).toEqual({ description: '', reasons: 0, documents: 0 })
  const kept = await onlyRow(
    server.core.db,
    sql`select count(*)::int as kept from aid_applications where id = ${waiting} and description <> ''`,
    z.object({ kept: z.number() }),
  )
  expect(kept).toEqual({ kept: 1 })
})

test('a request that cannot be erased keeps no other one, and no draft, from being erased', async () => {
  const amina = await newPerson(server)
  const halima = await newAdministrator(server)
  const ids: string[] = []
  for (const name of ['a.pdf', 'b.pdf']) {
    const asked = await amina.ask({ ...REQUEST, documents_provided: [await amina.addDocument(name)] })
    ids.push(z.string().parse(asked.body['id']))
    const refusal = { status: 'rejected', reason: 'Read by two people.' }
    expect((await halima.call('PATCH', `/api/admin/applications/${ids.at(-1)}`, refusal)).status).toBe(200)
  }
  await amina.addDocument('unsent.pdf')
  const { db } = server.core
  await db.execute(sql`update documents set created_at = ${server.clock.now().toISOString()}`)
  const left = async () => [
    await db.$count(sql`aid_applications where description <> ''`),
    await db.$count(sql`documents`),
  ]
  const [stuck = ''] = ids.toSorted()
  await whileRefused(db, 'aid_applications', stuck, async () => {
    await server.pass(days(730), RETENTION)
  })
  expect(await left()).toEqual([1, 1])
  await server.pass(hours(1), RETENTION)
  expect(await left()).toEqual([0, 0])
})

test('a document that no request names is deleted after 24 hours, a named one stays', async () => {
  const amina = await newPerson(server)
  const named = await amina.addDocument('named.pdf')
  await amina.addDocument('unsent.pdf')
  await server.core.db.execute(sql`update documents set created_at = ${server.clock.now().toISOString()}`)
  await amina.ask({ ...REQUEST, documents_provided: [named] })
  const names = () =>
    onlyRow(
      server.core.db,
      sql`select array_agg(filename order by filename) as names from documents`,
      z.object({ names: z.array(z.string()) }),
    )
  await server.pass(hours(23), JOBS)
  expect(await names()).toEqual({ names: ['named.pdf', 'unsent.pdf'] })
  await server.pass(hours(1), JOBS)
  expect(await names()).toEqual({ names: ['named.pdf'] })
})

test('a contact message is deleted after a year, and not before', async () => {
  const message = { first_name: 'A', last_name: 'B', email: 'a@mail.example', subject: 'C', message: 'D' }
  expect((await server.call('POST', '/api/contact-messages', message, newKey())).status).toBe(201)
  const left = () =>
    onlyRow(
      server.core.db,
      sql`select count(*)::int as messages from contact_messages`,
      z.object({ messages: z.number() }),
    )
  await server.pass(days(365) - hours(1), JOBS)
  expect(await left()).toEqual({ messages: 1 })
  await server.pass(hours(1), JOBS)
  expect(await left()).toEqual({ messages: 0 })
})
