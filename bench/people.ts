/** Users for the load, created through the product. Each has a session, a profile and money in a wallet. */
import { z } from 'zod'
import type { BenchDatabase } from './bench.ts'
import { keepAlive, type Call } from './http.ts'

/** The values of one user that statements carry (ids, address), by name. The bare rivals trust what the load sends. */
export const Own = z.record(z.string(), z.string())
export type Own = z.output<typeof Own>

export const Person = z.object({
  email: z.string(),
  password: z.string(),
  accessToken: z.string(),
  refreshToken: z.string(),
  own: Own,
})
export type Person = z.output<typeof Person>

const PASSWORD = 'correct horse battery'
const SignedUp = z.object({ access_token: z.string(), refresh_token: z.string(), user: z.object({ id: z.string() }) })
const Opened = z.object({ reference: z.string() })

/** The last user is an administrator. */
export async function makePeople(database: BenchDatabase, url: string, count: number): Promise<Person[]> {
  const client = keepAlive(url, 4)
  const people: Omit<Person, 'own'>[] = []
  for (let number = 0; number < count; number += 1) {
    const person = { email: `person-${number}@bench.example`, password: PASSWORD }
    const signedUp = SignedUp.parse(await client.json({ method: 'POST', path: '/auth/v1/signup', body: person }))
    const ask = (call: Call) =>
      client.json({
        ...call,
        headers: { authorization: `Bearer ${signedUp.access_token}`, 'idempotency-key': crypto.randomUUID() },
      })
    const names = { full_name: `Person ${number}`, phone: '08030000000', address: '5 Ahmadu Bello Way, Kaduna' }
    await ask({ method: 'PUT', path: '/api/profile', body: names })
    const opened = await ask({ method: 'POST', path: '/api/wallet/top-ups', body: { amount: 10_000_000 } })
    await ask({ method: 'POST', path: '/functions/v1/verify', body: Opened.parse(opened) })
    people.push({ ...person, accessToken: signedUp.access_token, refreshToken: signedUp.refresh_token })
  }
  await database.pool.query(
    `update profiles set role = 'admin' where user_id = (select id from users order by created_at desc limit 1)`,
  )
  const owns = await readOwn(database)
  return people.map((person) => Object.assign(person, { own: owns.get(person.email) ?? {} }))
}

async function readOwn({ pool }: BenchDatabase): Promise<Map<string, Own>> {
  const { rows } = await pool.query<object>(
    `select email, json_build_object('user', users.id::text, 'profile', profiles.id::text, 'wallet', wallets.id::text,
            'account', account_id::text, 'email', email, 'session', (select id::text from sessions where user_id = users.id)) as own
       from users join profiles on profiles.user_id = users.id join wallets on wallets.user_id = users.id`,
  )
  return new Map(
    z
      .array(z.object({ email: z.string(), own: Own }))
      .parse(rows)
      .map(({ email, own }) => [email, own]),
  )
}
