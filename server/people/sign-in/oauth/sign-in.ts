/**
 * Decides which account a provider's answer opens (docs/protocols/auth.md section 9.4, stricter). An address counts only if the
 * provider has verified it, and opens only an account whose owner has proven that address.
 */
import { eq } from 'drizzle-orm'
import type { Tx } from '../../../platform/db/db.ts'
import { createProfile, getRole, resetProfile } from '../../../record/profiles/profiles.ts'
import { isBanned } from '../accounts.ts'
import type { Auth } from '../auth.ts'
import { rememberDevice } from '../devices.ts'
import { addIdentity, findIdentity, refreshIdentity } from '../identities.ts'
import { mailAccount, methodFacts } from '../letters.ts'
import { revokeAccess } from '../account-part.ts'
import { AuthRefusal } from '../refusals.ts'
import { findReservingUser } from '../reserved-addresses.ts'
import { identities, users, type User } from '../schema.ts'
import type { Origin } from '../sessions.ts'
import type { OAuthProfile } from './oauth-profile.ts'

/**
 * Finds the account by its identity, then by a proven address; otherwise creates one.
 * @returns the user's id
 * @throws AuthRefusal `banned`, `signup_disabled`, `address_in_use`
 */
export async function findOrCreateAccount(auth: Auth, tx: Tx, profile: OAuthProfile, origin: Origin): Promise<string> {
  const known = await findIdentity(tx, profile)
  const owner = known && (await lockUser(tx, known.userId))
  // Check again under the lock: the account may have been promoted and its identities reset.
  if (known && (await findIdentity(tx, profile))) {
    refuseBanned(auth, owner)
    await refreshIdentity(auth, tx, known, profile)
    return known.userId
  }
  const [found] =
    profile.email === null ? [] : await tx.select().from(users).where(eq(users.email, profile.email)).for('update')
  if (!found) {
    // Someone took over the account that had the address, perhaps: its owner must be able to undo that.
    if (profile.email !== null && (await findReservingUser(auth, tx, profile.email)))
      throw new AuthRefusal('address_in_use')
    return createAccount(auth, tx, profile, origin)
  }
  refuseBanned(auth, found)
  // An administrator's account opens only with an identity that its owner linked.
  if ((await getRole(tx, found.id)) === 'admin') throw new AuthRefusal('address_in_use')
  if (found.emailConfirmedAt === null) await handOverUnconfirmedAccount(auth, tx, found, profile)
  else if (found.emailProvenAt === null) throw new AuthRefusal('address_in_use')
  await addIdentity(auth, tx, found.id, profile)
  await mailAccount(auth, tx, found, null, 'identityLinked', methodFacts(auth, profile.provider))
  return found.id
}

async function lockUser(tx: Tx, userId: string): Promise<User | undefined> {
  const [user] = await tx.select().from(users).where(eq(users.id, userId)).for('update')
  return user
}

function refuseBanned(auth: Auth, user: User | undefined): void {
  if (user && isBanned({ banned_until: user.bannedUntil }, auth.clock.now())) throw new AuthRefusal('banned')
}

async function createAccount(auth: Auth, tx: Tx, profile: OAuthProfile, origin: Origin): Promise<string> {
  if (!auth.env.accounts.signup) throw new AuthRefusal('signup_disabled')
  const now = auth.clock.now()
  const id = crypto.randomUUID()
  await tx.insert(users).values({
    id,
    email: profile.email,
    // The provider has verified the address.
    emailConfirmedAt: profile.email === null ? null : now,
    emailProvenAt: profile.email === null ? null : now,
    userMetadata: initialMetadata(id, profile.email),
    createdAt: now,
    updatedAt: now,
  })
  await createProfile(tx, id, profile.fullName, now)
  await addIdentity(auth, tx, id, profile)
  await rememberDevice(auth, tx, id, origin)
  return id
}

/**
 * Hands an account over that was never confirmed, so never used: the real owner of the address gets it, with everything of
 * the person who registered it removed.
 */
async function handOverUnconfirmedAccount(
  auth: Auth,
  tx: Tx,
  { id, email }: User,
  profile: OAuthProfile,
): Promise<void> {
  const now = auth.clock.now()
  await revokeAccess(tx, id)
  await tx.delete(identities).where(eq(identities.userId, id))
  await resetProfile(tx, id, profile.fullName, now)
  await tx
    .update(users)
    .set({
      emailConfirmedAt: now,
      emailProvenAt: now,
      passwordHash: null,
      passwordExpiresAt: null,
      passwordChangeRequired: false,
      userMetadata: initialMetadata(id, email),
      confirmationSentAt: null,
      recoverySentAt: null,
      newEmail: null,
      emailChangeSentAt: null,
      updatedAt: now,
    })
    .where(eq(users.id, id))
}

/** The initial `user_metadata` (docs/protocols/auth.md section 3.1). */
function initialMetadata(userId: string, email: string | null) {
  return { sub: userId, email: email ?? '', email_verified: email !== null, phone_verified: false }
}
