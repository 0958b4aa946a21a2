import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { memoryStorage } from '../../../test/support/auth-client.ts'
import { ADA } from '../../../test/support/auth-server.ts'
import { readMails } from '../../../test/support/mails.ts'
import { tokensOf } from '../../../test/support/second-step.ts'
import { ADA_THERE, BELLO_THERE, SITE, useOAuthServer } from '../../../test/support/through-provider.ts'

const auth = await useOAuthServer()

const there = async (options?: Parameters<typeof auth.begin>[1]) =>
  auth.comeBack(await auth.leave(await auth.begin(auth.pkceDevice(), options)))
const accounts = () => auth.server.core.db.$count(sql`users`)

describe('signing in through a provider', () => {
  test('creates an account, and returns the provider’s token once', async () => {
    auth.provider.signsIn(ADA_THERE)
    const device = auth.pkceDevice()
    const { query, status, headers, location } = await auth.comeBack(await auth.leave(await auth.begin(device)))
    expect([status, location.origin + location.pathname, location.hash]).toEqual([302, `${SITE}/login`, ''])
    expect(headers.get('referrer-policy')).toBe('no-referrer')
    const { data, error } = await device.exchangeCodeForSession(query['code'] ?? '')
    expect(error).toBeNull()
    expect(data.session?.provider_token).toMatch(/./)
    expect(data.user).toMatchObject({
      email: ADA.email,
      email_confirmed_at: expect.any(String),
      app_metadata: { provider: 'oidc', providers: ['oidc'], role: 'beneficiary' },
      identities: [
        {
          provider: 'oidc',
          id: ADA_THERE.sub,
          user_id: data.user?.id,
          email: ADA.email,
          identity_data: { sub: ADA_THERE.sub, iss: auth.provider.issuer, email_verified: true, full_name: 'Ada Obi' },
        },
      ],
    })
    const refreshed = await device.refreshSession()
    expect(refreshed.error).toBeNull()
    expect(refreshed.data.session?.provider_token).toBeUndefined()
    // The first device sends no warning.
    expect(await readMails(auth.server)).toEqual([])
  })

  test('gives no role, whatever the profile says', async () => {
    const device = await auth.signInThere(ADA_THERE)
    const { data } = await device.getUser()
    expect(data.user?.app_metadata).toEqual({ provider: 'oidc', providers: ['oidc'], role: 'beneficiary' })
    expect(JSON.stringify(data.user)).not.toMatch(/admin/)
    expect((await device.getClaims()).data?.claims).toMatchObject({
      role: 'authenticated',
      app_metadata: { role: 'beneficiary' },
    })
    const { access } = await tokensOf(device)
    const profile = await auth.server.call('GET', '/api/profile', undefined, { authorization: `Bearer ${access}` })
    expect(profile).toMatchObject({ status: 200, body: { full_name: 'Ada Obi', role: 'beneficiary' } })
  })

  test('finds the account again, and updates the profile', async () => {
    const first = await auth.signInThere(ADA_THERE)
    await first.updateUser({ data: { language: 'ig', name: 'Adaeze' } })
    const again = await auth.signInThere({ ...ADA_THERE, name: 'Ada Okafor', email: 'new@mail.example' })
    const [before, after] = [await first.getUser(), await again.getUser()]
    expect(after.data.user?.id).toBe(before.data.user?.id)
    expect(after.data.user).toMatchObject({
      // Only the owner changes the account's address.
      email: ADA.email,
      user_metadata: { language: 'ig', name: 'Ada Okafor', email: ADA.email, sub: after.data.user?.id },
    })
    expect(after.data.user?.identities).toMatchObject([{ email: 'new@mail.example' }])
    expect(await accounts()).toBe(1)
  })

  test('without PKCE puts the session into the fragment, without the provider’s tokens', async () => {
    auth.provider.signsIn(ADA_THERE)
    const device = auth.device()
    const { fragment, query } = await auth.comeBack(await auth.leave(await auth.begin(device)))
    expect(query).toEqual({})
    expect(Object.keys(fragment).toSorted((a, b) => a.localeCompare(b))).toEqual([
      'access_token', 'expires_at', 'expires_in', 'refresh_token', 'sb', 'token_type',
    ]) // prettier-ignore
    const { access_token = '', refresh_token = '' } = fragment
    expect((await device.setSession({ access_token, refresh_token })).error).toBeNull()
    expect((await tokensOf(device)).claims).toMatchObject({ aal: 'aal1', amr: [{ method: 'oauth' }] })
  })

  test('keeps the query of the page', async () => {
    auth.provider.signsIn(ADA_THERE)
    const { query } = await there({ redirectTo: `${SITE}/login?from=%2Fdonate&sb_flow_id=0123` })
    expect(query).toMatchObject({ from: '/donate', sb_flow_id: '0123', code: expect.any(String) })
  })

  test('needs the verifier of the client’s own flow', async () => {
    auth.provider.signsIn(ADA_THERE)
    const device = auth.device({ flowType: 'pkce', storage: memoryStorage() })
    const { query } = await auth.comeBack(await auth.leave(await auth.begin(device)))
    const stolen = await auth.server.call('POST', '/auth/v1/token?grant_type=pkce', {
      auth_code: query['code'],
      code_verifier: 'x'.repeat(43),
    })
    expect(stolen).toMatchObject({ status: 400, body: { error_code: 'bad_code_verifier' } })
    expect((await device.exchangeCodeForSession(query['code'] ?? '')).error).toBeNull()
  })

  test('forwards known parameters only', async () => {
    const address = await auth.leave(
      await auth.begin(auth.pkceDevice(), {
        scopes: 'offline_access calendar "quoted" openid',
        queryParams: {
          prompt: 'consent',
          login_hint: 'ada',
          client_secret: 'x',
          nonce: 'y',
          state: 'z',
          colour: 'red',
        },
      }),
    )
    const sent = Object.fromEntries(address.searchParams)
    expect(sent).toMatchObject({
      prompt: 'consent',
      login_hint: 'ada',
      scope: 'openid email profile offline_access calendar',
      response_type: 'code',
      code_challenge_method: 'S256',
      redirect_uri: `${SITE}/auth/v1/callback`,
    })
    expect(Object.keys(sent)).not.toEqual(expect.arrayContaining(['redirect_to']))
    for (const name of ['redirect_to', 'client_secret', 'colour', 'provider']) expect(sent[name]).toBeUndefined()
    expect([sent['nonce'], sent['state']]).not.toEqual(['y', 'z'])
    expect(sent['state']?.length).toBeGreaterThanOrEqual(32)
  })

  test('returns the provider’s refresh token if the page asked for it', async () => {
    auth.provider.signsIn(ADA_THERE)
    const device = auth.pkceDevice()
    const asked = { scopes: 'offline_access', queryParams: { prompt: 'consent' } }
    const { query } = await auth.comeBack(await auth.leave(await auth.begin(device, asked)))
    const { data } = await device.exchangeCodeForSession(query['code'] ?? '')
    expect(data.session?.provider_refresh_token).toMatch(/./)
  })

  test('accepts a form post', async () => {
    auth.provider.signsIn(ADA_THERE)
    const { href } = await auth.leave(await auth.begin(auth.pkceDevice()))
    const answer = await auth.provider.follow(href)
    const response = await auth.server.app.request('/auth/v1/callback', { method: 'POST', body: answer.searchParams })
    expect(response.status).toBe(302)
    expect(response.headers.get('location')).toMatch(/\/login\?code=/)
  })
})

