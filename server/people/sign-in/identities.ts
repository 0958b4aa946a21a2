/** Identities: an account's sign-in methods. Adds, refreshes and unlinks them; the last usable one cannot be unlinked. */
import { and, eq } from 'drizzle-orm'
import type { OAuthSettings } from '../../platform/env/accounts.ts'
import type { Tx } from '../../platform/db/db.ts'
import { isUniqueViolation } from '../../platform/db/errors.ts'
import { invariant } from '../../platform/errors.ts'
import { getAccount, type Account, type AccountIdentity } from './accounts.ts'
import type { Auth } from './auth.ts'
import type { SignedIn } from './callers.ts'
import { tellOldAddress } from './email-change.ts'
import { mailAccount, methodFacts } from './letters.ts'
import { revokeMailedTokens } from './one-time-tokens.ts'
import { requireChangeAllowed } from './recent-sign-in.ts'
import { AuthRefusal } from './refusals.ts'
import { flowStates, identities, users, type Identity } from './schema.ts'
import { endSessions } from './sessions.ts'
import { isMetadataWithinLimit } from './sign-up.ts'
import { isUuid } from './tokens.ts'

/** A provider's facts about a user. */
interface ProviderIdentity {
  readonly provider: OAuthSettings['id']
  readonly subject: string
  /** Null unless the provider vouches for it. */
  readonly email: string | null
  readonly words: Readonly<Record<string, string>>
  readonly identityData: Readonly<Record<string, unknown>>
}

/** Finds the identity by the provider's own id for the user, whichever account it belongs to. */
export async function findIdentity(tx: Tx, { provider, subject }: ProviderIdentity): Promise<Identity | undefined> {
  const [found] = await tx
    .select()
    .from(identities)
    .where(and(eq(identities.provider, provider), eq(identities.providerId, subject)))
  return found
}

/** Adds an identity to an account that is locked or new. */
export async function addIdentity(auth: Auth, tx: Tx, userId: string, vouched: ProviderIdentity): Promise<void> {
  const now = auth.clock.now()
  await tx.insert(identities).values({
    id: crypto.randomUUID(),
    userId,
    provider: vouched.provider,
    providerId: vouched.subject,
    identityData: vouched.identityData,
    email: vouched.email,
    lastSignInAt: now,
    createdAt: now,
    updatedAt: now,
  })
  await mergeMetadata(tx, userId, vouched.words, now)
}

/** Stores the provider's current data at sign-in. The account is locked. */
export async function refreshIdentity(
  auth: Auth,
  tx: Tx,
  { id, userId }: Identity,
  vouched: ProviderIdentity,
): Promise<void> {
  const now = auth.clock.now()
  await tx
    .update(identities)
    .set({ identityData: vouched.identityData, email: vouched.email, lastSignInAt: now, updatedAt: now })
    .where(eq(identities.id, id))
  await mergeMetadata(tx, userId, vouched.words, now)
}

/** Merges the provider's fields into the user's metadata, as the protocol does. Nothing is decided by them. */
async function mergeMetadata(tx: Tx, userId: string, words: ProviderIdentity['words'], now: Date): Promise<void> {
  const [user] = await tx.select({ userMetadata: users.userMetadata }).from(users).where(eq(users.id, userId))
  invariant(user, 'every identity belongs to an account')
  const userMetadata = { ...user.userMetadata, ...words }
  if (!isMetadataWithinLimit(userMetadata)) return
  await tx.update(users).set({ userMetadata, updatedAt: now }).where(eq(users.id, userId))
}

/**
 * `DELETE /user/identities/{identity_id}`, in the order of docs/protocols/auth.md section 5.13. Ends every other session; an address that
 * goes can be taken back, as after a change.
 * @throws AuthRefusal `manual_linking_disabled`, `identity_id_no_uuid`, `last_identity`, `identity_not_found`,
 * `unlink_needs_aal2`, `email_conflict`
 */
export async function unlinkIdentity(auth: Auth, caller: SignedIn, identityId: string): Promise<void> {
  if (!auth.env.accounts.manualLinking) throw new AuthRefusal('manual_linking_disabled')
  if (!isUuid(identityId)) throw new AuthRefusal('identity_id_no_uuid')
  try {
    await auth.db.transaction((tx) => unlink(auth, tx, caller, identityId.toLowerCase()))
  } catch (error) {
    if (isUniqueViolation(error, 'users_email_taken')) throw new AuthRefusal('email_conflict')
    throw error
  }
}

async function unlink(auth: Auth, tx: Tx, caller: SignedIn, identityId: string) {
  const { sessionId, aal, amr } = caller
  const userId = caller.account.id
  const [user] = await tx.select().from(users).where(eq(users.id, userId)).for('update')
  invariant(user, 'the caller has an account')
  const account = await getAccount(tx, userId)
  if (account.identities.length < 2) throw new AuthRefusal('last_identity')
  const removed = account.identities.find(({ id }) => id === identityId)
  if (!removed) throw new AuthRefusal('identity_not_found')
  requireChangeAllowed(auth, { account, aal, amr }, 'unlink_needs_aal2')
  const remaining = account.identities.filter((identity) => identity !== removed)
  // The remaining sign-ins must be usable: an address without a password is not, nor is a provider that is no longer configured.
  const waysIn = new Set(auth.env.accounts.oauth.map(({ id }): string => id))
  if (user.passwordHash !== null) waysIn.add('email')
  if (auth.env.accounts.phoneSignIn) waysIn.add('phone')
  if (!remaining.some(({ provider }) => waysIn.has(provider))) throw new AuthRefusal('last_identity')

  const now = auth.clock.now()
  const address = addressAfterUnlinking(account, removed, remaining, now)
  await tx.delete(identities).where(eq(identities.id, removed.id))
  await tx
    .update(users)
    .set({
      updatedAt: now,
      ...(removed.provider === 'email' && { passwordHash: null, passwordExpiresAt: null }),
      ...address,
    })
    .where(eq(users.id, userId))
  // One of them may have come with it, or is about to.
  await endSessions(tx, userId, 'others', sessionId)
  await tx.delete(flowStates).where(eq(flowStates.userId, userId))
  // Pending tokens may have gone to an address that is no longer the user's.
  await revokeMailedTokens(tx, userId)
  await mailAccount(auth, tx, account, null, 'identityUnlinked', methodFacts(auth, removed.provider))
  if (address && user.email !== null) await tellOldAddress(auth, tx, user, user.email, address.email)
}

/**
 * The account's address after unlinking. If only the removed identity had it, the oldest verified address of the remaining
 * identities replaces it, or none: an unverified address cannot be used to sign in.
 * @returns null where it stays
 */
function addressAfterUnlinking(account: Account, removed: AccountIdentity, remaining: AccountIdentity[], now: Date) {
  if (account.email === null || removed.email !== account.email) return null
  if (remaining.some(({ email }) => email === account.email)) return null
  const email = remaining.find(
    ({ identity_data: data, email }) => email !== null && data['email_verified'] === true,
  )?.email
  const moment = email ? now : null
  return {
    email: email ?? null,
    emailConfirmedAt: moment,
    emailProvenAt: moment,
    newEmail: null,
    emailChangeSentAt: null,
    userMetadata: { ...account.user_metadata, email: email ?? '', email_verified: moment !== null },
  }
}
