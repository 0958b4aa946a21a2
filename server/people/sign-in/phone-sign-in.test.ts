/** Sign-up and sign-in by telephone number, with the published client. */
import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { digitsOf, OTHER_PHONE, PHONE, usePhoneServer } from '../../../test/support/phones.ts'
import { hours, minutes, seconds } from '../../platform/clock.ts'
import { onlyRow, rows } from '../../platform/db/db.ts'

const auth = usePhoneServer()
const PASSWORD = 'correct horse'

const countUsers = async () =>
  (await onlyRow(auth.server.core.db, sql`select count(*)::int as users from users`, z.object({ users: z.number() })))
    .users

const verify = (token: string, phone = PHONE) => auth.device().verifyOtp({ phone, token, type: 'sms' })
const EXPIRED = { status: 403, code: 'otp_expired', message: 'Token has expired or is invalid' }
const other = (code: string) => (code === '000000' ? '111111' : '000000')

test('a code by text signs a new number up, and signs it in again', async () => {
  const device = auth.device()
  const asked = await device.signInWithOtp({ phone: '0803 123 4567', options: { data: { full_name: 'Amina Bello' } } })
  expect(asked).toMatchObject({ data: { user: null, session: null, messageId: expect.any(String) }, error: null })
  expect(await auth.texts()).toEqual([
    expect.stringMatching(/^To: \+2348031234567\n\n\d{6} is your Taimako code to sign in\. It expires in 10 minutes\./),
  ])
  // Until the code is typed, there is no account.
  expect(await countUsers()).toBe(0)
  const code = await auth.lastCode(PHONE)
  const { data, error } = await device.verifyOtp({
    phone: PHONE,
    token: `${code.slice(0, 3)} ${code.slice(3)}`,
    type: 'sms',
  })
  expect(error).toBeNull()
  expect(data.user).toMatchObject({
    email: '',
    phone: digitsOf(PHONE),
    phone_confirmed_at: expect.any(String),
    confirmed_at: expect.any(String),
    app_metadata: { provider: 'phone', providers: ['phone'], role: 'beneficiary' },
    user_metadata: { full_name: 'Amina Bello', phone: digitsOf(PHONE), phone_verified: true },
    identities: [{ provider: 'phone', id: data.user?.id }],
  })
  expect((await device.getClaims()).data?.claims).toMatchObject({
    phone: digitsOf(PHONE),
    email: '',
    aal: 'aal1',
    amr: [{ method: 'otp' }],
  })
  expect((await device.getUser()).data.user).toMatchObject({ phone: digitsOf(PHONE) })
  expect((await device.refreshSession()).error).toBeNull()

  auth.server.clock.advance(minutes(2))
  const again = await auth.signedInByText()
  expect((await again.getUser()).data.user?.id).toBe(data.user?.id)
  expect(await countUsers()).toBe(1)
})

const isHeld = async () =>
  (
    await onlyRow(
      auth.server.core.db,
      sql`select phone_changed_at is not null as held from users`,
      z.object({ held: z.boolean() }),
    )
  ).held

test('a code after 180 days without one makes payments wait, one before does not', async () => {
  await auth.signedInByText()
  auth.server.clock.advance(hours(179 * 24))
  await auth.signedInByText()
  expect(await isHeld()).toBe(false)
  auth.server.clock.advance(hours(180 * 24))
  await auth.signedInByText()
  expect(await isHeld()).toBe(true)
})

test('a sign-in with a password is no code: the number may have a new owner', async () => {
  const device = await auth.signedInByText()
  expect((await device.updateUser({ password: PASSWORD })).error).toBeNull()
  auth.server.clock.advance(hours(179 * 24))
  expect((await auth.device().signInWithPassword({ phone: PHONE, password: PASSWORD })).error).toBeNull()
  auth.server.clock.advance(hours(2 * 24))
  expect(await isHeld()).toBe(false)
  await auth.signedInByText()
  expect(await isHeld()).toBe(true)
})

