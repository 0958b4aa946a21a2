/** Changing the telephone number of an account, and what happens to the account that had it. */
import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { ADDRESS, REQUEST } from '../../../test/support/asking.ts'
import { ADA, BELLO } from '../../../test/support/auth-server.ts'
import { lastMail, openLink, readMails } from '../../../test/support/mails.ts'
import { digitsOf, OTHER_PHONE, PHONE, usePhoneServer } from '../../../test/support/phones.ts'
import { newKey } from '../../../test/support/server.ts'
import { minutes } from '../../platform/clock.ts'
import { rows } from '../../platform/db/db.ts'
import { generatePrintedPassword, makeAdministrator } from './administrators.ts'
import { canSignIn } from './people.ts'

const auth = usePhoneServer()
type Device = ReturnType<typeof auth.device>

const EXPIRED = { status: 403, code: 'otp_expired' }

async function addPhone(device: Device, phone = PHONE): Promise<Device> {
  const { error } = await device.updateUser({ phone })
  if (error) throw error
  const typed = auth.device()
  const verified = await typed.verifyOtp({ phone, token: await auth.lastCode(phone), type: 'phone_change' })
  if (verified.error) throw verified.error
  return typed
}

const mailTo = (email: string) =>
  rows(
    auth.server.core.db,
    sql`select subject from outgoing_mail where recipient = ${email} order by created_at, id`,
    z.object({ subject: z.string() }),
  ).then((found) => found.map(({ subject }) => subject))

const idOf = async (device: Device) => (await device.getUser()).data.user?.id

test('a number is added once its code is typed, and then signs in', async () => {
  const device = await auth.signedUp()
  const { data, error } = await device.updateUser({ phone: '0803 123 4567' })
  expect(error).toBeNull()
  expect(data.user).toMatchObject({ phone: '', new_phone: digitsOf(PHONE), phone_change_sent_at: expect.any(String) })
  const code = await auth.lastCode(PHONE)
  expect((await auth.device().verifyOtp({ phone: PHONE, token: code, type: 'sms' })).error).toMatchObject(EXPIRED)
  const verified = await auth.device().verifyOtp({ phone: PHONE, token: code, type: 'phone_change' })
  expect(verified.data.user).toMatchObject({
    email: ADA.email,
    phone: digitsOf(PHONE),
    phone_confirmed_at: expect.any(String),
    app_metadata: { providers: ['email', 'phone'] },
  })
  expect(verified.data.user).not.toHaveProperty('new_phone')
  // The session that asked stays.
  expect((await device.getUser()).data.user).toMatchObject({ phone: digitsOf(PHONE) })
  auth.server.clock.advance(minutes(2))
  expect(await idOf(await auth.signedInByText())).toBe(await idOf(device))
  const byPassword = await auth.device().signInWithPassword({ phone: PHONE, password: ADA.password })
  expect(byPassword.data.user).toMatchObject({ email: ADA.email })
  expect(await mailTo(ADA.email)).toContain('Your account has a new telephone number')
})

test('a pending change can be texted again, a minute later', async () => {
  const device = await auth.signedUp()
  await device.updateUser({ phone: PHONE })
  expect((await device.updateUser({ phone: OTHER_PHONE })).error).toMatchObject({
    status: 429,
    code: 'over_sms_send_rate_limit',
  })
  await auth.texts()
  auth.server.clock.advance(minutes(1))
  expect((await auth.device().resend({ type: 'phone_change', phone: PHONE })).error).toBeNull()
  expect(await auth.texts()).toHaveLength(2)
  const token = await auth.lastCode(PHONE)
  expect((await auth.device().verifyOtp({ phone: PHONE, token, type: 'phone_change' })).error).toBeNull()
})

test('the code of a change is refused once the account is banned, and nothing changed', async () => {
  const device = await auth.signedUp()
  await device.updateUser({ phone: PHONE })
  const { db } = auth.server.core
  await db.execute(sql`update users set banned_until = '2099-01-01'`)
  const token = await auth.lastCode(PHONE)
  const { error } = await auth.device().verifyOtp({ phone: PHONE, token, type: 'phone_change' })
  expect(error).toMatchObject({ status: 403, code: 'user_banned' })
  expect(await rows(db, sql`select phone from users`, z.unknown())).toEqual([{ phone: null }])
})

