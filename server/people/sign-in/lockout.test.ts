/** No one can lock another person out of an account, and no one can guess without end. */
import { sql } from 'drizzle-orm'
import { TOTP } from 'otpauth'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { rateLimits, type RateLimitName } from '../../../contract/platform/rate-limits.ts'
import { ADA, BELLO } from '../../../test/support/auth-server.ts'
import { lastMail, openLink, readMails } from '../../../test/support/mails.ts'
import { testServer, type Answer, type TestServer } from '../../../test/support/server.ts'
import { hours, minutes } from '../../platform/clock.ts'
import { isWithinLimit } from '../../platform/rate-limits.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer({ TRUST_PROXY: '1' })
})
afterAll(() => server.close())
beforeEach(async () => {
  await server.empty()
  // At the start of a window, so that none ends in the middle of a test.
  server.clock.advance(hours(1) - (server.clock.now().getTime() % hours(1)))
})

const HOME = '198.51.100.7'
const DEVICE_UNKNOWN = { status: 400, body: { error_code: 'reauthentication_needed' } }
const WRONG = { status: 400, body: { error_code: 'invalid_credentials' } }

interface Device {
  cookie: string
  address: string
  /** @param token of a session */
  post(path: string, body: object, token?: string): Promise<Answer>
}

/** A browser: it keeps the cookie that it is given, and calls from one address. */
function browser(address: string): Device {
  const device: Device = {
    cookie: '',
    address,
    async post(path, body, token) {
      const authorization = token === undefined ? {} : { authorization: `Bearer ${token}` }
      const headers = { 'x-forwarded-for': device.address, cookie: device.cookie, ...authorization }
      const answer = await server.call('POST', `/auth/v1${path}`, body, headers)
      const [given] = answer.headers.getSetCookie()
      if (given !== undefined) device.cookie = given.split(';')[0] ?? ''
      return answer
    },
  }
  return device
}

const signIn = (device: Device, person: object = ADA) => device.post('/token?grant_type=password', person)
const guess = (device: Device, email = ADA.email) => signIn(device, { email, password: 'wrong horse' })

/** Wrong passwords from many networks, until the account's own limit is reached. */
async function guessFromEverywhere(email = ADA.email): Promise<void> {
  for (let network = 0; network < 6; network += 1) {
    const stranger = browser(`203.0.113.${network}`)
    for (let tries = 0; tries < 20; tries += 1) await guess(stranger, email)
  }
}

/** Fills a limit without hashing that many passwords. */
async function fill(name: RateLimitName, address: string, subject: string): Promise<void> {
  for (let tries = 0; tries < rateLimits[name].requests; tries += 1)
    await isWithinLimit(server.core, name, address, subject)
}

const reachAccountLimit = (email = ADA.email) => fill('wrong_passwords_anywhere', '', email)

async function ownersPhone(): Promise<Device> {
  const phone = browser(HOME)
  expect((await phone.post('/signup', ADA)).status).toBe(200)
  return phone
}

describe('past an account’s limit for wrong passwords', () => {
  test('(120 from six networks) the owner signs in on a known device, from any network', async () => {
    const phone = await ownersPhone()
    await guessFromEverywhere()
    phone.address = '203.0.113.1'
    expect((await signIn(phone)).status).toBe(200)
  })

  test('the owner signs in on a new device with a mailed code on top of the password', async () => {
    await ownersPhone()
    await reachAccountLimit()
    const laptop = browser(HOME)
    expect(await signIn(laptop)).toMatchObject(DEVICE_UNKNOWN)
    const { code, recipient } = await lastMail(server)
    expect(recipient).toBe(ADA.email)
    const known = await laptop.post('/verify', { type: 'email', email: ADA.email, token: code })
    expect(known).toMatchObject({ status: 200, body: { code: '200' } })
    expect(known.body).not.toHaveProperty('access_token')
    expect(await guess(laptop)).toMatchObject(WRONG)
    expect((await signIn(laptop)).status).toBe(200)
  })

  test('the link of that mail makes the browser known that opens it, and signs no one in', async () => {
    await ownersPhone()
    await reachAccountLimit()
    await signIn(browser(HOME))
    const opened = await openLink(server, (await lastMail(server)).link)
    expect(opened.status).toBe(303)
    expect(opened.fragment).not.toHaveProperty('access_token')
    const laptop = browser(HOME)
    laptop.cookie = opened.headers.getSetCookie()[0]?.split(';')[0] ?? ''
    expect((await signIn(laptop)).status).toBe(200)
  })

  test('the answer does not tell a guesser whether the password is right or the account exists', async () => {
    await ownersPhone()
    await reachAccountLimit()
    await reachAccountLimit(BELLO.email)
    const stranger = browser('192.0.2.1')
    const answers = [await guess(stranger), await signIn(stranger), await signIn(stranger, BELLO)]
    for (const { status, body } of answers) expect({ status, body }).toEqual({ status, body: answers[0]?.body })
    expect(answers[0]).toMatchObject(DEVICE_UNKNOWN)
  })

  test('the owner gets one mail in ten minutes, not one for each guess', async () => {
    await ownersPhone()
    await reachAccountLimit()
    for (let tries = 0; tries < 3; tries += 1) await guess(browser('203.0.113.1'))
    expect(await readMails(server)).toHaveLength(1)
    server.clock.advance(minutes(10))
    for (let tries = 0; tries < 3; tries += 1) await guess(browser('203.0.113.1'))
    expect(await readMails(server)).toHaveLength(2)
  })

  test('the owner of a banned account gets none', async () => {
    await ownersPhone()
    await reachAccountLimit()
    await server.core.db.execute(sql`update users set banned_until = '2099-01-01'`)
    await guess(browser('203.0.113.1'))
    expect(await readMails(server)).toEqual([])
  })
})