describe('two concurrent sign-ins', () => {
  test('make one account', async () => {
    auth.provider.signsIn(ADA_THERE)
    const ways = await Promise.all(
      [1, 2, 3, 4, 5, 6].map(async () =>
        auth.provider.follow((await auth.leave(await auth.begin(auth.pkceDevice()))).href),
      ),
    )
    const answers = await Promise.all(ways.map(async ({ href }) => auth.server.app.request(href)))
    for (const { headers } of answers) expect(headers.get('location')).toMatch(/\?code=/)
    expect(await accounts()).toBe(1)
  })

  test('with the same answer are one sign-in', async () => {
    auth.provider.signsIn(BELLO_THERE)
    const { href } = await auth.provider.follow((await auth.leave(await auth.begin(auth.pkceDevice()))).href)
    const answers = await Promise.all([1, 2].map(async () => auth.server.app.request(href)))
    const places = answers.map(({ headers }) => headers.get('location') ?? '')
    expect(places.filter((place) => place.includes('?code='))).toHaveLength(1)
    expect(places.filter((place) => place.includes('flow_state_already_used'))).toHaveLength(1)
    // It stays so until the code is exchanged.
    const { headers } = await auth.server.app.request(href)
    expect(headers.get('location')).toContain('flow_state_already_used')
  })
})

test('the settings list the providers', async () => {
  const settings = await auth.server.call('GET', '/auth/v1/settings')
  expect(settings.body['external']).toMatchObject({ oidc: true, google: false, email: true })
  const config = await auth.server.call('GET', '/api/config')
  expect(config.body).toMatchObject({
    auth: { providers: [{ id: 'oidc', name: 'Example ID' }], manual_linking: true, signup: true },
  })
})
