import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { ADA, BELLO, useAuthServer } from '../../../test/support/auth-server.ts'
import { lastMail, openLink, readMails } from '../../../test/support/mails.ts'
import { statementKinds } from '../../../test/support/statements.ts'
import { minutes, seconds } from '../../platform/clock.ts'
import { rows } from '../../platform/db/db.ts'
import { createMailer } from '../../platform/mail/mailer.ts'
import { mailOutbox } from '../../platform/mail/outbox.ts'

const auth = useAuthServer()

const NEW_PASSWORD = 'a longer staple'

const recover = (body: object) => auth.server.call('POST', '/auth/v1/recover', body)
const verifyCode = (email: string, token: string) =>
  auth.server.call('POST', '/auth/v1/verify', { type: 'recovery', email, token })

/** A browser that requested a recovery with PKCE, and its events. */
async function asking(email = ADA.email) {
  const browser = auth.device({ flowType: 'pkce' })
  const events: string[] = []
  browser.onAuthStateChange((event) => void events.push(event))
  const { error } = await browser.resetPasswordForEmail(email, {
    redirectTo: `${auth.server.core.env.publicUrl}/reset-password`,
  })
  if (error) throw error
  // The mail is written after the answer, so wait to keep the order.
  await auth.server.idle()
  return { browser, events }
}

const signInWith = async (password: string) => (await auth.device().signInWithPassword({ ...ADA, password })).error

describe('a forgotten password', () => {
  test('is reset by the link: it opens a session, and the new password ends all others', async () => {
    const before = await auth.signedUp()
    const here = auth.device()
    await here.resetPasswordForEmail(ADA.email, {
      redirectTo: `${auth.server.core.env.publicUrl}/reset-password?from=mail`,
    })
    const mail = await lastMail(auth.server)
    expect(mail).toMatchObject({ recipient: ADA.email, subject: 'Choose a new password' })
    const { status, location, fragment, headers } = await openLink(auth.server, mail.link)
    expect(status).toBe(303)
    expect(`${location.origin}${location.pathname}${location.search}`).toBe(
      `${auth.server.core.env.publicUrl}/reset-password?from=mail`,
    )
    expect(fragment).toMatchObject({ token_type: 'bearer', type: 'recovery', expires_in: '3600', sb: '' })
    expect(headers.get('referrer-policy')).toBe('no-referrer')
    expect(headers.get('cache-control')).toBe('no-store')
    const { access_token = '', refresh_token = '' } = fragment
    expect((await here.setSession({ access_token, refresh_token })).error).toBeNull()
    expect((await here.updateUser({ password: NEW_PASSWORD })).error).toBeNull()
    expect((await here.getUser()).error).toBeNull()
    expect((await before.getUser()).error?.name).toBe('AuthSessionMissingError')
    expect((await signInWith(ADA.password))?.code).toBe('invalid_credentials')
    expect(await signInWith(NEW_PASSWORD)).toBeNull()
    expect(await lastMail(auth.server)).toMatchObject({ recipient: ADA.email, subject: 'Your password was changed' })
  })

  test('is reset by PKCE: only the browser that asked can exchange the link’s code', async () => {
    await auth.signedUp()
    const { browser, events } = await asking()
    const { link } = await lastMail(auth.server)
    expect(new URL(link).searchParams.get('token')).toMatch(/^pkce_/)
    const { status, query, location } = await openLink(auth.server, link)
    expect([status, location.pathname, location.hash]).toEqual([303, '/reset-password', ''])
    const { data, error } = await browser.exchangeCodeForSession(query['code'] ?? '')
    expect(error).toBeNull()
    expect(events.at(-1)).toBe('PASSWORD_RECOVERY')
    expect((await browser.getClaims()).data?.claims.amr).toMatchObject([{ method: 'recovery' }])
    expect(data.user?.email).toBe(ADA.email)
    expect((await browser.updateUser({ password: NEW_PASSWORD })).error).toBeNull()
    expect(await signInWith(NEW_PASSWORD)).toBeNull()
  })

  test('is reset by the code, on any device', async () => {
    await auth.signedUp()
    await auth.device().resetPasswordForEmail(ADA.email)
    const { code, subject } = await lastMail(auth.server)
    expect(subject).not.toContain(code)
    const elsewhere = auth.device()
    const { error } = await elsewhere.verifyOtp({ email: 'Ada@Mail.Example', token: code, type: 'recovery' })
    expect(error).toBeNull()
    expect((await elsewhere.getClaims()).data?.claims).toMatchObject({ aal: 'aal1', amr: [{ method: 'otp' }] })
    expect((await elsewhere.updateUser({ password: NEW_PASSWORD })).error).toBeNull()
  })

  test('can be reset after a printed password expired, which ends the forced change', async () => {
    await auth.signedUp()
    const { core, clock } = auth.server
    await core.db.execute(
      sql`update users set password_expires_at = ${clock.now().toISOString()}, password_change_required = true`,
    )
    expect((await signInWith(ADA.password))?.code).toBe('invalid_credentials')
    const device = auth.device()
    await device.resetPasswordForEmail(ADA.email)
    const { code } = await lastMail(auth.server)
    const { data } = await device.verifyOtp({ email: ADA.email, token: code, type: 'recovery' })
    expect(data.user?.app_metadata['password_change_required']).toBe(true)
    const { data: changed } = await device.updateUser({ password: NEW_PASSWORD })
    expect(changed.user?.app_metadata['password_change_required']).toBeUndefined()
    expect(await signInWith(NEW_PASSWORD)).toBeNull()
  })

  test('of a provider’s user is set by recovery, and adds the email identity', async () => {
    await auth.signedUp()
    await auth.server.core.db.execute(sql`update users set password_hash = null, email_proven_at = created_at`)
    await auth.server.core.db.execute(sql`update identities set provider = 'google', provider_id = '1'`)
    const device = auth.device()
    await device.resetPasswordForEmail(ADA.email)
    await device.verifyOtp({ email: ADA.email, token: (await lastMail(auth.server)).code, type: 'recovery' })
    auth.server.clock.advance(1)
    const { data } = await device.updateUser({ password: NEW_PASSWORD })
    expect(data.user?.app_metadata['providers']).toEqual(['google', 'email'])
    expect(data.user?.identities?.find(({ provider }) => provider === 'email')).toMatchObject({
      id: data.user?.id,
      identity_data: { email: ADA.email },
    })
    expect(await signInWith(NEW_PASSWORD)).toBeNull()
  })
})

