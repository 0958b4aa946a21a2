/** Reading is audited, lists too; lists show contacts only in part; and reading very much is reported. */
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { api } from '../../../contract/api.ts'
import { OPENED_PER_DAY_MAX } from '../../../contract/platform/admin-fields.ts'
import type { Endpoint } from '../../../contract/platform/endpoint.ts'
import { newAdministrator, type Administrator } from '../../../test/support/administering.ts'
import { ADDRESS, newPerson, type Person } from '../../../test/support/asking.ts'
import { uploadBankLines } from '../../../test/support/bank-lines.ts'
import { useServer } from '../../../test/support/own-server.ts'
import { insertReturnedDisbursement } from '../../../test/support/paying-out.ts'
import { newKey, type TestServer } from '../../../test/support/server.ts'
import { hours, minutes } from '../../platform/clock.ts'
import { rows } from '../../platform/db/db.ts'
import { LISTS_OF_PEOPLE, readingAlerts } from './reading-alerts.ts'

const JOBS = /^audit\./

const MESSAGE = {
  first_name: 'Bola',
  last_name: 'Ade',
  email: 'bola@mail.example',
  subject: 'Hello',
  message: 'I need help.\nMy husband must not know of this.',
}

let server: TestServer
let halima: Administrator
let amina: Person
useServer(async (emptied) => {
  server = emptied
  halima = await newAdministrator(server)
  amina = await newPerson(server)
})

const Id = z.looseObject({ id: z.string() })
const Page = z.object({ items: z.array(Id) })
const firstOf = async (list: string) =>
  Page.parse((await halima.call('GET', `/api/admin/${list}`)).body).items[0]?.id ?? ''

/** A row in each list. @returns the id of one, by the address of its list */
async function fill() {
  const granted = Id.parse((await amina.ask()).body).id
  await amina.ask()
  await amina.call('POST', '/api/wallet/top-ups', { amount: 500 }, newKey())
  await server.call('POST', '/api/donations', { amount: 1500, donation_type: 'food' }, newKey())
  await server.call('POST', '/api/contact-messages', MESSAGE, newKey())
  // Her wallet is shown among the frozen ones, with her name.
  await server.core.db.execute(sql`update wallets set frozen_at = now()`)
  const lists = ['applications', 'beneficiaries', 'donations', 'contact-messages']
  const ids = new Map<string, string>()
  for (const list of lists) ids.set(`/api/admin/${list}/:id`, await firstOf(list))
  ids.set('/api/admin/applications/:id/lease', granted)
  ids.set('/api/admin/applications/:id/awards', granted)
  const paidOutBy = [await newPerson(server, 'bello'), await newPerson(server, 'chidi')] as const
  const paid = await insertReturnedDisbursement(server, granted, paidOutBy)
  ids.set('/api/admin/payouts/:id', paid)
  ids.set('/api/admin/payouts/:id/slip', paid)
  const change = { email: amina.email, roles: ['caller'], reason: 'She calls.' }
  const { body } = await halima.call('POST', '/api/admin/role-changes', change)
  ids.set('/api/admin/decisions/:id', String(body['id']))
  await uploadBankLines(halima, ['From the phone of Amina'])
  return ids
}

const audited = (by = halima) =>
  rows(
    server.core.db,
    sql`select action, subject_id, after from audit_events where actor_id = ${by.userId} order by created_at, id`,
    z.object({ action: z.string(), subject_id: z.string(), after: z.unknown() }),
  )

