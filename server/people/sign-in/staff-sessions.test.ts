/** Sessions of administrators end after half an hour without use, and after twelve hours. */
import { sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { useAuthServer } from '../../../test/support/auth-server.ts'
import { minutes } from '../../platform/clock.ts'
import { onlyRow } from '../../platform/db/db.ts'

const auth = useAuthServer()

type Device = Awaited<ReturnType<typeof auth.signedUp>>
let device: Device
let refreshToken = ''
beforeEach(async () => {
  device = await auth.signedUp()
  refreshToken = (await device.getSession()).data.session?.refresh_token ?? ''
  await auth.server.core.db.execute(sql`update profiles set role = 'admin'`)
})

/** Calls our API with a valid access token: the client refreshes it when it has expired. */
async function use(): Promise<number> {
  const { data } = await device.getSession()
  const bearer = { authorization: `Bearer ${data.session?.access_token ?? ''}` }
  return (await auth.server.call('GET', '/api/profile', undefined, bearer)).status
}

const refresh = (token: string) =>
  auth.server.call('POST', '/auth/v1/token?grant_type=refresh_token', { refresh_token: token })

const sessionsLeft = async () =>
  (
    await onlyRow(
      auth.server.core.db,
      sql`select count(*)::int as count from sessions`,
      z.object({ count: z.number() }),
    )
  ).count

test('without use for half an hour it ends, for our API, the auth protocol and the refresh', async () => {
  auth.server.clock.advance(minutes(29))
  expect(await use()).toBe(200)
  auth.server.clock.advance(minutes(29))
  expect(await use()).toBe(200)
  auth.server.clock.advance(minutes(30))
  expect(await refresh(refreshToken)).toMatchObject({ status: 400, body: { error_code: 'session_expired' } })
  expect(await use()).toBe(401)
  expect(await sessionsLeft()).toBe(0)
})

test('it ends at the first call after half an hour too', async () => {
  auth.server.clock.advance(minutes(30))
  expect(await use()).toBe(401)
  expect(await sessionsLeft()).toBe(0)
  expect((await refresh(refreshToken)).body).toMatchObject({ error_code: 'refresh_token_not_found' })
})

test('refreshing alone is no use', async () => {
  auth.server.clock.advance(minutes(20))
  const { body } = await refresh(refreshToken)
  auth.server.clock.advance(minutes(10))
  expect((await refresh(String(body['refresh_token']))).body).toMatchObject({ error_code: 'session_expired' })
})

test('after twelve hours it ends, however much it is used', async () => {
  for (let passed = 0; passed < 12 * 60 - 20; passed += 20) {
    auth.server.clock.advance(minutes(20))
    await auth.server.core.db.execute(
      sql`update sessions set used_at = ${auth.server.clock.now().toISOString()}::timestamptz`,
    )
  }
  expect((await refresh(refreshToken)).status).toBe(200)
  auth.server.clock.advance(minutes(20))
  expect((await refresh(refreshToken)).body).toMatchObject({ error_code: 'session_expired' })
})

test('a beneficiary’s session does not end by these rules', async () => {
  await auth.server.core.db.execute(sql`update profiles set role = 'beneficiary'`)
  auth.server.clock.advance(minutes(13 * 60))
  expect((await refresh(refreshToken)).status).toBe(200)
})
