/** The session of a recovery: until it saves a new password nothing of the account ends, and nothing else is open to it (decision 0046). */
import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { api } from '../../../contract/api.ts'
import { authCalls } from '../../../contract/people/auth.ts'
import { ADA, useAuthServer } from '../../../test/support/auth-server.ts'
import { lastMail, openLink } from '../../../test/support/mails.ts'
import { callAs, tokensOf, verifiedApp } from '../../../test/support/second-step.ts'
import { hours, minutes } from '../../platform/clock.ts'
import { rows } from '../../platform/db/db.ts'

const auth = useAuthServer()

const NEW_PASSWORD = 'a longer staple'
type Device = ReturnType<typeof auth.device>

/** Every means to get into the account, and what was mailed. */
async function access() {
  const tables = ['identities', 'factors', 'one_time_tokens', 'known_devices', 'recovery_codes']
  const all = tables.map(
    (table) => sql`(select jsonb_agg(to_jsonb(t) order by t.*::text) from ${sql.identifier(table)} as t)`,
  )
  const found = await rows(
    auth.server.core.db,
    sql`select jsonb_build_array((select jsonb_agg(jsonb_build_array(email, email_proven_at, email_confirmed_at, password_hash)) from users),
               (select jsonb_agg(id order by id) from sessions where recovery_ends_at is null), ${sql.join(all, sql`, `)}) as all`,
    z.object({ all: z.array(z.unknown()) }),
  )
  return found[0]?.all
}

/** Presses the mailed link, or types its code. */
async function recovering(by: 'link' | 'code' | 'pkce'): Promise<Device> {
  const device = auth.device({ flowType: by === 'pkce' ? 'pkce' : 'implicit' })
  await device.resetPasswordForEmail(ADA.email)
  const { link, code } = await lastMail(auth.server)
  const { error } = await (by === 'code'
    ? device.verifyOtp({ email: ADA.email, token: code, type: 'recovery' })
    : takeOver(device, link))
  expect(error).toBeNull()
  return device
}

async function takeOver(device: Device, link: string) {
  const { query, fragment } = await openLink(auth.server, link)
  const { access_token = '', refresh_token = '' } = fragment
  return query['code'] === undefined
    ? device.setSession({ access_token, refresh_token })
    : device.exchangeCodeForSession(query['code'])
}

/** An account with a second step, whose address was never proven, as nearly all addresses are. */
async function owner(): Promise<Device> {
  const device = await auth.signedUp()
  await verifiedApp(auth, device)
  return device
}

describe.each(['link', 'code', 'pkce'] as const)('a recovery by %s', (by) => {
  test('ends nothing before the new password is saved', async () => {
    const before = await owner()
    const was = await access()
    const device = await recovering(by)
    expect(await access()).toEqual(was)
    expect((await before.getUser()).error).toBeNull()
    expect((await auth.device().signInWithPassword(ADA)).error).toBeNull()
    const { data } = await device.getUser()
    expect(data.user?.app_metadata).toMatchObject({ password_change_required: true, recovering: true })
    expect(data.user?.factors).toBeUndefined()
  })

  test('ends after an hour with nothing cleared', async () => {
    const before = await owner()
    const device = await recovering(by)
    const was = await access()
    const { refresh } = await tokensOf(device)
    auth.server.clock.advance(minutes(59))
    expect((await device.refreshSession()).error).toBeNull()
    expect((await device.getUser()).data.user?.app_metadata).toMatchObject({ recovering: true })
    auth.server.clock.advance(minutes(1))
    expect((await callAs(auth, device, 'GET', '/user')).code).toBe('session_not_found')
    expect((await callAs(auth, device, 'PUT', '/user', { password: NEW_PASSWORD })).code).toBe('session_not_found')
    expect((await auth.device().refreshSession({ refresh_token: refresh })).error?.code).toMatch(/session|refresh/)
    await auth.server.runJobs(/auth.sessions/)
    expect(await access()).toEqual(was)
    expect((await before.refreshSession()).error).toBeNull()
    expect((await auth.device().signInWithPassword(ADA)).error).toBeNull()
  })

  test('ends all that was before in the transaction that saves the new password', async () => {
    const before = await owner()
    const device = await recovering(by)
    auth.server.clock.advance(minutes(45))
    const { data, error } = await device.updateUser({ password: NEW_PASSWORD })
    expect(error).toBeNull()
    expect(data.user?.app_metadata).not.toHaveProperty('recovering')
    expect(data.user?.user_metadata['email_verified']).toBe(true)
    expect((await before.getUser()).error).not.toBeNull()
    expect((await device.mfa.listFactors()).data?.all).toEqual([])
    expect((await auth.device().signInWithPassword(ADA)).error?.code).toBe('invalid_credentials')
    expect((await auth.device().signInWithPassword({ ...ADA, password: NEW_PASSWORD })).error).toBeNull()
    const { access: token } = await tokensOf(device)
    const bearer = { authorization: `Bearer ${token}` }
    expect((await auth.server.call('GET', '/api/profile', undefined, bearer)).status).toBe(200)
  })
})

