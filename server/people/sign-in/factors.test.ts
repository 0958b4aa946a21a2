import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { ADA, BELLO, useAuthServer } from '../../../test/support/auth-server.ts'
import { callAs, enrolApp, tokensOf, verifiedApp } from '../../../test/support/second-step.ts'
import { minutes, seconds } from '../../platform/clock.ts'
import { rows } from '../../platform/db/db.ts'

const auth = useAuthServer({ PUBLIC_URL: 'http://taimako.test:3000' })

async function signedIn(person = ADA) {
  const device = auth.device()
  const { error } = await device.signInWithPassword(person)
  expect(error).toBeNull()
  return device
}

function storedFactors() {
  return rows(
    auth.server.core.db,
    sql`select friendly_name, status, secret_sealed, last_step::int as last_step, misses from factors order by created_at, friendly_name`,
    z.looseObject({ friendly_name: z.string(), status: z.string() }),
  )
}

function writtenMail() {
  return rows(
    auth.server.core.db,
    sql`select recipient, subject, text, html from outgoing_mail where subject like '%second step%'`,
    z.object({ recipient: z.string(), subject: z.string(), text: z.string(), html: z.string() }),
  )
}

describe('an authenticator app', () => {
  test('is enrolled with everything the app needs, and its secret is encrypted', async () => {
    const device = await auth.signedUp()
    const { body } = await callAs(auth, device, 'POST', '/factors', { factor_type: 'totp', friendly_name: 'Work' })
    const Enrolled = z.strictObject({
      id: z.uuid({ version: 'v4' }),
      type: z.literal('totp'),
      friendly_name: z.literal(''),
      totp: z.strictObject({
        qr_code: z.string().regex(/^<svg [^#]*<\/svg>$/),
        secret: z.string().regex(/^[A-Z2-7]{32}$/),
        uri: z.string(),
      }),
    })
    const { secret, uri } = Enrolled.parse(body).totp
    expect(uri).toBe(
      `otpauth://totp/taimako.test:ada%40mail.example?algorithm=SHA1&digits=6&issuer=taimako.test&period=30&secret=${secret}`,
    )
    const { data: user } = await device.getUser()
    expect(user.user?.factors).toEqual([
      {
        id: body['id'],
        status: 'unverified',
        friendly_name: 'Work',
        factor_type: 'totp',
        phone: '',
        last_challenged_at: null,
        created_at: expect.any(String),
        updated_at: expect.any(String),
      },
    ])
    const [stored] = await storedFactors()
    expect(Buffer.from(z.instanceof(Uint8Array).parse(stored?.['secret_sealed'])).toString('latin1')).not.toContain(
      secret,
    )
  })

  test('is labelled with the given issuer without colons', async () => {
    const { data } = await (await auth.signedUp()).mfa.enroll({ factorType: 'totp', issuer: 'Aid: Kano' })
    expect(data?.type === 'totp' && data.totp.uri).toContain('totp/Aid%20%20Kano:ada%40mail.example?')
  })

  test('counts from its first code: the session is raised, and the owner is told', async () => {
    const device = await auth.signedUp()
    const before = await tokensOf(device)
    const app = await enrolApp(auth, device, '<b>My phone</b>')
    expect((await device.mfa.getAuthenticatorAssuranceLevel()).data).toMatchObject({
      currentLevel: 'aal1',
      nextLevel: 'aal1',
    })
    expect((await device.mfa.challengeAndVerify({ factorId: app.factorId, code: app.code() })).error).toBeNull()
    const after = await tokensOf(device)
    expect(after.claims).toMatchObject({ aal: 'aal2', session_id: before.claims.session_id })
    expect(after.claims.amr.map(({ method }) => method)).toEqual(['totp', 'password'])
    expect(after.refresh).not.toBe(before.refresh)
    expect((await device.mfa.getAuthenticatorAssuranceLevel()).data).toMatchObject({
      currentLevel: 'aal2',
      nextLevel: 'aal2',
    })
    expect((await device.mfa.listFactors()).data?.totp.map(({ id }) => id)).toEqual([app.factorId])
    expect((await device.refreshSession()).error).toBeNull()
    expect((await tokensOf(device)).claims).toMatchObject({ aal: 'aal2', amr: after.claims.amr })
    const mail = await writtenMail()
    expect(mail).toMatchObject([{ recipient: ADA.email, subject: 'A second step was added to your account' }])
    expect(mail[0]?.text).toContain('An authenticator app was added to your Taimako account')
    expect(mail[0]?.text + String(mail[0]?.html)).not.toContain('My phone')
  })

  test('is needed at the next sign-in, and amr lists each method once', async () => {
    const app = await verifiedApp(auth, await auth.signedUp())
    const laptop = await signedIn()
    expect((await laptop.mfa.getAuthenticatorAssuranceLevel()).data).toMatchObject({
      currentLevel: 'aal1',
      nextLevel: 'aal2',
    })
    for (let time = 0; time < 2; time += 1) {
      expect((await laptop.mfa.challengeAndVerify({ factorId: app.factorId, code: app.code() })).error).toBeNull()
      auth.server.clock.advance(seconds(31))
    }
    expect((await tokensOf(laptop)).claims.amr.map(({ method }) => method)).toEqual(['totp', 'password'])
    expect(await writtenMail()).toHaveLength(1)
  })

  test('replaces unverified ones', async () => {
    const device = await auth.signedUp()
    await enrolApp(auth, device, 'Given up')
    await verifiedApp(auth, device, 'Taken')
    expect(await storedFactors()).toMatchObject([{ friendly_name: 'Taken', status: 'verified' }])
  })
})

describe('enrolment is refused for', () => {
  test('a second factor of the same name, or a second one without a name', async () => {
    const device = await auth.signedUp()
    await enrolApp(auth, device, 'Work')
    await device.mfa.enroll({ factorType: 'totp' })
    const named = await device.mfa.enroll({ factorType: 'totp', friendlyName: 'Work' })
    expect(named.error).toMatchObject({ status: 422, code: 'mfa_factor_name_conflict' })
    expect(named.error?.message).toBe('A factor with the friendly name "Work" for this user already exists')
    const unnamed = await device.mfa.enroll({ factorType: 'totp' })
    expect(unnamed.error?.message).toBe('A factor with the friendly name "" for this user already exists')
    expect(await storedFactors()).toHaveLength(2)
  })

  test('more than ten; abandoned ones are removed after five minutes', async () => {
    const device = await auth.signedUp()
    for (let number = 0; number < 10; number += 1) await enrolApp(auth, device, `App ${number}`)
    const eleventh = () => device.mfa.enroll({ factorType: 'totp', friendlyName: 'One more' })
    expect((await eleventh()).error).toMatchObject({
      status: 422,
      code: 'too_many_enrolled_mfa_factors',
      message: 'Maximum number of verified factors reached, unenroll to continue',
    })
    expect(await storedFactors()).toHaveLength(10)
    auth.server.clock.advance(minutes(5))
    expect((await eleventh()).error).toBeNull()
    expect(await storedFactors()).toMatchObject([{ friendly_name: 'One more' }])
  })

  test.each([
    [{ factor_type: 'webauthn' }, 'factor_type needs to be totp, phone, or webauthn'],
    [{}, 'factor_type needs to be totp, phone, or webauthn'],
    [{ factor_type: 'totp', friendly_name: 'x'.repeat(101) }, 'friendly_name cannot be longer than 100 characters'],
    [{ factor_type: 'totp', issuer: 'x'.repeat(101) }, 'issuer cannot be longer than 100 characters'],
  ])('%j', async (sent, message) => {
    const answer = await callAs(auth, await auth.signedUp(), 'POST', '/factors', sent)
    expect(answer).toMatchObject({ status: 400, code: 'validation_failed', message })
    expect(await storedFactors()).toEqual([])
  })

  test('extra fields such as status, user or role are ignored', async () => {
    const bello = await auth.signedUp(BELLO)
    const { data } = await bello.getUser()
    const device = await auth.signedUp()
    const { status } = await callAs(auth, device, 'POST', '/factors', {
      factor_type: 'totp',
      status: 'verified',
      user_id: data.user?.id,
      role: 'admin',
      app_metadata: { role: 'admin' },
      aal: 'aal2',
      last_step: 0,
      secret: 'AAAAAAAA',
    })
    expect(status).toBe(200)
    expect(await storedFactors()).toMatchObject([{ status: 'unverified' }])
    expect((await bello.mfa.listFactors()).data?.all).toEqual([])
    const { data: ada } = await device.getUser()
    expect(ada.user).toMatchObject({ app_metadata: { role: 'beneficiary' }, factors: [{ status: 'unverified' }] })
  })
})

describe('a second step is needed', () => {
  test('to enrol another one', async () => {
    const device = await auth.signedUp()
    const app = await verifiedApp(auth, device)
    const laptop = await signedIn()
    const refused = await laptop.mfa.enroll({ factorType: 'totp', friendlyName: 'Another' })
    expect(refused.error).toMatchObject({
      status: 403,
      code: 'insufficient_aal',
      message: 'AAL2 required to enroll a new factor',
    })
    expect(await storedFactors()).toHaveLength(1)
    await laptop.mfa.challengeAndVerify({ factorId: app.factorId, code: app.code() })
    expect((await laptop.mfa.enroll({ factorType: 'totp', friendlyName: 'Another' })).error).toBeNull()
  })

  test('to remove it, or an unverified one', async () => {
    const device = await auth.signedUp()
    const app = await verifiedApp(auth, device)
    const begun = await enrolApp(auth, device, 'Only begun')
    const laptop = await signedIn()
    expect((await laptop.mfa.unenroll({ factorId: app.factorId })).error).toMatchObject({
      status: 422,
      code: 'insufficient_aal',
      message: 'AAL2 required to unenroll verified factor',
    })
    expect((await laptop.mfa.unenroll({ factorId: begun.factorId })).error?.code).toBe('insufficient_aal')
    expect(await storedFactors()).toHaveLength(2)
    expect(await writtenMail()).toHaveLength(1)
    expect((await device.mfa.unenroll({ factorId: begun.factorId })).data).toEqual({ id: begun.factorId })
  })
})

describe('removing a second step', () => {
  test('lowers its sessions to aal1 immediately, and tells the owner', async () => {
    const device = await auth.signedUp()
    await verifiedApp(auth, device, 'First')
    const second = await verifiedApp(auth, device, 'Second')
    expect((await device.mfa.unenroll({ factorId: second.factorId })).error).toBeNull()
    expect((await tokensOf(device)).claims.aal).toBe('aal2')
    expect((await device.mfa.enroll({ factorType: 'totp', friendlyName: 'Third' })).error?.code).toBe(
      'insufficient_aal',
    )
    expect((await device.refreshSession()).error).toBeNull()
    const { claims } = await tokensOf(device)
    expect([claims.aal, claims.amr.map(({ method }) => method)]).toEqual(['aal1', ['password']])
    const mail = await writtenMail()
    expect(mail.filter(({ subject }) => subject === 'A second step was removed from your account')).toHaveLength(1)
  })

  test('keeps sessions that another one raised', async () => {
    const device = await auth.signedUp()
    const first = await verifiedApp(auth, device, 'First')
    await verifiedApp(auth, device, 'Second')
    expect((await device.mfa.unenroll({ factorId: first.factorId })).error).toBeNull()
    expect((await device.mfa.enroll({ factorType: 'totp', friendlyName: 'Third' })).error).toBeNull()
  })

  test('is refused to other users', async () => {
    const app = await verifiedApp(auth, await auth.signedUp())
    const bello = await auth.signedUp(BELLO)
    const own = await enrolApp(auth, bello, 'Mine')
    const before = await storedFactors()
    const notFound = { status: 404, code: 'mfa_factor_not_found', message: 'Factor not found' }
    const noUuid = { status: 404, code: 'validation_failed', message: 'factor_id must be an UUID' }
    expect(await callAs(auth, bello, 'DELETE', `/factors/${app.factorId}`)).toMatchObject(notFound)
    expect(await callAs(auth, bello, 'DELETE', '/factors/mine')).toMatchObject(noUuid)
    expect(await callAs(auth, bello, 'POST', `/factors/${app.factorId}/challenge`, {})).toMatchObject(notFound)
    const { data } = await bello.mfa.challenge({ factorId: own.factorId })
    const tried = { challenge_id: data?.id, code: app.code() }
    expect(await callAs(auth, bello, 'POST', `/factors/${app.factorId}/verify`, tried)).toMatchObject(notFound)
    const stranger = await auth.server.call('DELETE', `/auth/v1/factors/${app.factorId}`)
    expect([stranger.status, stranger.body['error_code']]).toEqual([401, 'no_authorization'])
    expect(await storedFactors()).toEqual(before)
  })
})