/** They name no one but administrators. */
const WITHOUT_TRACE = [
  'GET /api/admin/overview',
  'GET /api/admin/overview/month',
  'GET /api/admin/books/assignees',
  // References and amounts of what differs, and no person.
  'GET /api/admin/books/match',
  // Days and counts of lines, and the members of staff who uploaded them.
  'GET /api/admin/bank-statements',
  // Sums, and the two members of staff who closed a month.
  'GET /api/admin/books/months',
  'GET /api/admin/books/month',
  // Amounts, and administrators who set them.
  'GET /api/admin/limits',
  'GET /api/admin/funds',
  'GET /api/admin/fund-moves',
  // The organisation's details, and administrators who changed it.
  'GET /api/admin/organisation',
  'GET /api/admin/organisation/versions',
  // Recorded beside each complaint, where whoever it is about cannot see it: complaints.test.ts.
  'GET /api/admin/complaints',
  // How many were drawn and what they said, by quarter.
  // Administrators who hold cash.
  'GET /api/admin/cash',
  'GET /api/admin/donations/summary',
  'GET /api/admin/audit-events',
  'GET /api/admin/audit-events/actors',
  'GET /api/admin/team',
  // The caller's own wish.
  'GET /api/admin/digest',
  'GET /api/admin/late-requests-mail',
  // Names of staff.
  'GET /api/admin/applications/:id/lease',
  'GET /api/admin/invitations',
  'GET /api/admin/decision-counts',
  'GET /api/admin/inbox',
  // Numbers, administrators, names of filters, and words for everyone.
  'GET /api/admin/queue',
  'GET /api/admin/draft-keys',
  'GET /api/admin/queue/people',
  'GET /api/admin/tags',
  'GET /api/admin/reason-templates',
]

const TESTED_ELSEWHERE = new Set([
  // Answers only while a payment waits at our bank: account-numbers.test.ts checks its trace.
  'GET /api/admin/payouts/:id/account',
])

test('whatever administrators can read about people leaves a trace', async () => {
  const ids = await fill()
  const silent: string[] = []
  const declared: [string, Endpoint][] = Object.entries(api)
  const reading = declared.filter(([key, { guard }]) => guard === 'admin' && key.startsWith('GET '))
  for (const [key] of reading.filter(([key]) => !TESTED_ELSEWHERE.has(key))) {
    const path = key.slice('GET '.length)
    const before = (await audited()).length
    const search = path === '/api/admin/search' ? '?search=Nobody' : ''
    const { status } = await halima.call('GET', path.replace(':id', ids.get(path) ?? 'unknown') + search)
    expect([key, status]).toEqual([key, 200])
    if ((await audited()).length === before) silent.push(key)
  }
  expect(silent.toSorted()).toEqual(WITHOUT_TRACE.toSorted())
})

test('a list is recorded with its filters by name and its rows, never with what was searched for', async () => {
  await amina.ask()
  await halima.call('GET', '/api/admin/applications?search=amina&status=pending')
  expect((await audited()).at(-1)).toEqual({
    action: 'list.read',
    subject_id: 'applications',
    after: { filters: 'search, status, view', rows: 1 },
  })
  await halima.call('GET', '/api/admin/applications.csv?search=amina')
  expect((await audited()).at(-1)).toEqual({
    action: 'list.exported',
    subject_id: 'applications',
    after: { filters: 'search, view', rows: 1 },
  })
})

test('lists show contacts in part and of a message its first line; opening one row shows them', async () => {
  const ids = await fill()
  await server.core.db.execute(sql`update donations set is_anonymous = false, customer_email = 'donor@mail.example'`)
  const secrets = [amina.email, '08030000000', ADDRESS, MESSAGE.email, 'My husband', 'donor@mail.example']
  const seenIn = async (path: string) => {
    const text = JSON.stringify((await halima.call('GET', path)).body)
    return secrets.filter((secret) => text.includes(secret))
  }
  for (const list of ['applications', 'beneficiaries', 'donations', 'contact-messages', 'wallet-transactions'])
    expect([list, await seenIn(`/api/admin/${list}`)]).toEqual([list, []])
  const opened = [...ids].map(([path, id]) => path.replace(':id', id))
  const shown = await Promise.all(opened.map(seenIn))
  expect([...new Set(shown.flat())].toSorted()).toEqual(secrets.toSorted())

  // Marking or deciding opens nothing.
  const [application, beneficiary, , message] = opened
  const changes: [string | undefined, object][] = [
    [application, { status: 'under_review' }],
    [beneficiary, { is_approved: true }],
    [message, { state: 'answered' }],
  ]
  for (const [path = '', change] of changes) {
    const { status, body } = await halima.call('PATCH', path, change)
    expect([status, secrets.filter((secret) => JSON.stringify(body).includes(secret))]).toEqual([200, []])
  }
})

