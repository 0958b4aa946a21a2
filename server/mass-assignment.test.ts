/** Undeclared fields in any body of the contract are refused by name, or change nothing. */
import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { ourOrganisation } from '../contract/platform/our-organisation.ts'
import { ourCalls, type Call } from '../test/fuzz/calls.ts'
import { fitting } from '../test/fuzz/values.ts'
import { newAdministrator, type Administrator } from '../test/support/administering.ts'
import { newKey, testServer, type TestServer } from '../test/support/server.ts'
import { onlyRow, rows } from './platform/db/db.ts'

let server: TestServer
let halima: Administrator
beforeAll(async () => {
  server = await testServer({ RATE_LIMITS: 'off' })
  halima = await newAdministrator(server)
})
afterAll(() => server.close())

/** Values that a generator hardly ever meets. */
const KNOWN: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
  content: fc.constant(ourOrganisation),
  phone: fc.constant('08030000000'),
}

/** Fields worth setting, with a value that one would set. */
const COVETED: Readonly<Record<string, unknown>> = {
  role: 'admin',
  is_admin: true,
  app_metadata: { role: 'admin' },
  is_approved: true,
  id: '00000000-0000-4000-8000-000000000000',
  user_id: '00000000-0000-4000-8000-000000000000',
  beneficiary_id: '00000000-0000-4000-8000-000000000000',
  status: 'success',
  state: 'paid',
  amount_paid: 1_000_000,
  balance: 1_000_000,
  frozen: false,
  password_hash: 'x',
  email_confirmed_at: '2020-01-01T00:00:00Z',
  banned_until: null,
  aal: 'aal2',
  verified: true,
  created_at: '2020-01-01T00:00:00Z',
}

/** A sum over every row of every table. */
async function allThereIs(): Promise<unknown> {
  const tables = await rows(
    server.core.db,
    sql`select tablename as name from pg_tables where schemaname = 'public' order by 1`,
    z.object({ name: z.string() }),
  )
  const sums = tables.map(
    ({ name }) => `(select coalesce(sum(hashtext(t::text)::bigint), 0)::text from "${name}" t) as "${name}"`,
  )
  return onlyRow(server.core.db, sql.raw(`select ${sums.join(', ')}`), z.record(z.string(), z.string()))
}

const written = ourCalls.flatMap(({ body, ...call }) =>
  body ? [{ ...call, body, key: `${call.method} ${call.path}` }] : [],
)

/** An address of the right form, behind which nothing is: the body is looked at before. */
const addressOf = ({ path }: Pick<Call, 'path'>) =>
  path
    .replace(':reference', 'gift-00000000000000000000')
    .replace(':code', '0'.repeat(26))
    .replace(':id', crypto.randomUUID())

test.each(written)('$key refuses, by name, every field that it does not declare', async (call) => {
  const [body] = fc.sample(
    fitting(call.body, (field) => KNOWN[field]),
    { numRuns: 1, seed: 1 },
  )
  const before = await allThereIs()
  const names = Object.keys(COVETED).filter((name) => !Object.hasOwn(call.body.shape, name))
  expect(names.length).toBeGreaterThan(15)
  for (const name of names) {
    const sent = { ...body, [name]: COVETED[name] }
    const answer = await halima.call(call.method, addressOf(call), sent, newKey())
    const fields = [{ field: name, message: 'Unknown field.' }]
    expect([name, answer.status, answer.body]).toMatchObject([name, 400, { code: 'invalid_input', fields }])
  }
  // Not `role` of an object's prototype either.
  const hidden = JSON.stringify(body).replace(
    /\}$/,
    `${Object.keys(body ?? {}).length > 0 ? ',' : ''}"__proto__":{"role":"admin"}}`,
  )
  const { status } = await halima.call(call.method, addressOf(call), hidden, newKey())
  expect(status).toBe(400)
  expect(await allThereIs()).toEqual(before)
})

const Told = z.object({ access_token: z.string() })

/** Goes through the auth protocol, and tells what the tables hold of a person afterwards. */
async function registered(email: string, more: Readonly<Record<string, unknown>>): Promise<unknown> {
  const password = 'long enough'
  const ask = async (method: string, path: string, body: object, headers = {}) =>
    server.call(method, `/auth/v1${path}`, { ...more, ...body }, headers)
  await ask('POST', '/signup', { email, password, data: { full_name: 'Ada' } })
  const { body } = await ask('POST', '/token?grant_type=password', { email, password })
  const bearer = { authorization: `Bearer ${Told.parse(body).access_token}` }
  // This one is not ignored here but refused, as the protocol has it (change-user.test.ts).
  const changed = { ...more, app_metadata: undefined, data: { full_name: 'Ada Obi' } }
  expect((await server.call('PUT', '/auth/v1/user', changed, bearer)).status).toBe(200)
  expect((await ask('POST', '/factors', { factor_type: 'totp', friendly_name: 'Phone' }, bearer)).status).toBe(200)
  await ask('POST', '/recover', { email })
  return rows(
    server.core.db,
    sql`select role, is_approved, full_name, email_confirmed_at is null as unconfirmed, banned_until, closed_at,
               password_change_required, user_metadata - '{sub,email}'::text[] as user_metadata, length(password_hash) > 20 as hashed, factors.status as factor,
               users.created_at > now() - interval '1 day' as just_now, array_agg(aal order by aal)::text as sessions
          from users join profiles on profiles.user_id = users.id join factors on factors.user_id = users.id
               join sessions on sessions.user_id = users.id
         where users.email = ${email} group by users.id, profiles.id, factors.id`,
    z.record(z.string(), z.unknown()),
  )
}

test('the auth protocol ignores undeclared fields', async () => {
  const plain = await registered('plain@mail.example', {})
  expect(plain).toMatchObject([{ role: 'beneficiary', is_approved: false, factor: 'unverified' }])
  expect(await registered('greedy@mail.example', COVETED)).toEqual(plain)
})
