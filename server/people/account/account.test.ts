import { sql } from 'drizzle-orm'
import { Hono } from 'hono'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { rateLimits } from '../../../contract/platform/rate-limits.ts'
import { ADA, BELLO, useAuthServer } from '../../../test/support/auth-server.ts'
import { testServer } from '../../../test/support/server.ts'
import { createAuth } from '../sign-in/auth.ts'
import { findCaller, findCallerBySession } from '../sign-in/callers.ts'
import { authPart } from '../sign-in/account-part.ts'
import type { AccountPart } from '../../platform/account-part.ts'
import { minutes } from '../../platform/clock.ts'
import { rows } from '../../platform/db/db.ts'
import { identifyCallers } from '../../platform/http/callers.ts'
import { problemResponse } from '../../platform/http/problems.ts'
import { profilePart } from '../../record/profiles/account-part.ts'
import { accountRoutes } from './routes.ts'

const auth = useAuthServer()
type Device = Awaited<ReturnType<typeof auth.signedUp>>

async function tokenOf(device: Device): Promise<string> {
  const { data } = await device.getSession()
  return data.session?.access_token ?? ''
}

const call = async (device: Device, method: string, path: string, body?: unknown) =>
  auth.server.call(method, path, body, { authorization: `Bearer ${await tokenOf(device)}` })

const Sessions = z.object({
  items: z.array(z.looseObject({ id: z.string(), user_agent: z.string(), current: z.boolean() })),
})
const listSessions = async (device: Device) =>
  Sessions.parse((await call(device, 'GET', '/api/account/sessions')).body).items

async function signedIn(userAgent: string, person = ADA): Promise<Device> {
  const device = auth.device({ userAgent })
  expect((await device.signInWithPassword(person)).error).toBeNull()
  return device
}

const userIdOf = async (device: Device) => (await device.getSession()).data.session?.user.id ?? ''

const run = (query: ReturnType<typeof sql>) => auth.server.core.db.execute(query)

/** Inserts a verified second step directly. */
async function addFactor(device: Device): Promise<void> {
  await run(sql`insert into factors (id, user_id, factor_type, phone, status, created_at, updated_at)
                values (gen_random_uuid(), ${await userIdOf(device)}, 'phone', '2348030000000', 'verified', now(), now())`)
}

const makeAdmin = async (device: Device) =>
  run(sql`update profiles set role = 'admin' where user_id = ${await userIdOf(device)}`)

test('the sign-ins of the last 90 days are listed, with how and where, also of sessions that have ended', async () => {
  const phone = await auth.signedUp()
  auth.server.clock.advance(minutes(1))
  await (await signedIn('Laptop/1.0')).signOut({ scope: 'local' })
  await auth.signedUp(BELLO)
  const list = async () => (await call(await signedIn('Later/1.0'), 'GET', '/api/account/sign-ins')).body['items']
  const { status, headers, body } = await call(phone, 'GET', '/api/account/sign-ins')
  expect([status, headers.get('cache-control')]).toEqual([200, 'no-store'])
  expect(body['items']).toMatchObject([
    { method: 'password', user_agent: 'Laptop/1.0', address: 'in-process' },
    { method: 'password', user_agent: '' },
  ])
  auth.server.clock.advance(minutes(90 * 24 * 60))
  await auth.server.runJobs(/^auth\./)
  expect(await list()).toMatchObject([{ user_agent: 'Later/1.0' }])
})

