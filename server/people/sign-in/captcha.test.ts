/** The captcha, with a stand-in for its provider at the other end of real HTTP. */
import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { ADA, useAuthServer } from '../../../test/support/auth-server.ts'
import { freePort } from '../../../test/support/free-port.ts'

const SOLVED = 'a solved token'
const variables: Record<string, string> = {
  CAPTCHA_PROVIDER: 'turnstile',
  CAPTCHA_SITE_KEY: 'site key',
  CAPTCHA_SECRET: 'secret of the captcha',
  TRUST_PROXY: '1',
}

/** The requests to the provider, in order. */
let asked: { type: string | undefined; form: Record<string, string> }[] = []
/** The provider's answer; undefined behaves like the real one, which accepts a token once. */
let broken: { status: number; body: string } | 'cut' | undefined
const provider = createServer((request, response) => {
  void text(request).then((body) => {
    const form = Object.fromEntries(new URLSearchParams(body))
    const before = asked.some((earlier) => earlier.form['response'] === form['response'])
    asked.push({ type: request.headers['content-type'], form })
    if (broken === 'cut') return request.socket.destroy()
    if (broken) return response.writeHead(broken.status).end(broken.body)
    const code = form['response'] !== SOLVED ? 'invalid-input-response' : before ? 'timeout-or-duplicate' : null
    response.writeHead(200, { 'content-type': 'application/json' })
    return response.end(JSON.stringify({ success: code === null, 'error-codes': code === null ? [] : [code] }))
  })
})
beforeAll(async () => {
  const port = await freePort()
  await new Promise<void>((resolve) => {
    provider.listen(port, '127.0.0.1', resolve)
  })
  variables['CAPTCHA_VERIFY_URL'] = `http://127.0.0.1:${port}/siteverify`
})
afterAll(() => provider.close())
const auth = useAuthServer(variables)
beforeEach(() => {
  asked = []
  broken = undefined
})

interface Options {
  captchaToken?: string
}

const signUp = (options: Options) => auth.device().signUp({ ...ADA, options })

describe('a captcha token is required and verified once at', () => {
  const ways: Record<string, (options: Options) => Promise<{ error: { code?: unknown; message: string } | null }>> = {
    'sign-up': signUp,
    'sign-in': (options) => auth.device().signInWithPassword({ ...ADA, options }),
    recovery: (options) => auth.device().resetPasswordForEmail(ADA.email, options),
    'sending again': (options) => auth.device().resend({ type: 'signup', email: ADA.email, options }),
  }
  test.each(Object.entries(ways))('%s', async (name, way) => {
    if (name !== 'sign-up') {
      await signUp({ captchaToken: SOLVED })
      asked = []
    }
    const without = await way({})
    expect(without.error?.code).toBe('captcha_failed')
    expect(without.error?.message).toBe('captcha protection: request disallowed (no captcha_token found in request)')
    expect(asked).toEqual([])
    const wrong = await way({ captchaToken: 'made up' })
    expect(wrong.error?.message).toBe('captcha protection: request disallowed (invalid-input-response)')
    expect((await way({ captchaToken: SOLVED })).error).toBeNull()
    const again = await way({ captchaToken: SOLVED })
    expect(again.error?.message).toBe('captcha protection: request disallowed (timeout-or-duplicate)')
    expect(asked).toHaveLength(3)
  })
})

test('the provider gets the secret, the token and the address as a form', async () => {
  const response = await auth.server.call(
    'POST',
    '/auth/v1/signup',
    { ...ADA, gotrue_meta_security: { captcha_token: SOLVED } },
    { 'x-forwarded-for': '203.0.113.7' },
  )
  expect(response.status).toBe(200)
  expect(asked).toEqual([
    {
      type: 'application/x-www-form-urlencoded;charset=UTF-8',
      form: { secret: 'secret of the captcha', response: SOLVED, remoteip: '203.0.113.7' },
    },
  ])
})

test('refreshing a session needs no captcha', async () => {
  const device = auth.device()
  await device.signUp({ ...ADA, options: { captchaToken: SOLVED } })
  asked = []
  expect((await device.refreshSession()).error).toBeNull()
  expect((await device.updateUser({ data: { colour: 'green' } })).error).toBeNull()
  expect(asked).toEqual([])
})

test.each([
  ['is out of order', { status: 502, body: 'Bad gateway' }],
  ['answers something else', { status: 200, body: '<html>' }],
  ['cuts the line', 'cut'],
] as const)('nobody passes while the provider %s, and the log says so', async (_how, how) => {
  broken = how
  const { data, error } = await signUp({ captchaToken: SOLVED })
  expect(data.user).toBeNull()
  expect(error?.code).toBe('captcha_failed')
  expect(error?.status).toBe(400)
  expect(auth.server.logged()).toContain("the captcha's provider does not answer")
  expect(auth.server.logged()).not.toContain('secret of the captcha')
})

test('a wrong captcha secret is logged for the operator', async () => {
  broken = { status: 200, body: '{"success":false,"error-codes":["invalid-input-secret"]}' }
  expect((await signUp({ captchaToken: SOLVED })).error?.message).toContain('(invalid-input-secret)')
  expect(auth.server.logged()).toContain('does not accept CAPTCHA_SECRET')
})

test('the public settings contain the site key but not the secret', async () => {
  const { body } = await auth.server.call('GET', '/api/config')
  expect(body['auth']).toMatchObject({ captcha: { provider: 'turnstile', site_key: 'site key' } })
  expect(JSON.stringify(body)).not.toContain('secret of the captcha')
})