test('a new number replaces the old one, whose sessions end and which is told', async () => {
  const first = await auth.signedInByText()
  const second = await addPhone(first, OTHER_PHONE)
  expect(await idOf(second)).toBeDefined()
  expect((await first.getUser()).error?.name).toBe('AuthSessionMissingError')
  expect((await auth.texts()).at(-1)).toMatch(/^To: \+2348031234567\n\nTaimako: this number no longer signs in/)
  // The old number is free.
  auth.server.clock.advance(minutes(2))
  expect(await idOf(await auth.signedInByText(PHONE))).not.toBe(await idOf(second))
})

test('with the case number, the number before shows nothing of a request, and the new one does', async () => {
  const device = await auth.signedInByText()
  const token = (await device.getSession()).data.session?.access_token
  const call = (method: string, path: string, body: unknown) =>
    auth.server.call(method, path, body, { authorization: `Bearer ${token}`, ...newKey() })
  await call('PUT', '/api/profile', { full_name: 'Ada Obi', phone: '0803 123 4567', address: ADDRESS })
  const asked = (await call('POST', '/api/applications', REQUEST)).body
  const standing = async (phone: string) => {
    const typed = { case_number: asked['case_number'], phone }
    return (await auth.server.call('POST', '/api/applications/standing', typed)).status
  }
  expect(await standing(PHONE)).toBe(200)
  auth.server.clock.advance(minutes(2))
  await addPhone(device, OTHER_PHONE)
  expect([await standing(PHONE), await standing('0803 123 4567'), await standing(OTHER_PHONE)]).toEqual([404, 404, 200])
})

test('a number in the profile that never signed in stays there when the one that does changes', async () => {
  const device = await auth.signedInByText()
  const token = (await device.getSession()).data.session?.access_token
  const authorization = `Bearer ${token}`
  const profile = { full_name: 'Ada Obi', phone: '0809 000 0000', address: ADDRESS }
  await auth.server.call('PUT', '/api/profile', profile, { authorization })
  auth.server.clock.advance(minutes(2))
  await addPhone(device, OTHER_PHONE)
  const kept = sql`select phone from profiles where full_name = 'Ada Obi'`
  expect(await rows(auth.server.core.db, kept, z.unknown())).toEqual([{ phone: '0809 000 0000' }])
})

/** The code is refused, and texting it again sends nothing. */
async function expectChangeEnded(phone: string, token: string): Promise<void> {
  const typed = await auth.device().verifyOtp({ phone, token, type: 'phone_change' })
  expect(typed.error).toMatchObject(EXPIRED)
  auth.server.clock.advance(minutes(2))
  const before = await auth.texts()
  await auth.device().resend({ type: 'phone_change', phone })
  expect(await auth.texts()).toEqual(before)
}

test('the link that undoes a change of address ends a change of number that waits, also one that is texted again', async () => {
  const thief = await auth.signedUp()
  await thief.updateUser({ email: BELLO.email })
  await openLink(
    auth.server,
    (await readMails(auth.server)).find(({ recipient }) => recipient === BELLO.email)?.link ?? '',
  )
  const { recipient, link: undo } = await lastMail(auth.server)
  expect(recipient).toBe(ADA.email)
  expect((await thief.updateUser({ phone: OTHER_PHONE })).error).toBeNull()
  const token = await auth.lastCode(OTHER_PHONE)
  expect((await openLink(auth.server, undo)).fragment).toHaveProperty('message')
  await expectChangeEnded(OTHER_PHONE, token)
  const left = sql`select email, phone, new_phone from users where closed_at is null`
  expect(await rows(auth.server.core.db, left, z.unknown())).toEqual([
    { email: ADA.email, phone: null, new_phone: null },
  ])
})

test.each(['others', 'global'] as const)(
  'signing out %s ends the change of number that an ended session asked for',
  async (scope) => {
    const thief = await auth.signedUp()
    await thief.updateUser({ phone: OTHER_PHONE })
    const token = await auth.lastCode(OTHER_PHONE)
    const owner = auth.device()
    await owner.signInWithPassword(ADA)
    expect((await owner.signOut({ scope })).error).toBeNull()
    await expectChangeEnded(OTHER_PHONE, token)
  },
)

