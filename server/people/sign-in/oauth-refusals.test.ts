/** Errors during a sign-in through a provider: each is redirected to the page, and changes nothing. */
import { isDeepStrictEqual } from 'node:util'
import { afterEach, describe, expect, test } from 'vitest'
import { visit } from '../../../test/support/mails.ts'
import { ADA_THERE, providerNamed, SITE, useOAuthServer } from '../../../test/support/through-provider.ts'
import { hours, minutes } from '../../platform/clock.ts'

const auth = await useOAuthServer({ AUTH_REDIRECT_URLS: 'https://app.example.org/**' })

const CALLBACK = `${SITE}/auth/v1/callback`

const NOTHING = { users: null, profiles: null, identities: null, factors: null, sessions: null, mails: 0 }

afterEach(async () => {
  if (!isDeepStrictEqual(await auth.state(), NOTHING)) throw new Error('somebody got in, or an account was made')
})

describe('a refused request', () => {
  const asked = async (query: Record<string, string>) => {
    const response = await auth.server.app.request(`/auth/v1/authorize?${new URLSearchParams(query)}`)
    const location = response.headers.get('location')
    return { status: response.status, location, body: location === null ? await response.json() : null }
  }
  const unsupported = {
    code: 400,
    error_code: 'validation_failed',
    msg: 'Unsupported provider: provider is not enabled',
  }

  test.each(['', 'nothing', 'github', 'google', '__proto__'])('for the provider "%s"', async (provider) => {
    expect(await asked({ provider })).toEqual({ status: 400, location: null, body: unsupported })
  })

  test('is redirected to an allowed page', async () => {
    const { status, location } = await asked({ provider: 'github', redirect_to: 'https://app.example.org/in?a=b' })
    expect(status).toBe(302)
    const url = new URL(location ?? '')
    expect(url.origin + url.pathname).toBe('https://app.example.org/in')
    expect(Object.fromEntries(url.searchParams)).toEqual({
      a: 'b',
      error: 'invalid_request',
      error_code: 'validation_failed',
      error_description: 'Unsupported provider: provider is not enabled',
    })
    expect(Object.fromEntries(new URLSearchParams(url.hash.slice(1)))).toMatchObject({
      error_code: 'validation_failed',
      sb: '',
    })
  })

  test('is not redirected to another page', async () => {
    const answer = await asked({ provider: 'github', redirect_to: 'https://elsewhere.example/in' })
    expect(answer).toEqual({ status: 400, location: null, body: unsupported })
  })

  test.each([
    [{ code_challenge: 'x'.repeat(43) }, /PKCE flow requires/],
    [{ code_challenge: 'short', code_challenge_method: 's256' }, /code challenge has to be/],
  ])('with half a proof: %j', async (query, text) => {
    const { status, body } = await asked({ provider: 'oidc', ...query })
    expect([status, body]).toEqual([
      400,
      { code: 400, error_code: 'validation_failed', msg: expect.stringMatching(text) },
    ])
  })

  test('of the published client is only a URL', async () => {
    const { data } = await auth.device().signInWithOAuth({
      provider: providerNamed('github'),
      options: { skipBrowserRedirect: true },
    })
    expect((await auth.server.app.request(data.url ?? '')).status).toBe(400)
  })
})

test('a page that is not allowed falls back to our own', async () => {
  auth.provider.refuses('access_denied', '')
  const { location } = await comeBack({ redirectTo: 'https://elsewhere.example/in' })
  expect(location.origin + location.pathname).toBe(`${SITE}/`)
})

describe('a state', () => {
  const arrive = (query: Record<string, string>) => visit(auth.server, `${CALLBACK}?${new URLSearchParams(query)}`)
  const refusedBy = (code: string) => ({
    status: 303,
    query: { error: 'invalid_request', error_code: code, error_description: expect.stringMatching(/^OAuth state/) },
    fragment: expect.objectContaining({ error_code: code, sb: '' }),
  })

  test('that is missing', async () => {
    const answer = await arrive({ code: 'x' })
    expect(answer).toMatchObject(refusedBy('bad_oauth_callback'))
    expect(answer.location.origin + answer.location.pathname).toBe(`${SITE}/`)
  })

  test('that is unknown', async () => {
    expect(await arrive({ code: 'x', state: crypto.randomUUID() })).toMatchObject(refusedBy('bad_oauth_state'))
    // Refused with an error of the provider too: we did not start this flow.
    const error = { error: 'access_denied', error_description: 'Call this number', state: 'x' }
    expect(await arrive(error)).toMatchObject(refusedBy('bad_oauth_state'))
  })

  test('that was changed, used or is ten minutes old is refused', async () => {
    auth.provider.signsIn(ADA_THERE)
    const { href } = await auth.leave(await auth.begin(auth.pkceDevice()))
    const answer = Object.fromEntries((await auth.provider.follow(href)).searchParams)
    const changed = { ...answer, state: `${answer['state']?.slice(0, -1)}_` }
    expect(await arrive(changed)).toMatchObject(refusedBy('bad_oauth_state'))
    auth.server.clock.advance(minutes(10))
    expect(await arrive(answer)).toMatchObject(refusedBy('bad_oauth_state'))
    auth.server.clock.advance(-minutes(10))
    // A failed attempt uses it up too.
    auth.provider.forges(() => 'no token')
    expect((await arrive(answer)).query).toMatchObject({ error_code: 'unexpected_failure' })
    auth.provider.signsIn(ADA_THERE)
    expect(await arrive(answer)).toMatchObject(refusedBy('flow_state_already_used'))
  })
})

