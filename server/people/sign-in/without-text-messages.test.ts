/** A live instance without a text message provider. */
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { useAuthServer } from '../../../test/support/auth-server.ts'
import { onlyRow } from '../../platform/db/db.ts'

const auth = useAuthServer({
  PAYSTACK_SECRET_KEY: 'sk_live_0123456789',
  PAYSTACK_PUBLIC_KEY: 'pk_live_0123456789',
  DATABASE_URL: 'postgres://127.0.0.1/taimako',
  SECRET_KEY: 'x'.repeat(32),
  DONATIONS_EMAIL: 'gifts@taimako.org',
  PUBLIC_URL: 'https://taimako.org',
})

test('phones are refused as second steps, and the settings tell it', async () => {
  const device = await auth.signedUp()
  const { error } = await device.mfa.enroll({ factorType: 'phone', phone: '+2348031234567' })
  expect(error).toMatchObject({ status: 422, code: 'mfa_phone_enroll_not_enabled' })
  const { factors } = await onlyRow(
    auth.server.core.db,
    sql`select count(*)::int as factors from factors`,
    z.object({ factors: z.number() }),
  )
  expect(factors).toBe(0)
  const { body } = await auth.server.call('GET', '/api/config')
  expect(body).toMatchObject({ mode: 'live', auth: { phone_factor: false } })
  expect((await device.mfa.enroll({ factorType: 'totp' })).error).toBeNull()
})
