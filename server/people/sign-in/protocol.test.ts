/** Shared by all calls of the auth protocol: origins, error shapes, bodies, limits, and unsupported endpoints. */
import { describe, expect, test } from 'vitest'
import { ADA, useAuthServer } from '../../../test/support/auth-server.ts'
import { authCalls } from '../../../contract/people/auth.ts'

const auth = useAuthServer()

const calls = Object.entries(authCalls).map(([key, call]) => {
  const [method = '', path = ''] = key.split(' ')
  return { key, method, path: `/auth/v1${path.replaceAll(/:\w+/g, crypto.randomUUID())}`, guard: call.guard }
})
const ofUsers = calls.filter((call) => call.guard === 'user')

describe('the two shapes of an error', () => {
  const wrong = { email: 'nobody@mail.example', password: 'not this one' }
  const ask = (headers: Record<string, string>) =>
    auth.server.call('POST', '/auth/v1/token?grant_type=password', wrong, headers)

  test.each(['2024-01-01', '2026-08-20'])('the newer one, for clients of %s', async (version) => {
    const { status, headers, body } = await ask({ 'x-supabase-api-version': version })
    expect(status).toBe(400)
    expect(headers.get('x-supabase-api-version')).toBe('2024-01-01')
    expect(body).toEqual({
      code: 'invalid_credentials',
      error_code: 'invalid_credentials',
      message: 'Invalid login credentials',
    })
  })

  test.each(['', '2023-12-31', 'yesterday', '2024-1-1'])('the older one, for "%s"', async (version) => {
    const { status, headers, body } = await ask(version === '' ? {} : { 'x-supabase-api-version': version })
    expect(status).toBe(400)
    expect(headers.get('x-supabase-api-version')).toBeNull()
    expect(body).toEqual({ code: 400, error_code: 'invalid_credentials', msg: 'Invalid login credentials' })
  })

  test('a weak password tells the reason in both', async () => {
    const weak = { email: ADA.email, password: 'short' }
    const reasons = { weak_password: { reasons: ['length'] } }
    const older = await auth.server.call('POST', '/auth/v1/signup', weak)
    expect(older).toMatchObject({ status: 422, body: { code: 422, error_code: 'weak_password', ...reasons } })
    const { error } = await auth.device().signUp(weak)
    expect(error).toMatchObject({ name: 'AuthWeakPasswordError', status: 422, reasons: ['length'] })
  })
})

describe('front ends of other origins', () => {
  test('may send a preflight', async () => {
    const answer = await auth.server.app.request('/auth/v1/token', {
      method: 'OPTIONS',
      headers: {
        origin: 'https://app.example.org',
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'apikey,authorization,content-type,x-client-info,x-supabase-api-version',
      },
    })
    expect(answer.status).toBe(204)
    expect(answer.headers.get('access-control-allow-origin')).toBe('*')
    expect(answer.headers.get('access-control-allow-credentials')).toBeNull()
    const allowed = (answer.headers.get('access-control-allow-headers') ?? '').toLowerCase()
    for (const name of ['apikey', 'authorization', 'content-type', 'x-client-info', 'x-supabase-api-version'])
      expect(allowed).toContain(name)
    for (const method of ['GET', 'POST', 'PUT', 'DELETE'])
      expect(answer.headers.get('access-control-allow-methods')).toContain(method)
  })

  test.each(['/auth/v1/user', '/auth/v1/nothing', '/auth/v1/token?grant_type=password'])(
    'may read the code of an error at %s',
    async (path) => {
      const { headers } = await auth.server.call('GET', path, undefined, { origin: 'https://app.example.org' })
      expect(headers.get('access-control-allow-origin')).toBe('*')
      expect((headers.get('access-control-expose-headers') ?? '').toLowerCase()).toContain('x-supabase-api-version')
    },
  )
})

describe('the caller is checked first', () => {
  test.each(ofUsers)('$key, without a bearer, whatever else is wrong', async ({ method, path }) => {
    const headers = { 'content-type': 'application/json;charset=UTF-8' }
    const answer = await auth.server.call(method, path, method === 'GET' ? undefined : '{not json', headers)
    expect(answer).toMatchObject({
      status: 401,
      body: { error_code: 'no_authorization', msg: 'This endpoint requires a valid Bearer token' },
    })
  })

  test('public calls ignore a bearer that is a key', async () => {
    const headers = { authorization: 'Bearer sb_publishable_0123', apikey: 'sb_publishable_0123' }
    expect((await auth.server.call('GET', '/auth/v1/settings', undefined, headers)).status).toBe(200)
    expect((await auth.server.call('POST', '/auth/v1/signup', ADA, headers)).status).toBe(200)
  })

  test('another audience is refused', async () => {
    const device = await auth.signedUp()
    const { data } = await device.getSession()
    const headers = { authorization: `Bearer ${data.session?.access_token ?? ''}`, 'x-jwt-aud': 'admin' }
    const answer = await auth.server.call('GET', '/auth/v1/user', undefined, headers)
    expect(answer).toMatchObject({ status: 400, body: { msg: "Token audience doesn't match request audience" } })
  })
})

