/** The team: who is staff, what each has open, handing it over, and where no second person could sign. */
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { z } from 'zod'
import {
  ADMINISTRATOR_PASSWORD,
  newAdministrator,
  readAudit,
  type Administrator,
} from '../../../test/support/administering.ts'
import { newPerson, type Person } from '../../../test/support/asking.ts'
import { useServer } from '../../../test/support/own-server.ts'
import { newKey, type TestServer } from '../../../test/support/server.ts'
import { rows } from '../../platform/db/db.ts'

let server: TestServer
let halima: Administrator
let rashida: Administrator
let amina: Person
useServer(async (emptied) => {
  server = emptied
  halima = await newAdministrator(server)
  rashida = await newAdministrator(server, 'rashida', ['reviewer'])
  amina = await newPerson(server)
})

const team = (by: Administrator = halima) => by.call('GET', '/api/admin/team')
const handOver = (from: Administrator, to: Administrator | null, by = halima) =>
  by.call('POST', `/api/admin/team/${from.userId}/hand-over`, { to: to?.userId ?? null })

async function assigned(owner: Administrator): Promise<string> {
  const id = z.uuid().parse((await amina.ask()).body['id'])
  const body = { to: owner.userId, expected_version: 1 }
  expect((await halima.call('POST', `/api/admin/applications/${id}/assignment`, body)).status).toBe(200)
  return id
}
const owners = () =>
  rows(
    server.core.db,
    sql`select id::text, assigned_to::text as owner from aid_applications order by id`,
    z.object({ id: z.string(), owner: z.string().nullable() }),
  )
/** An unanswered message that is theirs. @returns its id */
async function messageOf(owner: Administrator): Promise<string> {
  const from = { first_name: 'Bola', last_name: 'Ade', email: 'bola@mail.example' }
  const { body } = await server.call(
    'POST',
    '/api/contact-messages',
    { ...from, subject: 'Hello', message: 'When?' },
    newKey(),
  )
  const id = String(body['id'])
  await owner.call('PUT', `/api/admin/contact-messages/${id}/owner`, { to: owner.userId })
  return id
}
async function openDifference(owner: Administrator): Promise<void> {
  await server.core.db.execute(
    sql`insert into differences (id, kind, subject, expected, found, occurred_at, first_seen_at, last_seen_at, state, assigned_to)
        values (gen_random_uuid(), 'books', ${`fund:${owner.email}`}, '1', '2', now(), now(), now(), 'open', ${owner.userId}::uuid)`,
  )
}

test('shows the staff with their roles, second step, last use and open work, and no one else', async () => {
  await assigned(rashida)
  const { body } = await team()
  expect(body['items']).toEqual([
    expect.objectContaining({
      user_id: halima.userId,
      roles: ['administrator'],
      open_requests: 0,
      open_messages: 0,
      open_differences: 0,
    }),
    {
      user_id: rashida.userId,
      full_name: 'Rashida Musa',
      email: rashida.email,
      roles: ['reviewer'],
      has_second_step: false,
      last_seen_at: expect.any(String),
      last_sign_in_at: expect.any(String),
      open_requests: 1,
      open_messages: 0,
      open_differences: 0,
    },
  ])
})

test('names the acts that have no possible second person', async () => {
  expect((await team()).body['gaps']).toEqual(['roles', 'money', 'large_payments'])
  await newAdministrator(server, 'femi', ['finance'])
  // Halima and Femi approve, and Rashida proposes.
  expect((await team()).body['gaps']).toEqual(['roles'])
  await newAdministrator(server, 'bola')
  expect((await team()).body['gaps']).toEqual([])
})

