/** The people behind user ids, as other features name them: who decided, whose wallet it is. */
import { and, eq, sql, type SQL } from 'drizzle-orm'
import { z } from 'zod'
import type { Db, Tx } from '../../platform/db/db.ts'
import { plain, prepared } from '../../platform/db/prepared.ts'
import { profiles } from '../../record/profiles/schema.ts'
import { users } from './schema.ts'

/** Name and e-mail address are empty once the account is closed. */
export const PersonRow = z.object({ user_id: z.string(), full_name: z.string(), email: z.string() }).readonly()
export type Person = z.output<typeof PersonRow>

/** Joins the person with this user id to a query, under the names `users` and `profiles`. Pass a column, such as sql`audit_events.actor_id`. */
export const joinPerson = (userId: SQL): SQL =>
  sql`left join users on users.id = ${userId} left join profiles on profiles.user_id = users.id`
export const PERSON_NAME = sql`coalesce(profiles.full_name, '')`
export const PERSON_EMAIL = sql`coalesce(users.email, '')`

/** The number on which a person is called and texted, for a row of `users` with its `profiles`: the proven one, or that of the profile. */
export const CALL_NUMBER = sql<string | null>`coalesce('+' || ${users.phone}, nullif(${profiles.phone}, ''))`

/** The joined person as one column, which `PersonRow` reads. */
export const PERSON = sql`jsonb_build_object('user_id', users.id, 'full_name', ${PERSON_NAME}, 'email', ${PERSON_EMAIL})`

/** A condition on `users`: the person has an address or another way to sign in. Without one, staff entered everything for them. */
export const CAN_SIGN_IN = sql`(users.email is not null or exists (select from identities where identities.user_id = users.id))`

/** Whether a person can sign in. */
export async function canSignIn(db: Db | Tx, userId: string): Promise<boolean> {
  return (await db.$count(users, and(eq(users.id, userId), CAN_SIGN_IN))) > 0
}

const selectPeople = prepared('people', { ids: plain<readonly string[]>() }, (db, { ids }) =>
  db
    .select({ id: users.id, email: users.email, fullName: profiles.fullName })
    .from(users)
    .leftJoin(profiles, eq(profiles.userId, users.id))
    .where(sql`${users.id} = any(${ids}::uuid[])`),
)

/** The people with these user ids, each once. Look one up with {@link personIn}. */
export async function readPeople(db: Db | Tx, userIds: readonly string[]): Promise<ReadonlyMap<string, Person>> {
  if (userIds.length === 0) return new Map()
  const found = await selectPeople(db, { ids: [...new Set(userIds)] })
  return new Map(
    found.map(({ id, email, fullName }) => [id, { user_id: id, full_name: fullName ?? '', email: email ?? '' }]),
  )
}

export function personIn(people: ReadonlyMap<string, Person>, userId: string): Person {
  return people.get(userId) ?? { user_id: userId, full_name: '', email: '' }
}

export async function readPerson(db: Db | Tx, userId: string): Promise<Person> {
  return personIn(await readPeople(db, [userId]), userId)
}
