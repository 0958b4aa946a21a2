/** A session that has not passed the account's second step can complete it or sign out, and nothing else. */
import { sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { api } from '../contract/api.ts'
import { authCalls } from '../contract/people/auth.ts'
import { resumableCalls, storageCalls } from '../contract/aid/documents.ts'
import { ADA, useAuthServer } from '../test/support/auth-server.ts'
import { tokensOf, verifiedApp } from '../test/support/second-step.ts'
import { newKey } from '../test/support/server.ts'
import { onlyRow } from './platform/db/db.ts'

const auth = useAuthServer()

let bearer: Record<string, string>
let factorId: string
beforeEach(async () => {
  factorId = (await verifiedApp(auth, await auth.signedUp())).factorId
  const laptop = auth.device()
  await laptop.signInWithPassword(ADA)
  bearer = { authorization: `Bearer ${(await tokensOf(laptop)).access}` }
})

const concrete = (path: string) =>
  path
    .replaceAll(/:\w*id\b/g, factorId)
    .replaceAll(':bucket', 'documents')
    .replaceAll('*', 'x/1_x.pdf')

async function callWith(method: string, path: string, body?: unknown) {
  const { status, body: answer } = await auth.server.call(method, concrete(path), body, { ...bearer, ...newKey() })
  return { status, code: answer['error_code'] ?? answer['error'] ?? answer['code'] }
}

const split = (key: string) => {
  const [method = '', path = ''] = key.split(' ')
  return { method, path }
}

async function countRows() {
  return onlyRow(
    auth.server.core.db,
    sql`select (select count(*)::int from sessions) as sessions, (select count(*)::int from factors) as factors,
               (select count(*)::int from identities) as identities, (select md5(string_agg(users::text, '')) from users) as users`,
    z.object({ sessions: z.number(), factors: z.number(), identities: z.number(), users: z.string() }),
  )
}

test('every endpoint of our API that needs a user refuses it', async () => {
  const open: string[] = []
  for (const [key, { guard }] of Object.entries(api)) {
    if (!['session', 'signed_in', 'admin'].includes(guard)) continue
    const { method, path } = split(key)
    const answer = await callWith(method, path, method === 'GET' ? undefined : {})
    if (
      answer.status !== 403 ||
      !(answer.code === 'mfa_required' || (guard === 'admin' && answer.code === 'forbidden'))
    )
      open.push(key)
  }
  // It completes the second step.
  expect(open).toEqual(['POST /api/account/second-step-recovery'])
})

test('every call of the storage that needs a user refuses it', async () => {
  const keys = Object.entries(storageCalls).flatMap(([key, { guard }]) => (guard === 'user' ? [key] : []))
  const open: string[] = []
  // A tus client never sends GET: that route answers HEAD.
  for (const key of [...keys, ...resumableCalls.map((call) => call.replace('GET', 'HEAD'))]) {
    const { method, path } = split(key)
    const init = { method, headers: bearer, ...(method !== 'HEAD' && { body: '{}' }) }
    const { status } = await auth.server.app.request(`/storage/v1${concrete(path)}`, init)
    if (status !== 403) open.push(`${key} answers ${status}`)
  }
  expect(open).toEqual([])
})

test('of the auth protocol only what completes or leaves the second step answers it', async () => {
  const before = await countRows()
  const open: string[] = []
  for (const [key, { guard }] of Object.entries(authCalls)) {
    if (guard !== 'user') continue
    const { method, path } = split(key)
    const { status } = await callWith(method, `/auth/v1${path}`, method === 'GET' ? undefined : SENT[key])
    if (status < 400) open.push(key)
  }
  expect(open.toSorted()).toEqual(['GET /user', 'POST /factors/:factor_id/challenge'])
  expect(await countRows()).toEqual(before)
  for (const scope of ['global', 'others'])
    expect(await callWith('POST', `/auth/v1/logout?scope=${scope}`)).toEqual({ status: 403, code: 'mfa_required' })
  expect(await countRows()).toEqual(before)
  expect((await callWith('POST', '/auth/v1/logout?scope=local')).status).toBe(204)
  expect(await countRows()).toEqual({ ...before, sessions: before.sessions - 1 })
})

/** Bodies that would succeed at aal2. */
const SENT: Readonly<Record<string, object>> = {
  'PUT /user': { data: { town: 'Kano' } },
  'POST /factors': { factor_type: 'totp', friendly_name: 'Another' },
  'POST /factors/:factor_id/challenge': {},
  'POST /factors/:factor_id/verify': { challenge_id: crypto.randomUUID(), code: '123456' },
}
