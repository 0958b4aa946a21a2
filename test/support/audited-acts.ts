/** Checks at each call that a test makes whether an act of staff, or of an applicant on a request, leaves a row in the audit. */
import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { api } from '../../contract/api.ts'
import { rows } from '../../server/platform/db/db.ts'
import type { Answer, TestServer } from './server.ts'

const OWN_LOG = 'a complaint has a log of its own, which is kept no longer than it'
const HOLDS = 'holds a request for minutes; taking over is audited'
const TRIES = 'saves nothing'
const WISH = 'is a wish, of which the newest stays: staff decide, and it moves no money'
const OWN_MAILS = 'changes the mails of its caller alone'

/** Acts that may succeed without a row, and why. */
export const UNAUDITED: Readonly<Record<string, string>> = {
  'POST /api/admin/books/bank/preview': TRIES,
  'POST /api/admin/applications/:id/preview': TRIES,
  'POST /api/admin/organisation/preview': TRIES,
  'POST /api/admin/organisation/pictures': 'shows nothing before a draft names the picture',
  'POST /api/admin/queue/changes': 'tries too; its acts are those of single requests',
  'POST /api/admin/releases': 'answers refusals as a success; its acts are those of single payouts',
  'POST /api/admin/queue/next': HOLDS,
  'POST /api/admin/applications/:id/lease': HOLDS,
  'DELETE /api/admin/applications/:id/lease': HOLDS,
  'POST /api/admin/complaints': OWN_LOG,
  'POST /api/admin/complaints/:id/acknowledgement': OWN_LOG,
  'POST /api/admin/complaints/:id/answer': OWN_LOG,
  'PUT /api/admin/digest': OWN_MAILS,
  'PUT /api/admin/late-requests-mail': OWN_MAILS,
  'POST /api/applications/:id/complaints': OWN_LOG,
  'POST /api/applications/:id/papers': 'stays with what was asked, and its time',
  'POST /api/applications/:id/payee': 'adds an account with its person and time, which stays once it is replaced',
  'POST /api/applications/:id/payee/cash': WISH,
  'POST /api/applications/:id/payee/vendor': WISH,
}

const ID = /(?<=\/)[0-9a-f]{8}-[0-9a-f-]{27}(?=\/|$)/
const checked = new WeakMap<TestServer, Set<string>>()

/**
 * Finds the route of a call. An act that is repeated, or changes nothing, leaves no row: the first of each server is checked.
 * @returns whether it is due to be checked, and the routes that were seen to leave a row
 */
function toCheck(server: TestServer, method: string, path: string, prefix: string) {
  const route = `${method} ${(path.split('?')[0] ?? '').replace(ID, ':id')}`
  const known = checked.get(server) ?? new Set()
  checked.set(server, known)
  const isAct = method !== 'GET' && route in api && route.includes(prefix)
  return { route, known, isDue: isAct && !(route in UNAUDITED) && !known.has(route) }
}

const refuse = (route: string) => new Error(`${route} left no row in the audit: audit it, or say in UNAUDITED why not`)

/** Throws where an act of staff has left no row. */
export async function requireAudit(server: TestServer, method: string, path: string, { status, headers }: Answer) {
  const { route, known, isDue } = toCheck(server, method, path, ' /api/admin/')
  if (!isDue || status >= 300) return
  const request = headers.get('x-request-id')
  const found = await rows(server.core.db, sql`select from audit_events where request_id = ${request}`, z.unknown())
  if (found.length === 0) throw refuse(route)
  known.add(route)
}

/** Makes a call of an applicant. Throws where an act on a request has left no row: such rows do not name the call. */
export async function callAudited(server: TestServer, method: string, path: string, call: () => Promise<Answer>) {
  const { route, known, isDue } = toCheck(server, method, path, ' /api/applications/:id/')
  if (!isDue) return call()
  const before = await countOwnActs(server)
  const answer = await call()
  if (answer.status >= 300) return answer
  if ((await countOwnActs(server)) === before) throw refuse(route)
  known.add(route)
  return answer
}

async function countOwnActs({ core }: TestServer): Promise<number> {
  return (await rows(core.db, sql`select from audit_events where actor_kind = 'applicant'`, z.unknown())).length
}
