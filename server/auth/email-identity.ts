/** The `email` sign-in: whoever has an address and a password has one among their identities. */
import { and, eq } from 'drizzle-orm'
import type { Tx } from '../lib/db/db.ts'
import { identities, type User } from './schema.ts'
import { insertEmailIdentity } from './sign-up.ts'

/** Adds it where it is missing: to somebody who came through a provider, and has a password now. */
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
