/** The address of an account and its `email` identity: every user with an address and a password has one. */
import { and, eq, sql } from 'drizzle-orm'
import type { Tx } from '../../platform/db/db.ts'
import { isUniqueViolation } from '../../platform/db/errors.ts'
import { insertEmailIdentity } from './new-account.ts'
import { AuthRefusal } from './refusals.ts'
import { identities, users, type User } from './schema.ts'

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

/**
 * Gives an account an address that its owner has just proven: in the account, its `email` identity and their metadata.
 * @param also other columns of the account that change with it
 * @throws AuthRefusal `email_exists` if another account has the address, or can take it back
 */
export async function setProvenEmail(
  tx: Tx,
  userId: string,
  email: string,
  now: Date,
  also: Partial<User> = {},
): Promise<void> {
  const facts = JSON.stringify({ email, email_verified: true })
  const userMetadata = sql`${users.userMetadata} || ${facts}::jsonb`
  try {
    await tx
      .update(users)
      .set({ ...also, email, emailConfirmedAt: now, emailProvenAt: now, userMetadata, updatedAt: now })
      .where(eq(users.id, userId))
  } catch (error) {
    if (isUniqueViolation(error, 'users_email_taken')) throw new AuthRefusal('email_exists')
    throw error
  }
  await tx
    .update(identities)
    .set({ email, identityData: sql`${identities.identityData} || ${facts}::jsonb`, updatedAt: now })
    .where(and(eq(identities.userId, userId), eq(identities.provider, 'email')))
}