describe('two browsers that ask', () => {
  test.each([0, 1])('within a minute share the first mail, and number %i can exchange it, once', async (which) => {
    await auth.signedUp()
    const browsers = [(await asking()).browser, (await asking()).browser]
    const mails = await readMails(auth.server)
    expect(mails).toHaveLength(1)
    const { query } = await openLink(auth.server, mails[0]?.link ?? '')
    const stranger = auth.device({ flowType: 'pkce' })
    await stranger.signInWithOAuth({ provider: 'google', options: { skipBrowserRedirect: true } })
    expect((await stranger.exchangeCodeForSession(query['code'] ?? '')).error?.code).toBe('bad_code_verifier')
    expect((await browsers[which]?.exchangeCodeForSession(query['code'] ?? ''))?.error).toBeNull()
    const other = await browsers[1 - which]?.exchangeCodeForSession(query['code'] ?? '')
    expect(other?.error?.code).toBe('flow_state_not_found')
  })

  test('after a minute each get a mail, and the first code stays valid', async () => {
    await auth.signedUp()
    const first = await asking()
    const one = await openLink(auth.server, (await lastMail(auth.server)).link)
    auth.server.clock.advance(seconds(61))
    const second = await asking()
    expect((await first.browser.exchangeCodeForSession(one.query['code'] ?? '')).error).toBeNull()
    const two = await openLink(auth.server, (await lastMail(auth.server)).link)
    expect((await second.browser.exchangeCodeForSession(two.query['code'] ?? '')).error).toBeNull()
  })
})

