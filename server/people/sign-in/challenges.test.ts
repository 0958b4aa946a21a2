import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { ADA, BELLO, useAuthServer } from '../../../test/support/auth-server.ts'
import { callAs, enrolApp, tokensOf, verifiedApp } from '../../../test/support/second-step.ts'
import { minutes, seconds } from '../../platform/clock.ts'
import { onlyRow, rows } from '../../platform/db/db.ts'

const auth = useAuthServer()
type Device = ReturnType<typeof auth.device>

async function signedIn(person = ADA): Promise<Device> {
  const device = auth.device()
  const { error } = await device.signInWithPassword(person)
  expect(error).toBeNull()
  return device
}

async function challengeId(device: Device, factorId: string): Promise<string> {
  const { data, error } = await device.mfa.challenge({ factorId })
  if (error) throw error
  return data.id
}

const verify = (device: Device, factorId: string, sent: object) =>
  callAs(auth, device, 'POST', `/factors/${factorId}/verify`, sent)

const NOT_ACCEPTED = { status: 422, code: 'mfa_verification_failed', message: 'Invalid TOTP code entered' }

/** A code outside the three valid time steps. */
function wrong(app: { code(seconds?: number): string }): string {
  const right = new Set([-60, -30, 0, 30, 60].map((away) => app.code(away)))
  return ['000000', '111111', '222222', '333333', '444444', '555555'].find((code) => !right.has(code)) ?? ''
}

/** Refreshes like the client, without its cache. */
async function refresh(token: string) {
  const sent = { refresh_token: token }
  const { status, body } = await auth.server.call('POST', '/auth/v1/token?grant_type=refresh_token', sent)
  return { status, code: body['error_code'] }
}

const ALREADY_USED = { status: 400, code: 'refresh_token_already_used' }

async function verifyFirst(device: Device): Promise<void> {
  const app = await enrolApp(auth, device)
  expect((await device.mfa.challengeAndVerify({ factorId: app.factorId, code: app.code() })).error).toBeNull()
}

function storedSessions() {
  return rows(
    auth.server.core.db,
    sql`select id::text, aal from sessions order by created_at`,
    z.object({ id: z.string(), aal: z.string() }),
  )
}