describe('a number that another account has', () => {
  test('leaves it: the owner before is told by mail, and only sessions by text end', async () => {
    const owner = await auth.signedUp()
    const byText = await addPhone(owner)
    const taker = await auth.signedUp(BELLO)
    auth.server.clock.advance(minutes(2))
    // The answer is that of any number.
    const asked = await taker.updateUser({ phone: PHONE })
    expect(asked.data.user).toMatchObject({ phone: '', new_phone: digitsOf(PHONE) })
    expect((await byText.getUser()).error).toBeNull()
    const token = await auth.lastCode(PHONE)
    const taken = await auth.device().verifyOtp({ phone: PHONE, token, type: 'phone_change' })
    expect(taken.data.user).toMatchObject({ email: BELLO.email, phone: digitsOf(PHONE) })
    expect((await byText.getUser()).error?.name).toBe('AuthSessionMissingError')
    expect((await owner.getUser()).data.user).toMatchObject({
      email: ADA.email,
      phone: '',
      app_metadata: { providers: ['email'] },
    })
    expect(await mailTo(ADA.email)).toContain('Your telephone number left your account')
    const lost = await auth.device().signInWithPassword({ phone: PHONE, password: ADA.password })
    expect(lost.error?.code).toBe('invalid_credentials')
    expect(
      await rows(
        auth.server.core.db,
        sql`select email from users where phone_changed_at is not null order by email`,
        z.object({ email: z.string() }),
      ),
    ).toEqual([{ email: ADA.email }, { email: BELLO.email }])
  })

  test('stays there until the code is typed, and goes to one of two who want it', async () => {
    const owner = await auth.signedInByText()
    const first = await auth.signedUp()
    const second = await auth.signedUp(BELLO)
    auth.server.clock.advance(minutes(2))
    await first.updateUser({ phone: PHONE })
    const old = await auth.lastCode(PHONE)
    auth.server.clock.advance(minutes(3))
    await second.updateUser({ phone: PHONE })
    const token = await auth.lastCode(PHONE)
    expect((await owner.getUser()).error).toBeNull()
    const verify = (code: string) => auth.device().verifyOtp({ phone: PHONE, token: code, type: 'phone_change' })
    expect((await verify(old === token ? 'none' : old)).error).toMatchObject(EXPIRED)
    expect((await verify(token)).data.user).toMatchObject({ email: BELLO.email })
    expect((await owner.getUser()).error?.name).toBe('AuthSessionMissingError')
  })
})

test('an account without an address confirms with a texted code, and then changes its sign-in', async () => {
  const device = await auth.signedInByText()
  auth.server.clock.advance(minutes(11))
  expect((await device.updateUser({ password: 'a new horse' })).error?.code).toBe('reauthentication_needed')
  expect((await device.reauthenticate()).error).toBeNull()
  const nonce = await auth.lastCode(PHONE)
  const wrong = nonce === '000000' ? '111111' : '000000'
  expect((await device.updateUser({ password: 'a new horse', nonce: wrong })).error?.code).toBe(
    'reauthentication_not_valid',
  )
  const changed = await device.updateUser({ password: 'a new horse', nonce })
  expect(changed.data.user).toMatchObject({ app_metadata: { has_password: true } })
  expect((await auth.device().signInWithPassword({ phone: PHONE, password: 'a new horse' })).error).toBeNull()
  auth.server.clock.advance(minutes(1))
  expect((await device.reauthenticate()).error).toMatchObject({ status: 429 })
})

test('an account that is left without a sign-in is one that staff can let its owner claim, and keeps no number of a stranger', async () => {
  const owner = await auth.signedInByText()
  const userId = (await idOf(owner)) ?? ''
  const taker = await auth.signedUp()
  auth.server.clock.advance(minutes(2))
  await addPhone(taker)
  expect(await canSignIn(auth.server.core.db, userId)).toBe(false)
  expect(
    await rows(
      auth.server.core.db,
      sql`select phone from profiles where user_id = ${userId}::uuid`,
      z.object({ phone: z.string() }),
    ),
  ).toEqual([{ phone: '' }])
  expect((await owner.getUser()).error?.name).toBe('AuthSessionMissingError')
})

