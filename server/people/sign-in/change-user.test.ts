import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { describe, expect, test } from 'vitest'
import { ADA, BELLO, useAuthServer } from '../../../test/support/auth-server.ts'
import { lastMail, openLink, readMails } from '../../../test/support/mails.ts'
import { minutes, seconds } from '../../platform/clock.ts'
import { rows } from '../../platform/db/db.ts'

// Without confirmation, the default.
const auth = useAuthServer()

const NEW_PASSWORD = 'a longer staple'
const NEW = 'obi@mail.example'

type Device = Awaited<ReturnType<typeof auth.signedUp>>

async function bearer(device: Device): Promise<Record<string, string>> {
  const { data } = await device.getSession()
  return { authorization: `Bearer ${data.session?.access_token ?? ''}` }
}

const put = async (device: Device, body: object) => auth.server.call('PUT', '/auth/v1/user', body, await bearer(device))

/** Every row that a change of a user could touch. */
function snapshot() {
  return rows(
    auth.server.core.db,
    sql`select json_build_object(
          'users', (select json_agg(u order by id) from (select id, email, new_email, password_hash, user_metadata from users) u),
          'identities', (select json_agg(i order by id) from identities i),
          'sessions', (select count(*) from sessions),
          'tokens', (select count(*) from one_time_tokens),
          'mails', (select count(*) from outgoing_mail)) as everything`,
    z.object({ everything: z.unknown() }),
  )
}

describe('metadata', () => {
  test('is merged by key, and null removes a key', async () => {
    const device = await auth.signedUp()
    await device.updateUser({ data: { town: 'Kano', likes: { tea: true, milk: true } } })
    const { data } = await device.updateUser({ data: { likes: { tea: false }, town: null, age: 30 } })
    expect(data.user?.user_metadata).toEqual({
      likes: { tea: false },
      age: 30,
      sub: data.user?.id,
      email: ADA.email,
      email_verified: false,
      phone_verified: false,
    })
    expect((await device.getUser()).data.user?.user_metadata).toEqual(data.user?.user_metadata)
  })

  test('cannot set a role or the server’s own keys', async () => {
    const device = await auth.signedUp()
    const claimed = { role: 'admin', is_admin: true, app_metadata: { role: 'admin' } }
    const facts = { sub: '0', email: 'root@mail.example', email_verified: true, phone_verified: true }
    const { data } = await device.updateUser({ data: { ...claimed, ...facts } })
    expect(data.user).toMatchObject({
      role: 'authenticated',
      app_metadata: { role: 'beneficiary' },
      user_metadata: { sub: data.user?.id, email: ADA.email, email_verified: false, phone_verified: false },
    })
    await device.refreshSession()
    expect((await device.getClaims()).data?.claims).toMatchObject({
      role: 'authenticated',
      app_metadata: { role: 'beneficiary' },
    })
    const headers = await bearer(device)
    expect((await auth.server.call('GET', '/api/profile', undefined, headers)).body).toMatchObject({
      role: 'beneficiary',
    })
    const admins = await rows(
      auth.server.core.db,
      sql`select id from profiles where role <> 'beneficiary'`,
      z.unknown(),
    )
    expect(admins).toEqual([])
  })

  test('too large for a token is refused', async () => {
    const device = await auth.signedUp()
    await device.updateUser({ data: { first: 'x'.repeat(5000) } })
    const before = await snapshot()
    expect(await put(device, { data: { second: 'x'.repeat(5000) } })).toMatchObject({ status: 400 })
    expect(await snapshot()).toEqual(before)
  })

  test('app_metadata is refused', async () => {
    const device = await auth.signedUp()
    const before = await snapshot()
    expect(await put(device, { app_metadata: { role: 'admin' }, data: { a: 1 } })).toMatchObject({
      status: 403,
      body: { error_code: 'not_admin', msg: 'Updating app_metadata requires admin privileges' },
    })
    expect(await snapshot()).toEqual(before)
  })
})

