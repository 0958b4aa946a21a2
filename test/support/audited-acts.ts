/** Whether acts of staff leave a row in the audit: checked at each call that a test makes. */
import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { api } from '../../contract/api.ts'
import { rows } from '../../server/platform/db/db.ts'
import type { Answer, TestServer } from './server.ts'

const OWN_LOG = 'a complaint has a log of its own, which is kept no longer than it'
const HOLDS = 'holds a request for minutes; taking over is audited'
const TRIES = 'saves nothing'
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
}

const ID = /(?<=\/)[0-9a-f]{8}-[0-9a-f-]{27}(?=\/|$)/
const left = new WeakMap<TestServer, Set<string>>()

/** Throws where an act has left no row. One that is repeated, or changes nothing, leaves none: the first of each server counts. */
export async function requireAudit(server: TestServer, method: string, path: string, { status, headers }: Answer) {
  const route = `${method} ${(path.split('?')[0] ?? '').replace(ID, ':id')}`
  const isAct = method !== 'GET' && status < 300 && route in api && route.includes(' /api/admin/')
  const known = left.get(server) ?? new Set()
  if (!isAct || route in UNAUDITED || known.has(route)) return
  const request = headers.get('x-request-id')
  const found = await rows(server.core.db, sql`select from audit_events where request_id = ${request}`, z.unknown())
  if (found.length === 0) throw new Error(`${route} left no row in the audit: audit it, or say in UNAUDITED why not`)
  left.set(server, known.add(route))
}
