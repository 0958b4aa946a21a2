/**
 * An address belongs to the person who proves it (decision 0013). Until then anyone may have registered it, so the first proof by
 * mail ends every access to the account that was set up before. A recovery proves it when it saves the new password (decision 0046).
 */
import { and, eq, isNull, ne, sql } from 'drizzle-orm'
import type { Tx } from '../../platform/db/db.ts'
import { getRole, setPhone } from '../../record/profiles/profiles.ts'
import { revokeAccess } from './account-part.ts'
import { isUnproven } from './accounts.ts'
import type { Auth } from './auth.ts'
import { identities, users, type OneTimeToken, type User } from './schema.ts'

/**
 * Records that the account's user reads mail at its address. The first time, sessions, second steps, linked identities, the phone
 * number and the password end. The password that an address was registered with stays when that registration is confirmed: an
 * address that was registered with different passwords has none by then (sign-up.ts).
 * @param user locked
 * @param token redeemed now; its flow continues
 * @param sessionId the session that saves the new password, which stays
 */
export async function proveAddress(
  auth: Auth,
  tx: Tx,
  user: User,
  { purpose, flowId }: Pick<OneTimeToken, 'purpose' | 'flowId'>,
  sessionId: string | null = null,
): Promise<void> {
  if (isUnproven({ email_proven_at: user.emailProvenAt, role: await getRole(tx, user.id) })) {
    await revokeAccess(tx, user.id, { flowId, sessionId })
    await setPhone(tx, user.id, '', auth.clock.now())
    await tx.delete(identities).where(and(eq(identities.userId, user.id), ne(identities.provider, 'email')))
    await dropPassword(tx, user.id, purpose === 'signup')
  }
  await markProven(auth, tx, user.id)
}

/** Without a password, the user is asked to choose one. */
async function dropPassword(tx: Tx, userId: string, keep: boolean): Promise<void> {
  await tx
    .update(users)
    .set({ passwordHash: null, passwordExpiresAt: null, passwordChangeRequired: true })
    .where(and(eq(users.id, userId), keep ? isNull(users.passwordHash) : undefined))
}

/** Marks the address as confirmed and proven, in the account and its `email` identity. */
export async function markProven(auth: Auth, tx: Tx, userId: string): Promise<void> {
  const now = auth.clock.now()
  const verified = sql`'{"email_verified": true}'::jsonb`
  await tx
    .update(users)
    .set({
      emailConfirmedAt: sql`coalesce(${users.emailConfirmedAt}, ${now.toISOString()}::timestamptz)`,
      emailProvenAt: sql`coalesce(${users.emailProvenAt}, ${now.toISOString()}::timestamptz)`,
      userMetadata: sql`${users.userMetadata} || ${verified}`,
      updatedAt: now,
    })
    .where(eq(users.id, userId))
  await tx
    .update(identities)
    .set({ identityData: sql`${identities.identityData} || ${verified}`, updatedAt: now })
    .where(and(eq(identities.userId, userId), eq(identities.provider, 'email')))
}
