/** The account that a provider's answer opens. */
import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { ADA } from '../../../test/support/auth-server.ts'
import { lastMail, openLink, readMails } from '../../../test/support/mails.ts'
import { tokensOf, verifiedApp } from '../../../test/support/second-step.ts'
import { ADA_THERE, BELLO_THERE, OIDC, useOAuthServer } from '../../../test/support/through-provider.ts'

const auth = await useOAuthServer({ LANGUAGES_DRAFTS: 'on' })

const change = (statement: ReturnType<typeof sql>) => auth.server.core.db.execute(statement)
const prove = () => change(sql`update users set email_proven_at = created_at where email = ${ADA.email}`)

/** Signs in through the provider, and returns the error of the redirect. */
async function refused(person = ADA_THERE) {
  const before = await auth.state()
  auth.provider.signsIn(person)
  const { query, fragment } = await auth.comeBack(await auth.leave(await auth.begin(auth.pkceDevice())))
  expect(await auth.state()).toEqual(before)
  expect(fragment).toEqual({ ...query, sb: '' })
  return query
}

describe('an address that the provider vouches for', () => {
  test('opens the account that has proven it, and tells the owner', async () => {
    const { data: own } = await (await auth.signedUp()).getUser()
    await prove()
    auth.server.clock.advance(1000)
    const device = await auth.signInThere({ ...ADA_THERE, email: 'Ada@Mail.Example' })
    const { data } = await device.getUser()
    expect(data.user?.id).toBe(own.user?.id)
    expect(data.user?.app_metadata).toEqual({ provider: 'email', providers: ['email', 'oidc'], role: 'beneficiary' })
    const linked = (await readMails(auth.server)).find(({ subject }) =>
      subject.startsWith('A sign-in method was added'),
    )
    expect(linked).toMatchObject({ recipient: ADA.email, text: expect.stringContaining('Example ID') })
    // The password still works.
    expect((await auth.device().signInWithPassword(ADA)).error).toBeNull()
  })

  test('opens the account that changed to it: confirming a change proves the address', async () => {
    const device = await auth.signedUp({ ...ADA, email: 'old@mail.example' })
    await device.updateUser({ email: ADA.email })
    const toNew = (await readMails(auth.server)).find(({ recipient }) => recipient === ADA.email)
    await openLink(auth.server, toNew?.link ?? '')
    const { data: own } = await device.getUser()
    expect(own.user?.email).toBe(ADA.email)
    const { data } = await (await auth.signInThere(ADA_THERE)).getUser()
    expect(data.user?.id).toBe(own.user?.id)
  })

  test('still requires the second step', async () => {
    const device = await auth.signedUp()
    await verifiedApp(auth, device)
    await prove()
    const { data } = await (await auth.signInThere(ADA_THERE)).mfa.getAuthenticatorAssuranceLevel()
    expect(data).toMatchObject({ currentLevel: 'aal1', nextLevel: 'aal2' })
  })

  test('does not open an account that has not proven it', async () => {
    await auth.signedUp()
    const { error, error_code, error_description } = await refused()
    expect([error, error_code]).toEqual(['server_error', 'email_exists'])
    expect(error_description).toMatch(/^An account with this email address already exists\. Sign in with its password/)
  })

  test('opens no account while another one can take the address back', async () => {
    const device = await auth.signedUp()
    await change(sql`update users set email_proven_at = created_at`)
    await device.updateUser({ email: 'thief@mail.example' })
    const toNew = (await readMails(auth.server)).find(({ recipient }) => recipient === 'thief@mail.example')
    await openLink(auth.server, toNew?.link ?? '')
    expect(await refused()).toMatchObject({ error_code: 'email_exists' })
    const { link } = await lastMail(auth.server)
    expect((await openLink(auth.server, link)).fragment).toHaveProperty('message')
  })

  test('takes over an unconfirmed account without anything of the stranger who created it', async () => {
    const stranger = await auth.signedUp()
    await stranger.updateUser({ data: { full_name: 'A Stranger', role: 'admin' } })
    const { refresh } = await tokensOf(stranger)
    await change(sql`update profiles set bio = 'written by a stranger', phone = '+2348000000000'`)
    await change(sql`insert into identities (id, user_id, provider, provider_id, identity_data, created_at, updated_at)
                     select gen_random_uuid(), id, 'oidc', 'stranger', '{}', now(), now() from users`)
    // As with AUTH_CONFIRM_EMAIL=on: never confirmed, so never used.
    await change(sql`update users set email_confirmed_at = null`)

    const owner = await auth.signInThere(ADA_THERE)
    const { data } = await owner.getUser()
    expect(data.user).toMatchObject({
      email: ADA.email,
      email_confirmed_at: expect.any(String),
      app_metadata: { providers: ['oidc'], role: 'beneficiary' },
      user_metadata: { full_name: 'Ada Obi', email_verified: true },
      identities: [{ id: ADA_THERE.sub }],
    })
    expect(JSON.stringify(await auth.state())).not.toMatch(/stranger/i)
    expect((await stranger.getUser()).error?.name).toBe('AuthSessionMissingError')
    const continued = await auth.device().refreshSession({ refresh_token: refresh })
    expect(continued.error?.code).toBe('refresh_token_not_found')
    expect((await auth.device().signInWithPassword(ADA)).error?.code).toBe('invalid_credentials')
  })

  test('unlinks what a stranger linked before the owner proved the address', async () => {
    const stranger = auth.pkceDevice()
    await stranger.signUp(ADA)
    const { data } = await stranger.linkIdentity({ provider: OIDC, options: { skipBrowserRedirect: true } })
    auth.provider.signsIn({ ...BELLO_THERE, email: 'stranger@mail.example' })
    const { query } = await auth.comeBack(new URL(data?.url ?? ''))
    await stranger.exchangeCodeForSession(query['code'] ?? '')
    expect((await stranger.getUserIdentities()).data?.identities).toHaveLength(2)

    await auth.device().resetPasswordForEmail(ADA.email)
    const { fragment } = await openLink(auth.server, (await lastMail(auth.server)).link)
    const owner = auth.device()
    const { access_token = '', refresh_token = '' } = fragment
    await owner.setSession({ access_token, refresh_token })
    const { data: own } = await owner.updateUser({ password: 'my own long words' })
    expect(own.user).toMatchObject({ email: ADA.email, app_metadata: { providers: ['email'] } })
    const again = await auth.signInThere({ ...BELLO_THERE, email: 'stranger@mail.example' })
    expect((await again.getUser()).data.user?.id).not.toBe(own.user?.id)
    // An identity with the address itself is the owner's.
    const { data: there } = await (await auth.signInThere(ADA_THERE)).getUser()
    expect(there.user?.id).toBe(own.user?.id)
  })

  test.each(['proven', 'never confirmed'])('does not open an administrator’s account, %s', async (kind) => {
    await auth.signedUp()
    await prove()
    if (kind !== 'proven') await change(sql`update users set email_confirmed_at = null, email_proven_at = null`)
    await change(sql`update profiles set role = 'admin'`)
    expect(await refused()).toMatchObject({ error_code: 'email_exists' })
  })

  test('does not open a banned account', async () => {
    await auth.signedUp()
    await prove()
    await change(sql`update users set banned_until = ${new Date(Date.now() + 60_000).toISOString()}`)
    expect(await refused()).toMatchObject({ error: 'access_denied', error_code: 'user_banned' })
  })
})