describe('a code', () => {
  test('works once, and a new one ends the one before', async () => {
    await auth.device().signInWithOtp({ phone: PHONE })
    const first = await auth.lastCode(PHONE)
    auth.server.clock.advance(seconds(61))
    await auth.device().signInWithOtp({ phone: PHONE })
    const second = await auth.lastCode(PHONE)
    expect((await verify(first === second ? other(second) : first)).error).toMatchObject(EXPIRED)
    expect((await verify(second)).error).toBeNull()
    expect((await verify(second)).error).toMatchObject(EXPIRED)
  })

  test('expires after ten minutes', async () => {
    await auth.device().signInWithOtp({ phone: PHONE })
    const code = await auth.lastCode(PHONE)
    auth.server.clock.advance(minutes(10))
    expect((await verify(code)).error).toMatchObject(EXPIRED)
    expect(await countUsers()).toBe(0)
  })

  test('is refused after five wrong ones', async () => {
    await auth.device().signInWithOtp({ phone: PHONE })
    const code = await auth.lastCode(PHONE)
    // Five tries of the network that asked, and ten of any network.
    for (let miss = 0; miss < 15; miss += 1) expect((await verify(other(code))).error).toMatchObject(EXPIRED)
    expect((await verify(code)).error).toMatchObject(EXPIRED)
    expect(await countUsers()).toBe(0)
  })

  test('is good for its own number alone, whether the other is known or not', async () => {
    await auth.signedInByText(OTHER_PHONE)
    await auth.device().signInWithOtp({ phone: PHONE })
    const code = await auth.lastCode(PHONE)
    expect((await verify(code, OTHER_PHONE)).error).toMatchObject(EXPIRED)
    expect((await verify(code, '+2348099999999')).error).toMatchObject(EXPIRED)
    expect((await auth.device().verifyOtp({ phone: PHONE, token: code, type: 'phone_change' })).error).toMatchObject(
      EXPIRED,
    )
  })

  test('opens no session of a banned account', async () => {
    await auth.signedInByText()
    const { core, clock } = auth.server
    await core.db.execute(sql`delete from sessions`)
    await core.db.execute(sql`update users set banned_until = '2099-01-01'`)
    clock.advance(minutes(2))
    await auth.device().signInWithOtp({ phone: PHONE })
    expect((await verify(await auth.lastCode(PHONE))).error).toMatchObject({ code: 'user_banned' })
    expect(await rows(core.db, sql`select from sessions`, z.unknown())).toEqual([])
  })

  test('typed twice at once opens one session', async () => {
    await auth.device().signInWithOtp({ phone: PHONE })
    const code = await auth.lastCode(PHONE)
    const both = await Promise.all([verify(code), verify(code)])
    expect(both.map(({ error }) => error?.code)).toContain('otp_expired')
    expect(both.filter(({ error }) => error === null)).toHaveLength(1)
    expect(await countUsers()).toBe(1)
  })

  test('is not in the database or the log', async () => {
    await auth.device().signInWithOtp({ phone: PHONE })
    const code = await auth.lastCode(PHONE)
    const stored = await onlyRow(
      auth.server.core.db,
      sql`select row_to_json(phone_codes)::text as row from phone_codes`,
      z.object({ row: z.string() }),
    )
    expect(stored.row).not.toContain(`"${code}"`)
    expect(auth.server.logged()).not.toContain(code)
    expect(auth.server.logged()).not.toContain('8031234567')
  })
})

describe('resending', () => {
  test('texts a pending code again, and keeps the sign-up', async () => {
    await auth.device().signUp({ phone: PHONE, password: PASSWORD })
    const first = await auth.lastCode(PHONE)
    auth.server.clock.advance(minutes(1))
    const { data, error } = await auth.device().resend({ type: 'sms', phone: PHONE })
    expect([data, error]).toEqual([{ user: null, session: null, messageId: expect.any(String) }, null])
    const second = await auth.lastCode(PHONE)
    expect(await auth.texts()).toHaveLength(2)
    expect((await verify(first === second ? other(second) : first)).error).toMatchObject(EXPIRED)
    expect((await verify(second)).error).toBeNull()
    expect((await auth.device().signInWithPassword({ phone: PHONE, password: PASSWORD })).error).toBeNull()
  })

  test('answers alike and texts nothing where nothing is pending', async () => {
    for (const type of ['sms', 'phone_change'] as const)
      expect(await auth.device().resend({ type, phone: OTHER_PHONE })).toMatchObject({
        data: { messageId: expect.any(String) },
        error: null,
      })
    expect(await auth.texts()).toEqual([])
  })
})

