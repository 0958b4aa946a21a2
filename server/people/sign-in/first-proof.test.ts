/** An address belongs to the person who proves it, even if another person registered it first (decision 0013). */
import { describe, expect, test } from 'vitest'
import { ADA, BELLO } from '../../../test/support/auth-server.ts'
import { lastMail, openLink, readMails } from '../../../test/support/mails.ts'
import { callAs, enrolApp, tokensOf, verifiedApp } from '../../../test/support/second-step.ts'
import { BELLO_THERE, OIDC, SITE, useOAuthServer } from '../../../test/support/through-provider.ts'
import { makeAdministrator } from './administrators.ts'
import { hashPassword } from './passwords.ts'
import { seconds } from '../../platform/clock.ts'

const auth = await useOAuthServer()

type Device = ReturnType<typeof auth.device>

const OWN_PASSWORD = 'my own long words'

const me = (device: Device, method: string, body?: object) =>
  tokensOf(device).then(({ access }) =>
    auth.server.call(method, '/api/profile', body, { authorization: `Bearer ${access}` }),
  )

async function linkProvider(device: Device): Promise<void> {
  auth.provider.signsIn(BELLO_THERE)
  const options = { redirectTo: `${SITE}/account`, skipBrowserRedirect: true }
  const { data } = await device.linkIdentity({ provider: OIDC, options })
  const { query } = await auth.comeBack(new URL(data?.url ?? ''))
  expect((await device.exchangeCodeForSession(query['code'] ?? '')).error).toBeNull()
}

/** Registers Ada's address, and sets up everything that could keep the account: a second step, a provider, a phone number. */
async function squatted() {
  const thief = auth.pkceDevice()
  await thief.signUp(ADA)
  const app = await verifiedApp(auth, thief)
  const { access, refresh } = await tokensOf(thief)
  expect((await me(thief, 'PUT', { phone: '+2348031234567' })).status).toBe(200)
  await linkProvider(thief)
  // A sign-in through the provider whose code waits for its exchange.
  const waiting = auth.pkceDevice()
  const back = await auth.comeBack(await auth.leave(await auth.begin(waiting)))
  return { thief, app, access, refresh, waiting, code: back.query['code'] ?? '' }
}

async function recovered(device: Device): Promise<void> {
  await device.resetPasswordForEmail(ADA.email)
  const { link, code } = await lastMail(auth.server)
  const isPkce = new URL(link).searchParams.get('token')?.startsWith('pkce_') ?? false
  const { error } = isPkce
    ? await device.exchangeCodeForSession((await openLink(auth.server, link)).query['code'] ?? '')
    : await device.verifyOtp({ email: ADA.email, token: code, type: 'recovery' })
  expect(error).toBeNull()
}

describe('without confirmation of addresses, the owner who recovers a registered address', () => {
  test.each(['implicit', 'pkce'] as const)('finds nothing of the stranger left, by a %s mail', async (flowType) => {
    const { thief, access, refresh, app, waiting, code } = await squatted()
    const owner = auth.device({ flowType })
    await recovered(owner)
    expect((await owner.updateUser({ password: OWN_PASSWORD })).error).toBeNull()

    const bearer = { authorization: `Bearer ${access}` }
    expect((await auth.server.call('GET', '/auth/v1/user', undefined, bearer)).body['error_code']).toBe(
      'session_not_found',
    )
    expect((await auth.server.call('GET', '/api/profile', undefined, bearer)).status).toBe(401)
    const refreshed = await auth.server.call('POST', '/auth/v1/token?grant_type=refresh_token', {
      refresh_token: refresh,
    })
    expect(refreshed).toMatchObject({ status: 400, body: { error_code: 'refresh_token_not_found' } })
    expect((await thief.signInWithPassword(ADA)).error?.code).toBe('invalid_credentials')
    expect((await waiting.exchangeCodeForSession(code)).error?.code).toBe('flow_state_not_found')

    const { data } = await owner.getUser()
    expect(data.user?.factors).toBeUndefined()
    expect(data.user?.identities?.map(({ provider }) => provider)).toEqual(['email'])
    expect((await me(owner, 'GET')).body['phone']).toBe('')
    const theirs = await callAs(auth, owner, 'POST', `/factors/${app.factorId}/challenge`, {})
    expect(theirs.code).toBe('mfa_factor_not_found')

    // Their own sign-in opens their own account.
    const elsewhere = await auth.signInThere(BELLO_THERE)
    expect((await elsewhere.getUser()).data.user?.id).not.toBe(data.user?.id)
  })

  test('chooses a password and a second step of their own, and signs in with both', async () => {
    await squatted()
    const owner = auth.device()
    await recovered(owner)
    expect((await owner.getUser()).data.user?.app_metadata['password_change_required']).toBe(true)
    const { data, error } = await owner.updateUser({ password: OWN_PASSWORD })
    expect(error).toBeNull()
    expect(data.user?.app_metadata).not.toHaveProperty('password_change_required')
    const app = await verifiedApp(auth, owner)
    const laptop = auth.device()
    expect((await laptop.signInWithPassword({ ...ADA, password: OWN_PASSWORD })).error).toBeNull()
    const step = { factorId: app.factorId, code: app.code() }
    expect((await laptop.mfa.challengeAndVerify(step)).error).toBeNull()
  })

  test('keeps all of that at the next recovery: the address is proven', async () => {
    await auth.signedUp()
    const owner = auth.device()
    await recovered(owner)
    await owner.updateUser({ password: OWN_PASSWORD })
    await verifiedApp(auth, owner)
    auth.server.clock.advance(seconds(61))
    const later = auth.device()
    await recovered(later)
    expect((await later.mfa.getAuthenticatorAssuranceLevel()).data).toMatchObject({ nextLevel: 'aal2' })
    expect((await later.updateUser({ password: 'a third password' })).error?.code).toBe('insufficient_aal')
    expect((await owner.getUser()).error).toBeNull()
  })
})

