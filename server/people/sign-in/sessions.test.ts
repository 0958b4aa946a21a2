import { createSecretKey } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { memoryStorage } from '../../../test/support/auth-client.ts'
import { ADA, BELLO, useAuthServer } from '../../../test/support/auth-server.ts'
import { enrolApp } from '../../../test/support/second-step.ts'
import { hours, seconds } from '../../platform/clock.ts'
import { onlyRow } from '../../platform/db/db.ts'
import { refreshToken } from './refresh-tokens.ts'

const JOBS = /^auth\./

const auth = useAuthServer()

async function countSessions(): Promise<number> {
  const { count } = await onlyRow(
    auth.server.core.db,
    sql`select count(*)::int as count from sessions`,
    z.object({ count: z.number() }),
  )
  return count
}

/** Refreshes like the client, without its cache. */
async function refresh(token: string) {
  const { status, body } = await auth.server.call('POST', '/auth/v1/token?grant_type=refresh_token', {
    refresh_token: token,
  })
  return { status, code: body['error_code'], token: String(body['refresh_token']), body }
}

async function firstToken(): Promise<string> {
  const { data } = await (await auth.signedUp()).getSession()
  return data.session?.refresh_token ?? ''
}

describe('refreshing', () => {
  test('each token works once and returns the next', async () => {
    const first = await firstToken()
    const second = await refresh(first)
    auth.server.clock.advance(hours(1))
    const third = await refresh(second.token)
    expect([second.status, third.status]).toEqual([200, 200])
    expect(new Set([first, second.token, third.token]).size).toBe(3)
    expect(z.object({ user: z.object({ email: z.string() }) }).parse(third.body).user.email).toBe(ADA.email)
  })

  test('two tabs that refresh at once get the same new token', async () => {
    const first = await firstToken()
    const [one, two] = await Promise.all([refresh(first), refresh(first)])
    expect([one.status, two.status]).toEqual([200, 200])
    expect(one.token).toBe(two.token)
    expect((await refresh(one.token)).status).toBe(200)
  })

  test('a lost answer is repeated for a minute, once', async () => {
    const first = await firstToken()
    const { token } = await refresh(first)
    auth.server.clock.advance(seconds(59))
    expect(await refresh(first)).toMatchObject({ status: 200, token })
    expect(await refresh(first)).toMatchObject({ status: 400, code: 'refresh_token_already_used' })
    expect(await countSessions()).toBe(0)
  })

  test('a stolen token that is used in turn with its owner’s is noticed: it ends the session', async () => {
    const stolen = await firstToken()
    const { token } = await refresh(stolen)
    auth.server.clock.advance(seconds(60))
    expect(await refresh(stolen)).toMatchObject({ status: 400, code: 'refresh_token_already_used' })
    expect(await refresh(token)).toMatchObject({ code: 'refresh_token_not_found' })
    expect(await countSessions()).toBe(0)
  })

  test('an older token within ten seconds counts as a slow tab', async () => {
    const first = await firstToken()
    const third = await refresh((await refresh(first)).token)
    auth.server.clock.advance(seconds(9))
    expect(await refresh(first)).toMatchObject({ status: 200, token: third.token })
  })

  test('an older token after ten seconds ends the session for everyone', async () => {
    const first = await firstToken()
    const third = await refresh((await refresh(first)).token)
    auth.server.clock.advance(seconds(10))
    expect(await refresh(first)).toMatchObject({ status: 400, code: 'refresh_token_already_used' })
    expect(await refresh(third.token)).toMatchObject({ status: 400, code: 'refresh_token_not_found' })
    expect(await countSessions()).toBe(0)
  })

  test('only the stolen session ends', async () => {
    const stolen = await firstToken()
    const laptop = auth.device()
    await laptop.signInWithPassword(ADA)
    await refresh((await refresh(stolen)).token)
    auth.server.clock.advance(seconds(10))
    await refresh(stolen)
    expect((await laptop.refreshSession()).error).toBeNull()
  })

  test('a session ends after 90 days without a refresh', async () => {
    const first = await firstToken()
    auth.server.clock.advance(hours(91 * 24))
    expect(await refresh(first)).toMatchObject({ status: 400, code: 'session_expired' })
    expect(await countSessions()).toBe(0)
  })

  test('a ban refuses it with its reason', async () => {
    const first = await firstToken()
    await auth.server.core.db.execute(sql`update users set banned_until = '2099-01-01'`)
    expect(await refresh(first)).toMatchObject({ status: 400, code: 'user_banned' })
    await auth.server.core.db.execute(sql`update users set banned_until = null`)
    expect((await refresh(first)).status).toBe(200)
  })

  test.each([
    ['nothing', ''],
    ['garbage', 'v1.garbage-token'],
    ['a foreign key', refreshToken(createSecretKey(Buffer.alloc(32)), { sessionId: crypto.randomUUID(), counter: 1 })],
  ])('%s is not a token', async (_name, token) => {
    expect(await refresh(token)).toMatchObject({ status: 400, code: 'validation_failed' })
  })

  test('a signed token for an unknown session or a future counter is refused', async () => {
    const key = auth.server.core.keys.refreshTokens
    const unknown = refreshToken(key, { sessionId: crypto.randomUUID(), counter: 1 })
    expect(await refresh(unknown)).toMatchObject({ status: 400, code: 'refresh_token_not_found' })
    const first = await firstToken()
    const { id } = await onlyRow(auth.server.core.db, sql`select id::text from sessions`, z.object({ id: z.string() }))
    expect(await refresh(refreshToken(key, { sessionId: id, counter: 7 }))).toMatchObject({
      status: 400,
      code: 'validation_failed',
      body: { msg: 'Invalid Refresh Token: Not Issued By This Server' },
    })
    expect((await refresh(first)).status).toBe(200)
  })

  test('the published client keeps a session for hours, and drops it when refused', async () => {
    const storage = memoryStorage()
    const phone = auth.device({ storage })
    await phone.signUp(ADA)
    const events: string[] = []
    phone.onAuthStateChange((event) => void events.push(event))
    const before = Date.now()
    vi.useFakeTimers({ toFake: ['Date'], now: before + hours(1) })
    auth.server.clock.advance(hours(1))
    expect((await phone.getSession()).data.session).not.toBeNull()
    await auth.server.core.db.execute(sql`delete from sessions`)
    vi.setSystemTime(before + hours(3))
    auth.server.clock.advance(hours(2))
    expect((await phone.getSession()).data.session).toBeNull()
    vi.useRealTimers()
    expect(events).toEqual(expect.arrayContaining(['TOKEN_REFRESHED', 'SIGNED_OUT']))
    expect([...storage.items.keys()]).toEqual([])
  })
})