describe('a challenge', () => {
  test('tells its type and expiry', async () => {
    const device = await auth.signedUp()
    const { factorId } = await enrolApp(auth, device)
    const { status, body } = await callAs(auth, device, 'POST', `/factors/${factorId}/challenge`, { factorId })
    const now = Math.floor(auth.server.clock.now().getTime() / 1000)
    expect([status, body]).toEqual([200, { id: expect.any(String), type: 'totp', expires_at: now + 300 }])
  })

  test('works once', async () => {
    const device = await auth.signedUp()
    const app = await enrolApp(auth, device)
    const id = await challengeId(device, app.factorId)
    const answer = await device.mfa.verify({ factorId: app.factorId, challengeId: id, code: app.code() })
    expect(answer.error).toBeNull()
    auth.server.clock.advance(seconds(31))
    expect(await verify(device, app.factorId, { challenge_id: id, code: app.code() })).toMatchObject({
      status: 422,
      code: 'mfa_ip_address_mismatch',
      message: 'Challenge and verify IP addresses mismatch.',
    })
  })

  test('belongs to the session that requested it, from any address', async () => {
    const device = await auth.signedUp()
    const app = await enrolApp(auth, device)
    const laptop = await signedIn()
    const id = await challengeId(laptop, app.factorId)
    const sent = { challenge_id: id, code: app.code() }
    expect(await verify(device, app.factorId, sent)).toMatchObject({ status: 422, code: 'mfa_ip_address_mismatch' })
    expect((await storedSessions()).map(({ aal }) => aal)).toEqual(['aal1', 'aal1'])
    expect((await verify(laptop, app.factorId, sent)).status).toBe(200)
  })

  test('expires after five minutes', async () => {
    const device = await auth.signedUp()
    const app = await enrolApp(auth, device)
    const id = await challengeId(device, app.factorId)
    auth.server.clock.advance(minutes(5))
    expect(await verify(device, app.factorId, { challenge_id: id, code: app.code() })).toMatchObject({
      status: 422,
      code: 'mfa_challenge_expired',
      message: `MFA challenge ${id} has expired, verify against another challenge or create a new challenge.`,
    })
    expect(await storedSessions()).toMatchObject([{ aal: 'aal1' }])
  })

  test('belongs to one factor', async () => {
    const device = await auth.signedUp()
    const app = await enrolApp(auth, device, 'One')
    const other = await enrolApp(auth, device, 'Other')
    const bello = await auth.signedUp(BELLO)
    const foreign = await enrolApp(auth, bello)
    const notFound = {
      status: 422,
      code: 'mfa_factor_not_found',
      message: 'MFA factor with the provided challenge ID not found',
    }
    const ids = [
      await challengeId(device, other.factorId),
      await challengeId(bello, foreign.factorId),
      crypto.randomUUID(),
    ]
    for (const id of ids)
      expect(await verify(device, app.factorId, { challenge_id: id, code: app.code() })).toMatchObject(notFound)
    expect(await storedSessions()).toMatchObject([{ aal: 'aal1' }, { aal: 'aal1' }])
  })

  test('needs its id and a code', async () => {
    const device = await auth.signedUp()
    const app = await enrolApp(auth, device)
    const id = await challengeId(device, app.factorId)
    for (const sent of [{ challenge_id: 'mine', code: app.code() }, { code: app.code() }, { challenge_id: 7 }])
      expect(await verify(device, app.factorId, sent)).toMatchObject({ status: 400, code: 'bad_json' })
    expect(await verify(device, app.factorId, { challenge_id: id, code: '  ' })).toMatchObject({
      status: 400,
      code: 'validation_failed',
      message: 'Code needs to be non-empty',
    })
    const spaced = `${app.code().slice(0, 3)} ${app.code().slice(3)}`
    expect((await verify(device, app.factorId, { challenge_id: id, code: spaced })).status).toBe(200)
  })
})

describe('a code of an app', () => {
  test('is accepted one step early or late, but not two', async () => {
    const device = await auth.signedUp()
    const app = await enrolApp(auth, device)
    const id = await challengeId(device, app.factorId)
    const tryAt = (away: number) => verify(device, app.factorId, { challenge_id: id, code: app.code(away) })
    expect(await tryAt(-60)).toMatchObject(NOT_ACCEPTED)
    expect(await tryAt(60)).toMatchObject(NOT_ACCEPTED)
    expect((await tryAt(-30)).status).toBe(200)
    const next = await device.mfa.challengeAndVerify({ factorId: app.factorId, code: app.code(30) })
    expect(next.error).toBeNull()
  })

  test('works once: other challenges refuse it and all earlier codes', async () => {
    const device = await auth.signedUp()
    const app = await enrolApp(auth, device)
    const [early, now] = [app.code(-30), app.code()]
    expect((await device.mfa.challengeAndVerify({ factorId: app.factorId, code: now })).error).toBeNull()
    const laptop = await signedIn()
    for (const code of [now, early]) {
      const id = await challengeId(laptop, app.factorId)
      expect(await verify(laptop, app.factorId, { challenge_id: id, code })).toMatchObject(NOT_ACCEPTED)
    }
    expect((await storedSessions()).map(({ aal }) => aal).toSorted()).toEqual(['aal1', 'aal2'])
  })

  test('sent twice concurrently is accepted once', async () => {
    const device = await auth.signedUp()
    const app = await enrolApp(auth, device)
    const ids = [await challengeId(device, app.factorId), await challengeId(device, app.factorId)]
    const answers = await Promise.all(
      ids.map((id) => verify(device, app.factorId, { challenge_id: id, code: app.code() })),
    )
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 422])
  })
})