describe('a linked identity', () => {
  test('opens an administrator’s account', async () => {
    const device = await auth.signInThere(ADA_THERE)
    await change(sql`update profiles set role = 'admin'`)
    const again = await auth.signInThere(ADA_THERE)
    const { data } = await again.getUser()
    expect(data.user).toMatchObject({ id: (await device.getUser()).data.user?.id, app_metadata: { role: 'admin' } })
  })

  test('does not open a banned account', async () => {
    await auth.signInThere(ADA_THERE)
    await change(sql`update users set banned_until = ${new Date(Date.now() + 60_000).toISOString()}`)
    expect(await refused()).toEqual({
      error: 'access_denied',
      error_code: 'user_banned',
      error_description: 'User is banned',
    })
  })
})

describe('an unverified address', () => {
  test.each([false, undefined, 'false'])('is not used: email_verified %s', async (verified) => {
    const { data: own } = await (await auth.signedUp()).getUser()
    await prove()
    const { data } = await (await auth.signInThere({ ...ADA_THERE, email_verified: verified })).getUser()
    expect(data.user?.id).not.toBe(own.user?.id)
    expect(data.user).toMatchObject({
      email: '',
      identities: [{ provider: 'oidc', identity_data: { email: ADA.email, email_verified: false } }],
    })
    expect(data.user?.email_confirmed_at).toBeUndefined()
  })

  test('does not block its owner later', async () => {
    await auth.signInThere({ ...ADA_THERE, sub: 'somebody else', email_verified: false })
    const { data } = await (await auth.signInThere(ADA_THERE)).getUser()
    expect(data.user?.email).toBe(ADA.email)
    expect(await auth.server.core.db.$count(sql`users`)).toBe(2)
  })

  test('may be missing', async () => {
    const { data } = await (await auth.signInThere({ sub: 'without anything' })).getUser()
    expect(data.user).toMatchObject({ email: '', identities: [{ id: 'without anything' }] })
  })
})

test('profile fields that cannot be stored are dropped', async () => {
  const long = 'x'.repeat(100_000)
  const { data } = await (
    await auth.signInThere({ ...ADA_THERE, name: 'A\0da', picture: long, preferred_username: '   ' })
  ).getUser()
  expect(Object.keys(data.user?.user_metadata ?? {})).not.toEqual(expect.arrayContaining(['name', 'picture']))
})