test('all open requests of one person go to a colleague, and each is recorded', async () => {
  const rita = await newAdministrator(server, 'rita', ['reviewer'])
  const ids = [await assigned(rashida), await assigned(rashida)].toSorted()
  const message = await messageOf(rashida)
  expect((await handOver(rashida, rita)).body).toEqual({ requests: 2, messages: 1, differences: 0 })
  expect((await rita.call('GET', `/api/admin/contact-messages?owner=${rita.userId}`)).body['items']).toMatchObject([
    { id: message, owner: { user_id: rita.userId } },
  ])
  expect(await owners()).toEqual(ids.map((id) => ({ id, owner: rita.userId })))
  const recorded = (await readAudit(server)).slice(-3, -1)
  expect(recorded).toMatchObject(
    ids.map(() => ({ action: 'application.assigned', actor_id: halima.userId, after: { assigned_to: rita.userId } })),
  )
})

test('who hands work over chooses no one for a request to which they are tied: it is no one’s', async () => {
  const rita = await newAdministrator(server, 'rita', ['reviewer'])
  const [id, entered] = [await assigned(rashida), await assigned(rashida)]
  await server.core.db.execute(
    sql`update aid_applications set entered_by = ${halima.userId}, channel = 'walk_in' where id = ${entered}`,
  )
  const direct = { to: rita.userId, expected_version: 3 }
  expect((await halima.call('POST', `/api/admin/applications/${entered}/assignment`, direct)).body).toMatchObject({
    code: 'own_request',
  })
  expect((await handOver(rashida, rita)).body).toMatchObject({ requests: 2 })
  const theirs = [
    { id, owner: rita.userId },
    { id: entered, owner: null },
  ]
  expect(await owners()).toEqual(theirs.toSorted((a, b) => a.id.localeCompare(b.id)))
})

test('work goes only to those whose roles allow it, and a refusal moves nothing', async () => {
  const femi = await newAdministrator(server, 'femi', ['finance'])
  const id = await assigned(rashida)
  for (const to of [femi, rashida]) expect((await handOver(rashida, to)).body).toMatchObject({ code: 'not_assignable' })
  const stranger = { ...halima, userId: amina.userId }
  expect((await handOver(stranger, null)).body).toMatchObject({ code: 'not_found' })
  expect((await handOver(rashida, null, rashida)).body).toMatchObject({ code: 'role_needed' })
  expect(await owners()).toEqual([{ id, owner: rashida.userId }])
})

test('a difference goes to someone who handles money, with the requests or not at all', async () => {
  const femi = await newAdministrator(server, 'femi', ['finance'])
  const id = await assigned(halima)
  await openDifference(halima)
  expect((await handOver(halima, rashida)).body).toMatchObject({ code: 'not_assignable' })
  expect(await owners()).toEqual([{ id, owner: halima.userId }])
  await openDifference(femi)
  expect((await handOver(femi, halima)).body).toEqual({ requests: 0, messages: 0, differences: 1 })
})

test('the data of an account name its open work, and nothing of the people in it', async () => {
  const bola = await newAdministrator(server, 'bola')
  await assigned(bola)
  await assigned(halima)
  const message = await messageOf(bola)
  await openDifference(bola)
  await bola.call('PUT', '/api/admin/late-requests-mail', { wanted: false })
  const { work } = z.object({ work: z.unknown() }).parse((await bola.call('GET', '/api/account/data')).body)
  expect(work).toEqual({
    requests: [expect.stringMatching(/^T-/)],
    messages: [message],
    differences: [expect.any(String)],
    mails: { morning: true, late_requests: false, last_morning: null },
  })
  expect(JSON.stringify(work)).not.toContain('Hello')
  expect((await amina.call('GET', '/api/account/data')).body['work']).toEqual({
    requests: [],
    messages: [],
    differences: [],
    mails: { morning: true, late_requests: true, last_morning: null },
  })
})

test('the open work of an account that is closed goes back to everyone', async () => {
  const bola = await newAdministrator(server, 'bola')
  const id = await assigned(bola)
  const message = await messageOf(bola)
  await openDifference(bola)
  expect((await bola.call('POST', '/api/account/closure', { password: ADMINISTRATOR_PASSWORD })).status).toBe(200)
  expect(await owners()).toEqual([{ id, owner: null }])
  const unowned = await halima.call('GET', '/api/admin/contact-messages?owner=none')
  expect(unowned.body['items']).toMatchObject([{ id: message, owner: null }])
  const open = sql`select assigned_to from differences where state = 'open'`
  expect(await rows(server.core.db, open, z.unknown())).toEqual([{ assigned_to: null }])
})