test('a known device may fail twenty times in five minutes; then it is like any other', async () => {
  const phone = await ownersPhone()
  await reachAccountLimit()
  for (let tries = 0; tries < 20; tries += 1) expect(await guess(phone)).toMatchObject(WRONG)
  expect(await signIn(phone)).toMatchObject(DEVICE_UNKNOWN)
})

test('right passwords are not counted', async () => {
  await ownersPhone()
  for (let tries = 0; tries < 21; tries += 1) expect((await signIn(browser(HOME))).status).toBe(200)
})

test('a made-up cookie, or one of another account, makes no device known', async () => {
  await ownersPhone()
  const other = browser('192.0.2.9')
  await other.post('/signup', BELLO)
  await reachAccountLimit()
  expect(await signIn(other)).toMatchObject(DEVICE_UNKNOWN)
  other.cookie = `taimako_device=${'a'.repeat(32)}`
  expect(await signIn(other)).toMatchObject(DEVICE_UNKNOWN)
})

test('a new password makes every other device unknown', async () => {
  const phone = await ownersPhone()
  const thief = browser('192.0.2.9')
  const opened = await signIn(thief)
  expect(opened.status).toBe(200)
  const { access_token: token } = (await signIn(phone)).body
  const headers = { authorization: `Bearer ${String(token)}`, cookie: phone.cookie }
  const password = 'a longer staple'
  expect((await server.call('PUT', '/auth/v1/user', { password }, headers)).status).toBe(200)
  await reachAccountLimit()
  expect(await signIn(thief, { ...ADA, password })).toMatchObject(DEVICE_UNKNOWN)
  expect((await signIn(phone, { ...ADA, password })).status).toBe(200)
})

describe('IPv6', () => {
  const fromPrefix = (prefix: string, host: number) => browser(`${prefix}:${host.toString(16)}::1`)

  test('counts by /56: another /64 of one customer has no allowance of its own', async () => {
    await ownersPhone()
    await fill('wrong_passwords', '2001:db8:1:7', ADA.email)
    expect(await signIn(fromPrefix('2001:db8:1', 0xff))).toMatchObject(DEVICE_UNKNOWN)
    expect((await signIn(fromPrefix('2001:db8:1', 0x100))).status).toBe(200)
  })

  test('counts by /48 at a higher limit', async () => {
    const ask = (host: number) => fromPrefix('2001:db8:2', host).post('/signup', { email: 'no address' })
    let refused = 0
    for (let customer = 0; customer < 9; customer += 1)
      for (let tries = 0; tries < 60; tries += 1) refused += (await ask(customer * 0x100)).status === 429 ? 1 : 0
    expect(refused).toBe(60)
    expect((await fromPrefix('2001:db8:3', 0).post('/signup', { email: 'no address' })).status).toBe(400)
  })
})

