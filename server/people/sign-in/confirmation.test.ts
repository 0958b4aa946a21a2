import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { ADA, BELLO, useAuthServer } from '../../../test/support/auth-server.ts'
import { lastMail, openLink, readMails } from '../../../test/support/mails.ts'
import { hours, minutes, seconds } from '../../platform/clock.ts'
import { rows } from '../../platform/db/db.ts'

// With confirmation of addresses.
const auth = useAuthServer({ AUTH_CONFIRM_EMAIL: 'on' })

const signUp = (body: object) => auth.server.call('POST', '/auth/v1/signup', body)
const resend = (body: object) => auth.server.call('POST', '/auth/v1/resend', body)

/** A device whose person has confirmed the address. */
async function confirmed(person = ADA) {
  const device = auth.device()
  await device.signUp(person)
  const { code } = await lastMail(auth.server)
  const { error } = await device.verifyOtp({ email: person.email, token: code, type: 'signup' })
  if (error) throw error
  return device
}

describe('a new account', () => {
  test('cannot sign in before its address is confirmed', async () => {
    const device = auth.device()
    const { data } = await device.signUp({ ...ADA, options: { data: { full_name: 'Ada Obi', role: 'admin' } } })
    expect(data.session).toBeNull()
    expect(data.user).toMatchObject({
      email: ADA.email,
      role: 'authenticated',
      confirmation_sent_at: expect.any(String),
    })
    expect(data.user?.email_confirmed_at).toBeUndefined()
    expect(data.user?.identities).toHaveLength(1)
    expect((await device.signInWithPassword(ADA)).error).toMatchObject({ status: 400, code: 'email_not_confirmed' })
    expect((await device.signInWithPassword({ ...ADA, password: 'not it' })).error?.code).toBe('invalid_credentials')

    const { code, subject } = await lastMail(auth.server)
    expect(subject).toBe('Confirm your email address')
    const { data: opened } = await device.verifyOtp({ email: ADA.email, token: code, type: 'email' })
    expect(opened.user?.email_confirmed_at).toEqual(expect.any(String))
    expect(opened.user).toMatchObject({
      user_metadata: { email_verified: true },
      app_metadata: { role: 'beneficiary' },
    })
    expect((await auth.device().signInWithPassword(ADA)).error).toBeNull()
    const unproven = await rows(
      auth.server.core.db,
      sql`select id from users where email_proven_at is null`,
      z.unknown(),
    )
    expect(unproven).toEqual([])
  })

  test('knows the device that confirmed it, and is told of a sign-in on the next one alone', async () => {
    const device = await confirmed()
    const warnings = async () =>
      (await readMails(auth.server)).filter(({ subject }) => subject === 'Your account was used on a new device')
    expect(await warnings()).toHaveLength(0)
    const userAgent = 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0'
    const next = auth.device({ userAgent, headers: { 'User-Agent': userAgent } })
    for (const each of [next, device]) {
      expect((await each.signInWithPassword(ADA)).error).toBeNull()
      expect(await warnings()).toHaveLength(1)
    }
  })

  test('is confirmed by the link, which expires after a day', async () => {
    await signUp(ADA)
    const { link } = await lastMail(auth.server)
    auth.server.clock.advance(hours(23))
    const { fragment } = await openLink(auth.server, link)
    expect(fragment).toMatchObject({ type: 'signup', token_type: 'bearer' })

    await signUp(BELLO)
    const late = await lastMail(auth.server)
    auth.server.clock.advance(hours(24))
    expect((await openLink(auth.server, late.link)).fragment).toMatchObject({ error_code: 'otp_expired' })
  })

  test('is confirmed by a PKCE link in any browser, but only the one that signed up gets a session', async () => {
    const browser = auth.device({ flowType: 'pkce' })
    await browser.signUp(ADA)
    auth.server.clock.advance(hours(20))
    const { query } = await openLink(auth.server, (await lastMail(auth.server)).link)
    const { data } = await browser.exchangeCodeForSession(query['code'] ?? '')
    expect(data.user?.email).toBe(ADA.email)
    expect((await browser.getClaims()).data?.claims.amr).toMatchObject([{ method: 'email/signup' }])

    await auth.device({ flowType: 'pkce' }).signUp(BELLO)
    await openLink(auth.server, (await lastMail(auth.server)).link)
    expect((await auth.device().signInWithPassword(BELLO)).error).toBeNull()
  })

  test('changing the password revokes a sign-up code that was never exchanged', async () => {
    const browser = auth.device({ flowType: 'pkce' })
    await browser.signUp(ADA)
    const { query } = await openLink(auth.server, (await lastMail(auth.server)).link)
    const device = auth.device()
    await device.signInWithPassword(ADA)
    expect((await device.updateUser({ password: 'a longer staple' })).error).toBeNull()
    const { error } = await browser.exchangeCodeForSession(query['code'] ?? '')
    expect(error).toMatchObject({ status: 404, code: 'flow_state_not_found' })
  })

  test('is also confirmed by a recovery that saves a password', async () => {
    await signUp(ADA)
    const device = auth.device()
    await device.resetPasswordForEmail(ADA.email)
    const { code } = await lastMail(auth.server)
    await device.verifyOtp({ email: ADA.email, token: code, type: 'recovery' })
    const { data } = await device.updateUser({ password: 'my own long words' })
    expect(data.user?.email_confirmed_at).toEqual(expect.any(String))
  })
})