describe('before the new password, the session of a recovery', () => {
  const open: Readonly<Record<string, true>> = {
    'POST /logout': true,
    'GET /user': true,
    'PUT /user': true,
    'POST /factors/:factor_id/challenge': true,
    'POST /factors/:factor_id/verify': true,
  }

  test('is refused by every other call of the protocol', async () => {
    await owner()
    const device = await recovering('link')
    const was = await access()
    const guarded = Object.entries(authCalls).flatMap(([key, { guard }]) =>
      guard === 'user' && !open[key] ? [key] : [],
    )
    expect(guarded.length).toBeGreaterThan(4)
    for (const key of guarded) {
      const [method = '', path = ''] = key.replaceAll(/:\w+/g, crypto.randomUUID()).split(' ')
      expect([key, (await callAs(auth, device, method, path, method === 'GET' ? undefined : {})).code]).toEqual([
        key,
        'password_change_required',
      ])
    }
    expect(await access()).toEqual(was)
  })

  test('is refused by every call of our API, except a recovery code in place of the second step', async () => {
    await owner()
    const { access: token } = await tokensOf(await recovering('link'))
    const was = await access()
    const guarded = Object.entries(api).filter(([, { guard }]) => ['session', 'signed_in', 'admin'].includes(guard))
    for (const [key, declaration] of guarded) {
      const [method = '', path = ''] = key.replaceAll(/:\w+/g, crypto.randomUUID()).split(' ')
      const answer = await auth.server.call(method, path, method === 'GET' ? undefined : {}, {
        authorization: `Bearer ${token}`,
      })
      const refused = 'duringRecovery' in declaration ? 'invalid_input' : 'password_change_required'
      expect([key, answer.body['code']]).toEqual([key, refused])
    }
    const upload = await auth.server.call(
      'POST',
      '/storage/v1/object/sign/application-documents/x/y.pdf',
      {},
      {
        authorization: `Bearer ${token}`,
      },
    )
    expect(upload.status).toBeGreaterThanOrEqual(400)
    expect(await access()).toEqual(was)
  })

  test('saves a password and nothing beside it', async () => {
    await owner()
    const device = await recovering('link')
    const was = await access()
    for (const more of [
      { email: 'thief@mail.example' },
      { email: 'thief@mail.example', password: NEW_PASSWORD },
      { data: { full_name: 'A Thief' }, password: NEW_PASSWORD },
      { current_password: ADA.password },
      {},
    ])
      expect(await callAs(auth, device, 'PUT', '/user', more)).toMatchObject({
        status: 403,
        code: 'password_change_required',
      })
    expect((await callAs(auth, device, 'PUT', '/user', { password: 'abc' })).code).toBe('weak_password')
    expect(await access()).toEqual(was)
  })

  test.each(['global', 'local'] as const)('signs out alone, asked for %s', async (scope) => {
    const before = await owner()
    const device = await recovering('link')
    expect((await callAs(auth, device, 'POST', '/logout?scope=others')).code).toBe('password_change_required')
    expect((await device.signOut({ scope })).error).toBeNull()
    expect((await before.getUser()).error).toBeNull()
    expect((await auth.device().signInWithPassword(ADA)).error).toBeNull()
  })

  test('cannot pass or finish a second step that another person set up', async () => {
    const before = await auth.signedUp()
    const app = await verifiedApp(auth, before)
    const device = await recovering('link')
    expect((await callAs(auth, device, 'POST', `/factors/${app.factorId}/challenge`, {})).code).toBe(
      'mfa_factor_not_found',
    )
  })

  test('needs the second step of a proven account first, and then saves', async () => {
    const before = await auth.signedUp()
    const app = await verifiedApp(auth, before)
    await auth.server.core.db.execute(sql`update users set email_proven_at = created_at`)
    const device = await recovering('link')
    expect((await device.updateUser({ password: NEW_PASSWORD })).error?.code).toBe('insufficient_aal')
    const passed = await device.mfa.challengeAndVerify({ factorId: app.factorId, code: app.code() })
    expect(passed.error).toBeNull()
    const { access: token } = await tokensOf(device)
    const bearer = { authorization: `Bearer ${token}` }
    expect((await auth.server.call('GET', '/api/profile', undefined, bearer)).body['code']).toBe(
      'password_change_required',
    )
    expect((await device.updateUser({ password: NEW_PASSWORD })).error).toBeNull()
    expect((await device.mfa.listFactors()).data?.all).toHaveLength(1)
  })
})

test('a stranger who asks for a recovery harms nobody whose mailbox opens links by itself', async () => {
  const before = await owner()
  const was = await access()
  for (let round = 0; round < 3; round += 1) {
    auth.server.clock.advance(hours(2))
    await auth.device().resetPasswordForEmail(ADA.email)
    const { link, code } = await lastMail(auth.server)
    for (const method of ['HEAD', 'GET', 'GET']) await auth.server.app.request(link, { method })
    expect((await before.refreshSession()).error).toBeNull()
    const device = auth.device()
    expect((await device.verifyOtp({ email: ADA.email, token: code, type: 'recovery' })).error).toBeNull()
    await device.signOut()
  }
  expect(await access()).toEqual(was)
  expect((await auth.device().signInWithPassword(ADA)).error).toBeNull()
})
