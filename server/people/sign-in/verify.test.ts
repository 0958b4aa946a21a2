import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { ADA, BELLO, useAuthServer } from '../../../test/support/auth-server.ts'
import { lastMail, openLink, readMails } from '../../../test/support/mails.ts'
import { minutes } from '../../platform/clock.ts'
import { sha256 } from '../../platform/crypto.ts'
import { rows } from '../../platform/db/db.ts'

const auth = useAuthServer()

const LINK_USED = { code: 'otp_expired', message: 'Email link is invalid or has expired' }
const CODE_USED = { code: 'otp_expired', message: 'Token has expired or is invalid' }

const verify = (body: object) => auth.server.call('POST', '/auth/v1/verify', body)
const verifyCode = (email: string, token: string) => verify({ type: 'recovery', email, token })

/** Creates an account, requests a recovery mail, and reads it. */
async function recoveryMail(options?: Parameters<typeof auth.device>[0]) {
  await auth.signedUp()
  await auth.device(options).resetPasswordForEmail(ADA.email)
  return lastMail(auth.server)
}

describe('a recovery mail', () => {
  test('opens once: the second time redirects with an error, in the fragment and with PKCE also in the query', async () => {
    const words = { error: 'access_denied', error_code: 'otp_expired', error_description: LINK_USED.message }
    const { link, code } = await recoveryMail()
    await openLink(auth.server, link)
    expect(await openLink(auth.server, link)).toMatchObject({ status: 303, query: {}, fragment: { ...words, sb: '' } })
    expect(await verifyCode(ADA.email, code)).toMatchObject({ status: 403 })
    auth.server.clock.advance(minutes(1))
    await auth.device({ flowType: 'pkce' }).resetPasswordForEmail(ADA.email)
    const { link: pkceLink } = await lastMail(auth.server)
    await openLink(auth.server, pkceLink)
    expect(await openLink(auth.server, pkceLink)).toMatchObject({ status: 303, query: words, fragment: words })
  })

  test('opened concurrently opens one session', async () => {
    const { link } = await recoveryMail()
    const opened = await Promise.all([1, 2, 3].map(() => openLink(auth.server, link)))
    expect(opened.filter(({ fragment }) => 'access_token' in fragment)).toHaveLength(1)
    expect(opened.filter(({ fragment }) => fragment['error_code'] === 'otp_expired')).toHaveLength(2)
  })

  test('expires after an hour in every form', async () => {
    const { link, code } = await recoveryMail()
    auth.server.clock.advance(minutes(60))
    expect((await openLink(auth.server, link)).fragment).toMatchObject({ error_code: 'otp_expired' })
    const device = auth.device()
    const hash = new URL(link).searchParams.get('token') ?? ''
    expect((await device.verifyOtp({ token_hash: hash, type: 'recovery' })).error).toMatchObject(LINK_USED)
    expect((await device.verifyOtp({ email: ADA.email, token: code, type: 'recovery' })).error).toMatchObject(CODE_USED)
  })

  test('is not used up by a HEAD request of a mail scanner', async () => {
    const { link } = await recoveryMail()
    expect((await auth.server.app.request(link, { method: 'HEAD' })).status).toBe(200)
    expect((await openLink(auth.server, link)).fragment).toHaveProperty('access_token')
  })

  test('is not sent to a banned user, and opens nothing after a ban', async () => {
    const { link } = await recoveryMail()
    await auth.server.core.db.execute(sql`update users set banned_until = '2099-01-01'`)
    expect((await openLink(auth.server, link)).fragment).toMatchObject({ error_code: 'user_banned' })
    auth.server.clock.advance(minutes(2))
    await auth.device().resetPasswordForEmail(ADA.email)
    expect(await readMails(auth.server)).toHaveLength(1)
  })
})

describe('the code of a mail', () => {
  const wrong = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')

  test('fails after fifteen wrong codes from the network that asked, with the same answer; the link still works', async () => {
    const { code, link } = await recoveryMail()
    const answers = []
    for (let tries = 0; tries < 15; tries += 1) answers.push(await verifyCode(ADA.email, wrong(code)))
    answers.push(await verifyCode(ADA.email, code))
    for (const { status, body } of answers)
      expect({ status, body }).toEqual({
        status: 403,
        body: { code: 403, error_code: 'otp_expired', msg: CODE_USED.message },
      })
    expect((await openLink(auth.server, link)).fragment).toHaveProperty('access_token')
  })

  test('works at the tenth attempt', async () => {
    const { code } = await recoveryMail()
    for (let tries = 0; tries < 9; tries += 1) await verifyCode(ADA.email, wrong(code))
    expect((await verifyCode(ADA.email, code)).status).toBe(200)
  })

  test('of another user is refused', async () => {
    await auth.signedUp()
    await auth.signedUp(BELLO)
    await auth.device().resetPasswordForEmail(ADA.email)
    await auth.server.idle()
    await auth.device().resetPasswordForEmail(BELLO.email)
    const { code } = await lastMail(auth.server)
    expect((await verifyCode(ADA.email, code)).status).toBe(403)
    expect((await verifyCode(BELLO.email, code)).status).toBe(200)
  })

  test('is stored only as a keyed hash', async () => {
    const { code, link } = await recoveryMail()
    const stored = await rows(
      auth.server.core.db,
      sql`select *, encode(code_hash, 'hex') as code, encode(link_hash, 'hex') as link from one_time_tokens`,
      z.unknown(),
    )
    const text = JSON.stringify(stored)
    for (const open of [code, `recovery ${ADA.email} ${code}`, `${ADA.email}${code}`])
      expect(text).not.toContain(sha256(open).toString('hex'))
    expect(text).not.toContain(new URL(link).searchParams.get('token'))
  })
})

