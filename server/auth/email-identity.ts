/** The `email` identity: every user with an address and a password has one. */
import { and, eq } from 'drizzle-orm'
import type { Tx } from '../lib/db/db.ts'
import { identities, type User } from './schema.ts'
import { insertEmailIdentity } from './new-account.ts'

/** Adds the `email` identity if it is missing, for users who came through a provider and now have a password. */
export async function ensureEmailIdentity(
  tx: Tx,
  user: Pick<User, 'id' | 'passwordHash'>,
  email: string,
  now: Date,
): Promise<void> {
  if (user.passwordHash === null) return
  const [found] = await tx
    .select({ id: identities.id })
    .from(identities)
    .where(and(eq(identities.userId, user.id), eq(identities.provider, 'email')))
  if (!found) await insertEmailIdentity(tx, user.id, email, {}, now)
}
