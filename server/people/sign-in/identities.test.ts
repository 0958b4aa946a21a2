import type { UserIdentity } from '@supabase/auth-js'
import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { ADA, BELLO } from '../../../test/support/auth-server.ts'
import { chooseByMail, lastMail, openLink } from '../../../test/support/mails.ts'
import type { OidcPerson } from '../../../test/support/oidc.ts'
import { callAs, tokensOf, verifiedApp } from '../../../test/support/second-step.ts'
import { ADA_THERE, BELLO_THERE, OIDC, SITE, useOAuthServer } from '../../../test/support/through-provider.ts'
import { minutes } from '../../platform/clock.ts'

const auth = await useOAuthServer()

type Device = Awaited<ReturnType<typeof auth.signedUp>>

const change = (statement: ReturnType<typeof sql>) => auth.server.core.db.execute(statement)

/** A user with a password, on a device with PKCE. */
async function withPassword(person = ADA): Promise<Device> {
  const device = auth.pkceDevice()
  const { error } = await device.signUp(person)
  if (error) throw error
  // Later than the account, so that identities have an order.
  auth.server.clock.advance(1000)
  return device
}

/** The provider's URL, as the published client gets it. */
async function beginLink(device: Device): Promise<URL> {
  const options = { redirectTo: `${SITE}/account`, skipBrowserRedirect: true }
  const { data, error } = await device.linkIdentity({ provider: OIDC, options })
  if (error) throw error
  return new URL(data.url ?? '')
}

async function link(device: Device, person: OidcPerson) {
  auth.provider.signsIn(person)
  return auth.comeBack(await beginLink(device))
}

async function linked(device: Device, person: OidcPerson): Promise<Device> {
  const { query } = await link(device, person)
  const { error } = await device.exchangeCodeForSession(query['code'] ?? '')
  if (error) throw error
  return device
}

async function identitiesOf(device: Device): Promise<UserIdentity[]> {
  const { data, error } = await device.getUserIdentities()
  if (error) throw error
  return data.identities
}

async function identityOf(device: Device, provider: string): Promise<UserIdentity> {
  const found = (await identitiesOf(device)).find((identity) => identity.provider === provider)
  if (!found) throw new Error(`identityOf: none of ${provider}`)
  return found
}