describe('wrong codes', () => {
  test('disable a challenge after five: then the right code fails too', async () => {
    const device = await auth.signedUp()
    const app = await enrolApp(auth, device)
    const id = await challengeId(device, app.factorId)
    for (let miss = 0; miss < 5; miss += 1)
      expect(await verify(device, app.factorId, { challenge_id: id, code: wrong(app) })).toMatchObject(NOT_ACCEPTED)
    const right = { challenge_id: id, code: app.code() }
    expect(await verify(device, app.factorId, right)).toMatchObject(NOT_ACCEPTED)
    expect(await storedSessions()).toMatchObject([{ aal: 'aal1' }])
    expect((await device.mfa.challengeAndVerify({ factorId: app.factorId, code: app.code() })).error).toBeNull()
  })

  test('lock a factor for 15 minutes after ten', async () => {
    const device = await auth.signedUp()
    const app = await enrolApp(auth, device)
    for (let challenge = 0; challenge < 2; challenge += 1) {
      const id = await challengeId(device, app.factorId)
      for (let miss = 0; miss < 5; miss += 1) await verify(device, app.factorId, { challenge_id: id, code: wrong(app) })
    }
    const tryRight = async () => {
      const id = await challengeId(device, app.factorId)
      return verify(device, app.factorId, { challenge_id: id, code: app.code() })
    }
    expect(await tryRight()).toMatchObject(NOT_ACCEPTED)
    auth.server.clock.advance(minutes(15) - seconds(1))
    expect(await tryRight()).toMatchObject(NOT_ACCEPTED)
    auth.server.clock.advance(seconds(1))
    expect((await tryRight()).status).toBe(200)
    expect(auth.server.logged()).toContain('too many wrong codes')
    const left = await onlyRow(
      auth.server.core.db,
      sql`select misses, locked_until from factors`,
      z.object({ misses: z.number(), locked_until: z.null() }),
    )
    expect(left.misses).toBe(0)
  })
})

describe('a session raised to aal2', () => {
  test('ends the other aal1 sessions', async () => {
    const device = await auth.signedUp()
    const app = await verifiedApp(auth, device)
    const below = await signedIn()
    const bello = await auth.signedUp(BELLO)
    const laptop = await signedIn()
    expect((await laptop.mfa.challengeAndVerify({ factorId: app.factorId, code: app.code() })).error).toBeNull()
    expect((await below.getUser()).error?.name).toBe('AuthSessionMissingError')
    for (const kept of [device, laptop, bello]) expect((await kept.getUser()).error).toBeNull()
  })

  test('refuses refresh tokens from before, without ending when another tab sends one', async () => {
    const device = await auth.signedUp()
    const before = await tokensOf(device)
    await verifyFirst(device)
    expect(await refresh(before.refresh)).toEqual(ALREADY_USED)
    auth.server.clock.advance(seconds(9))
    expect((await device.refreshSession()).error).toBeNull()
    auth.server.clock.advance(seconds(9))
    expect(await refresh(before.refresh)).toEqual(ALREADY_USED)
    expect((await device.getUser()).error).toBeNull()
  })

  test('ends when a refresh token from before is used later', async () => {
    const device = await auth.signedUp()
    const before = await tokensOf(device)
    await verifyFirst(device)
    auth.server.clock.advance(seconds(11))
    expect(await refresh(before.refresh)).toEqual(ALREADY_USED)
    expect((await device.getUser()).error?.name).toBe('AuthSessionMissingError')
  })

  test('keeps the parent rule for its new tokens', async () => {
    const device = await auth.signedUp()
    await verifiedApp(auth, device)
    const { refresh: raised } = await tokensOf(device)
    auth.server.clock.advance(minutes(1))
    expect((await refresh(raised)).status).toBe(200)
    auth.server.clock.advance(seconds(59))
    expect((await refresh(raised)).status).toBe(200)
  })

  test('is not restored if it ended meanwhile', async () => {
    const device = await auth.signedUp()
    const app = await enrolApp(auth, device)
    const id = await challengeId(device, app.factorId)
    const { access } = await tokensOf(device)
    await (await signedIn()).signOut({ scope: 'others' })
    const answer = await auth.server.call(
      'POST',
      `/auth/v1/factors/${app.factorId}/verify`,
      { challenge_id: id, code: app.code() },
      { authorization: `Bearer ${access}` },
    )
    expect([answer.status, answer.body['error_code']]).toEqual([403, 'session_not_found'])
    expect(await storedSessions()).toMatchObject([{ aal: 'aal1' }])
  })
})
