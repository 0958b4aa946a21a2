/** People for the benches of accounts: made through the product, each with two sessions, one for each rival. */
import { z } from 'zod'

const Session = z.object({ access_token: z.string(), refresh_token: z.string() })

export const Person = z.object({
  email: z.string(),
  password: z.string(),
  userId: z.string(),
  /** The product's session, and the bare server's. */
  sessions: z.array(Session.extend({ id: z.string() })),
})
export type Person = z.output<typeof Person>

const PASSWORD = 'correct horse battery'
const SignedUp = Session.extend({ user: z.object({ id: z.string() }) })

export async function makePeople(url: string, count: number): Promise<Person[]> {
  const people: Person[] = []
  for (let number = 0; number < count; number += 1) {
    const person = { email: `person-${number}@bench.example`, password: PASSWORD }
    const first = SignedUp.parse(await post(`${url}/auth/v1/signup`, person))
    const second = Session.parse(await post(`${url}/auth/v1/token?grant_type=password`, person))
    people.push({ ...person, userId: first.user.id, sessions: [named(first), named(second)] })
  }
  return people
}

function named({ access_token, refresh_token }: z.output<typeof Session>) {
  return { access_token, refresh_token, id: sessionIdOf(access_token) }
}

async function post(address: string, body: object): Promise<unknown> {
  const response = await fetch(address, { method: 'POST', body: JSON.stringify(body) })
  if (!response.ok) throw new Error(`${address} answered ${response.status}: ${await response.text()}`)
  return response.json()
}

function sessionIdOf(token: string): string {
  const payload: unknown = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())
  return z.object({ session_id: z.string() }).parse(payload).session_id
}