describe('refused', () => {
  test('for staff, who lose their number when they get their roles', async () => {
    const { core } = auth.server
    await addPhone(await auth.signedUp())
    const { password, credentials } = await generatePrintedPassword(core)
    await makeAdministrator(core, ADA.email, credentials, { reset: false })
    const device = auth.device()
    await device.signInWithPassword({ email: ADA.email, password })
    expect((await device.getUser()).data.user).toMatchObject({ phone: '', app_metadata: { providers: ['email'] } })
    expect((await device.updateUser({ phone: PHONE })).error).toMatchObject({
      status: 422,
      code: 'phone_provider_disabled',
    })
    // The number opens another account, without a role.
    auth.server.clock.advance(minutes(2))
    const byText = await auth.signedInByText()
    expect((await byText.getUser()).data.user).toMatchObject({ email: '', app_metadata: { role: 'beneficiary' } })
    await expect(
      core.db.execute(
        sql`update users set phone = '2347061234567', phone_confirmed_at = now() where email = ${ADA.email}`,
      ),
    ).rejects.toMatchObject({ cause: { constraint: 'users_phone_one_step' } })
  })

  test('for a number that is a second step, and the other way round', async () => {
    const device = await auth.signedUp()
    const enrol = (phone: string) => device.mfa.enroll({ factorType: 'phone', phone, friendlyName: phone })
    const factorId = (await enrol(PHONE)).data?.id ?? ''
    const challengeId = (await device.mfa.challenge({ factorId })).data?.id ?? ''
    await device.mfa.verify({ factorId, challengeId, code: await auth.lastCode(PHONE) })
    expect((await device.updateUser({ phone: PHONE })).error).toMatchObject({ status: 422, code: 'validation_failed' })
    expect((await device.updateUser({ phone: OTHER_PHONE })).error).toBeNull()
    const token = await auth.lastCode(OTHER_PHONE)
    await auth.device().verifyOtp({ phone: OTHER_PHONE, token, type: 'phone_change' })
    expect((await enrol(OTHER_PHONE)).error).toMatchObject({ status: 422, code: 'validation_failed' })
    await expect(
      auth.server.core.db.execute(sql`update factors set phone = ${digitsOf(OTHER_PHONE)} where id = ${factorId}`),
    ).rejects.toMatchObject({ cause: { constraint: 'users_phone_one_step' } })
  })

  test('without the second step that the account has', async () => {
    const device = await auth.signedUp()
    const factorId = (await device.mfa.enroll({ factorType: 'phone', phone: OTHER_PHONE })).data?.id ?? ''
    const challengeId = (await device.mfa.challenge({ factorId })).data?.id ?? ''
    await device.mfa.verify({ factorId, challengeId, code: await auth.lastCode(OTHER_PHONE) })
    const fresh = auth.device()
    await fresh.signInWithPassword(ADA)
    expect((await fresh.updateUser({ phone: PHONE })).error).toMatchObject({ status: 401, code: 'insufficient_aal' })
  })

  test('long after the sign-in, and for wrong numbers', async () => {
    const device = await auth.signedUp()
    expect((await device.updateUser({ phone: '+15551234567' })).error?.code).toBe('validation_failed')
    auth.server.clock.advance(minutes(11))
    expect((await device.updateUser({ phone: PHONE })).error?.code).toBe('reauthentication_needed')
    expect(await auth.texts()).toEqual([])
  })
})

test('an account whose address someone else proves loses the number that was added before', async () => {
  const squatter = await auth.signedUp()
  const byText = await addPhone(squatter)
  const owner = auth.device()
  await owner.resetPasswordForEmail(ADA.email)
  await owner.verifyOtp({ email: ADA.email, token: (await lastMail(auth.server)).code, type: 'recovery' })
  expect((await owner.updateUser({ password: 'a new horse' })).error).toBeNull()
  expect((await byText.getUser()).error?.name).toBe('AuthSessionMissingError')
  expect((await owner.getUser()).data.user).toMatchObject({ phone: '' })
})
