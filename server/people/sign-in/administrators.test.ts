/** Everything that a promotion resets. test/commands/admin.test.ts tests it with real processes. */
import { expect, test } from 'vitest'
import { ADA, useAuthServer } from '../../../test/support/auth-server.ts'
import { hours, minutes } from '../../platform/clock.ts'
import {
  hasAdministrator,
  makeAdministrator,
  makeFirstAdministrator,
  generatePrintedPassword,
} from './administrators.ts'

const auth = useAuthServer()

const signIn = (password: string) => auth.device().signInWithPassword({ email: ADA.email, password })

test('a printed password expires after a day', async () => {
  const { core, clock } = auth.server
  const { password, credentials } = await generatePrintedPassword(core)
  expect(password).toMatch(/^(\w{4}-){3}\w{4}$/)
  expect(await makeAdministrator(core, ADA.email, credentials, { reset: false })).toBe('made')
  clock.advance(hours(24) - minutes(1))
  expect((await signIn(password)).data.user?.app_metadata).toMatchObject({
    role: 'admin',
    password_change_required: true,
  })
  clock.advance(minutes(1))
  expect((await signIn(password)).error?.code).toBe('invalid_credentials')
})

test('a sign-in with the old password during the promotion gets no lasting session', async () => {
  await auth.signedUp()
  const { credentials } = await generatePrintedPassword(auth.server.core)
  const stranger = auth.device()
  const [, outcome] = await Promise.all([
    stranger.signInWithPassword(ADA),
    makeAdministrator(auth.server.core, ADA.email, credentials, { reset: false }),
  ])
  expect(outcome).toBe('promoted')
  expect((await stranger.getUser()).data.user).toBeNull()
  expect((await stranger.refreshSession()).data.session).toBeNull()
})

test('an administrator is reset only on request', async () => {
  const { core } = auth.server
  const first = await generatePrintedPassword(core)
  await makeAdministrator(core, ADA.email, first.credentials, { reset: false })
  const second = await generatePrintedPassword(core)
  expect(await makeAdministrator(core, ADA.email, second.credentials, { reset: false })).toBe('unchanged')
  expect((await signIn(second.password)).error?.code).toBe('invalid_credentials')
  const device = auth.device()
  await device.signInWithPassword({ email: ADA.email, password: first.password })
  expect(await makeAdministrator(core, ADA.email, second.credentials, { reset: true })).toBe('reset')
  expect((await device.getUser()).data.user).toBeNull()
  expect((await signIn(first.password)).error?.code).toBe('invalid_credentials')
  expect((await signIn(second.password)).data.user?.app_metadata['role']).toBe('admin')
})

test('concurrent starts create one first administrator', async () => {
  const { core } = auth.server
  expect(await hasAdministrator(core.db)).toBe(false)
  const { credentials } = await generatePrintedPassword(core)
  const made = await Promise.all(
    ['a@mail.example', 'b@mail.example'].map((email) => makeFirstAdministrator(core, email, credentials)),
  )
  expect(made.filter(Boolean)).toHaveLength(1)
  expect(await hasAdministrator(core.db)).toBe(true)
})
