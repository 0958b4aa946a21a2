/** Permissions of the staff: every endpoint for staff, with each role. Administrators may call all of them. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { api } from '../contract/api.ts'
import type { Endpoint } from '../contract/platform/endpoint.ts'
import { STAFF_ROLES, type StaffRole } from '../contract/platform/staff-roles.ts'
import { newAdministrator, type Administrator } from '../test/support/administering.ts'
import { UNAUDITED } from '../test/support/audited-acts.ts'
import { newKey, testServer, type TestServer } from '../test/support/server.ts'

/** Written out, so that a change of who may do what is seen twice. */
const OPEN_TO: Readonly<Record<string, string>> = {
  'GET /api/admin/beneficiaries': 'reviewer finance auditor',
  'GET /api/admin/beneficiaries/:id': 'reviewer finance auditor',
  'PATCH /api/admin/beneficiaries/:id': 'reviewer',
  'POST /api/admin/beneficiaries/:id/links': 'reviewer',
  'POST /api/admin/contact-replies/:id/undoing': 'reviewer',
  'POST /api/admin/beneficiaries/:id/number-report': 'reviewer',
  'POST /api/admin/beneficiaries/:id/number-trust': 'reviewer',
  'POST /api/admin/beneficiaries/:id/claim-code': 'reviewer',
  'POST /api/admin/claims/:id/undoing': '',
  'GET /api/admin/applications': 'reviewer finance auditor',
  'POST /api/admin/applications': 'reviewer',
  'GET /api/admin/applications/:id': 'reviewer finance auditor',
  'PATCH /api/admin/applications/:id': 'reviewer',
  'POST /api/admin/applications/:id/notes': 'reviewer',
  'POST /api/admin/applications/:id/appeal': 'reviewer',
  'GET /api/admin/complaints': '',
  'POST /api/admin/complaints': 'reviewer',
  'POST /api/admin/complaints/:id/acknowledgement': '',
  'POST /api/admin/complaints/:id/answer': '',
  'POST /api/admin/complaints/:id/hold': '',
  'POST /api/admin/complaints/:id/hold/end': '',
  'POST /api/admin/complaints/:id/hold/renewal': '',
  'POST /api/admin/applications/:id/paper-requests': 'reviewer',
  'GET /api/admin/queue': 'reviewer finance auditor',
  'GET /api/admin/queue/people': 'reviewer finance auditor',
  'POST /api/admin/queue/next': 'reviewer',
  'GET /api/admin/applications/:id/lease': 'reviewer finance auditor',
  'POST /api/admin/applications/:id/lease': 'reviewer',
  'DELETE /api/admin/applications/:id/lease': 'reviewer',
  'POST /api/admin/applications/:id/undo': 'reviewer',
  'POST /api/admin/applications/:id/assignment': 'reviewer',
  'POST /api/admin/applications/:id/wait': 'reviewer',
  'POST /api/admin/applications/:id/read': 'reviewer',
  'GET /api/admin/reason-templates': 'reviewer finance auditor',
  'PUT /api/admin/reason-templates': '',
  'POST /api/admin/applications/:id/preview': 'reviewer',
  'POST /api/admin/queue/changes': 'reviewer',
  'GET /api/admin/calls': 'finance caller',
  'POST /api/admin/applications/:id/owed-call': 'finance caller',
  'POST /api/admin/payouts/:id/call-attempts': 'finance caller',
  'GET /api/admin/search': 'reviewer finance caller auditor',
  'GET /api/admin/applications/:id/awards': 'reviewer finance auditor',
  'POST /api/admin/applications/:id/awards': 'reviewer finance',
  'POST /api/admin/awards/:id/grant': 'finance',
  'POST /api/admin/awards/:id/cancel': 'reviewer finance',
  'POST /api/admin/awards/:id/payouts': 'reviewer finance',
  'GET /api/admin/payouts': 'finance auditor',
  'GET /api/admin/payouts.csv': 'finance auditor',
  'GET /api/admin/payouts/:id': 'finance auditor',
  'POST /api/admin/payouts/:id/release': 'finance',
  'POST /api/admin/releases': 'finance',
  'POST /api/admin/payouts/:id/countersign': 'finance',
  'POST /api/admin/payouts/:id/cancel': 'reviewer finance',
  'GET /api/admin/payouts/:id/slip': 'finance',
  'GET /api/admin/payouts/:id/account': 'finance',
  'POST /api/admin/payouts/:id/handed-over': 'finance',
  'POST /api/admin/payouts/:id/returned': 'finance',
  'POST /api/admin/payouts/:id/lost': 'reviewer finance',
  'POST /api/admin/payouts/:id/confirmation': 'finance caller',
  'GET /api/admin/cash': 'finance auditor',
  'POST /api/admin/cash': 'finance',
  'POST /api/admin/cash/counts': 'finance',
  'POST /api/admin/payouts/:id/retry': 'finance',
  'POST /api/admin/payouts/:id/recheck': 'finance',
  'POST /api/admin/payouts/:id/code': 'finance',
  'POST /api/admin/payouts/:id/new-code': 'finance',
  'GET /api/admin/decisions': 'reviewer finance auditor',
  'GET /api/admin/decision-counts': 'reviewer finance auditor',
  'GET /api/admin/decisions/:id': 'reviewer finance auditor',
  'POST /api/admin/decisions/:id/confirmation': 'finance',
  'POST /api/admin/decisions/:id/withdrawal': 'reviewer finance',
  'GET /api/admin/recipient-words': '',
  'POST /api/admin/recipient-words/:id/reading': '',
  'POST /api/admin/recipient-words/:id/story': '',
  'GET /api/admin/organisation': '',
  'PUT /api/admin/organisation/draft': '',
  'POST /api/admin/organisation/draft/discard': '',
  'POST /api/admin/organisation/pictures': '',
  'POST /api/admin/organisation/preview': '',
  'POST /api/admin/organisation/publish': '',
  'GET /api/admin/organisation/versions': '',
  'POST /api/admin/organisation/stories': '',
  'POST /api/admin/organisation/stories/:id/taking-back': '',
  'GET /api/admin/limits': 'finance auditor',
  'POST /api/admin/limits': 'finance',
  'GET /api/admin/funds': 'finance auditor',
  'GET /api/admin/fund-moves': 'finance auditor',
  'POST /api/admin/funds': 'finance',
  'POST /api/admin/fund-moves': 'finance',
  'GET /api/admin/payees': 'reviewer finance auditor',
  'POST /api/admin/payees': 'reviewer finance',
  'POST /api/admin/payees/:id/check': 'reviewer finance',
  'GET /api/admin/audit-events': 'auditor',
  'GET /api/admin/audit-events/actors': 'auditor',
  'POST /api/admin/role-changes': '',
  'GET /api/admin/invitations': 'auditor',
  'POST /api/admin/invitations': '',
  'POST /api/admin/invitations/:id/withdrawal': '',
  'GET /api/admin/team': 'auditor',
  'POST /api/admin/team/:id/hand-over': '',
  'GET /api/admin/digest': 'reviewer',
  'PUT /api/admin/digest': 'reviewer',
  'GET /api/admin/late-requests-mail': '',
  'PUT /api/admin/late-requests-mail': '',
  'GET /api/admin/draft-keys': 'reviewer finance auditor',
  'POST /api/admin/applications/:id/calls': 'reviewer',
  'GET /api/admin/tags': 'reviewer finance auditor',
  'POST /api/admin/applications/:id/tags': 'reviewer',
  'GET /api/admin/overview': 'reviewer finance auditor',
  'GET /api/admin/overview/month': 'reviewer finance auditor',
  'GET /api/admin/donations': 'finance auditor',
  'GET /api/admin/donations/summary': 'finance auditor',
  'GET /api/admin/donations/:id': 'finance auditor',
  'GET /api/admin/wallet-transactions': 'finance auditor',
  'GET /api/admin/inbox': 'reviewer finance caller auditor',
  'GET /api/admin/contact-messages': 'reviewer finance auditor',
  'GET /api/admin/contact-messages/:id': 'reviewer finance auditor',
  'PATCH /api/admin/contact-messages/:id': 'reviewer',
  'PUT /api/admin/contact-messages/:id/owner': 'reviewer',
  'POST /api/admin/contact-messages/:id/replies': 'reviewer',
  'PUT /api/admin/contact-messages/:id/case': 'reviewer',
  'POST /api/admin/applications/:id/messages': 'reviewer',
  'GET /api/admin/books': 'finance auditor',
  'POST /api/admin/books/decisions': 'finance',
  'POST /api/admin/books/wallet-decisions': 'finance',
  'GET /api/admin/books/match': 'finance auditor',
  'GET /api/admin/books/months': 'finance auditor',
  'GET /api/admin/books/month': 'finance auditor',
  'POST /api/admin/books/month-closings': 'finance',
  'GET /api/admin/month-statement.csv': 'finance auditor',
  'GET /api/admin/month-statement.pdf': 'finance auditor',
  'GET /api/admin/trial-balance.csv': 'finance auditor',
  'GET /api/admin/journal.csv': 'finance auditor',
  'GET /api/admin/journal.ledger': 'finance auditor',
  'POST /api/admin/books/matches': 'finance',
  'GET /api/admin/books/assignees': 'finance auditor',
  'PATCH /api/admin/books/differences/:id': 'finance',
  'POST /api/admin/books/differences/:id/closing': 'finance',
  'GET /api/admin/books/bank': 'finance auditor',
  'POST /api/admin/books/bank/preview': 'finance',
  'POST /api/admin/books/bank/statements': 'finance',
  'POST /api/admin/books/bank/statements/:id/removal': 'finance',
  'GET /api/admin/bank-statements': 'finance auditor',
  'GET /api/admin/bank-lines': 'finance auditor',
  'POST /api/admin/books/bank/lines/:id/match': 'finance',
  'DELETE /api/admin/books/bank/lines/:id/match': 'finance',
  'GET /api/admin/donations.csv': 'finance auditor',
  'GET /api/admin/wallet-transactions.csv': 'finance auditor',
  'GET /api/admin/bank-lines.csv': 'finance auditor',
  'GET /api/admin/contact-messages.csv': 'reviewer finance auditor',
  'GET /api/admin/beneficiaries.csv': 'reviewer finance auditor',
  'GET /api/admin/applications.csv': 'reviewer finance auditor',
  'GET /api/admin/audit-events.csv': 'auditor',
}