describe('the code of a flow', () => {
  test('stays valid after a wrong verifier', async () => {
    await auth.signedUp()
    const { browser } = await asking()
    const { query } = await openLink(auth.server, (await lastMail(auth.server)).link)
    const thief = await auth.server.call('POST', '/auth/v1/token?grant_type=pkce', {
      auth_code: query['code'],
      code_verifier: 'a'.repeat(64),
    })
    expect(thief).toMatchObject({ status: 400, body: { error_code: 'bad_code_verifier' } })
    expect((await browser.exchangeCodeForSession(query['code'] ?? '')).error).toBeNull()
    const again = await auth.server.call('POST', '/auth/v1/token?grant_type=pkce', {
      auth_code: query['code'],
      code_verifier: 'a'.repeat(64),
    })
    expect(again).toMatchObject({ status: 404, body: { error_code: 'flow_state_not_found' } })
  })

  test('opens no session for a user who was banned after opening the link', async () => {
    await auth.signedUp()
    const { browser } = await asking()
    const { query } = await openLink(auth.server, (await lastMail(auth.server)).link)
    const { db } = auth.server.core
    await db.execute(sql`update users set banned_until = '2099-01-01'`)
    const sessions = () => db.$count(sql`sessions`)
    const before = await sessions()
    const { error } = await browser.exchangeCodeForSession(query['code'] ?? '')
    expect(error).toMatchObject({ status: 400, code: 'user_banned' })
    expect(await sessions()).toBe(before)
  })

  test('expires five minutes after the link was opened', async () => {
    await auth.signedUp()
    const { browser } = await asking()
    auth.server.clock.advance(minutes(55))
    const { query } = await openLink(auth.server, (await lastMail(auth.server)).link)
    auth.server.clock.advance(minutes(4))
    expect((await browser.exchangeCodeForSession(query['code'] ?? '')).error).toBeNull()

    const late = await asking()
    const second = await openLink(auth.server, (await lastMail(auth.server)).link)
    auth.server.clock.advance(minutes(5))
    const { error } = await late.browser.exchangeCodeForSession(second.query['code'] ?? '')
    expect(error).toMatchObject({ code: 'flow_state_expired', status: 422 })
  })
})

describe('whether an address is known', () => {
  test('is not told by requesting mail: the same answer, before any lookup', async () => {
    await auth.signedUp()
    const { db } = auth.server.core
    const locked = Promise.withResolvers<void>()
    const answered = Promise.withResolvers<void>()
    // While the users table is locked; with one connection, everything.
    const holding = db.transaction(async (tx) => {
      await tx.execute(sql`lock table users in access exclusive mode`)
      locked.resolve()
      await answered.promise
    })
    await locked.promise
    const resend = (email: string) => auth.server.call('POST', '/auth/v1/resend', { type: 'signup', email })
    for (const ask of [(email: string) => recover({ email }), resend]) {
      for (const email of [ADA.email, BELLO.email]) {
        const { status, body } = await ask(email)
        expect({ status, body }).toEqual({ status: 200, body: {} })
      }
    }
    answered.resolve()
    await holding
    expect((await readMails(auth.server)).map(({ recipient }) => recipient)).toEqual([ADA.email])
  })

  test('is not told by the work: the same statements, and a mail in the outbox that nobody gets', async () => {
    await auth.signedUp()
    const workOf = (email: string) =>
      statementKinds(async () => {
        await recover({ email })
        await auth.server.idle()
      })
    // Prepares the statements that are prepared once.
    await workOf(BELLO.email)
    const known = await workOf(ADA.email)
    expect(known).toContain('insert')
    const tooSoon = await workOf(ADA.email)
    const unknown = await workOf(BELLO.email)
    expect([tooSoon, unknown]).toEqual([known, known])
    expect(await readMails(auth.server)).toHaveLength(1)
    const queued = sql`select recipient from outgoing_mail where next_try_at is not null order by created_at, id`
    expect(await rows(auth.server.core.db, queued, z.unknown())).toHaveLength(4)
    await mailOutbox.sendDue(auth.server.core, createMailer(auth.server.core.env))
    expect(await rows(auth.server.core.db, queued, z.unknown())).toEqual([])
  })

  test('is not told by wrong codes', async () => {
    await auth.signedUp()
    await auth.device().resetPasswordForEmail(ADA.email)
    await auth.server.idle()
    const [known, unknown] = [await verifyCode(ADA.email, '12345'), await verifyCode(BELLO.email, '12345')]
    expect([known.status, known.body]).toEqual([unknown.status, unknown.body])
  })

  test('is not told by the silent limit of one mail a minute', async () => {
    await auth.signedUp()
    for (const wait of [0, 59, 1]) {
      auth.server.clock.advance(seconds(wait))
      const { status, body } = await recover({ email: ADA.email })
      expect({ status, body }).toEqual({ status: 200, body: {} })
      await auth.server.idle()
    }
    expect(await readMails(auth.server)).toHaveLength(2)
  })
})

test('an invalid request is refused and mails nothing', async () => {
  await auth.signedUp()
  for (const [body, msg] of [
    [{}, 'Password recovery requires an email'],
    [{ email: null }, 'Password recovery requires an email'],
    [{ email: 'ada at home' }, 'Unable to validate email address: invalid format'],
    [
      { email: ADA.email, code_challenge: 'a'.repeat(43) },
      'PKCE flow requires code_challenge_method and code_challenge',
    ],
  ] as const)
    expect(await recover(body)).toMatchObject({ status: 400, body: { error_code: 'validation_failed', msg } })
  expect(await readMails(auth.server)).toEqual([])
})
