/** A stolen session alone must not take an account. */
import { sql } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { ADA, BELLO, useAuthServer } from '../../../test/support/auth-server.ts'
import { chooseByMail, lastMail, openLink, readMails } from '../../../test/support/mails.ts'
import { raceBehindLock } from '../../../test/support/race-behind-lock.ts'
import { hours, minutes, seconds } from '../../platform/clock.ts'
import { rows } from '../../platform/db/db.ts'

const auth = useAuthServer()
const NEW = { email: 'obi@mail.example', password: 'a longer staple' }
const NEEDED = { status: 400, body: { error_code: 'reauthentication_needed' } }

let bearer: Record<string, string>
beforeEach(async () => {
  const { data } = await (await auth.signedUp()).getSession()
  bearer = { authorization: `Bearer ${data.session?.access_token ?? ''}` }
})

const put = (body: object) => auth.server.call('PUT', '/auth/v1/user', body, bearer)
const reauthenticate = () => auth.server.call('GET', '/auth/v1/reauthenticate', undefined, bearer)

function everything() {
  return rows(
    auth.server.core.db,
    sql`select users.*, (select count(*) from factors) as factors, (select count(*) from one_time_tokens) as tokens from users`,
    z.unknown(),
  )
}

describe('ten minutes after the sign-in', () => {
  beforeEach(() => auth.server.clock.advance(minutes(10)))

  test.each([
    ['a new password', 'PUT', '/user', { password: NEW.password }],
    ['a new address', 'PUT', '/user', { email: NEW.email }],
    ['a second step', 'POST', '/factors', { factor_type: 'totp', friendly_name: 'Thief' }],
  ])('%s is refused, and nothing changes', async (_what, method, path, body) => {
    const before = await everything()
    expect(await auth.server.call(method, `/auth/v1${path}`, body, bearer)).toMatchObject(NEEDED)
    expect(await everything()).toEqual(before)
    expect(await readMails(auth.server)).toEqual([])
  })

  test('removing a second step is refused', async () => {
    auth.server.clock.advance(-minutes(10))
    const enrolled = await auth.server.call('POST', '/auth/v1/factors', { factor_type: 'totp' }, bearer)
    auth.server.clock.advance(minutes(10))
    const path = `/auth/v1/factors/${String(enrolled.body['id'])}`
    expect(await auth.server.call('DELETE', path, undefined, bearer)).toMatchObject(NEEDED)
  })

  test('closing an account without a password is refused, until a mailed code confirms the session', async () => {
    await auth.server.core.db.execute(sql`update users set password_hash = null`)
    const close = (body: object) => auth.server.call('POST', '/api/account/closure', body, bearer)
    const before = await everything()
    for (const body of [{}, { password: 'a guess' }])
      expect(await close(body)).toMatchObject({ status: 403, body: { code: 'reauthentication_needed' } })
    expect(await everything()).toEqual(before)
    await reauthenticate()
    await put({ nonce: (await lastMail(auth.server)).code })
    expect((await close({})).status).toBe(200)
  })

  test('what a person says about themselves can still be changed', async () => {
    expect((await put({ data: { full_name: 'Ada Obi' } })).status).toBe(200)
  })

  test('a refreshed session is no newer sign-in', async () => {
    const device = auth.device()
    await device.signInWithPassword(ADA)
    auth.server.clock.advance(minutes(10))
    await device.refreshSession()
    expect((await device.updateUser({ password: NEW.password })).error?.code).toBe('reauthentication_needed')
  })

  test('the mailed code allows a change, once', async () => {
    expect(await reauthenticate()).toMatchObject({ status: 200, body: {} })
    const { code, recipient } = await lastMail(auth.server)
    expect(recipient).toBe(ADA.email)
    expect((await put({ password: NEW.password, nonce: code })).status).toBe(200)
    expect((await auth.device().signInWithPassword({ ...ADA, password: NEW.password })).error).toBeNull()
    expect((await put({ nonce: code })).body).toMatchObject({ error_code: 'reauthentication_not_valid' })
  })

  test('the code or the password alone confirms the session for ten minutes, for the calls that take neither', async () => {
    const enrol = () => auth.server.call('POST', '/auth/v1/factors', { factor_type: 'totp' }, bearer)
    await reauthenticate()
    expect((await put({ nonce: (await lastMail(auth.server)).code })).status).toBe(200)
    expect((await enrol()).status).toBe(200)
    auth.server.clock.advance(minutes(10))
    expect(await put({ email: NEW.email })).toMatchObject(NEEDED)
    expect((await put({ current_password: ADA.password })).status).toBe(200)
    expect((await put({ email: NEW.email })).status).toBe(200)
  })

  test('a wrong code or password changes nothing, and ten wrong codes end the tries of this session', async () => {
    await reauthenticate()
    const { code } = await lastMail(auth.server)
    const wrong = String((Number(code) + 1) % 1_000_000).padStart(6, '0')
    const before = await everything()
    for (let tries = 0; tries < 10; tries += 1)
      expect(await put({ password: NEW.password, nonce: wrong })).toMatchObject({
        status: 422,
        body: { error_code: 'reauthentication_not_valid' },
      })
    expect((await put({ password: NEW.password, nonce: code })).status).toBe(429)
    expect(await put({ password: NEW.password, current_password: 'wrong horse' })).toMatchObject({
      body: { error_code: 'current_password_invalid' },
    })
    expect(await everything()).toEqual(before)
    // Another session of the owner is not affected.
    const device = auth.device()
    await device.signInWithPassword(ADA)
    expect((await device.updateUser({ password: NEW.password, nonce: code })).error).toBeNull()
  })

  test('the code expires after 15 minutes, and is mailed at most once a minute', async () => {
    await reauthenticate()
    const { code } = await lastMail(auth.server)
    expect(await reauthenticate()).toMatchObject({ status: 429, body: { error_code: 'over_email_send_rate_limit' } })
    auth.server.clock.advance(minutes(15))
    expect((await put({ nonce: code })).body).toMatchObject({ error_code: 'reauthentication_not_valid' })
  })
})