test('an administrator keeps the second step at a recovery: the operator vouched for the address', async () => {
  const passwordHash = await hashPassword(ADA.password)
  const credentials = { passwordHash, passwordExpiresAt: null, passwordChangeRequired: false }
  await makeAdministrator(auth.server.core, ADA.email, credentials, { reset: false })
  const device = auth.device()
  await device.signInWithPassword(ADA)
  await verifiedApp(auth, device)
  const later = auth.device()
  await recovered(later)
  expect((await later.updateUser({ password: OWN_PASSWORD })).error?.code).toBe('insufficient_aal')
  expect((await device.getUser()).error).toBeNull()
})

test('an unfinished second step is gone too, and others keep theirs', async () => {
  const thief = await auth.signedUp()
  await enrolApp(auth, thief)
  const bello = await auth.signedUp(BELLO)
  await verifiedApp(auth, bello)
  const owner = auth.device()
  await recovered(owner)
  expect((await owner.mfa.listFactors()).data?.all).toEqual([])
  expect((await bello.mfa.listFactors()).data?.all).toHaveLength(1)
})

describe('a signed-in user who proves the address with a mailed code', () => {
  const proof = (device: Device, path = '', body?: object) =>
    tokensOf(device).then(({ access }) =>
      auth.server.call('POST', `/api/account/address-proof${path}`, body, { authorization: `Bearer ${access}` }),
    )
  const confirm = (device: Device, code: string) => proof(device, '/confirmation', { code })

  test('keeps this session, the password, and the second step after a recovery', async () => {
    const device = await auth.signedUp()
    const other = auth.device()
    await other.signInWithPassword(ADA)
    expect(await proof(device)).toMatchObject({ status: 200, body: { needed: true } })
    const mail = await lastMail(auth.server)
    expect(mail).toMatchObject({ recipient: ADA.email, subject: 'Confirm your email address', link: '' })
    const wrong = mail.code === '123456' ? '654321' : '123456'
    expect(await confirm(device, wrong)).toMatchObject({ status: 403, body: { code: 'code_not_accepted' } })
    expect((await confirm(device, mail.code)).status).toBe(200)
    expect((await confirm(device, mail.code)).status).toBe(403)
    expect((await other.getUser()).error?.name).toBe('AuthSessionMissingError')
    expect((await device.getUser()).data.user?.user_metadata['email_verified']).toBe(true)
    expect(await proof(device)).toMatchObject({ status: 200, body: { needed: false } })
    await verifiedApp(auth, device)
    const later = auth.device()
    await recovered(later)
    expect((await later.updateUser({ password: OWN_PASSWORD })).error?.code).toBe('insufficient_aal')
    expect((await auth.device().signInWithPassword(ADA)).error).toBeNull()
  })

  test('unlinks what was linked before, and gets at most one mail a minute', async () => {
    const device = auth.pkceDevice()
    await device.signUp(ADA)
    await linkProvider(device)
    for (let time = 0; time < 2; time += 1) await proof(device)
    const mails = (await readMails(auth.server)).filter(({ subject }) => subject === 'Confirm your email address')
    expect(mails).toHaveLength(1)
    expect((await confirm(device, mails[0]?.code ?? '')).status).toBe(200)
    expect((await device.getUserIdentities()).data?.identities.map(({ provider }) => provider)).toEqual(['email'])
  })

  test('cannot use the code of another account, nor is it accepted anywhere else', async () => {
    const ada = await auth.signedUp()
    const bello = await auth.signedUp(BELLO)
    await proof(ada)
    const { code } = await lastMail(auth.server)
    expect((await confirm(bello, code)).status).toBe(403)
    for (const type of ['signup', 'email', 'recovery', 'email_change'] as const)
      expect((await auth.device().verifyOtp({ email: ADA.email, token: code, type })).error?.code).toBe('otp_expired')
    expect((await confirm(ada, code)).status).toBe(200)
  })
})
