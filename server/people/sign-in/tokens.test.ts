/** Tokens that the auth protocol and our own API refuse. */
import { createHmac, createPublicKey } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { generateKeyPair, importJWK, SignJWT, UnsecuredJWT } from 'jose'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { api } from '../../../contract/api.ts'
import type { Endpoint } from '../../../contract/platform/endpoint.ts'
import { ADA, useAuthServer } from '../../../test/support/auth-server.ts'
import { tokensOf } from '../../../test/support/second-step.ts'
import { testServer } from '../../../test/support/server.ts'
import { hours, minutes, seconds } from '../../platform/clock.ts'
import { createSigningKeys, rotateSigningKeys, type PublicKey } from './signing-keys.ts'

const auth = useAuthServer()

async function accessToken(): Promise<string> {
  const { data } = await (await auth.signedUp()).getSession()
  return data.session?.access_token ?? ''
}

function partsOf(token: string) {
  const [head = '', payload = '', signature = ''] = token.split('.')
  const read = (part: string): Record<string, unknown> => JSON.parse(Buffer.from(part, 'base64url').toString())
  return { head: read(head), claims: read(payload), raw: { head, payload, signature } }
}

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

async function published(): Promise<PublicKey[]> {
  const { body } = await auth.server.call('GET', '/auth/v1/.well-known/jwks.json')
  return z.object({ keys: z.array(z.custom<PublicKey>()) }).parse(body).keys
}

/** The auth protocol's answer, after checking that our own API refuses the token too. */
async function ask(token: string) {
  const headers = { authorization: `Bearer ${token}` }
  const ours = await auth.server.call('GET', '/api/profile', undefined, headers)
  const { status, body } = await auth.server.call('GET', '/auth/v1/user', undefined, headers)
  expect(ours.status).toBe(status === 200 ? 200 : 401)
  return { status, code: body['error_code'], message: String(body['msg']) }
}

const BAD = {
  status: 403,
  code: 'bad_jwt',
  message: expect.stringMatching(/^invalid JWT: unable to parse or verify signature, /),
}

test('our token is valid for an hour', async () => {
  const token = await accessToken()
  expect(await ask(token)).toMatchObject({ status: 200 })
  auth.server.clock.advance(hours(1))
  expect(await ask(token)).toMatchObject(BAD)
})

