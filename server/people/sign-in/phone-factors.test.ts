import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { rateLimits } from '../../../contract/platform/rate-limits.ts'
import { ADA, useAuthServer } from '../../../test/support/auth-server.ts'
import { callAs, tokensOf } from '../../../test/support/second-step.ts'
import { minutes, seconds } from '../../platform/clock.ts'
import { rows } from '../../platform/db/db.ts'

const folder = mkdtempSync(join(tmpdir(), 'taimako-phones-'))
const auth = useAuthServer({ DATA_DIR: folder })
type Device = ReturnType<typeof auth.device>

beforeEach(() => rmSync(join(folder, 'sms'), { recursive: true, force: true }))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** The text messages so far, oldest first. */
async function texts(): Promise<string[]> {
  await auth.server.pass(seconds(2), /^sms\./)
  const files = readdirSync(folder).includes('sms') ? readdirSync(join(folder, 'sms')).toSorted() : []
  return files.map((name) => readFileSync(join(folder, 'sms', name), 'utf8'))
}

async function lastCode(): Promise<string> {
  return /\b\d{6}\b(?= is your Taimako code)/.exec((await texts()).at(-1) ?? '')?.[0] ?? ''
}

async function enrolPhone(device: Device, phone = '0803 123 4567', friendlyName = 'Phone'): Promise<string> {
  const { data, error } = await device.mfa.enroll({ factorType: 'phone', phone, friendlyName })
  if (error) throw error
  return data.id
}

async function verifiedPhone(device: Device): Promise<string> {
  const factorId = await enrolPhone(device)
  const { data } = await device.mfa.challenge({ factorId, channel: 'sms' })
  const code = await lastCode()
  const { error } = await device.mfa.verify({ factorId, challengeId: data?.id ?? '', code })
  expect(error).toBeNull()
  return factorId
}

function storedFactors() {
  return rows(
    auth.server.core.db,
    sql`select phone, status from factors order by created_at, phone`,
    z.object({ phone: z.string().nullable(), status: z.string() }),
  )
}

const other = (code: string) => (code === '000000' ? '111111' : '000000')

test('a phone is verified by the code sent to it, and the session is raised', async () => {
  const device = await auth.signedUp()
  const enrolled = await device.mfa.enroll({ factorType: 'phone', phone: '0803 123-4567', friendlyName: 'Mine' })
  const factorId = enrolled.data?.id ?? ''
  expect(enrolled.data).toEqual({ id: factorId, type: 'phone', friendly_name: 'Mine', phone: '0803 123-4567' })
  expect(await texts()).toEqual([])
  const challenge = await device.mfa.challenge({ factorId, channel: 'sms' })
  const now = Math.floor(auth.server.clock.now().getTime() / 1000)
  expect(challenge.data).toMatchObject({ type: 'phone', expires_at: now + 300 })
  const [text = ''] = await texts()
  expect(text).toMatch(/^To: \+2348031234567\n\n\d{6} is your Taimako code\. It expires in 5 minutes\./)
  const code = await lastCode()
  const verified = await device.mfa.verify({ factorId, challengeId: challenge.data?.id ?? '', code })
  expect(verified.error).toBeNull()
  const { claims } = await tokensOf(device)
  expect([claims.aal, claims.amr.map(({ method }) => method)]).toEqual(['aal2', ['mfa/phone', 'password']])
  const { data } = await device.mfa.listFactors()
  expect(data?.phone).toMatchObject([
    { id: factorId, phone: '2348031234567', status: 'verified', friendly_name: 'Mine' },
  ])
  expect(data?.phone[0]).toHaveProperty('last_challenged_at', expect.any(String))
  const [mail] = await rows(
    auth.server.core.db,
    sql`select subject, recipient from outgoing_mail where subject like '%second step%'`,
    z.object({ subject: z.string(), recipient: z.string() }),
  )
  expect(mail).toEqual({ subject: 'A second step was added to your account', recipient: ADA.email })
})