test('what was done when its owner left is no one’s when it opens again', async () => {
  const bola = await newAdministrator(server, 'bola')
  const [id, kept] = [await assigned(bola), await assigned(rashida)]
  const message = await messageOf(bola)
  const setStatus = async (of: string, decision: object) =>
    expect((await halima.call('PATCH', `/api/admin/applications/${of}`, decision)).status).toBe(200)
  for (const of of [id, kept]) await setStatus(of, { status: 'rejected', reason: 'Too little is known.' })
  const setMessage = (state: string) => halima.call('PATCH', `/api/admin/contact-messages/${message}`, { state })
  expect((await setMessage('answered')).status).toBe(200)
  expect((await bola.call('POST', '/api/account/closure', { password: ADMINISTRATOR_PASSWORD })).status).toBe(200)
  for (const of of [id, kept]) await setStatus(of, { status: 'under_review' })
  expect((await setMessage('new')).status).toBe(200)
  const unowned = await halima.call('GET', '/api/admin/contact-messages?owner=none')
  expect(unowned.body['items']).toMatchObject([{ id: message, owner: null }])
  const unassigned = await halima.call('GET', '/api/admin/applications?view=unassigned')
  expect(unassigned.body).toMatchObject({ total: 1, items: [{ id }] })
  const his = await rashida.call('GET', '/api/admin/applications?view=mine')
  expect(his.body).toMatchObject({ total: 1, items: [{ id: kept }] })
})

test('a decision that is taken back after the owner left leaves the request to no one', async () => {
  const bola = await newAdministrator(server, 'bola')
  const id = await assigned(bola)
  const decided = await halima.call('PATCH', `/api/admin/applications/${id}`, {
    status: 'rejected',
    reason: 'Too little.',
  })
  expect((await bola.call('POST', '/api/account/closure', { password: ADMINISTRATOR_PASSWORD })).status).toBe(200)
  const undo = { expected_version: decided.body['version'] }
  expect((await halima.call('POST', `/api/admin/applications/${id}/undo`, undo)).status).toBe(200)
  expect(await owners()).toEqual([{ id, owner: null }])
})

test('who stops deciding requests leaves none behind', async () => {
  const bola = await newAdministrator(server, 'bola')
  const id = await assigned(rashida)
  const change = { email: rashida.email, roles: ['caller'], reason: 'She calls recipients now.' }
  const proposed = await halima.call('POST', '/api/admin/role-changes', change)
  expect(await owners()).toEqual([{ id, owner: rashida.userId }])
  const path = `/api/admin/decisions/${String(proposed.body['id'])}/confirmation`
  expect((await bola.call('POST', path)).status).toBe(200)
  expect(await owners()).toEqual([{ id, owner: null }])
  expect((await rashida.call('GET', '/api/admin/calls')).status).toBe(401)
  expect((await readAudit(server)).map(({ action }) => action).slice(-2)).toEqual([
    'role.changed',
    'application.assigned',
  ])
})

test('an administrator who gives up the role keeps the others, and the last one cannot', async () => {
  const change = { email: halima.email, roles: ['finance'], reason: 'I look after the money.' }
  expect((await halima.call('POST', '/api/admin/role-changes', change)).body).toMatchObject({
    code: 'last_administrator',
  })
  const bola = await newAdministrator(server, 'bola')
  const { body } = await halima.call('POST', '/api/admin/role-changes', change)
  expect((await bola.call('POST', `/api/admin/decisions/${String(body['id'])}/confirmation`)).status).toBe(200)
  expect((await team(bola)).body['items']).toMatchObject([{}, { user_id: halima.userId, roles: ['finance'] }, {}])
})