describe('linking', () => {
  test('adds a sign-in method, returns the provider’s token, and tells the owner', async () => {
    const device = await withPassword()
    const before = await device.getUser()
    const { query, location } = await link(device, BELLO_THERE)
    expect(location.pathname).toBe('/account')
    const { data } = await device.exchangeCodeForSession(query['code'] ?? '')
    expect(await lastMail(auth.server)).toMatchObject({
      recipient: ADA.email,
      subject: 'A sign-in method was added to your account',
    })
    expect(data.session?.provider_token).toMatch(/./)
    expect(data.user).toMatchObject({
      id: before.data.user?.id,
      email: ADA.email,
      app_metadata: { provider: 'email', providers: ['email', 'oidc'] },
    })
    expect(await identitiesOf(device)).toMatchObject([{ provider: 'email' }, { provider: 'oidc', email: BELLO.email }])
    const elsewhere = await auth.signInThere(BELLO_THERE)
    expect((await elsewhere.getUser()).data.user?.id).toBe(before.data.user?.id)
  })

  test('is complete only in the browser that began it: a thief cannot have someone else link their own sign-in', async () => {
    const thief = await withPassword()
    // Bello follows the thief’s address of the provider, where he is signed in.
    const { query } = await link(thief, BELLO_THERE)
    expect(query).toEqual({ code: expect.any(String) })
    const bello = await auth.signInThere(BELLO_THERE)
    expect((await bello.getUser()).data.user?.email).toBe(BELLO.email)
    expect(await identitiesOf(thief)).toMatchObject([{ provider: 'email' }])
    // The code reached him too late, and is of another browser.
    expect((await bello.exchangeCodeForSession(query['code'] ?? '')).error).toBeTruthy()
    const { error } = await thief.exchangeCodeForSession(query['code'] ?? '')
    expect(error?.code).toBe('identity_already_exists')
    expect(await identitiesOf(thief)).toMatchObject([{ provider: 'email' }])
  })

  test('is refused without a challenge of the browser that begins it', async () => {
    const path = '/user/identities/authorize?provider=oidc&skip_http_redirect=true'
    expect(await callAs(auth, await withPassword(), 'GET', path)).toMatchObject({
      status: 400,
      code: 'validation_failed',
      message: 'PKCE flow requires code_challenge_method and code_challenge',
    })
  })

  test('redirects unless the client opts out', async () => {
    const device = await withPassword()
    const { access } = await tokensOf(device)
    const challenge = `code_challenge=${'a'.repeat(43)}&code_challenge_method=s256`
    const answer = await auth.server.app.request(`/auth/v1/user/identities/authorize?provider=oidc&${challenge}`, {
      headers: { authorization: `Bearer ${access}` },
    })
    expect(answer.status).toBe(302)
    expect(new URL(answer.headers.get('location') ?? '').origin).toBe(auth.provider.issuer)
  })

  test('an identity that is already linked is refused', async () => {
    const device = await linked(await withPassword(), ADA_THERE)
    const before = await auth.state()
    const { query, fragment } = await link(device, ADA_THERE)
    expect(query).toEqual({
      error: 'server_error',
      error_code: 'identity_already_exists',
      error_description: 'Identity is already linked',
    })
    expect(fragment).toEqual({ ...query, sb: '' })
    expect(await auth.state()).toEqual(before)
  })

  test('another user’s identity is refused', async () => {
    await auth.signInThere(BELLO_THERE)
    const device = await withPassword()
    const before = await auth.state()
    const { query } = await link(device, BELLO_THERE)
    expect(query).toMatchObject({
      error_code: 'identity_already_exists',
      error_description: 'Identity is already linked to another user',
    })
    expect(await auth.state()).toEqual(before)
  })

  test('fails when its session has ended', async () => {
    const device = await withPassword()
    auth.provider.signsIn(ADA_THERE)
    const address = await beginLink(device)
    await device.signOut()
    const before = await auth.state()
    const { query, location } = await auth.comeBack(address)
    expect([location.pathname, query['error_code']]).toEqual(['/', 'bad_oauth_state'])
    expect(await auth.state()).toEqual(before)
  })

  test('needs aal2, also if the factor was added meanwhile', async () => {
    const device = await withPassword()
    auth.provider.signsIn(ADA_THERE)
    const address = await beginLink(device)
    const other = auth.pkceDevice()
    await other.signInWithPassword(ADA)
    // On the device that asked, so that its session is raised.
    const app = await verifiedApp(auth, device)
    await change(sql`update sessions set aal = 'aal1'`)
    const before = await auth.state()
    expect((await auth.comeBack(address)).query).toMatchObject({
      error: 'access_denied',
      error_code: 'insufficient_aal',
    })
    expect(await auth.state()).toEqual(before)
    const path = '/user/identities/authorize?provider=oidc&skip_http_redirect=true'
    expect(await callAs(auth, device, 'GET', path)).toMatchObject({ status: 403, code: 'insufficient_aal' })

    await device.mfa.challengeAndVerify({ factorId: app.factorId, code: app.code() })
    expect((await link(device, ADA_THERE)).query).toEqual({ code: expect.any(String) })
  })

  test('is refused when the user was banned while at the provider', async () => {
    const device = await withPassword()
    auth.provider.signsIn(ADA_THERE)
    const address = await beginLink(device)
    await change(sql`update users set banned_until = '2099-01-01'`)
    const before = await auth.state()
    expect((await auth.comeBack(address)).query).toMatchObject({ error: 'access_denied', error_code: 'user_banned' })
    expect(await auth.state()).toEqual(before)
  })

  test('with an unknown provider is refused', async () => {
    const device = await withPassword()
    const path = '/user/identities/authorize?provider=github&skip_http_redirect=true'
    expect(await callAs(auth, device, 'GET', path)).toMatchObject({
      status: 400,
      code: 'validation_failed',
      message: 'Unsupported provider: provider is not enabled',
    })
  })
})