describe('a password', () => {
  test('changes immediately: other sessions end, mailed tokens are revoked, and the owner is told', async () => {
    const other = await auth.signedUp()
    const device = auth.device()
    await device.signInWithPassword(ADA)
    await auth.device().resetPasswordForEmail(ADA.email)
    const { link } = await lastMail(auth.server)
    await auth.device({ flowType: 'pkce' }).resetPasswordForEmail(ADA.email)
    expect((await device.updateUser({ password: NEW_PASSWORD })).error).toBeNull()
    expect((await device.refreshSession()).error).toBeNull()
    expect((await other.refreshSession()).error?.code).toBe('refresh_token_not_found')
    expect((await openLink(auth.server, link)).fragment).toMatchObject({ error_code: 'otp_expired' })
    expect((await auth.device().signInWithPassword(ADA)).error?.code).toBe('invalid_credentials')
    expect((await auth.device().signInWithPassword({ ...ADA, password: NEW_PASSWORD })).error).toBeNull()
    expect(await lastMail(auth.server)).toMatchObject({ recipient: ADA.email, subject: 'Your password was changed' })
  })

  test('revokes an auth code that was not exchanged yet', async () => {
    const device = await auth.signedUp()
    const thief = auth.device({ flowType: 'pkce' })
    await thief.resetPasswordForEmail(ADA.email)
    // A proven address: otherwise opening the link would end the device's session.
    await auth.server.core.db.execute(sql`update users set email_proven_at = created_at`)
    const { query } = await openLink(auth.server, (await lastMail(auth.server)).link)
    expect((await device.updateUser({ password: NEW_PASSWORD })).error).toBeNull()
    expect((await thief.exchangeCodeForSession(query['code'] ?? '')).error?.code).toBe('flow_state_not_found')
  })

  test('cancels a pending change of address', async () => {
    const device = await auth.signedUp()
    await device.updateUser({ email: NEW })
    const { link } = (await readMails(auth.server)).find(({ recipient }) => recipient === NEW) ?? { link: '' }
    const { data } = await device.updateUser({ password: NEW_PASSWORD })
    expect(data.user?.new_email).toBeUndefined()
    auth.server.clock.advance(minutes(2))
    const before = (await readMails(auth.server)).length
    await auth.device().resend({ type: 'email_change', email: ADA.email })
    expect(await readMails(auth.server)).toHaveLength(before)
    expect((await openLink(auth.server, link)).fragment).toMatchObject({ error_code: 'otp_expired' })
    expect((await device.getUser()).data.user?.email).toBe(ADA.email)
  })

  test('change that is refused leaves everything unchanged', async () => {
    const device = await auth.signedUp()
    const before = await snapshot()
    for (const [body, status, code, msg] of [
      [{ password: ADA.password }, 422, 'same_password', 'New password should be different from the old password.'],
      [{ password: 'short' }, 422, 'weak_password', 'Password should be at least 6 characters.'],
      [{ password: '' }, 422, 'weak_password', 'Password should be at least 6 characters.'],
      [{ password: 'x'.repeat(73) }, 400, 'validation_failed', 'Password cannot be longer than 72 characters'],
      [
        { password: NEW_PASSWORD, current_password: 'not it' },
        400,
        'current_password_invalid',
        'Current password required when setting new password.',
      ],
      [{ email: 'at home' }, 400, 'validation_failed', 'Unable to validate email address: invalid format'],
      [
        { password: NEW_PASSWORD, phone: '+2348031234567' },
        422,
        'phone_provider_disabled',
        'Phone changes are disabled',
      ],
    ] as const) {
      const refused = await put(device, { ...body, data: { a: 1 } })
      expect(refused).toMatchObject({ status, body: { error_code: code, msg } })
    }
    expect(await snapshot()).toEqual(before)
  })

  test('changes with the right current password', async () => {
    const device = await auth.signedUp()
    expect(await put(device, { password: NEW_PASSWORD, current_password: ADA.password })).toMatchObject({ status: 200 })
  })

  test('changed by two devices at once: the device that keeps its session wins', async () => {
    const first = await auth.signedUp()
    const second = auth.device()
    await second.signInWithPassword(ADA)
    const answers = await Promise.all([
      put(first, { password: 'chosen on the first' }),
      put(second, { password: 'chosen on the second' }),
    ])
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 403])
    const won = answers[0]?.status === 200 ? 'chosen on the first' : 'chosen on the second'
    expect((await auth.device().signInWithPassword({ ...ADA, password: won })).error).toBeNull()
  })

  test('needs aal2 if there is a second step, like the address and metadata', async () => {
    const device = await auth.signedUp()
    await auth.server.core.db.execute(
      sql`insert into factors (id, user_id, factor_type, status, phone, created_at, updated_at)
          select gen_random_uuid(), id, 'phone', 'verified', '2348031234567', created_at, created_at from users`,
    )
    const before = await snapshot()
    for (const body of [{ password: NEW_PASSWORD }, { email: NEW }, { data: { a: 1 } }]) {
      expect(await put(device, body)).toMatchObject({
        status: 401,
        body: {
          error_code: 'insufficient_aal',
          msg: 'AAL2 session is required to update email or password when MFA is enabled.',
        },
      })
    }
    expect(await snapshot()).toEqual(before)
    await auth.server.core.db.execute(sql`update sessions set aal = 'aal2'`)
    expect((await put(device, { password: NEW_PASSWORD })).status).toBe(200)
  })
})