test('the code is not in the database or the log, and only the operator can read its file', async () => {
  const device = await auth.signedUp()
  await device.mfa.challenge({ factorId: await enrolPhone(device), channel: 'sms' })
  const waiting = await rows(auth.server.core.db, sql`select text_sealed from outgoing_text_messages`, z.unknown())
  const stored = await rows(auth.server.core.db, sql`select code_hash from challenges`, z.unknown())
  const code = await lastCode()
  const Sealed = z.array(z.record(z.string(), z.instanceof(Uint8Array)))
  for (const row of [...Sealed.parse(waiting), ...Sealed.parse(stored)])
    for (const bytes of Object.values(row)) expect(Buffer.from(bytes).toString('latin1')).not.toContain(code)
  expect(auth.server.logged()).not.toContain(code)
  expect(auth.server.logged()).not.toContain('8031234567')
  const [name = ''] = readdirSync(join(folder, 'sms'))
  expect([statSync(join(folder, 'sms')).mode & 0o777, statSync(join(folder, 'sms', name)).mode & 0o777]).toEqual([
    0o700, 0o600,
  ])
})

describe('a number', () => {
  test.each([
    ['08031234567', '2348031234567'],
    ['+234 803 123 4567', '2348031234567'],
    ['+234 (0) 803 123 4567', '2348031234567'],
    ['2348031234567', '2348031234567'],
    ['00234-803-123-4567', '2348031234567'],
    ['+44 20 7946 0958', '442079460958'],
  ])('written %s is %s', async (written, digits) => {
    await enrolPhone(await auth.signedUp(), written)
    expect(await storedFactors()).toEqual([{ phone: digits, status: 'unverified' }])
  })

  test.each([
    ['', 'Phone number required to enroll Phone factor'],
    ['my phone', 'Invalid phone number format (E.164 required)'],
    ['12345', 'Invalid phone number format (E.164 required)'],
    ['+234803123456789012', 'Invalid phone number format (E.164 required)'],
    ['0803123456', 'Invalid phone number format (E.164 required)'],
    ['+2348031234567\nBcc: 234', 'Invalid phone number format (E.164 required)'],
  ])('is not %j', async (phone, message) => {
    const answer = await callAs(auth, await auth.signedUp(), 'POST', '/factors', { factor_type: 'phone', phone })
    expect(answer).toMatchObject({ status: 400, code: 'validation_failed', message })
    expect(await storedFactors()).toEqual([])
  })

  test('replaces an unverified one, and is refused if verified', async () => {
    const device = await auth.signedUp()
    const first = await enrolPhone(device, '+2348031234567')
    const second = await enrolPhone(device, '08031234567')
    expect(second).not.toBe(first)
    expect(await storedFactors()).toHaveLength(1)
    const { data } = await device.mfa.challenge({ factorId: second, channel: 'sms' })
    const code = await lastCode()
    await device.mfa.verify({ factorId: second, challengeId: data?.id ?? '', code })
    const again = await device.mfa.enroll({
      factorType: 'phone',
      phone: '234 803 123 4567',
      friendlyName: 'Other name',
    })
    expect(again.error).toMatchObject({ status: 422, code: 'mfa_verified_factor_exists' })
    expect(await storedFactors()).toEqual([{ phone: '2348031234567', status: 'verified' }])
  })
})

describe('a message', () => {
  test('is sent at most once a minute, and the refusal tells how long to wait', async () => {
    const device = await auth.signedUp()
    const factorId = await enrolPhone(device)
    const ask = () => callAs(auth, device, 'POST', `/factors/${factorId}/challenge`, { channel: 'sms' })
    expect((await ask()).status).toBe(200)
    auth.server.clock.advance(seconds(18) + 1)
    expect(await ask()).toMatchObject({
      status: 429,
      code: 'over_sms_send_rate_limit',
      message: 'For security purposes, you can only request this after 42 seconds.',
    })
    expect(await texts()).toHaveLength(1)
    auth.server.clock.advance(seconds(42))
    expect((await ask()).status).toBe(200)
    expect(await texts()).toHaveLength(2)
  })

  test('is a text message for either channel, and unknown channels are refused', async () => {
    const device = await auth.signedUp()
    const factorId = await enrolPhone(device)
    expect(await callAs(auth, device, 'POST', `/factors/${factorId}/challenge`, { channel: 'pigeon' })).toMatchObject({
      status: 400,
      code: 'validation_failed',
    })
    expect(await texts()).toEqual([])
    expect((await device.mfa.challenge({ factorId, channel: 'whatsapp' })).error).toBeNull()
    expect(await texts()).toHaveLength(1)
  })
})

