/** Promises of the audit: it stays as it was written, holds only what it may, and is read by filters. */
import { sql, type SQL } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { z } from 'zod'
import type { AuditAction, AuditSubject } from '../../../contract/platform/admin-fields.ts'
import { newPerson } from '../../../test/support/asking.ts'
import { newAdministrator, type Administrator } from '../../../test/support/administering.ts'
import { useServer } from '../../../test/support/own-server.ts'
import type { TestServer } from '../../../test/support/server.ts'
import { minutes } from '../../platform/clock.ts'
import { codeOf } from '../../platform/db/errors.ts'
import { onlyRow } from '../../platform/db/db.ts'
import { recordAudit } from './audit.ts'

let server: TestServer
let halima: Administrator
useServer(async (emptied) => {
  server = emptied
  halima = await newAdministrator(server)
})

const ID = '0d9f4c0e-3b1a-4c5e-8d2f-6a7b8c9d0e1f'

function record(action: AuditAction, subject: AuditSubject, subjectId = ID, more: object = {}) {
  server.clock.advance(minutes(1))
  const by = { userId: halima.userId, role: 'admin' as const, requestId: 'req' }
  return server.core.db.transaction((tx) =>
    recordAudit(tx, { by, action, subject, subjectId, ...more }, server.clock.now()),
  )
}

const Page = z.object({
  items: z.array(z.looseObject({ action: z.string() })),
  next_cursor: z.string().nullable(),
  total: z.union([z.number(), z.string()]),
})

async function read(query = '') {
  const { status, body } = await halima.call('GET', `/api/admin/audit-events${query}`)
  expect(status).toBe(200)
  return Page.parse(body)
}
const actionsOf = async (query: string) => (await read(query)).items.map(({ action }) => action)

test('records who did what and when, with the fields before and after, and stores no names', async () => {
  await record('beneficiary.approved', 'beneficiary', ID, {
    before: { is_approved: false },
    after: { is_approved: true },
  })
  const { items } = await read('?limit=1')
  expect(items).toEqual([
    {
      id: expect.any(String),
      actor_kind: 'administrator',
      actor_profile: null,
      actor: { user_id: halima.userId, full_name: 'Halima Musa', email: halima.email, role: 'admin' },
      action: 'beneficiary.approved',
      subject: 'beneficiary',
      subject_id: ID,
      case_number: null,
      amount: null,
      names: {},
      before: { is_approved: false },
      after: { is_approved: true },
      request_id: 'req',
      created_at: server.clock.now().toISOString(),
    },
  ])
  const { row } = await onlyRow(
    server.core.db,
    sql`select string_agg(to_jsonb(audit_events)::text, '') as row from audit_events`,
    z.object({ row: z.string() }),
  )
  expect(row).not.toContain('Halima')
  expect(row).not.toContain(halima.email)
})

test('refuses a field that is not allowed, and then nothing of the action happens', async () => {
  const decided = server.core.db.transaction(async (tx) => {
    await tx.execute(sql`update profiles set is_approved = true`)
    const by = { userId: halima.userId, role: 'admin' as const, requestId: 'req' }
    const after = { is_approved: true, full_name: 'Amina Yusuf' }
    await recordAudit(
      tx,
      { by, action: 'beneficiary.approved', subject: 'beneficiary', subjectId: ID, after },
      server.clock.now(),
    )
  })
  await expect(decided).rejects.toThrow('full_name')
  const counted = sql`select (select count(*) from profiles where is_approved)::int as approved,
                             (select count(*) from audit_events where action = 'beneficiary.approved')::int as told`
  expect(await onlyRow(server.core.db, counted, z.unknown())).toEqual({ approved: 0, told: 0 })
})

test('is filtered by actor, action, subject and time, newest first', async () => {
  await record('beneficiary.approved', 'beneficiary', 'a')
  await record('application.read', 'application', 'b')
  const between = server.clock.now().toISOString()
  await record('application.status_changed', 'application', 'b')
  const decisions = ['application.status_changed', 'application.read', 'beneficiary.approved']
  expect(await actionsOf(`?actor=${halima.userId}`)).toEqual(decisions)
  expect(await actionsOf(`?actor=${ID}`)).toEqual([])
  expect(await actionsOf('?actor=operator')).toEqual(['role.changed'])
  expect(await actionsOf('?action=application.read')).toEqual(['application.read'])
  expect(await actionsOf(`?actor=${halima.userId}&kind=changes`)).toEqual([
    'application.status_changed',
    'beneficiary.approved',
  ])
  expect(await actionsOf('?kind=looks')).toEqual(['application.read'])
  expect(await actionsOf('?kind=changes&action=application.read')).toEqual([])
  expect(await actionsOf('?subject=beneficiary')).toEqual(['beneficiary.approved'])
  expect(await actionsOf('?subject_id=b')).toEqual(decisions.slice(0, 2))
  expect(await actionsOf(`?actor=${halima.userId}&from=${between}`)).toEqual(decisions.slice(0, 2))
  expect(await actionsOf(`?actor=${halima.userId}&to=${between}`)).toEqual(['beneficiary.approved'])
  const { status, body } = await halima.call('GET', '/api/admin/audit-events?action=application.burnt')
  expect([status, body['code']]).toEqual([400, 'invalid_input'])
})