test('the hourly cleanup deletes what has ended, and nothing that can still be used', async () => {
  const { core, clock } = auth.server
  const device = await auth.signedUp()
  const { factorId } = await enrolApp(auth, device)
  await device.mfa.challenge({ factorId })
  const recover = async (email: string) => {
    await auth.device({ flowType: 'pkce' }).resetPasswordForEmail(email)
    await auth.server.idle()
  }
  await recover(ADA.email)
  const left = () =>
    onlyRow(
      core.db,
      sql`select (select count(*)::int from sessions) as sessions, (select count(*)::int from flow_states) as flows,
                 (select count(*)::int from challenges) as challenges, (select count(*)::int from one_time_tokens) as tokens`,
      z.record(z.string(), z.number()),
    )
  const all = { sessions: 1, flows: 1, challenges: 1, tokens: 1 }
  clock.advance(hours(24) - seconds(1))
  await auth.server.runJobs(JOBS)
  expect(await left()).toEqual(all)
  // A flow stays while its mail can still be opened.
  await core.db.execute(sql`update one_time_tokens set expires_at = expires_at + interval '25 hours'`)
  clock.advance(hours(1))
  await auth.server.runJobs(JOBS)
  expect(await left()).toEqual({ ...all, challenges: 0 })
  clock.advance(hours(48))
  await auth.server.runJobs(JOBS)
  expect(await left()).toEqual({ sessions: 1, flows: 0, challenges: 0, tokens: 0 })
  clock.advance(hours(90 * 24))
  await auth.server.runJobs(JOBS)
  expect(await left()).toMatchObject({ sessions: 0 })
})

describe('signing out', () => {
  test.each([
    ['global', false, false],
    ['others', true, false],
    ['local', false, true],
  ] as const)('scope %s ends the right sessions', async (scope, ownLives, otherLives) => {
    const phone = await auth.signedUp()
    const laptop = auth.device()
    await laptop.signInWithPassword(ADA)
    const stranger = await auth.signedUp(BELLO)
    // The local scope forgets the session first, so keep its token.
    const bearer = await bearerOf(phone)
    expect((await phone.signOut({ scope })).error).toBeNull()
    expect((await auth.server.call('GET', '/auth/v1/user', undefined, bearer)).status).toBe(ownLives ? 200 : 403)
    expect((await laptop.getUser()).error === null).toBe(otherLives)
    expect((await stranger.getUser()).error).toBeNull()
  })

  test('an unknown scope ends nothing', async () => {
    const bearer = await bearerOf(await auth.signedUp())
    const answer = await auth.server.call('POST', '/auth/v1/logout?scope=all', undefined, bearer)
    expect(answer).toMatchObject({
      status: 400,
      body: { error_code: 'validation_failed', msg: 'Unsupported logout scope "all"' },
    })
    expect(await countSessions()).toBe(1)
  })

  test('afterwards neither token works', async () => {
    const phone = await auth.signedUp()
    const { data } = await phone.getSession()
    const bearer = await bearerOf(phone)
    await phone.signOut()
    expect(await auth.server.call('GET', '/api/profile', undefined, bearer)).toMatchObject({ status: 401 })
    expect(await refresh(data.session?.refresh_token ?? '')).toMatchObject({ code: 'refresh_token_not_found' })
  })
})

async function bearerOf(device: ReturnType<typeof auth.device>): Promise<Record<string, string>> {
  const { data } = await device.getSession()
  return { authorization: `Bearer ${data.session?.access_token ?? ''}` }
}