describe('after a change of address', () => {
  /** Changes the address. @returns the link in the mail to the old one */
  async function changeAddress(): Promise<string> {
    expect((await put({ email: NEW.email })).status).toBe(200)
    const mail = (await readMails(auth.server)).find(({ recipient }) => recipient === NEW.email)
    expect((await openLink(auth.server, mail?.link ?? '')).fragment).toHaveProperty('access_token')
    const { recipient, link } = await lastMail(auth.server)
    expect(recipient).toBe(ADA.email)
    return link
  }

  /** As after the mail that confirms an address. */
  const proveAddress = () =>
    auth.server.core.db.execute(sql`update users set email_proven_at = created_at where email = ${ADA.email}`)

  test('other sessions have ended, and the one that asked has not', async () => {
    const laptop = auth.device()
    await laptop.signInWithPassword(ADA)
    await changeAddress()
    expect((await laptop.getUser()).error?.name).toBe('AuthSessionMissingError')
    expect((await auth.server.call('GET', '/auth/v1/user', undefined, bearer)).status).toBe(200)
  })

  test('the link to the old address undoes it, with the password, the sessions and the second step of the thief', async () => {
    const link = await changeAddress()
    auth.server.clock.advance(seconds(1))
    await put({ password: NEW.password })
    await auth.server.core.db.execute(sql`
      insert into factors (id, user_id, friendly_name, factor_type, status, phone, created_at, updated_at)
      select gen_random_uuid(), id, 'Thief', 'phone', 'verified', '2348030000000', ${auth.server.clock.now().toISOString()}::timestamptz,
             ${auth.server.clock.now().toISOString()}::timestamptz from users`)
    auth.server.clock.advance(hours(7 * 24) - minutes(1))
    const { fragment, location } = await openLink(auth.server, link)
    expect(location.pathname).toBe('/reset-password')
    expect([fragment['message'] === undefined, fragment['access_token']]).toEqual([false, undefined])
    expect((await auth.server.call('GET', '/auth/v1/user', undefined, bearer)).status).toBe(403)
    for (const email of [ADA.email, NEW.email])
      for (const password of [ADA.password, NEW.password])
        expect((await auth.device().signInWithPassword({ email, password })).error?.code).toBe('invalid_credentials')

    const password = 'the owner chooses'
    const { body } = await chooseByMail(auth.server, ADA.email, password)
    expect(body).toMatchObject({ email: ADA.email })
    expect(body).not.toHaveProperty('factors')
    expect((await auth.device().signInWithPassword({ ...ADA, password })).error).toBeNull()
    expect((await openLink(auth.server, link)).fragment).toMatchObject({ error_code: 'otp_expired' })
  })

  test('the link ends the thief’s session, devices and linked sign-ins, and keeps what was there before the change', async () => {
    const { db, clock } = auth.server.core
    const add = async (name: string) => {
      const at = clock.now().toISOString()
      await db.execute(sql`
        insert into identities (id, user_id, provider, provider_id, identity_data, created_at, updated_at)
        select gen_random_uuid(), id, 'oidc', ${name}, '{}', ${at}::timestamptz, ${at}::timestamptz from users`)
      await db.execute(sql`
        insert into factors (id, user_id, friendly_name, factor_type, status, phone, created_at, updated_at)
        select gen_random_uuid(), id, ${name}, 'phone', 'unverified', '2348030000000', ${at}::timestamptz, ${at}::timestamptz from users`)
    }
    await add('owner')
    auth.server.clock.advance(seconds(1))
    const link = await changeAddress()
    auth.server.clock.advance(seconds(1))
    await add('thief')
    const ids = (from: ReturnType<typeof sql>) => rows(db, sql`select ${from}`, z.unknown())
    await openLink(auth.server, link)
    // The link signs in no one: the owner chooses a new password by mail.
    expect(await ids(sql`id from sessions`)).toEqual([])
    expect((await auth.server.call('GET', '/auth/v1/user', undefined, bearer)).status).toBe(403)
    expect(await ids(sql`provider_id from identities where provider = 'oidc'`)).toEqual([{ provider_id: 'owner' }])
    expect(await ids(sql`friendly_name from factors`)).toEqual([{ friendly_name: 'owner' }])
    expect(await ids(sql`kind from known_devices`)).toEqual([])
  })

  test('the link expires after seven days', async () => {
    const link = await changeAddress()
    auth.server.clock.advance(hours(7 * 24))
    expect((await openLink(auth.server, link)).fragment).toMatchObject({ error_code: 'otp_expired' })
    expect((await auth.device().signInWithPassword({ ...ADA, email: NEW.email })).error).toBeNull()
  })

  test('no other account can take a proven old address while the link works, so it undoes the change', async () => {
    await proveAddress()
    const link = await changeAddress()
    const stranger = await auth.signedUp(BELLO)
    auth.server.clock.advance(hours(7 * 24) - minutes(1))
    await stranger.signInWithPassword(BELLO)
    expect((await auth.device().signUp(ADA)).error).toMatchObject({ status: 422, code: 'user_already_exists' })
    expect((await stranger.updateUser({ email: ADA.email })).error).toMatchObject({ status: 422, code: 'email_exists' })
    expect((await openLink(auth.server, link)).fragment).toHaveProperty('message')
  })

  test('its owner can take an address at once that another person registered and left without proving it', async () => {
    const link = await changeAddress()
    const owner = auth.device()
    expect((await owner.signUp(ADA)).error).toBeNull()
    expect((await openLink(auth.server, link)).fragment).toMatchObject({ error_code: 'email_exists' })
    expect((await owner.getUser()).data.user?.email).toBe(ADA.email)
    expect((await auth.device().signInWithPassword({ ...ADA, email: NEW.email })).error).toBeNull()
  })

  test('a change of address that was asked for before is refused when it is confirmed', async () => {
    await proveAddress()
    const stranger = await auth.signedUp(BELLO)
    const [{ id } = { id: '' }] = await rows(
      auth.server.core.db,
      sql`select id from users where email = ${BELLO.email}`,
      z.object({ id: z.string() }),
    )
    await stranger.updateUser({ email: 'other@mail.example' })
    const { link } = (await readMails(auth.server)).find(({ recipient }) => recipient === 'other@mail.example') ?? {
      link: '',
    }
    await auth.server.core.db.execute(sql`update users set new_email = ${ADA.email} where id = ${id}::uuid`)
    await auth.server.core.db.execute(
      sql`update one_time_tokens set email = ${ADA.email} where purpose = 'email_change_new'`,
    )
    const undo = await changeAddress()
    expect((await openLink(auth.server, link)).fragment).toMatchObject({ error_code: 'email_exists' })
    expect((await openLink(auth.server, undo)).fragment).toHaveProperty('message')
  })

  test('a sign-up at the moment of the change gets nothing either', async () => {
    const { core, database } = auth.server
    const now = core.clock.now().toISOString()
    const signUp = await raceBehindLock(
      database,
      async (tx) => {
        await tx.execute(sql`update users set email = ${NEW.email} where email = ${ADA.email}`)
        await tx.execute(sql`
          insert into one_time_tokens (id, user_id, purpose, email, reserves_address, code_hash, link_hash, created_at, expires_at)
          select gen_random_uuid(), id, 'email_change_undo', ${ADA.email}, true, 'code', 'link', ${now}::timestamptz,
                 ${now}::timestamptz + interval '7 days' from users`)
      },
      () => auth.server.call('POST', '/auth/v1/signup', ADA),
    )
    expect(signUp).toMatchObject({ status: 422, body: { error_code: 'user_already_exists' } })
    expect(await everything()).toHaveLength(1)
  })

  test('the old address is free again after seven days', async () => {
    await proveAddress()
    await changeAddress()
    auth.server.clock.advance(hours(7 * 24))
    expect((await auth.device().signUp(ADA)).error).toBeNull()
  })

  test('the link still works after the thief changed the address twice and undid the second change', async () => {
    const link = await changeAddress()
    auth.server.clock.advance(minutes(2))
    expect((await put({ email: 'third@mail.example' })).status).toBe(200)
    const mail = (await readMails(auth.server)).find(({ recipient }) => recipient === 'third@mail.example')
    await openLink(auth.server, mail?.link ?? '')
    const second = await lastMail(auth.server)
    expect(second.recipient).toBe(NEW.email)
    expect((await openLink(auth.server, second.link)).fragment).toHaveProperty('message')
    expect((await openLink(auth.server, link)).fragment).toHaveProperty('message')
    expect(await rows(auth.server.core.db, sql`select email from users`, z.unknown())).toEqual([{ email: ADA.email }])
  })
})