describe('bodies', () => {
  test('null means absent, unknown keys are ignored, and an empty captcha counts as none', async () => {
    const answer = await auth.server.call('POST', '/auth/v1/signup', {
      ...ADA,
      data: null,
      code_challenge: null,
      code_challenge_method: null,
      gotrue_meta_security: {},
      options: { anything: true },
      role: 'admin',
      app_metadata: { role: 'admin' },
    })
    expect(answer.status).toBe(200)
    expect(answer.body).toMatchObject({ user: { role: 'authenticated', app_metadata: { role: 'beneficiary' } } })
  })

  test.each([
    ['no JSON', '{'],
    ['nothing', ''],
    ['a list', '[]'],
    ['a text', '"x"'],
    ['a number as an address', '{"email": 7}'],
    ['a NUL', String.raw`{"email": "a@b.example", "password": "abcdef", "data": {"a": "\u0000"}}`],
    ['half a character', String.raw`{"email": "a@b.example", "password": "abcdef", "data": {"\ud800": 1}}`],
    ['nesting without end', `{"data": ${'{"a":'.repeat(50)}1${'}'.repeat(50)}}`],
  ])('with %s are refused as such', async (_name, body) => {
    const answer = await auth.server.call('POST', '/auth/v1/signup', body)
    expect(answer).toMatchObject({ status: 400, body: { error_code: 'bad_json' } })
  })

  test('of more than a mebibyte are refused', async () => {
    const answer = await auth.server.call('POST', '/auth/v1/signup', { email: 'x'.repeat(1024 * 1024) })
    expect(answer).toMatchObject({ status: 413, body: { error_code: 'request_entity_too_large' } })
  })

  test('metadata too large for a header is refused', async () => {
    const answer = await auth.server.call('POST', '/auth/v1/signup', { ...ADA, data: { a: 'x'.repeat(9000) } })
    expect(answer).toMatchObject({ status: 400, body: { error_code: 'validation_failed' } })
  })

  test('may be JSON with another content type, or empty if nothing is sent', async () => {
    const device = await auth.signedUp()
    const { data } = await device.getSession()
    const answer = await auth.server.app.request('/auth/v1/logout', {
      method: 'POST',
      headers: {
        authorization: `Bearer ${data.session?.access_token ?? ''}`,
        'content-type': 'application/json;charset=UTF-8',
      },
    })
    expect(answer.status).toBe(204)
    expect(await answer.text()).toBe('')
  })
})

describe('unsupported endpoints', () => {
  test.each([
    ['POST', '/otp', 422, 'otp_disabled'],
    ['POST', '/signup', 422, 'anonymous_provider_disabled'],
    ['POST', '/token?grant_type=id_token', 400, 'provider_disabled'],
    ['POST', '/token?grant_type=web3', 400, 'web3_provider_disabled'],
    ['POST', '/token?grant_type=magic', 400, 'invalid_credentials'],
    ['POST', '/sso', 404, 'saml_provider_disabled'],
    ['POST', '/passkeys/authentication/options', 404, 'passkey_disabled'],
    ['GET', '/oauth/authorizations/1', 404, 'feature_disabled'],
    ['GET', '/reauthenticate', 401, 'no_authorization'],
    ['GET', '/admin/users', 401, 'no_authorization'],
    ['POST', '/invite', 401, 'no_authorization'],
    ['GET', '/no/such/thing', 404, 'not_found'],
    ['PATCH', '/user', 404, 'not_found'],
  ])('%s %s answers a code', async (method, path, status, code) => {
    const answer = await auth.server.call(method, `/auth/v1${path}`, method === 'GET' ? undefined : {})
    expect(answer).toMatchObject({ status, body: { error_code: code } })
    expect(answer.headers.get('content-type')).toMatch(/^application\/json/)
  })

  test('the protocol’s administration calls are refused', async () => {
    const device = await auth.signedUp()
    const { data } = await device.getSession()
    const { error } = await auth.device().admin.listUsers()
    expect(error?.code).toBe('no_authorization')
    const headers = { authorization: `Bearer ${data.session?.access_token ?? ''}` }
    const answer = await auth.server.call('GET', '/auth/v1/admin/users', undefined, headers)
    expect(answer).toMatchObject({ status: 403, body: { error_code: 'not_admin' } })
  })
})

test('settings and health are correct', async () => {
  const settings = await auth.server.call('GET', '/auth/v1/settings')
  expect(settings.body).toMatchObject({
    external: { email: true, phone: false, google: false, anonymous_users: false },
    disable_signup: false,
    mailer_autoconfirm: true,
    saml_enabled: false,
  })
  expect((await auth.server.call('GET', '/auth/v1/health')).body).toMatchObject({ name: 'GoTrue' })
})
