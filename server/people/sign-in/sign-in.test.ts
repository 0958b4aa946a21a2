import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { ADA, BELLO, useAuthServer } from '../../../test/support/auth-server.ts'
import { comparedHashes } from '../../../test/support/quick-argon2.ts'
import { testServer, type TestServer } from '../../../test/support/server.ts'
import { minutes } from '../../platform/clock.ts'
import { onlyRow } from '../../platform/db/db.ts'

const auth = useAuthServer()

const signIn = (person: object, server: TestServer = auth.server) =>
  server.call('POST', '/auth/v1/token?grant_type=password', person)

async function countRows() {
  return onlyRow(
    auth.server.core.db,
    sql`select (select count(*)::int from users) as users, (select count(*)::int from profiles) as profiles,
               (select count(*)::int from identities) as identities, (select count(*)::int from sessions) as sessions`,
    z.object({ users: z.number(), profiles: z.number(), identities: z.number(), sessions: z.number() }),
  )
}

test('sign-up opens a session, and another device can sign in', async () => {
  const phone = auth.device()
  const { data, error } = await phone.signUp({ ...ADA, options: { data: { full_name: 'Ada Obi' } } })
  expect(error).toBeNull()
  expect(data.session?.expires_in).toBe(3600)
  expect(data.user).toMatchObject({
    email: ADA.email,
    aud: 'authenticated',
    phone: '',
    app_metadata: { provider: 'email', providers: ['email'], role: 'beneficiary' },
    user_metadata: { full_name: 'Ada Obi', email: ADA.email, email_verified: false, phone_verified: false },
    identities: [{ provider: 'email', id: data.user?.id, identity_data: { sub: data.user?.id, email: ADA.email } }],
  })
  const laptop = auth.device()
  expect((await laptop.signInWithPassword(ADA)).error).toBeNull()
  expect((await laptop.getUser()).data.user?.id).toBe(data.user?.id)
  expect((await laptop.refreshSession()).error).toBeNull()
  const { data: claims } = await laptop.getClaims()
  expect(claims?.claims).toMatchObject({ aal: 'aal1', role: 'authenticated', amr: [{ method: 'password' }] })
  expect(await countRows()).toEqual({ users: 1, profiles: 1, identities: 1, sessions: 2 })
})

describe('an address', () => {
  test('is the same in upper and lower case', async () => {
    await auth.signedUp()
    expect((await signIn({ ...ADA, email: ' ADA@Mail.Example ' })).status).toBe(200)
    const again = await auth.device().signUp({ ...BELLO, email: 'Ada@MAIL.example' })
    expect(again.error).toMatchObject({ status: 422, code: 'user_already_exists', message: 'User already registered' })
    expect(await countRows()).toMatchObject({ users: 1, sessions: 2 })
  })

  test('registered twice at once makes one account', async () => {
    const answers = await Promise.all([1, 2, 3].map(() => auth.server.call('POST', '/auth/v1/signup', ADA)))
    expect(answers.map(({ status }) => String(status)).toSorted()).toEqual(['200', '422', '422'])
    expect(await countRows()).toEqual({ users: 1, profiles: 1, identities: 1, sessions: 1 })
  })

  test.each(['ada', 'ada@', '@mail.example', 'ada@mail', 'a b@mail.example', `${'a'.repeat(250)}@mail.example`])(
    'that is none ("%s") makes no account',
    async (email) => {
      const answer = await auth.server.call('POST', '/auth/v1/signup', { ...ADA, email })
      expect(answer).toMatchObject({
        status: 400,
        body: { error_code: 'validation_failed', msg: 'Unable to validate email address: invalid format' },
      })
      expect(await countRows()).toMatchObject({ users: 0 })
    },
  )
})

describe('sign-up is refused', () => {
  test.each([
    ['without a password', { email: ADA.email }, 400, 'validation_failed'],
    ['with a short one', { ...ADA, password: '12345' }, 422, 'weak_password'],
    ['with one beyond 72 bytes', { ...ADA, password: 'ọ'.repeat(25) }, 400, 'validation_failed'],
    ['by phone', { phone: '+2348012345678', password: 'abcdef' }, 422, 'phone_provider_disabled'],
    ['with half of PKCE', { ...ADA, code_challenge: 'x'.repeat(43) }, 400, 'validation_failed'],
    [
      'with a challenge that is none',
      { ...ADA, code_challenge: 'too short', code_challenge_method: 's256' },
      400,
      'validation_failed',
    ],
  ])('%s', async (_name, request, status, code) => {
    const answer = await auth.server.call('POST', '/auth/v1/signup', request)
    expect(answer).toMatchObject({ status, body: { error_code: code } })
    expect(await countRows()).toMatchObject({ users: 0, profiles: 0 })
  })
})