describe('resending the confirmation', () => {
  test('sends it at most once a minute, with the same answer for any address', async () => {
    await confirmed(BELLO)
    await signUp(ADA)
    const mailed = async () => (await readMails(auth.server)).filter(({ subject }) => /Confirm/.test(subject)).length
    const before = await mailed()
    const ask = async (email: string) => {
      const { status, body } = await resend({ type: 'signup', email })
      expect({ status, body }).toEqual({ status: 200, body: {} })
      return (await mailed()) - before
    }
    expect(await ask(ADA.email)).toBe(0)
    auth.server.clock.advance(minutes(1))
    expect(await ask(ADA.email)).toBe(1)
    expect(await ask(ADA.email)).toBe(1)
    expect(await ask(BELLO.email)).toBe(1)
    expect(await ask('nobody@mail.example')).toBe(1)
  })

  test('revokes the earlier mail', async () => {
    await signUp(ADA)
    const first = await lastMail(auth.server)
    auth.server.clock.advance(minutes(1))
    // Some clients send something other than a URL.
    const path = `/auth/v1/resend?redirect_to=${encodeURIComponent(ADA.email)}`
    expect((await auth.server.call('POST', path, { type: 'signup', email: ADA.email })).status).toBe(200)
    // The mail is written after the answer, so wait for it before opening the first link.
    const latest = await lastMail(auth.server)
    expect(latest.link).not.toBe(first.link)
    expect((await openLink(auth.server, first.link)).fragment).toMatchObject({ error_code: 'otp_expired' })
    const second = await openLink(auth.server, latest.link)
    expect(second.fragment).toHaveProperty('access_token')
    expect(second.location.origin).toBe(auth.server.core.env.publicUrl)
  })

  test('for a phone answers like any address with nothing pending', async () => {
    for (const type of ['sms', 'phone_change'])
      expect(await resend({ type, phone: '+2348012345678' })).toMatchObject({ status: 200, body: {} })
    expect(await readMails(auth.server)).toEqual([])
  })

  test('with an invalid request is refused', async () => {
    const types = 'Missing one of these types: signup, email_change, sms, phone_change'
    for (const [body, msg] of [
      [{ email: ADA.email }, types],
      [{ type: 'recovery', email: ADA.email }, types],
      [{ type: 'signup' }, 'Type provided requires an email address'],
      [{ type: 'email_change' }, 'Missing email address or phone number'],
      [{ type: 'signup', email: 'at home' }, 'Unable to validate email address: invalid format'],
      [{ type: 'sms', phone: 'at home' }, 'Invalid phone number format (E.164 required)'],
      [{ type: 'email_change', phone: '+2348012345678' }, 'Type provided requires an email address'],
    ] as const)
      expect(await resend(body)).toMatchObject({ status: 400, body: { error_code: 'validation_failed', msg } })
  })
})