describe('a new address', () => {
  test('replaces the old one when confirmed, and the old one is told before and after', async () => {
    const device = await auth.signedUp()
    const { data } = await device.updateUser({ email: 'Obi@Mail.Example' })
    expect(data.user).toMatchObject({ email: ADA.email, new_email: NEW, email_change_sent_at: expect.any(String) })
    const mails = await readMails(auth.server)
    expect(mails.map(({ recipient, subject }) => [recipient, subject])).toEqual([
      [NEW, 'Confirm your new email address'],
      [ADA.email, 'Your email address is about to change'],
    ])
    expect(mails[1]).toMatchObject({ code: '', link: `${auth.server.core.env.publicUrl}/account` })
    const { fragment } = await openLink(auth.server, mails[0]?.link ?? '')
    expect(fragment).toMatchObject({ type: 'email_change' })
    const { data: changed } = await device.getUser()
    expect(changed.user).toMatchObject({
      email: NEW,
      user_metadata: { email: NEW, email_verified: true },
      identities: [{ email: NEW, identity_data: { email: NEW, email_verified: true } }],
    })
    expect(changed.user).not.toHaveProperty('new_email')
    expect(await lastMail(auth.server)).toMatchObject({
      recipient: ADA.email,
      subject: 'Your email address was changed',
    })
    expect((await auth.device().signInWithPassword({ ...ADA, email: NEW })).error).toBeNull()
    expect((await auth.device().signInWithPassword(ADA)).error?.code).toBe('invalid_credentials')
  })

  test('equal to the current one sends no mail', async () => {
    const device = await auth.signedUp()
    const { data, error } = await device.updateUser({ email: 'ADA@mail.example' })
    expect(error).toBeNull()
    expect(data.user?.new_email).toBeUndefined()
    expect(await readMails(auth.server)).toEqual([])
  })

  test('that another account has is refused', async () => {
    await auth.signedUp(BELLO)
    const device = await auth.signedUp()
    const before = await snapshot()
    expect(await put(device, { email: BELLO.email, password: NEW_PASSWORD })).toMatchObject({
      status: 422,
      body: { error_code: 'email_exists', msg: 'A user with this email address has already been registered' },
    })
    expect(await snapshot()).toEqual(before)
  })

  test('taken by another account meanwhile is refused at confirmation, and nothing changes', async () => {
    const device = await auth.signedUp()
    await device.updateUser({ email: BELLO.email })
    const { code, link } = (await readMails(auth.server))[0] ?? { code: '', link: '' }
    await auth.signedUp(BELLO)
    const before = await snapshot()
    const verified = await auth.device().verifyOtp({ email: BELLO.email, token: code, type: 'email_change' })
    expect(verified.error).toMatchObject({ status: 422, code: 'email_exists' })
    const { fragment } = await openLink(auth.server, link)
    expect(fragment).toMatchObject({ error_code: 'email_exists' })
    expect(fragment).not.toHaveProperty('error')
    expect(await snapshot()).toEqual(before)
  })

  test('is mailed at most once a minute', async () => {
    const device = await auth.signedUp()
    await device.updateUser({ email: NEW })
    auth.server.clock.advance(seconds(20))
    const { error } = await device.updateUser({ email: 'third@mail.example' })
    expect(error).toMatchObject({
      status: 429,
      code: 'over_email_send_rate_limit',
      message: 'For security purposes, you can only request this after 40 seconds.',
    })
    auth.server.clock.advance(seconds(40))
    expect((await device.updateUser({ email: 'third@mail.example' })).data.user?.new_email).toBe('third@mail.example')
    const first = (await readMails(auth.server))[0]
    expect((await openLink(auth.server, first?.link ?? '')).fragment).toMatchObject({ error_code: 'otp_expired' })
  })

  test('is confirmed by its own code, sent with its own address', async () => {
    const device = await auth.signedUp()
    await device.updateUser({ email: NEW })
    const { code } = (await readMails(auth.server))[0] ?? { code: '' }
    expect((await device.verifyOtp({ email: ADA.email, token: code, type: 'email_change' })).error?.code).toBe(
      'otp_expired',
    )
    expect((await device.verifyOtp({ email: NEW, token: code, type: 'email_change' })).error).toBeNull()
    expect((await device.getUser()).data.user?.email).toBe(NEW)
  })
})