async function comeBack(options: Parameters<typeof auth.begin>[1] = {}, tamper?: (address: URL) => void) {
  const address = await auth.leave(await auth.begin(auth.pkceDevice(), options))
  tamper?.(address)
  return auth.comeBack(address)
}

describe('a provider', () => {
  test('its error is passed on without control characters', async () => {
    auth.provider.refuses('access_denied', `They said no.\n\u0007 ${'very '.repeat(100)}`)
    const { status, query, fragment, location } = await comeBack({ redirectTo: `${SITE}/login?from=x` })
    expect([status, location.pathname]).toEqual([302, '/login'])
    expect(query).toEqual({
      from: 'x',
      error: 'access_denied',
      error_description: expect.stringMatching(/^They said no\. (very ?)+\w*$/),
    })
    expect(query['error_description']?.length).toBeLessThanOrEqual(300)
    expect(fragment).toEqual({ error: query['error'], error_description: query['error_description'], sb: '' })
  })

  test('an answer without a code is refused', async () => {
    const { searchParams } = await auth.leave(await auth.begin(auth.pkceDevice()))
    const answer = await visit(auth.server, `${CALLBACK}?state=${searchParams.get('state') ?? ''}`)
    expect(answer).toMatchObject({ status: 302, query: { error_code: 'bad_oauth_callback' } })
  })

  const swapped = (parameter: string) => (address: URL) => address.searchParams.set(parameter, 'x'.repeat(43))
  const resigned = (token: string, change: (claims: object) => object) => {
    const [header = '', claims = '', signature = ''] = token.split('.')
    const changed = change(JSON.parse(Buffer.from(claims, 'base64url').toString()))
    return [header, Buffer.from(JSON.stringify(changed)).toString('base64url'), signature].join('.')
  }
  const anHour = () => Math.floor(Date.now() / 1000) + 3600

  test.each([
    ['the answer to another request', swapped('nonce'), undefined],
    ['a code that another browser asked for', swapped('code_challenge'), undefined],
    ['a token for somebody else', undefined, (claims: object) => ({ ...claims, sub: 'somebody else' })],
    ['a token for another client', undefined, (claims: object) => ({ ...claims, aud: 'another' })],
    ['a token of another issuer', undefined, (claims: object) => ({ ...claims, iss: 'https://elsewhere.example' })],
    ['a token that lives longer than it was signed for', undefined, (claims: object) => ({ ...claims, exp: anHour() })],
  ])('that hands over %s', async (_what, tamper, change) => {
    auth.provider.signsIn(ADA_THERE)
    if (change) auth.provider.forges((token) => resigned(token, change))
    const { status, query } = await comeBack({}, tamper)
    expect([status, query]).toEqual([
      302,
      {
        error: 'server_error',
        error_code: 'unexpected_failure',
        error_description: 'Unable to exchange external code',
      },
    ])
    // The log has the reason, without personal data.
    expect(auth.server.logged()).toMatch(/did not answer as it should/)
    expect(auth.server.logged()).not.toMatch(/ada-0001|ada@mail/)
  })

  const away = { error: 'temporarily_unavailable', error_code: 'unexpected_failure' }

  test('is unreachable in the callback', async () => {
    auth.provider.signsIn(ADA_THERE)
    const { href } = await auth.leave(await auth.begin(auth.pkceDevice()))
    const answer = await auth.provider.follow(href)
    auth.provider.goesAway()
    expect(await visit(auth.server, answer.href)).toMatchObject({ status: 302, query: away })
  })

  test('is unreachable at the start, and is found again later', async () => {
    // The provider is discovered again after a day.
    auth.server.clock.advance(hours(25))
    auth.provider.goesAway()
    const address = await auth.begin(auth.pkceDevice())
    const { status, location, query } = await visit(auth.server, address)
    expect([status, location.origin + location.pathname]).toEqual([302, `${SITE}/login`])
    expect(query).toMatchObject(away)
    auth.provider.signsIn(ADA_THERE)
    expect((await auth.leave(address)).origin).toBe(auth.provider.issuer)
  })
})