describe('sessions', () => {
  test('are listed most recent first, with address and device, and mark the current one', async () => {
    const phone = await auth.signedUp()
    auth.server.clock.advance(minutes(1))
    const laptop = await signedIn('Laptop/1.0')
    auth.server.clock.advance(minutes(1))
    await auth.signedUp(BELLO)
    const { body, headers } = await call(laptop, 'GET', '/api/account/sessions')
    expect(headers.get('cache-control')).toBe('no-store')
    expect(body).toEqual({
      items: [
        {
          id: expect.any(String),
          created_at: expect.any(String),
          last_seen_at: expect.any(String),
          user_agent: 'Laptop/1.0',
          address: 'in-process',
          aal: 'aal1',
          current: true,
        },
        expect.objectContaining({ current: false }),
      ],
    })
    // A refresh counts as use.
    expect((await phone.refreshSession()).error).toBeNull()
    expect((await listSessions(laptop)).map(({ current }) => current)).toEqual([false, true])
  })

  test('end one by one, the current one too, and their tokens are refused immediately', async () => {
    const phone = await auth.signedUp()
    const laptop = await signedIn('Laptop/1.0')
    const other = (await listSessions(laptop)).find(({ current }) => !current)
    expect(await call(laptop, 'DELETE', `/api/account/sessions/${other?.id}`)).toMatchObject({
      status: 200,
      body: { id: other?.id },
    })
    expect(await call(phone, 'GET', '/api/account/sessions')).toMatchObject({ status: 401 })
    expect((await phone.refreshSession()).error?.code).toBe('refresh_token_not_found')
    const [own] = await listSessions(laptop)
    expect((await call(laptop, 'DELETE', `/api/account/sessions/${own?.id}`)).status).toBe(200)
    expect((await call(laptop, 'GET', '/api/account/sessions')).status).toBe(401)
  })

  test("another user's session cannot be ended", async () => {
    const ada = await auth.signedUp()
    const bello = await auth.signedUp(BELLO)
    const [session] = await listSessions(ada)
    expect(await call(bello, 'DELETE', `/api/account/sessions/${session?.id}`)).toMatchObject({
      status: 404,
      body: { code: 'not_found' },
    })
    expect((await call(ada, 'GET', '/api/account/sessions')).status).toBe(200)
    expect((await call(ada, 'DELETE', '/api/account/sessions/7')).status).toBe(400)
  })
})

test('the data export has everything stored about the user, and no secrets or other people', async () => {
  const ada = await auth.signedUp()
  const bello = await auth.signedUp(BELLO)
  await addFactor(ada)
  await run(sql`update sessions set aal = 'aal2'`)
  await call(ada, 'PUT', '/api/profile', { full_name: 'Ada Obi', address: '5 Ahmadu Bello Way, Kaduna' })
  const { status, body } = await call(ada, 'GET', '/api/account/data')
  expect(status).toBe(200)
  expect(body).toMatchObject({
    taken_at: auth.server.clock.now().toISOString(),
    profile: { full_name: 'Ada Obi', address: '5 Ahmadu Bello Way, Kaduna', role: 'beneficiary' },
    account: {
      user: {
        email: ADA.email,
        identities: [{ provider: 'email', email: ADA.email }],
        factors: [{ factor_type: 'phone', phone: '2348030000000' }],
      },
      has_password: true,
      sessions: [{ aal: 'aal2', address: 'in-process' }],
      known_devices: 2,
    },
  })
  const text = JSON.stringify(body)
  expect(text).not.toMatch(/argon2|hash|secret|sealed|refresh/i)
  expect(text).not.toContain(BELLO.email)
  expect(text).not.toContain(await userIdOf(bello))
})