test('ten minutes after the sign-in, linking and unlinking are refused, and nothing changes', async () => {
  const device = await linked(await withPassword(), ADA_THERE)
  const before = await identitiesOf(device)
  const { identity_id: id } = await identityOf(device, 'oidc')
  auth.server.clock.advance(minutes(10))
  const answers = [
    await callAs(auth, device, 'DELETE', `/user/identities/${id}`),
    await callAs(auth, device, 'GET', `/user/identities/authorize?provider=${OIDC}&skip_http_redirect=true`),
  ]
  expect(answers.map(({ status, code }) => [status, code])).toEqual(answers.map(() => [400, 'reauthentication_needed']))
  expect(await identitiesOf(device)).toEqual(before)
})

describe('unlinking', () => {
  const unlink = async (device: Device, id: string) => {
    const before = await auth.state()
    const answer = await callAs(auth, device, 'DELETE', `/user/identities/${id}`)
    if (answer.status !== 200) expect(await auth.state()).toEqual(before)
    return answer
  }

  test('removes a sign-in method, and tells the owner', async () => {
    const device = await linked(await withPassword(), BELLO_THERE)
    const { error } = await device.unlinkIdentity(await identityOf(device, 'oidc'))
    expect(error).toBeNull()
    const { data } = await device.getUser()
    expect(data.user).toMatchObject({ email: ADA.email, app_metadata: { provider: 'email', providers: ['email'] } })
    expect(await lastMail(auth.server)).toMatchObject({
      recipient: ADA.email,
      text: expect.stringContaining('Example ID was unlinked'),
    })
    // From now on it opens a separate account.
    const elsewhere = await auth.signInThere(BELLO_THERE)
    expect((await elsewhere.getUser()).data.user?.id).not.toBe(data.user?.id)
  })

  test('ends every other session: one of them may have come that way', async () => {
    const device = await linked(await withPassword(), ADA_THERE)
    const elsewhere = await auth.signInThere(ADA_THERE)
    auth.provider.signsIn(ADA_THERE)
    const half = auth.pkceDevice()
    const { query } = await auth.comeBack(await auth.leave(await auth.begin(half)))
    const { identity_id: id } = await identityOf(device, 'oidc')
    expect((await unlink(device, id)).status).toBe(200)
    expect((await elsewhere.getUser()).error?.name).toBe('AuthSessionMissingError')
    expect((await half.exchangeCodeForSession(query['code'] ?? '')).error?.code).toBe('flow_state_not_found')
    expect((await device.getUser()).data.user?.email).toBe(ADA.email)
  })

  test.each([true, false])(
    'an address that leaves with its password can be taken back, as after a change (next one verified: %s)',
    async (email_verified) => {
      const device = await linked(await withPassword(), { ...BELLO_THERE, email_verified })
      const { identity_id: id } = await identityOf(device, 'email')
      expect((await unlink(device, id)).status).toBe(200)
      const undo = await lastMail(auth.server)
      expect(undo).toMatchObject({ recipient: ADA.email, subject: 'Your email address was changed' })
      expect(undo.text.includes('now uses the email address')).toBe(email_verified)
      auth.server.clock.advance(minutes(5))
      expect((await openLink(auth.server, undo.link)).location.pathname).toBe('/reset-password')
      const password = 'the owner chooses'
      const { body } = await chooseByMail(auth.server, ADA.email, password)
      expect(body).toMatchObject({ email: ADA.email })
      expect((await auth.device().signInWithPassword({ ...ADA, password })).error).toBeNull()
      expect((await device.getUser()).error?.name).toBe('AuthSessionMissingError')
    },
  )

  test('checks in the protocol’s order', async () => {
    const one = await withPassword()
    expect(await unlink(one, 'nothing')).toMatchObject({
      status: 404,
      code: 'validation_failed',
      message: 'identity_id must be an UUID',
    })
    expect(await unlink(one, crypto.randomUUID())).toMatchObject({
      status: 422,
      code: 'single_identity_not_deletable',
      message: 'User must have at least 1 identity after unlinking',
    })
    const two = await linked(one, ADA_THERE)
    const stranger = await identityOf(await auth.signedUp(BELLO), 'email')
    for (const id of [crypto.randomUUID(), stranger.identity_id]) {
      expect(await unlink(two, id)).toMatchObject({
        status: 422,
        code: 'identity_not_found',
        message: "Identity doesn't exist",
      })
    }
  })

  test('never removes the last usable sign-in method', async () => {
    const device = await linked(await withPassword(), ADA_THERE)
    await change(sql`update users set password_hash = null`)
    const { identity_id: id } = await identityOf(device, 'oidc')
    expect(await unlink(device, id)).toMatchObject({ status: 422, code: 'single_identity_not_deletable' })
  })

  test('needs aal2', async () => {
    const device = await linked(await withPassword(), ADA_THERE)
    await verifiedApp(auth, device)
    const { identity_id: id } = await identityOf(device, 'oidc')
    await change(sql`update sessions set aal = 'aal1'`)
    expect(await unlink(device, id)).toMatchObject({ status: 422, code: 'insufficient_aal' })
    await change(sql`update sessions set aal = 'aal2'`)
    expect(await unlink(device, id)).toMatchObject({ status: 200, body: {} })
  })

  test('the email identity removes the password, and the provider’s address replaces the account’s', async () => {
    const device = await linked(await withPassword(), BELLO_THERE)
    await change(sql`insert into one_time_tokens (id, user_id, purpose, email, code_hash, link_hash, created_at, expires_at)
                     select gen_random_uuid(), id, 'recovery', email, 'x', 'y', now(), now() from users`)
    const { identity_id: id } = await identityOf(device, 'email')
    expect((await unlink(device, id)).status).toBe(200)
    const { data } = await device.getUser()
    expect(data.user).toMatchObject({ email: BELLO.email, app_metadata: { providers: ['oidc'] } })
    for (const email of [ADA.email, BELLO.email]) {
      const { error } = await auth.device().signInWithPassword({ ...ADA, email })
      expect(error?.code).toBe('invalid_credentials')
    }
    // Nothing but the link that takes the address back is valid.
    expect(await auth.server.core.db.$count(sql`one_time_tokens where purpose <> 'email_change_undo'`)).toBe(0)
    // The mail goes to the former address.
    expect((await lastMail(auth.server)).recipient).toBe(ADA.email)
  })

  test('the email identity keeps the address if a linked provider has it too', async () => {
    // Linked after another address, which would otherwise be the next.
    const device = await linked(await withPassword(), BELLO_THERE)
    auth.server.clock.advance(1000)
    await linked(device, ADA_THERE)
    const { identity_id: id } = await identityOf(device, 'email')
    expect((await unlink(device, id)).status).toBe(200)
    const { data } = await device.getUser()
    expect(data.user).toMatchObject({ email: ADA.email, email_confirmed_at: expect.any(String) })
  })

  test('keeps no unverified address', async () => {
    const device = await linked(await withPassword(), { ...BELLO_THERE, email_verified: false })
    const { identity_id: id } = await identityOf(device, 'email')
    expect((await unlink(device, id)).status).toBe(200)
    const { data } = await device.getUser()
    expect(data.user).toMatchObject({ email: '', app_metadata: { providers: ['oidc'] } })
    expect(data.user?.email_confirmed_at).toBeUndefined()
  })

  test('is refused if the remaining address belongs to another account', async () => {
    await auth.signedUp(BELLO)
    const device = await linked(await withPassword(), BELLO_THERE)
    const { identity_id: id } = await identityOf(device, 'email')
    expect(await unlink(device, id)).toMatchObject({
      status: 422,
      code: 'email_conflict_identity_not_deletable',
      message: 'Unable to unlink identity due to email conflict',
    })
  })
})