describe('with rate limits', () => {
  const limited = useAuthServer({ DATA_DIR: folder, RATE_LIMITS: 'on' })

  test('re-adding a phone does not bypass the hourly limit', async () => {
    const device = await limited.signedUp()
    const send = async () => {
      const factorId = await enrolPhone(device)
      // Ids are case-insensitive.
      const { error } = await device.mfa.challenge({ factorId: factorId.toUpperCase(), channel: 'sms' })
      await device.mfa.unenroll({ factorId })
      return error?.code
    }
    for (let sent = 0; sent < rateLimits.text_messages.requests; sent += 1) expect(await send()).toBeUndefined()
    expect(await send()).toBe('over_request_rate_limit')
  })
})

describe('a code', () => {
  test('of another challenge is refused, like any wrong one', async () => {
    const device = await auth.signedUp()
    const factorId = await enrolPhone(device)
    await device.mfa.challenge({ factorId, channel: 'sms' })
    const old = await lastCode()
    auth.server.clock.advance(minutes(1))
    const { data } = await device.mfa.challenge({ factorId, channel: 'sms' })
    const code = await lastCode()
    const tried = [other(code), ...(old === code ? [] : [old])]
    for (const wrong of tried) {
      const { error } = await device.mfa.verify({ factorId, challengeId: data?.id ?? '', code: wrong })
      expect(error).toMatchObject({
        status: 422,
        code: 'mfa_verification_failed',
        message: 'Invalid MFA Phone code entered',
      })
    }
    expect((await tokensOf(device)).claims.aal).toBe('aal1')
    expect((await device.mfa.verify({ factorId, challengeId: data?.id ?? '', code })).error).toBeNull()
  })

  test('fails after five wrong ones, or five minutes', async () => {
    const device = await auth.signedUp()
    const factorId = await enrolPhone(device)
    const burnt = await device.mfa.challenge({ factorId, channel: 'sms' })
    const code = await lastCode()
    const tryCode = (challengeId: string, sent: string) =>
      callAs(auth, device, 'POST', `/factors/${factorId}/verify`, { challenge_id: challengeId, code: sent })
    for (let miss = 0; miss < 5; miss += 1) await tryCode(burnt.data?.id ?? '', other(code))
    expect((await tryCode(burnt.data?.id ?? '', code)).code).toBe('mfa_verification_failed')
    auth.server.clock.advance(minutes(1))
    const late = await device.mfa.challenge({ factorId, channel: 'sms' })
    const second = await lastCode()
    auth.server.clock.advance(minutes(5))
    expect((await tryCode(late.data?.id ?? '', second)).code).toBe('mfa_challenge_expired')
    expect(await storedFactors()).toMatchObject([{ status: 'unverified' }])
  })
})

test('removing a phone lowers its session to aal1', async () => {
  const device = await auth.signedUp()
  const factorId = await verifiedPhone(device)
  expect((await device.mfa.unenroll({ factorId })).error).toBeNull()
  expect((await device.refreshSession()).error).toBeNull()
  const { claims } = await tokensOf(device)
  expect([claims.aal, claims.amr.map(({ method }) => method)]).toEqual(['aal1', ['password']])
  const mail = await rows(
    auth.server.core.db,
    sql`select subject from outgoing_mail where subject like '%removed%'`,
    z.object({ subject: z.string() }),
  )
  expect(mail).toHaveLength(1)
})