describe('closing an account', () => {
  const close = (device: Device, body: object = { password: ADA.password }) =>
    call(device, 'POST', '/api/account/closure', body)

  test('erases it everywhere, confirms by mail, and frees the address', async () => {
    const phone = await auth.signedUp()
    const laptop = await signedIn('Laptop/1.0')
    await addFactor(laptop)
    await run(sql`update sessions set aal = 'aal2'`)
    await call(laptop, 'PUT', '/api/profile', { full_name: 'Ada Obi', phone: '+2348031112222' })
    const oldId = await userIdOf(laptop)
    const oldRefresh = (await phone.getSession()).data.session?.refresh_token ?? ''
    expect(await close(laptop)).toMatchObject({
      status: 200,
      body: { closed_at: auth.server.clock.now().toISOString() },
    })

    expect((await phone.getUser()).error?.code).toBe('user_not_found')
    expect((await call(laptop, 'GET', '/api/profile')).status).toBe(401)
    expect((await auth.device().refreshSession({ refresh_token: oldRefresh })).error?.code).toBe(
      'refresh_token_not_found',
    )
    expect((await auth.device().signInWithPassword(ADA)).error?.code).toBe('invalid_credentials')
    expect(await leftOf(oldId)).toEqual(['users'])
    const mails = await rows(
      auth.server.core.db,
      sql`select recipient, subject, text from outgoing_mail order by created_at desc, id desc limit 1`,
      z.object({ recipient: z.string(), subject: z.string(), text: z.string() }),
    )
    expect(mails).toEqual([
      { recipient: ADA.email, subject: 'Your account was closed', text: expect.stringContaining('was erased') },
    ])

    const again = await auth.signedUp()
    expect(await userIdOf(again)).not.toBe(oldId)
    expect((await call(again, 'GET', '/api/profile')).body).toMatchObject({ full_name: '', phone: '' })
  })

  /** The tables that still contain the user's id. */
  async function leftOf(userId: string): Promise<string[]> {
    const tables = await rows(
      auth.server.core.db,
      sql`select table_name as name, column_name as column from information_schema.columns
           where table_schema = 'public' and data_type = 'uuid' and (column_name = 'user_id' or (table_name, column_name) = ('users', 'id'))`,
      z.object({ name: z.string(), column: z.string() }),
    )
    const left: string[] = []
    for (const { name, column } of tables) {
      const query = sql`select 1 from ${sql.identifier(name)} where ${sql.identifier(column)} = ${userId}`
      if ((await rows(auth.server.core.db, query, z.unknown())).length > 0) left.push(name)
    }
    return left
  }

  test.each([
    ['without the password', {}],
    ['with a wrong one', { password: BELLO.password }],
  ])('is refused %s, and nothing changes', async (_how, body) => {
    const ada = await auth.signedUp()
    expect(await close(ada, body)).toMatchObject({ status: 403, body: { code: 'wrong_password' } })
    expect((await ada.getUser()).data.user?.email).toBe(ADA.email)
    expect((await auth.device().signInWithPassword(ADA)).error).toBeNull()
  })

  test('needs aal2 if there is a second step', async () => {
    const ada = await auth.signedUp()
    await addFactor(ada)
    expect(await close(ada)).toMatchObject({ status: 403, body: { code: 'mfa_required' } })
    expect((await ada.getUser()).data.user?.email).toBe(ADA.email)
  })

  test('needs no password if there is none, right after the sign-in', async () => {
    const ada = await auth.signedUp()
    await run(sql`update users set password_hash = null`)
    expect((await close(ada, {})).status).toBe(200)
  })

  test('is refused to the only administrator, but not to one of two', async () => {
    const ada = await auth.signedUp()
    const bello = await auth.signedUp(BELLO)
    await makeAdmin(ada)
    expect(await close(ada)).toMatchObject({ status: 409, body: { code: 'last_administrator' } })
    expect((await ada.getUser()).data.user?.email).toBe(ADA.email)
    await makeAdmin(bello)
    expect((await close(ada)).status).toBe(200)
    expect(await close(bello, { password: BELLO.password })).toMatchObject({ body: { code: 'last_administrator' } })
  })

  test('leaves one administrator if the last two close concurrently', async () => {
    const ada = await auth.signedUp()
    const bello = await auth.signedUp(BELLO)
    await Promise.all([makeAdmin(ada), makeAdmin(bello)])
    const answers = await Promise.all([close(ada), close(bello, { password: BELLO.password })])
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
  })

  test('is refused if a feature objects, and is all or nothing', async () => {
    const ada = await auth.signedUp()
    let reason: string | null = 'Your wallet holds ₦500.00.'
    const wallet: AccountPart = {
      name: 'wallet',
      collect: () => Promise.resolve({}),
      closingRefusal: () => Promise.resolve(reason),
      erase: () => Promise.reject(new Error('the wallet cannot be erased')),
    }
    const app = serveWith([profilePart, authPart, wallet])
    const closure = async () =>
      app.request('/api/account/closure', {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${await tokenOf(ada)}` },
        body: JSON.stringify({ password: ADA.password }),
      })
    const refused = await closure()
    expect(await refused.json()).toMatchObject({ code: 'account_not_empty', detail: reason })
    reason = null
    expect((await closure()).status).toBe(500)
    expect((await call(ada, 'GET', '/api/profile')).status).toBe(200)
    expect((await auth.device().signInWithPassword(ADA)).error).toBeNull()
  })

  /** The routes of app.ts, with other account parts. */
  function serveWith(parts: readonly AccountPart[]): Hono {
    const { core } = auth.server
    const app = new Hono()
    const accounts = createAuth(core, () => parts)
    app.use(
      identifyCallers(
        (authorization) => findCaller(accounts, authorization),
        (sessionId) => findCallerBySession(accounts, sessionId),
      ),
    )
    app.onError((error, c) => problemResponse(c, error, core.log))
    return app.route('/', accountRoutes(accounts))
  }

  test('shares the password limit of sign-in', async () => {
    const limited = await testServer({ RATE_LIMITS: 'on' })
    const signUp = await limited.call('POST', '/auth/v1/signup', ADA)
    const authorization = `Bearer ${z.object({ access_token: z.string() }).parse(signUp.body).access_token}`
    const guess = (password: string) => limited.call('POST', '/api/account/closure', { password }, { authorization })
    for (let tries = 0; tries < rateLimits.wrong_passwords_known.requests; tries += 1) {
      expect((await guess(`guess ${tries}`)).body).toMatchObject({ code: 'wrong_password' })
    }
    expect((await guess(ADA.password)).body).toMatchObject({ status: 429, code: 'rate_limited' })
    await limited.close()
  })
})