describe('a token is refused', () => {
  test('without a signature', async () => {
    const { claims } = partsOf(await accessToken())
    expect(await ask(new UnsecuredJWT(claims).encode())).toMatchObject(BAD)
    const { raw } = partsOf(await accessToken2())
    expect(await ask(`${encode({ alg: 'none', typ: 'JWT' })}.${raw.payload}.${raw.signature}`)).toMatchObject(BAD)
  })

  test('signed with a foreign key, under a kid of ours or its own', async () => {
    const { head, claims } = partsOf(await accessToken())
    const { privateKey } = await generateKeyPair('ES256')
    for (const kid of [String(head['kid']), 'foreign']) {
      const forged = await new SignJWT(claims).setProtectedHeader({ alg: 'ES256', kid }).sign(privateKey)
      expect(await ask(forged)).toMatchObject(BAD)
    }
  })

  test('with an HMAC made from the public key, in any of its forms', async () => {
    const { head, raw } = partsOf(await accessToken())
    const [jwk] = await published()
    const pem = createPublicKey({ key: { ...jwk }, format: 'jwk' }).export({ type: 'spki', format: 'pem' })
    for (const secret of [pem, JSON.stringify(jwk), jwk?.x ?? '']) {
      const signed = `${encode({ ...head, alg: 'HS256' })}.${raw.payload}`
      const forged = `${signed}.${createHmac('sha256', secret).update(signed).digest('base64url')}`
      expect(await ask(forged)).toMatchObject(BAD)
    }
  })

  test('that contains its own key', async () => {
    const { head, claims } = partsOf(await accessToken())
    const { privateKey, publicKey } = await generateKeyPair('ES256', { extractable: true })
    const { exportJWK } = await import('jose')
    const jwk = await exportJWK(publicKey)
    const forged = await new SignJWT(claims)
      .setProtectedHeader({ alg: 'ES256', kid: String(head['kid']), jwk, jku: 'https://evil.example/jwks.json' })
      .sign(privateKey)
    expect(await ask(forged)).toMatchObject(BAD)
  })

  test('with a changed claim', async () => {
    const { claims, raw } = partsOf(await accessToken())
    for (const change of [{ sub: crypto.randomUUID() }, { aal: 'aal2' }, { exp: 9_999_999_999 }]) {
      expect(await ask(`${raw.head}.${encode({ ...claims, ...change })}.${raw.signature}`)).toMatchObject(BAD)
    }
  })

  test('of ours for another purpose', async () => {
    const { claims } = partsOf(await accessToken())
    const { kid, privateKey } = await signingKey()
    for (const change of [{ aud: 'anon' }, { aud: [] }, { aud: '' }]) {
      const foreign = new SignJWT({ ...claims, ...change }).setProtectedHeader({ alg: 'ES256', kid })
      expect(await ask(await foreign.sign(privateKey))).toMatchObject(BAD)
    }
  })

  test('with an unusual kid', async () => {
    const { claims } = partsOf(await accessToken())
    const { privateKey } = await signingKey()
    for (const kid of ['', '../../etc/passwd', "' or 1=1; --", 'a\0b', 'constructor', 'x'.repeat(5000)]) {
      const forged = await new SignJWT(claims).setProtectedHeader({ alg: 'ES256', kid }).sign(privateKey)
      expect(await ask(forged)).toMatchObject(BAD)
    }
  })

  test('of another instance', async () => {
    const other = await testServer()
    const { body } = await other.call('POST', '/auth/v1/signup', ADA)
    await auth.signedUp()
    expect(await ask(String(body['access_token']))).toMatchObject(BAD)
    await other.close()
  })

  test('that is malformed or missing', async () => {
    for (const token of ['x', 'a.b.c', '....', 'sb_publishable_key']) expect(await ask(token)).toMatchObject(BAD)
    const without = await auth.server.call('GET', '/auth/v1/user')
    expect(without).toMatchObject({ status: 401, body: { error_code: 'no_authorization' } })
    const basic = await auth.server.call('GET', '/auth/v1/user', undefined, { authorization: 'Basic YTpi' })
    expect(basic).toMatchObject({ status: 401, body: { error_code: 'no_authorization' } })
  })

  test('of ours without a user or session id, or with one that is not a UUID', async () => {
    const { claims } = partsOf(await accessToken())
    const { kid, privateKey } = await signingKey()
    const { sub: _sub, session_id: _session, ...rest } = claims
    const signed = (more: object) =>
      new SignJWT({ ...rest, ...more }).setProtectedHeader({ alg: 'ES256', kid }).sign(privateKey)
    expect(await ask(await signed({}))).toMatchObject({
      status: 403,
      code: 'bad_jwt',
      message: 'invalid claim: missing sub claim',
    })
    expect(await ask(await signed({ sub: 'ada' }))).toMatchObject({ status: 400, code: 'bad_jwt' })
    const { sub } = claims
    expect(await ask(await signed({ sub, session_id: 'x' }))).toMatchObject({ status: 403, code: 'bad_jwt' })
    expect(await ask(await signed({ sub, session_id: crypto.randomUUID() }))).toMatchObject({
      status: 403,
      code: 'session_not_found',
    })
    expect(await ask(await signed({ sub: crypto.randomUUID(), session_id: crypto.randomUUID() }))).toMatchObject({
      status: 403,
      code: 'user_not_found',
    })
  })

  test("of one person with another person's session", async () => {
    const { claims } = partsOf(await accessToken())
    const other = partsOf(await accessToken2())
    const { kid, privateKey } = await signingKey()
    const mixed = await new SignJWT({ ...claims, session_id: other.claims['session_id'] })
      .setProtectedHeader({ alg: 'ES256', kid })
      .sign(privateKey)
    expect(await ask(mixed)).toMatchObject({ status: 403, code: 'session_not_found' })
  })

  test('of an ended session, or of a banned or closed account', async () => {
    const token = await accessToken()
    const { db } = auth.server.core
    await db.execute(sql`update users set banned_until = '2099-01-01'`)
    expect(await ask(token)).toMatchObject({ status: 403, code: 'user_banned' })
    await db.execute(sql`update users set banned_until = null`)
    await db.execute(sql`delete from sessions`)
    expect(await ask(token)).toMatchObject({ status: 403, code: 'session_not_found' })
    await db.execute(sql`update users set closed_at = now(), email = null, password_hash = null, user_metadata = '{}'`)
    expect(await ask(token)).toMatchObject({ status: 403, code: 'user_not_found' })
  })
})

test('claims of a signed token have no effect: the database decides', async () => {
  const { claims } = partsOf(await accessToken())
  const { kid, privateKey } = await signingKey()
  const raised = {
    role: 'service_role',
    aal: 'aal2',
    app_metadata: { role: 'admin' },
    user_metadata: { role: 'admin' },
  }
  const token = await new SignJWT({ ...claims, ...raised }).setProtectedHeader({ alg: 'ES256', kid }).sign(privateKey)
  const headers = { authorization: `Bearer ${token}` }
  const administered = Object.entries<Endpoint>(api).filter(
    ([key, { guard }]) => guard === 'admin' && key.startsWith('GET'),
  )
  for (const [key] of administered) {
    const path = key.replace('GET ', '').replace(':id', crypto.randomUUID())
    const { status, body } = await auth.server.call('GET', path, undefined, headers)
    expect([key, status, body['code']]).toEqual([key, 403, 'forbidden'])
  }
  const own = await auth.server.call('GET', '/auth/v1/user', undefined, headers)
  expect(own.body['app_metadata']).toMatchObject({ role: 'beneficiary' })
})