describe('a request to verify', () => {
  test('that is invalid is refused with the protocol’s message', async () => {
    const faults = [
      [{ type: '', token: '1', email: ADA.email }, 400, 'Verify requires a verification type'],
      [{ type: 'signup', email: ADA.email }, 400, 'Verify requires either a token or a token hash'],
      [{ type: 'signup', token: '1', token_hash: '2' }, 400, 'Verify requires either a token or a token hash'],
      [{ type: 'signup', token_hash: '2', email: ADA.email }, 400, 'Only the token_hash and type should be provided'],
      [{ type: 'signup', token_hash: '2', redirect_to: '/' }, 400, 'Only the token_hash and type should be provided'],
      [{ type: 'selfie', token: '1', email: ADA.email }, 400, 'Unsupported verification type'],
      [{ type: 'selfie', token_hash: '1' }, 400, 'Unsupported verification type'],
      [{ type: 'sms', token: '1', phone: 'at home' }, 400, 'Invalid phone number format (E.164 required)'],
      [{ type: 'signup', token: '1', email: 'at home' }, 422, 'Invalid email format'],
    ] as const
    for (const [body, status, msg] of faults)
      expect(await verify(body)).toMatchObject({ status, body: { error_code: 'validation_failed', msg } })
  })

  test('of any type of the protocol is understood, and finds nothing if nothing was sent', async () => {
    const expired = (msg: string) => ({ status: 403, body: { error_code: 'otp_expired', msg } })
    for (const type of ['signup', 'invite', 'magiclink', 'recovery', 'email_change', 'email']) {
      const byCode = await verify({ type, email: BELLO.email, token: '123456' })
      expect(byCode).toMatchObject(expired(CODE_USED.message))
      expect(await verify({ type, token_hash: 'pkce_0' })).toMatchObject(expired(LINK_USED.message))
    }
    // Sign-in by phone does not exist.
    for (const type of ['sms', 'phone_change']) {
      const byPhone = await verify({ type, phone: '+2348031234567', token: '123456' })
      expect(byPhone).toMatchObject(expired(CODE_USED.message))
    }
  })

  test('accepts a token only for its own purpose', async () => {
    const { link, code } = await recoveryMail()
    const hash = new URL(link).searchParams.get('token')
    for (const type of ['signup', 'email', 'magiclink', 'email_change']) {
      expect((await verify({ type, token_hash: hash })).status).toBe(403)
      expect((await verify({ type, email: ADA.email, token: code })).status).toBe(403)
    }
    expect((await verify({ type: 'recovery', token_hash: hash })).status).toBe(200)
  })

  test('proves the address once the password is saved, and revokes everything mailed', async () => {
    const { link } = await recoveryMail()
    const device = auth.device()
    const hash = new URL(link).searchParams.get('token') ?? ''
    await device.verifyOtp({ token_hash: hash, type: 'recovery' })
    const { data } = await device.updateUser({ password: 'my own long words' })
    expect(data.user?.user_metadata['email_verified']).toBe(true)
    expect(data.user?.identities?.[0]?.identity_data?.['email_verified']).toBe(true)
    const left = await rows(
      auth.server.core.db,
      sql`select users.id from users where email_proven_at is null or exists (select 1 from one_time_tokens)`,
      z.unknown(),
    )
    expect(left).toEqual([])
  })

  test('with the token of a PKCE link opens a session too', async () => {
    const { link } = await recoveryMail({ flowType: 'pkce' })
    const hash = new URL(link).searchParams.get('token') ?? ''
    const { data } = await auth.device().verifyOtp({ token_hash: hash, type: 'recovery' })
    expect(data.session?.user.email).toBe(ADA.email)
  })
})

test('an invalid link redirects to our page with an error', async () => {
  const { publicUrl } = auth.server.core.env
  for (const [query, code, error] of [
    ['type=recovery&token=', 'validation_failed', 'invalid_request'],
    ['token=abc', 'validation_failed', 'invalid_request'],
    ['type=selfie&token=abc', 'validation_failed', 'invalid_request'],
    ['type=recovery&token=abc', 'otp_expired', 'access_denied'],
    ['type=invite&token=abc', 'otp_expired', 'access_denied'],
  ]) {
    const { status, location, fragment } = await openLink(auth.server, `${publicUrl}/auth/v1/verify?${query}`)
    expect([status, location.origin]).toEqual([303, publicUrl])
    expect(fragment).toMatchObject({ error, error_code: code, sb: '' })
  }
})
