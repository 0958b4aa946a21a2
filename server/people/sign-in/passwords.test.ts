/** Rules of new passwords: for everyone, and for administrators. */
import { readFileSync } from 'node:fs'
import { beforeEach, describe, expect, test } from 'vitest'
import { ADA, useAuthServer } from '../../../test/support/auth-server.ts'
import { askedCosts } from '../../../test/support/quick-argon2.ts'
import { makeAdministrator } from './administrators.ts'
import { isCommonPassword } from './common-passwords.ts'
import { hashPassword } from './passwords.ts'
import { users } from './schema.ts'

const auth = useAuthServer()

const COMMON = [
  '123456', '12345678', '1234567890', '654321', '111111', '121212', '123123', '123321', 'abc123', 'qwerty', 'Qwerty123', '1q2w3e4r',
  '1qaz2wsx', 'password', 'PASSWORD1', 'Password123', 'passw0rd', 'iloveyou', 'sunshine', 'dragon', 'letmein', 'monkey12', 'admin123',
  'blessing', 'blessing1990', 'chelsea', 'arsenal1', 'godisgood', 'jesus777', 'nigeria1', 'chioma', 'oluwaseun', 'aaaaaa', 'asdfgh', 'zxcvbnm',
] // prettier-ignore
const UNCOMMON = [
  'rain on the tin roof',
  'battery staple',
  'k7#vQ2!m',
  'tuwo da miya 3',
  'blessing of rain',
  'dragonfly pond',
  '29xKq40',
]

describe('a common password', () => {
  test.each(COMMON)('%s is recognised', (password) => expect(isCommonPassword(password)).toBe(true))
  test.each(UNCOMMON)('%s is not one', (password) => expect(isCommonPassword(password)).toBe(false))

  test('is refused at sign-up, and nothing is created', async () => {
    const { error } = await auth.device().signUp({ ...ADA, password: 'Password123' })
    expect(error).toMatchObject({
      name: 'AuthWeakPasswordError',
      status: 422,
      code: 'weak_password',
      reasons: ['pwned'],
    })
    expect(await auth.server.core.db.$count(users)).toBe(0)
  })

  test('is not what a sign-up with a bad address hears of: the address comes first', async () => {
    const { error } = await auth.device().signUp({ email: 'ada at home', password: 'Password123' })
    expect(error).toMatchObject({ status: 400, code: 'validation_failed' })
  })

  test('is refused as a new password, and the old one stays', async () => {
    const device = await auth.signedUp()
    expect((await device.updateUser({ password: '123456' })).error?.code).toBe('weak_password')
    expect((await auth.device().signInWithPassword(ADA)).error).toBeNull()
  })

  test('is listed in less than 100 kB', () => {
    expect(readFileSync(new URL('common-passwords.ts', import.meta.url)).byteLength).toBeLessThan(100_000)
  })
})

test('a password is hashed with 19 MiB and two passes', async () => {
  const before = askedCosts.length
  await auth.device().signUp(ADA)
  await hashPassword(ADA.password)
  const asked = askedCosts.slice(before)
  expect(asked.length).toBeGreaterThanOrEqual(2)
  for (const cost of asked) expect(cost).toEqual({ memoryCost: 19_456, timeCost: 2, parallelism: 1 })
})

describe('an administrator', () => {
  beforeEach(async () => makeAdmin(ADA.password))

  async function makeAdmin(password: string): Promise<void> {
    const credentials = {
      passwordHash: await hashPassword(password),
      passwordExpiresAt: null,
      passwordChangeRequired: false,
    }
    await makeAdministrator(auth.server.core, ADA.email, credentials, { reset: true })
  }

  test('needs at least 12 characters', async () => {
    const device = auth.device()
    await device.signInWithPassword(ADA)
    const short = await device.updateUser({ password: 'eleven char' })
    expect(short.error).toMatchObject({
      code: 'weak_password',
      reasons: ['length'],
      message: 'Password should be at least 12 characters.',
    })
    expect((await device.updateUser({ password: 'twelve chars' })).error).toBeNull()
  })

  test.each(['k7#vQ2!m', '123456', '123456789012'])('who has %s from before must choose another', async (password) => {
    await makeAdmin(password)
    const device = auth.device()
    const { data } = await device.signInWithPassword({ ...ADA, password })
    expect(data.user?.app_metadata['password_change_required']).toBe(true)
    const authorization = `Bearer ${data.session?.access_token}`
    const refused = await auth.server.call('GET', '/api/admin/team', undefined, { authorization })
    expect(refused).toMatchObject({ status: 403, body: { code: 'password_change_required' } })
    expect((await device.updateUser({ password: ADA.password })).error).toBeNull()
    expect((await auth.server.call('GET', '/api/admin/team', undefined, { authorization })).status).toBe(200)
  })

  test('with a good password signs in as before', async () => {
    const { data } = await auth.device().signInWithPassword(ADA)
    expect(data.user?.app_metadata).not.toHaveProperty('password_change_required')
  })
})