describe('the keys', () => {
  test('are published without the private part, cached for ten minutes', async () => {
    const answer = await auth.server.call('GET', '/auth/v1/.well-known/jwks.json')
    expect(answer.headers.get('cache-control')).toBe('public, max-age=600')
    for (const key of await published()) {
      expect(key).toMatchObject({ kty: 'EC', crv: 'P-256', alg: 'ES256', use: 'sig', key_ops: ['verify'] })
      expect(key).not.toHaveProperty('d')
      await importJWK({ ...key }, 'ES256')
    }
  })

  test('are not readable in the database', async () => {
    await published()
    const { db } = auth.server.core
    const { rows } = z
      .object({ rows: z.array(z.record(z.string(), z.unknown())) })
      .parse(await db.execute(sql`select encode(private_sealed, 'escape') as sealed from signing_keys`))
    expect(JSON.stringify(rows)).not.toMatch(/"d\\?"|P-256/)
  })

  test('rotate: tokens of the old one are refused within a minute, and people stay signed in', async () => {
    const device = await auth.signedUp()
    const old = (await device.getSession()).data.session?.access_token ?? ''
    expect((await ask(old)).status).toBe(200)
    await rotateSigningKeys(auth.server.core)
    auth.server.clock.advance(minutes(1) + 1)
    expect(await ask(old)).toMatchObject(BAD)
    expect((await published()).map(({ kid }) => kid)).not.toContain(partsOf(old).head['kid'])
    const renewed = (await device.refreshSession()).data.session?.access_token ?? ''
    expect((await ask(renewed)).status).toBe(200)
  })

  test('of another process are found immediately, also by calls at once', async () => {
    const { core } = auth.server
    const ours = createSigningKeys(core)
    const known = new Set((await ours.published()).map(({ kid }) => kid))
    await rotateSigningKeys(core)
    const theirs = (await createSigningKeys(core).published()).find(({ kid }) => !known.has(kid))
    const calls = ['first', 'second'].map(() => ours.find(theirs?.kid ?? ''))
    expect(await Promise.all(calls)).toEqual([expect.anything(), expect.anything()])
    expect(await ours.find('an invention')).toBeUndefined()
  })
})

async function accessToken2(): Promise<string> {
  const { data } = await auth.device().signUp({ email: `${crypto.randomUUID()}@mail.example`, password: 'long enough' })
  return data.session?.access_token ?? ''
}

/** The server's own signing key, to test what a valid signature does not prove. */
function signingKey() {
  return createSigningKeys(auth.server.core).current()
}

describe('a thief and the owner who take turns with one refresh token', () => {
  const from = (token: string, userAgent: string, cookie = '') =>
    auth.server.call(
      'POST',
      '/auth/v1/token?grant_type=refresh_token',
      { refresh_token: token },
      { 'user-agent': userAgent, ...(cookie !== '' && { cookie }) },
    )
  const tokenIn = ({ body }: { body: Record<string, unknown> }) => String(body['refresh_token'])

  test.each([
    ['the owner', 'phone', 'laptop'],
    ['the thief', 'laptop', 'phone'],
  ])('are noticed when %s refreshes first', async (_who, first, second) => {
    const { refresh } = await tokensOf(await auth.signedUp())
    const current = tokenIn(await from(refresh, first))
    auth.server.clock.advance(seconds(11))
    expect(await from(refresh, second)).toMatchObject({
      status: 400,
      body: { error_code: 'refresh_token_already_used' },
    })
    expect((await from(current, first)).body).toMatchObject({ error_code: 'refresh_token_not_found' })
  })

  test('a device that lost the answer gets it again, also from another network', async () => {
    const { refresh } = await tokensOf(await auth.signedUp())
    const lost = await from(refresh, 'phone', 'taimako_device=0123456789abcdef0123456789abcdef')
    const cookie = lost.headers.getSetCookie()[0]?.split(';')[0] ?? ''
    auth.server.clock.advance(seconds(11))
    const again = tokenIn(await from(tokenIn(lost), 'phone', cookie))
    auth.server.clock.advance(seconds(11))
    const repeated = await from(tokenIn(lost), 'phone with a new version', cookie)
    expect([repeated.status, tokenIn(repeated)]).toEqual([200, again])
  })
})
