/** An instance with AUTH_SIGNUP=off. */
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { ADA, useAuthServer } from '../../../test/support/auth-server.ts'
import { onlyRow } from '../../platform/db/db.ts'
import { makeAdministrator, generatePrintedPassword } from './administrators.ts'

const auth = useAuthServer({ AUTH_SIGNUP: 'off' })

const countAccounts = () =>
  onlyRow(
    auth.server.core.db,
    sql`select (select count(*) from users)::int as users, (select count(*) from profiles)::int as profiles`,
    z.object({ users: z.number(), profiles: z.number() }),
  )

test('sign-up is refused and creates nothing', async () => {
  const { data, error } = await auth.device().signUp(ADA)
  expect(data).toEqual({ user: null, session: null })
  expect(error).toMatchObject({
    status: 422,
    code: 'signup_disabled',
    message: 'Signups not allowed for this instance',
  })
  expect(await countAccounts()).toEqual({ users: 0, profiles: 0 })
})

test('sign-up with a known address gets the same refusal', async () => {
  const { core } = auth.server
  const { credentials } = await generatePrintedPassword(core)
  await makeAdministrator(core, ADA.email, credentials, { reset: false })
  expect((await auth.device().signUp(ADA)).error?.code).toBe('signup_disabled')
  expect(await countAccounts()).toEqual({ users: 1, profiles: 1 })
})

test('existing users can sign in and stay signed in', async () => {
  const { core } = auth.server
  const { password, credentials } = await generatePrintedPassword(core)
  await makeAdministrator(core, ADA.email, credentials, { reset: false })
  const device = auth.device()
  expect((await device.signInWithPassword({ email: ADA.email, password })).error).toBeNull()
  expect((await device.refreshSession()).error).toBeNull()
})

test('the settings tell it to apps and pages', async () => {
  expect((await auth.server.call('GET', '/auth/v1/settings')).body).toMatchObject({ disable_signup: true })
  expect((await auth.server.call('GET', '/api/config')).body['auth']).toMatchObject({ signup: false })
})