/** Events as if this administrator had opened so many documents of so many people. */
const openMany = (by: Administrator, count: number) =>
  server.core.db.execute(sql`
    insert into audit_events (id, actor_kind, actor_id, actor_role, action, subject, subject_id, created_at)
    select gen_random_uuid(), 'administrator', ${by.userId}, 'admin', 'document.opened', 'document', gen_random_uuid(),
           ${server.clock.now().toISOString()}::timestamptz
      from generate_series(1, ${count}::int)`)
/** The administrators and the support team who were written to. The text of a mail is erased once it was sent. */
const alerts = async () =>
  (
    await rows(
      server.core.db,
      sql`select recipient from outgoing_mail where recipient <> ${amina.email} order by created_at, recipient`,
      z.object({ recipient: z.string() }),
    )
  ).map(({ recipient }) => recipient)

test('more than 200 people and documents in a day alert the other administrators, once', async () => {
  const musa = await newAdministrator(server, 'musa')
  const sani = await newAdministrator(server, 'sani')
  // The morning mail would be among those that are counted here.
  for (const each of [halima, musa, sani]) await each.call('PUT', '/api/admin/digest', { wanted: false })
  await amina.ask()
  await openMany(halima, OPENED_PER_DAY_MAX - 1)
  const request = await firstOf('applications')
  // Twice the same person.
  for (const path of [`applications/${request}`, `beneficiaries/${await firstOf('beneficiaries')}`])
    expect((await halima.call('GET', `/api/admin/${path}`)).status).toBe(200)
  await server.runJobs(JOBS)
  expect(await alerts()).toEqual([])

  await halima.call('GET', '/api/admin/beneficiaries.csv')
  await server.pass(minutes(1), JOBS)
  expect(await alerts()).toEqual([musa.email, sani.email])
  await openMany(halima, 300)
  await server.pass(minutes(5), JOBS)
  expect(await alerts()).toHaveLength(2)

  await server.pass(hours(24), JOBS)
  await openMany(halima, OPENED_PER_DAY_MAX + 1)
  await server.pass(minutes(1), JOBS)
  const recorded = sql`select after from audit_events where action = 'account.reading_alerted' order by created_at`
  expect(await rows(server.core.db, recorded, z.unknown())).toEqual([
    { after: { rows: 201 } },
    { after: { rows: OPENED_PER_DAY_MAX + 1 } },
  ])
})

test('every file that names a person in each line counts as so many people opened', async () => {
  // The audit names staff.
  const files = Object.keys(api).filter(
    (key) => key.startsWith('GET /api/admin/') && key.endsWith('.csv') && !key.includes('audit-events'),
  )
  const naming: string[] = []
  for (const key of files) {
    const { body } = await halima.call('GET', key.slice('GET '.length))
    const [head = ''] = String(body['text']).split('\r\n')
    if (/\b(full_name|last_name)\b/.test(head)) naming.push(key.slice('GET /api/admin/'.length, -'.csv'.length))
  }
  expect(naming.toSorted()).toEqual(LISTS_OF_PEOPLE.toSorted())
})

test('processes that look at the same moment send one alert', async () => {
  const musa = await newAdministrator(server, 'musa')
  await openMany(halima, OPENED_PER_DAY_MAX + 1)
  await Promise.all(Array.from({ length: 4 }, () => readingAlerts.run(server.core, new AbortController().signal)))
  expect(await alerts()).toEqual([musa.email])
  const recorded = sql`select subject_id from audit_events where action = 'account.reading_alerted'`
  expect(await rows(server.core.db, recorded, z.unknown())).toEqual([{ subject_id: halima.userId }])
})

test('the support address is told about the only administrator', async () => {
  await openMany(halima, OPENED_PER_DAY_MAX + 1)
  await server.pass(minutes(1), JOBS)
  expect(await alerts()).toEqual([server.core.env.support.email])
})