describe('a password', () => {
  test('chosen at sign-up counts once the number is proven', async () => {
    const device = auth.device()
    const { data, error } = await device.signUp({
      phone: '08031234567',
      password: PASSWORD,
      options: { data: { a: 1 } },
    })
    expect(error).toBeNull()
    expect(data).toMatchObject({
      session: null,
      user: {
        phone: digitsOf(PHONE),
        email: '',
        identities: [{ provider: 'phone' }],
        user_metadata: { a: 1, phone_verified: false },
        confirmation_sent_at: expect.any(String),
      },
    })
    expect(data.user).not.toHaveProperty('phone_confirmed_at')
    const signIn = () => auth.device().signInWithPassword({ phone: '0803 123 4567', password: PASSWORD })
    expect((await signIn()).error?.code).toBe('invalid_credentials')
    const proven = await verify(await auth.lastCode(PHONE))
    expect(proven.data.user?.id).toBe(data.user?.id)
    const signedIn = await signIn()
    expect(signedIn.data.user).toMatchObject({ id: data.user?.id, phone: digitsOf(PHONE) })
    const wrong = await auth.device().signInWithPassword({ phone: PHONE, password: 'wrong horse' })
    expect(wrong.error).toMatchObject({ status: 400, code: 'invalid_credentials' })
  })

  test.each(['a code', 'another sign-up'])('of a stranger is dropped where the owner asks for %s too', async (way) => {
    await auth
      .device()
      .signUp({ phone: PHONE, password: 'the stranger’s', options: { data: { full_name: 'Stranger' } } })
    await auth.texts()
    // Within the minute, so that no second text goes out.
    if (way === 'a code') await auth.device().signInWithOtp({ phone: PHONE })
    else await auth.device().signUp({ phone: PHONE, password: PASSWORD })
    const { data } = await verify(await auth.lastCode(PHONE))
    expect(data.user?.user_metadata).not.toHaveProperty('full_name')
    const stranger = await auth.device().signInWithPassword({ phone: PHONE, password: 'the stranger’s' })
    expect(stranger.error?.code).toBe('invalid_credentials')
  })

  test('is not set by signing up a number that has an account', async () => {
    const owner = await auth.signedInByText()
    auth.server.clock.advance(minutes(2))
    const { data } = await auth.device().signUp({ phone: PHONE, password: 'the stranger’s' })
    expect(data.user).toMatchObject({ identities: [{ provider: 'phone' }] })
    expect(data.user?.id).not.toBe((await owner.getUser()).data.user?.id)
    await verify(await auth.lastCode(PHONE))
    const stranger = await auth.device().signInWithPassword({ phone: PHONE, password: 'the stranger’s' })
    expect(stranger.error?.code).toBe('invalid_credentials')
    expect(await countUsers()).toBe(1)
  })

  test('is recovered with a code: a new one is saved in its session', async () => {
    const device = await auth.signedInByText()
    expect((await device.updateUser({ password: PASSWORD })).error).toBeNull()
    expect((await auth.device().signInWithPassword({ phone: PHONE, password: PASSWORD })).error).toBeNull()
  })
})

const limited = usePhoneServer({ RATE_LIMITS: 'on' })

test('past the limit of wrong passwords the password is not compared, and no text is sent', async () => {
  const device = await limited.signedInByText()
  await device.updateUser({ password: PASSWORD })
  const sent = (await limited.texts()).length
  const attempt = (password: string) => limited.device().signInWithPassword({ phone: PHONE, password })
  for (let tries = 0; tries < 20; tries += 1)
    expect((await attempt('wrong horse')).error?.code).toBe('invalid_credentials')
  expect((await attempt(PASSWORD)).error).toMatchObject({ status: 400, code: 'reauthentication_needed' })
  expect(await limited.texts()).toHaveLength(sent)
})

describe('a number', () => {
  test.each(['at home', '12345', '+442079460958', '+15551234567', '02012345678', '+2347000000000', '08001234567'])(
    'like %s is refused, wrong and foreign ones alike',
    async (phone) => {
      const refused = {
        status: 400,
        code: 'validation_failed',
        message: 'Invalid phone number format (E.164 required)',
      }
      expect((await auth.device().signInWithOtp({ phone })).error).toMatchObject(refused)
      expect((await auth.device().signUp({ phone, password: PASSWORD })).error).toMatchObject(refused)
      expect(await auth.texts()).toEqual([])
    },
  )

  test('typed in a profile does not sign in', async () => {
    const owner = await auth.signedUp()
    const { data } = await owner.getSession()
    const bearer = { authorization: `Bearer ${data.session?.access_token ?? ''}` }
    const saved = await auth.server.call('PUT', '/api/profile', { phone: PHONE }, bearer)
    expect(saved.status).toBe(200)
    const device = await auth.signedInByText()
    expect((await device.getUser()).data.user?.id).not.toBe(data.session?.user.id)
    expect((await owner.getUser()).data.user).toMatchObject({ phone: '' })
  })

  test('that is unknown gets nothing if no account may be made, and the answer is the same', async () => {
    const unknown = await auth.device().signInWithOtp({ phone: PHONE, options: { shouldCreateUser: false } })
    expect(unknown).toMatchObject({ data: { messageId: expect.any(String) }, error: null })
    expect(await auth.texts()).toEqual([])
    await auth.signedInByText(OTHER_PHONE)
    auth.server.clock.advance(minutes(1))
    await auth.device().signInWithOtp({ phone: OTHER_PHONE, options: { shouldCreateUser: false } })
    expect(await auth.texts()).toHaveLength(2)
  })
})

test('settings tell that telephone numbers sign in', async () => {
  expect((await auth.server.call('GET', '/auth/v1/settings')).body).toMatchObject({ external: { phone: true } })
})

test('an address gets no code, and neither does nothing', async () => {
  for (const body of [{ email: 'ada@mail.example' }, {}, { email: 'ada@mail.example', phone: PHONE }])
    expect(await auth.server.call('POST', '/auth/v1/otp', body)).toMatchObject({
      status: 422,
      body: { error_code: 'otp_disabled' },
    })
  expect(await auth.texts()).toEqual([])
})