test('names the case, and the staff behind ids, and finds everything about a case or a person', async () => {
  const amina = await newPerson(server)
  const id = z.uuid().parse((await amina.ask()).body['id'])
  const { body: opened } = await halima.call('GET', `/api/admin/applications/${id}`)
  const caseNumber = String(opened['case_number'])
  const body = { to: halima.userId, expected_version: 1 }
  expect((await halima.call('POST', `/api/admin/applications/${id}/assignment`, body)).status).toBe(200)
  const Named = z.object({
    items: z.array(
      z.object({ action: z.string(), case_number: z.string().nullable(), names: z.record(z.string(), z.string()) }),
    ),
  })
  const found = async (query: string) =>
    Named.parse((await halima.call('GET', `/api/admin/audit-events?${query}`)).body).items
  const events = [
    { action: 'application.assigned', case_number: caseNumber, names: { [halima.userId]: 'Halima Musa' } },
    { action: 'application.read', case_number: caseNumber, names: {} },
  ]
  expect(await found(`case=${encodeURIComponent(caseNumber.toLowerCase())}`)).toEqual(events)
  expect(await found('case=T-99999-9')).toEqual([])
  expect(await found(`person=${amina.userId}`)).toEqual(events.slice(1))
  // The list of the audit leaves no trace, so it names no one but staff.
  expect(JSON.stringify(await found(''))).not.toContain('Amina')
})

test('lists all actors once, by name', async () => {
  const acting = z.object({
    items: z.array(z.object({ user_id: z.string(), full_name: z.string(), email: z.string() })),
  })
  const actors = async () => {
    const { status, body } = await halima.call('GET', '/api/admin/audit-events/actors')
    expect(status).toBe(200)
    return acting.parse(body).items
  }
  expect(await actors()).toEqual([])
  const bello = await newAdministrator(server, 'bello')
  for (const userId of [halima.userId, bello.userId, halima.userId])
    await record('application.read', 'application', ID, { by: { userId, role: 'admin', requestId: 'req' } })
  await server.core.db.execute(sql`update profiles set role = 'beneficiary' where user_id = ${bello.userId}::uuid`)
  expect(await actors()).toEqual([
    { user_id: bello.userId, full_name: 'Bello Musa', email: bello.email },
    { user_id: halima.userId, full_name: 'Halima Musa', email: halima.email },
  ])
})

test('is paged by cursor; the total is exact to ten thousand, and says 10000+ beyond', async () => {
  await server.core.db.execute(sql`
    insert into audit_events (id, actor_kind, action, subject, subject_id, created_at)
    select gen_random_uuid(), 'operator', 'account.reset', 'account', n::text, now() - n * interval '1 second'
      from generate_series(1, 9999) as n`)
  const first = await read('?limit=200')
  expect([first.items.length, first.total]).toEqual([200, 10_000])
  const second = await read(`?limit=200&cursor=${first.next_cursor}`)
  const ids = [...first.items, ...second.items].map(({ id }) => id)
  expect(new Set(ids).size).toBe(400)
  await record('beneficiary.read', 'beneficiary')
  expect((await read('?limit=1')).total).toBe('10000+')
})

const refused: [name: string, query: SQL][] = [
  ['changed', sql`update audit_events set action = 'application.read'`],
  ['removed', sql`delete from audit_events`],
  ['emptied', sql`truncate audit_events cascade`],
]
test.each(refused)('is not %s, whoever asks the database', async (_name, query) => {
  await record('beneficiary.approved', 'beneficiary')
  const error: unknown = await server.core.db.execute(query).then(
    () => undefined,
    (fault: unknown) => fault,
  )
  expect(codeOf(error)).toBe('TK001')
  expect(await actionsOf('')).toEqual(['beneficiary.approved', 'role.changed'])
})