describe('a refused sign-in', () => {
  const REFUSED = {
    status: 400,
    body: { code: 400, error_code: 'invalid_credentials', msg: 'Invalid login credentials' },
  }

  test('is the same for an unknown address, a wrong password and an account without a password', async () => {
    await auth.signedUp()
    expect(await signIn({ ...ADA, password: 'wrong horse' })).toMatchObject(REFUSED)
    expect(await signIn(BELLO)).toMatchObject(REFUSED)
    await auth.server.core.db.execute(sql`update users set password_hash = null`)
    expect(await signIn(ADA)).toMatchObject(REFUSED)
    expect(await signIn({ ...ADA, password: '' })).toMatchObject(REFUSED)
    expect(await countRows()).toMatchObject({ sessions: 1 })
  })

  test('compares one hash of the same cost in all three cases', async () => {
    await auth.signedUp()
    const costsOf = async (person: object) => {
      comparedHashes.length = 0
      expect(await signIn(person)).toMatchObject(REFUSED)
      return comparedHashes.map((hashed) => hashed.split('$').slice(1, 4))
    }
    const known = await costsOf({ ...ADA, password: 'wrong horse' })
    expect(known).toHaveLength(1)
    expect(await costsOf(BELLO)).toEqual(known)
    await auth.server.core.db.execute(sql`update users set password_hash = null`)
    expect(await costsOf(ADA)).toEqual(known)
  })

  test('tells about a ban only with the right password', async () => {
    await auth.signedUp()
    await auth.server.core.db.execute(sql`update users set banned_until = '2099-01-01'`)
    expect(await signIn({ ...ADA, password: 'wrong horse' })).toMatchObject(REFUSED)
    expect(await signIn(ADA)).toMatchObject({ status: 400, body: { error_code: 'user_banned' } })
    expect(await countRows()).toMatchObject({ sessions: 1 })
  })

  test('without an address or with both is refused', async () => {
    expect(await signIn({ password: 'abcdef' })).toMatchObject({ body: { msg: 'missing email or phone' } })
    expect(await signIn({ ...ADA, phone: '+2348012345678' })).toMatchObject({
      status: 400,
      body: { error_code: 'validation_failed' },
    })
    expect(await signIn({ phone: '+2348012345678', password: 'abcdef' })).toMatchObject({ status: 422 })
  })

  test('happens after a printed password has expired', async () => {
    await auth.signedUp()
    const until = new Date(auth.server.clock.now().getTime() + minutes(1)).toISOString()
    await auth.server.core.db.execute(sql`update users set password_expires_at = ${until}`)
    expect((await signIn(ADA)).status).toBe(200)
    auth.server.clock.advance(minutes(1))
    expect(await signIn(ADA)).toMatchObject(REFUSED)
  })
})

describe('a self-assigned role', () => {
  const CLAIMS = { role: 'admin', is_admin: true, app_metadata: { role: 'admin' }, roles: ['admin'] }

  test('at sign-up has no effect on token, profile or guards', async () => {
    const device = auth.device()
    const { data } = await device.signUp({ ...ADA, options: { data: CLAIMS } })
    const { data: claims } = await device.getClaims()
    expect(claims?.claims.app_metadata).toMatchObject({ role: 'beneficiary' })
    expect(claims?.claims.role).toBe('authenticated')
    const bearer = { authorization: `Bearer ${data.session?.access_token ?? ''}` }
    const profile = await auth.server.call('GET', '/api/profile', undefined, bearer)
    expect(profile.body).toMatchObject({ role: 'beneficiary', is_approved: false })
  })

  test.each(['role', 'is_approved', 'user_id', 'email', 'id'])('%s in a profile is refused by name', async (field) => {
    const { data } = await (await auth.signedUp()).getSession()
    const bearer = { authorization: `Bearer ${data.session?.access_token ?? ''}` }
    const words = { full_name: 'Ada', [field]: field === 'is_approved' ? true : 'admin' }
    const answer = await auth.server.call('PUT', '/api/profile', words, bearer)
    expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_input', fields: [{ field }] } })
    expect((await auth.server.call('GET', '/api/profile', undefined, bearer)).body).toMatchObject({
      full_name: '',
      role: 'beneficiary',
    })
  })
})

describe('a profile', () => {
  test('is saved field by field, and cleared with an empty string', async () => {
    const { data } = await (await auth.signedUp()).getSession()
    const bearer = { authorization: `Bearer ${data.session?.access_token ?? ''}` }
    const put = (body: object) => auth.server.call('PUT', '/api/profile', body, bearer)
    await put({ full_name: ' Ada Obi ', phone: '+234 (803) 123-4567', address: '1 Hope Road\nKano' })
    expect(await put({ bio: 'Teacher', address: '' })).toMatchObject({
      status: 200,
      body: { full_name: 'Ada Obi', phone: '+234 (803) 123-4567', address: '', bio: 'Teacher', email: ADA.email },
    })
    expect(await put({ phone: '12-34x' })).toMatchObject({
      status: 400,
      body: { fields: [{ field: 'phone', message: 'Enter a valid phone number.' }] },
    })
  })
})

describe('with limits', () => {
  let limited: TestServer
  beforeAll(async () => {
    limited = await testServer()
  })
  afterAll(() => limited.close())

  test('the current password of PUT /user can be tried twenty times in a session, and sign-in is not affected', async () => {
    const person = { ...BELLO, email: 'third@mail.example' }
    const signUp = await limited.call('POST', '/auth/v1/signup', person)
    const { access_token: token } = z.object({ access_token: z.string() }).parse(signUp.body)
    const guess = (current: string) => {
      const change = { password: 'a longer staple', current_password: current }
      return limited.call('PUT', '/auth/v1/user', change, { authorization: `Bearer ${token}` })
    }
    for (let tries = 0; tries < 20; tries += 1)
      expect((await guess('wrong horse')).body).toMatchObject({ error_code: 'current_password_invalid' })
    expect(await guess(person.password)).toMatchObject({ status: 429 })
    expect((await signIn(person, limited)).status).toBe(200)
  })

  test('sign-ups and mails are limited to sixty a minute from one address', async () => {
    limited.clock.advance(minutes(5))
    const ask = () => limited.call('POST', '/auth/v1/signup', { email: 'no address', password: 'abcdef' })
    for (let tries = 0; tries < 60; tries += 1) await ask()
    expect(await ask()).toMatchObject({ status: 429, body: { error_code: 'over_request_rate_limit' } })
  })
})