let server: TestServer
const staff = new Map<StaffRole, Administrator>()
beforeAll(async () => {
  server = await testServer()
  for (const role of STAFF_ROLES) staff.set(role, await newAdministrator(server, role, [role]))
})
afterAll(() => server.close())

const endpoints: [key: string, endpoint: Endpoint][] = Object.entries(api)
const addressOf = (path: string) => path.replace(':id', '0d9f4c0e-3b1a-4c5e-8d2f-6a7b8c9d0e1f')

test('every endpoint of the staff is in the matrix, and no other', () => {
  const guarded = endpoints.filter(([, { guard }]) => guard === 'admin').map(([key]) => key)
  expect(Object.keys(OPEN_TO).toSorted()).toEqual(guarded.toSorted())
  const unguarded = endpoints.filter(([key, { guard }]) => key.includes(' /api/admin/') && guard !== 'admin')
  expect(unguarded).toEqual([])
})

test('each act without a row in the audit is one of the staff, or of an applicant on a request', () => {
  const acts = endpoints.filter(([key, { guard }]) => guard === 'admin' || key.includes(' /api/applications/:id/'))
  expect(Object.keys(UNAUDITED).filter((key) => !acts.some(([known]) => known === key))).toEqual([])
})

test.each(Object.entries(OPEN_TO))('%s is open to administrators and to: %s', async (key, roles) => {
  const [method = '', path = ''] = key.split(' ')
  const { body } = endpoints.find(([known]) => known === key)?.[1] ?? {}
  const open: StaffRole[] = []
  for (const [role, person] of staff) {
    const answer = await person.call(method, addressOf(path), body ? {} : undefined, newKey())
    expect(answer.status).toBeLessThan(500)
    if (answer.body['code'] !== 'role_needed') open.push(role)
  }
  expect(open.join(' ')).toBe(`administrator ${roles}`.trim())
})

test('a person with several roles has the duties of all of them', async () => {
  const both = await newAdministrator(server, 'both', ['caller', 'auditor'])
  expect((await both.call('GET', '/api/admin/calls')).status).toBe(200)
  expect((await both.call('GET', '/api/admin/audit-events')).status).toBe(200)
  expect((await both.call('POST', '/api/admin/queue/next', { except: [] })).body).toMatchObject({ code: 'role_needed' })
})

test('what the session says of the roles is what the server knows', async () => {
  const finance = staff.get('finance')
  const { body } = await server.call('GET', '/auth/v1/user', undefined, { authorization: finance?.authorization ?? '' })
  expect(body['app_metadata']).toMatchObject({ role: 'admin', staff_roles: ['finance'] })
})