describe('wrong mailed codes', () => {
  const verify = (device: Device, token: string) =>
    device.post('/verify', { type: 'recovery', email: ADA.email, token })
  const wrong = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')

  async function recoveryCode(): Promise<string> {
    await browser(HOME).post('/recover', ADA)
    return (await lastMail(server)).code
  }

  test('twenty of a stranger leave the owner’s right code valid', async () => {
    await ownersPhone()
    const code = await recoveryCode()
    const stranger = browser('203.0.113.1')
    for (let tries = 0; tries < 20; tries += 1) expect((await verify(stranger, wrong(code))).status).toBe(403)
    expect((await verify(stranger, code)).status).toBe(403)
    expect((await verify(browser(HOME), code)).status).toBe(200)
  })

  test.each(['recovery', 'signup'] as const)(
    'of sixty strangers leave it valid where its mail was asked for (%s)',
    async (type) => {
      const strict = await testServer({ TRUST_PROXY: '1', AUTH_CONFIRM_EMAIL: '1' })
      const from = (address: string, path: string, body: object) =>
        strict.call('POST', `/auth/v1${path}`, body, { 'x-forwarded-for': address })
      const ask = (address: string) =>
        type === 'signup' ? from(address, '/signup', ADA) : from(address, '/recover', { email: ADA.email })
      const send = async (address: string, token: string) =>
        (await from(address, '/verify', { type, email: ADA.email, token })).status
      if (type === 'recovery') {
        await from(HOME, '/signup', ADA)
        await openLink(strict, (await lastMail(strict)).link)
      }
      await ask(HOME)
      const { code } = await lastMail(strict)
      for (let network = 0; network < 60; network += 1) await send(`203.0.113.${network}`, wrong(code))
      expect(await send('192.0.2.5', code)).toBe(403)
      expect(await send(HOME, wrong(code))).toBe(403)
      expect(await send(HOME, code)).toBe(200)
      await strict.close()
    },
  )

  test('of strangers who ask themselves end after five for each mail, and fifty in an hour; the link works', async () => {
    await ownersPhone()
    for (let network = 0; network < 60; network += 1) await verify(browser(`203.0.113.${network}`), '000000')
    for (let mail = 0; mail < 11; mail += 1) {
      const stranger = browser(`198.51.100.${mail + 20}`)
      await stranger.post('/recover', ADA)
      const asked = (await lastMail(server)).code
      for (let tries = 0; tries < 5; tries += 1) await verify(stranger, wrong(asked))
      expect((await verify(stranger, asked)).status).toBe(403)
      server.clock.advance(minutes(1))
    }
    const code = await recoveryCode()
    expect((await verify(browser(HOME), code)).status).toBe(403)
    expect((await openLink(server, (await lastMail(server)).link)).fragment).toHaveProperty('access_token')
  })

  test('of fifty strangers leave it valid on a known device, and the link on every device', async () => {
    const phone = await ownersPhone()
    const code = await recoveryCode()
    for (let network = 0; network < 50; network += 1) await verify(browser(`203.0.113.${network}`), wrong(code))
    expect((await verify(browser('192.0.2.5'), code)).status).toBe(403)
    const { link } = await lastMail(server)
    expect((await verify(phone, code)).status).toBe(200)
    server.clock.advance(minutes(1))
    await recoveryCode()
    expect((await openLink(server, (await lastMail(server)).link)).fragment).toHaveProperty('access_token')
    expect((await openLink(server, link)).fragment).toMatchObject({ error_code: 'otp_expired' })
  })

  test('sent at the same moment count like the others', async () => {
    await ownersPhone()
    const code = await recoveryCode()
    const stranger = browser('203.0.113.1')
    await Promise.all(Array.from({ length: 10 }, () => verify(stranger, wrong(code))))
    expect((await verify(stranger, code)).status).toBe(403)
  })
})

describe('wrong codes of a second step', () => {
  let factorId: string
  let totp: TOTP
  const tokenOf = ({ body }: Answer) => String(body['access_token'])
  const rightCode = () => totp.generate({ timestamp: server.clock.now().getTime() })
  const wrongCode = () => String((Number(rightCode()) + 500_000) % 1_000_000).padStart(6, '0')

  /** Sends a code in a separate challenge. */
  async function send(device: Device, token: string, code: string): Promise<Answer> {
    const { body } = await device.post(`/factors/${factorId}/challenge`, {}, token)
    return device.post(`/factors/${factorId}/verify`, { challenge_id: body['id'], code }, token)
  }
  async function sendWrong(device: Device, times: number): Promise<void> {
    const token = tokenOf(await signIn(device))
    for (let tries = 0; tries < times; tries += 1)
      expect(await send(device, token, wrongCode())).toMatchObject({ status: 422 })
  }

  let owner: Device
  beforeEach(async () => {
    owner = browser(HOME)
    const token = tokenOf(await owner.post('/signup', ADA))
    const { body } = await owner.post('/factors', { factor_type: 'totp', friendly_name: 'Phone' }, token)
    factorId = String(body['id'])
    totp = new TOTP({ secret: z.object({ totp: z.object({ secret: z.string() }) }).parse(body).totp.secret })
    await send(owner, token, rightCode())
    server.clock.advance(minutes(1))
  })

  test('of a stranger who knows the password do not stop a device that passed the second step before', async () => {
    const stranger = browser('203.0.113.9')
    await sendWrong(stranger, 10)
    expect((await send(stranger, tokenOf(await signIn(stranger)), rightCode())).status).toBe(422)
    expect((await send(owner, tokenOf(await signIn(owner)), rightCode())).status).toBe(200)
    // The stranger, whose sign-ins have ended with that, gets no new tries.
    server.clock.advance(minutes(1))
    expect((await send(stranger, tokenOf(await signIn(stranger)), rightCode())).status).toBe(422)
  })

  test('on a known device end with its own allowance and that of the factor', async () => {
    await sendWrong(owner, 20)
    expect((await send(owner, tokenOf(await signIn(owner)), rightCode())).status).toBe(422)
    server.clock.advance(minutes(15))
    expect((await send(owner, tokenOf(await signIn(owner)), rightCode())).status).toBe(200)
  })

  test('a password alone does not make a device known for this', async () => {
    const second = browser('203.0.113.10')
    await signIn(second)
    await sendWrong(browser('203.0.113.9'), 10)
    expect((await send(second, tokenOf(await signIn(second)), rightCode())).status).toBe(422)
  })
})