describe('a new address', () => {
  const NEW = 'obi@mail.example'
  const HALF = 'Confirmation link accepted. Please proceed to confirm link sent to the other email'

  async function changing() {
    const device = await confirmed()
    const { data } = await device.updateUser({ email: NEW })
    expect(data.user).toMatchObject({ email: ADA.email, new_email: NEW, email_change_sent_at: expect.any(String) })
    const mails = await readMails(auth.server)
    const to = (address: string) => mails.findLast(({ recipient }) => recipient === address) ?? { link: '', code: '' }
    return { device, toOld: to(ADA.email), toNew: to(NEW) }
  }

  test.each([
    ['the new one first', true],
    ['the old one first', false],
  ])('needs both, %s', async (_order, newFirst) => {
    const { device, toOld, toNew } = await changing()
    const old = { email: ADA.email, token: toOld.code, type: 'email_change' } as const
    const other = { email: NEW, token: toNew.code, type: 'email_change' } as const
    const [first, second] = newFirst ? [other, old] : [old, other]
    const half = await auth.server.call('POST', '/auth/v1/verify', first)
    expect(half).toMatchObject({ status: 200, body: { code: '200', msg: HALF } })
    expect((await auth.server.call('POST', '/auth/v1/verify', first)).status).toBe(403)
    expect((await device.getUser()).data.user?.email).toBe(ADA.email)
    const { data } = await auth.device().verifyOtp(second)
    expect(data.session?.user).toMatchObject({ email: NEW, user_metadata: { email: NEW } })
    expect(data.user?.new_email).toBeUndefined()
    expect(data.user?.identities?.[0]).toMatchObject({
      email: NEW,
      identity_data: { email: NEW, email_verified: true },
    })
    expect(await lastMail(auth.server)).toMatchObject({
      recipient: ADA.email,
      subject: 'Your email address was changed',
    })
    expect((await auth.device().signInWithPassword(ADA)).error?.code).toBe('invalid_credentials')
    expect((await auth.device().signInWithPassword({ ...ADA, email: NEW })).error).toBeNull()
  })

  test('by links: the first tells in the fragment that the other is missing', async () => {
    const { toOld, toNew } = await changing()
    expect(await openLink(auth.server, toOld.link)).toMatchObject({
      status: 303,
      query: {},
      fragment: { message: HALF, sb: '' },
    })
    expect((await openLink(auth.server, toNew.link)).fragment).toMatchObject({ type: 'email_change' })
  })

  test('needs both links: opening one of them twice is not enough', async () => {
    const { device, toOld, toNew } = await changing()
    await openLink(auth.server, toNew.link)
    expect((await openLink(auth.server, toNew.link)).fragment).toMatchObject({ error_code: 'otp_expired' })
    expect((await device.getUser()).data.user?.email).toBe(ADA.email)
    expect((await openLink(auth.server, toOld.link)).fragment).toMatchObject({ type: 'email_change' })
  })

  test('by PKCE: the message is also in the query, and the second link yields the code', async () => {
    await confirmed()
    const browser = auth.device({ flowType: 'pkce' })
    await browser.signInWithPassword(ADA)
    await browser.updateUser({ email: NEW })
    const [toNew, toOld] = (await readMails(auth.server)).slice(-2)
    expect((await openLink(auth.server, toNew?.link ?? '')).query).toMatchObject({ message: HALF })
    const { query } = await openLink(auth.server, toOld?.link ?? '')
    const { data } = await browser.exchangeCodeForSession(query['code'] ?? '')
    expect(data.user?.email).toBe(NEW)
  })

  test('mailed again goes only to the address that has not confirmed', async () => {
    const { toNew } = await changing()
    await openLink(auth.server, toNew.link)
    const before = (await readMails(auth.server)).length
    auth.server.clock.advance(seconds(59))
    await resend({ type: 'email_change', email: ADA.email })
    expect(await readMails(auth.server)).toHaveLength(before)
    auth.server.clock.advance(seconds(1))
    await resend({ type: 'email_change', email: ADA.email })
    const mails = (await readMails(auth.server)).slice(before)
    expect(mails.map(({ recipient }) => recipient)).toEqual([ADA.email])
    const { fragment } = await openLink(auth.server, mails[0]?.link ?? '')
    expect(fragment).toMatchObject({ type: 'email_change' })
  })

  test('that was confirmed does not count for a third one', async () => {
    const { device, toOld } = await changing()
    await openLink(auth.server, toOld.link)
    auth.server.clock.advance(minutes(1))
    await device.updateUser({ email: 'thief@mail.example' })
    const mail = (await readMails(auth.server)).find(({ recipient }) => recipient === 'thief@mail.example')
    expect((await openLink(auth.server, mail?.link ?? '')).fragment).toMatchObject({ message: HALF })
    expect((await device.getUser()).data.user?.email).toBe(ADA.email)
  })
})
