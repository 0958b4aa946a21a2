/** An instance without sign-up and without manual linking. */
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { ADA } from '../../../test/support/auth-server.ts'
import { callAs } from '../../../test/support/second-step.ts'
import { ADA_THERE, BELLO_THERE, OIDC, useOAuthServer } from '../../../test/support/through-provider.ts'
import { insertAccount } from './new-account.ts'

const auth = await useOAuthServer({ AUTH_MANUAL_LINKING: 'off', AUTH_SIGNUP: 'off' })

/** Ada, whose account existed before, with a proven address. */
async function ada() {
  const { core } = auth.server
  const now = core.clock.now()
  await core.db.transaction((tx) =>
    insertAccount(core, tx, { email: ADA.email, passwordHash: null, data: {}, confirmedAt: now }),
  )
  await core.db.execute(sql`update users set email_proven_at = created_at`)
  return auth.signInThere(ADA_THERE)
}

test('a provider creates no new account', async () => {
  auth.provider.signsIn(BELLO_THERE)
  const before = await auth.state()
  const { query } = await auth.comeBack(await auth.leave(await auth.begin(auth.pkceDevice())))
  expect(query).toEqual({
    error: 'access_denied',
    error_code: 'signup_disabled',
    error_description: 'Signups not allowed for this instance',
  })
  expect(await auth.state()).toEqual(before)
})

test('an existing account can still sign in', async () => {
  const { data } = await (await ada()).getUser()
  expect(data.user?.email).toBe(ADA.email)
})

test('linking and unlinking are refused', async () => {
  const device = await ada()
  const before = await auth.state()
  const { error } = await device.linkIdentity({ provider: OIDC, options: { skipBrowserRedirect: true } })
  expect(error).toMatchObject({ status: 404, code: 'manual_linking_disabled', message: 'Manual linking is disabled' })
  // Before any other check.
  expect(await callAs(auth, device, 'DELETE', '/user/identities/nothing')).toMatchObject({
    status: 404,
    code: 'manual_linking_disabled',
  })
  expect(await auth.state()).toEqual(before)
})

test('the settings tell it', async () => {
  expect((await auth.server.call('GET', '/auth/v1/settings')).body).toMatchObject({ disable_signup: true })
  expect((await auth.server.call('GET', '/api/config')).body).toMatchObject({
    auth: { signup: false, manual_linking: false },
  })
})
