import { describe, expect, test } from 'vitest'
import { ADA, useAuthServer } from '../../../test/support/auth-server.ts'
import { lastMail, openLink } from '../../../test/support/mails.ts'
import { redirectIn } from './redirects.ts'

const OWN = 'https://taimako.example'

/** Follows a link with `redirect_to=candidate`. */
async function leadsTo({ server }: ReturnType<typeof useAuthServer>, candidate: string, referer?: string) {
  const query = new URLSearchParams({ type: 'recovery', token: 'unknown', redirect_to: candidate })
  const headers = referer === undefined ? undefined : { referer }
  const { status, headers: answered } = await openLink(server, `/auth/v1/verify?${query}`, headers)
  expect(status).toBe(303)
  return answered.get('location')?.replace(/#.*$/s, '')
}

test.each([
  ['ha', `${OWN}/reset-password?from=mail`, `${OWN}/ha/reset-password?from=mail`],
  ['pcm', `${OWN}/ha/reset-password?from=mail`, `${OWN}/pcm/reset-password?from=mail`],
  // English, or a language that visitors may no longer read.
  [null, `${OWN}/ha/reset-password#x`, `${OWN}/reset-password#x`],
  ['ha', `${OWN}/account`, `${OWN}/account`],
  [null, `${OWN}/have/x`, `${OWN}/have/x`],
  ['ha', 'https://app.example.org/login', 'https://app.example.org/login'],
] as const)('in %s, %s leads to %s', (tag, address, there) => {
  expect(redirectIn(OWN, tag, address)).toBe(there)
})

describe('on a public instance', () => {
  const auth = useAuthServer({
    PUBLIC_URL: OWN,
    AUTH_REDIRECT_URLS: 'https://**.example.org/**, https://app.example.net/in/*, myapp://sign-in/**',
  })

  test('our own pages and the allowed list are accepted', async () => {
    for (const address of [
      `${OWN}/`,
      `${OWN}/reset-password?from=mail&sb_flow_id=1`,
      'https://a.example.org/x',
      'https://a.b.example.org/x/y.html?z=1',
      'https://app.example.net/in/there',
      'myapp://sign-in/done',
    ])
      expect(await leadsTo(auth, address)).toBe(address)
    expect(await leadsTo(auth, 'https://TAIMAKO.example:443/here')).toBe(`${OWN}/here`)
  })

  test('anything else falls back to our first page', async () => {
    for (const address of [
      // Not ours, although it contains our name.
      'https://evil.example/x.example.org',
      'https://evil.example/x.example.org/',
      'https://evil.example?x.example.org/',
      'https://evil.example#x.example.org/',
      'https://evil.example\\.example.org/',
      'https://taimako.example.evil.example/',
      'https://taimako.example@evil.example/',
      'https://xexample.org/',
      'https://example.org.evil.example/',
      // Ours, with a user name in front of the host.
      'https://ada:secret@taimako.example/',
      'https://evil.example%2f@a.example.org/',
      // Another scheme or port.
      'http://taimako.example/',
      'https://taimako.example:8443/',
      'javascript:alert(1)',
      'javascript://taimako.example/%0aalert(1)',
      'data:text/html,taimako.example',
      'otherapp://sign-in/done',
      // URLs that browsers would repair.
      '//evil.example/',
      '/\\evil.example',
      'https:\\\\evil.example/',
      'https:/evil.example',
      ' https://taimako.example/x',
      'https://taimako.example/\nx',
      'https://taimako。example/x',
      'https://a%2eexample.org/x',
      // More or fewer parts than the pattern.
      'https://app.example.net/in/a/b',
      'https://app.example.net/in/../out',
      'https://example.org/x',
      // Loopback is only for a developer's machine.
      'http://127.0.0.1:5173/',
      'http://2130706433/',
      'http://0x7f.1/',
      'http://[::1]/',
      'ada@mail.example',
      '/reset-password',
    ])
      expect([address, await leadsTo(auth, address)]).toEqual([address, `${OWN}/`])
  })

  test('without redirect_to the referrer is used if allowed', async () => {
    expect(await leadsTo(auth, '', `${OWN}/forgot-password`)).toBe(`${OWN}/forgot-password`)
    expect(await leadsTo(auth, '', 'https://mail.evil.example/inbox')).toBe(`${OWN}/`)
    expect(await leadsTo(auth, 'https://evil.example/', `${OWN}/login`)).toBe(`${OWN}/`)
  })

  test('a mailed link uses our own address, whatever host the request names', async () => {
    await auth.signedUp()
    const path = `/auth/v1/recover?redirect_to=${encodeURIComponent('https://evil.example/')}`
    const headers = { host: 'evil.example', 'x-forwarded-host': 'evil.example', origin: 'https://evil.example' }
    await auth.server.call('POST', path, { email: ADA.email }, headers)
    const { link, text, html } = await lastMail(auth.server)
    expect(link).toMatch(
      /^https:\/\/taimako\.example\/auth\/v1\/verify\?token=[\w-]{43}&type=recovery&redirect_to=https%3A%2F%2Ftaimako\.example$/,
    )
    expect(`${text}${html}`).not.toContain('evil')
  })
})

describe('on a local instance', () => {
  const auth = useAuthServer({ PUBLIC_URL: 'http://127.0.0.1:3000' })

  test('any local port is accepted, and nothing else', async () => {
    for (const address of ['http://localhost:5173/x', 'http://127.0.0.1:9/', 'http://[::1]:5173/'])
      expect(await leadsTo(auth, address)).toBe(address)
    for (const address of [
      'http://2130706433:3000/',
      'http://0x7f000001:3000/',
      'http://127.1:3000/',
      'http://127.0.0.1.evil.example/',
      'http://localhost.evil.example/',
      'https://localhost:5173/',
    ])
      expect([address, await leadsTo(auth, address)]).toEqual([address, 'http://127.0.0.1:3000/'])
  })
})
