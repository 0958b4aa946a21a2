/**
 * Links a provider's identity to the account whose session requested it (docs/protocols/auth.md section 5.12). The callback checks, and the
 * browser that began it completes it by exchanging the code: a stranger who follows the provider's address links nothing of theirs.
 */
import { and, eq } from 'drizzle-orm'
import type { Tx } from '../../../platform/db/db.ts'
import { invariant } from '../../../platform/errors.ts'
import { getAccount, isBanned, type Account } from '../accounts.ts'
import type { Auth } from '../auth.ts'
import { mayChangeAccount } from '../callers.ts'
import { addIdentity, findIdentity } from '../identities.ts'
import { mailAccount, methodFacts } from '../letters.ts'
import { AuthRefusal } from '../refusals.ts'
import { sessions, users, type FlowState } from '../schema.ts'
import type { OAuthProfile } from './oauth-profile.ts'

/**
 * Locks the account, if the conditions of the request still hold.
 * @throws AuthRefusal `session_not_found`, `banned`, `manual_linking_disabled`, `link_needs_aal2`, `identity_already_linked`,
 * `identity_linked_elsewhere`
 */
export async function requireLinkable(auth: Auth, tx: Tx, flow: FlowState, profile: OAuthProfile): Promise<Account> {
  const { userId, sessionId } = flow
  invariant(userId !== null && sessionId !== null, 'a linking flow belongs to a session')
  if (!auth.env.accounts.manualLinking) throw new AuthRefusal('manual_linking_disabled')
  await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('update')
  const [session] = await tx
    .select({ aal: sessions.aal })
    .from(sessions)
    .where(and(eq(sessions.id, sessionId), eq(sessions.userId, userId)))
  if (!session) throw new AuthRefusal('session_not_found')
  const account = await getAccount(tx, userId)
  if (isBanned(account, auth.clock.now())) throw new AuthRefusal('banned')
  if (!mayChangeAccount({ account, aal: session.aal })) throw new AuthRefusal('link_needs_aal2')
  const known = await findIdentity(tx, profile)
  if (known) throw new AuthRefusal(known.userId === userId ? 'identity_already_linked' : 'identity_linked_elsewhere')
  return account
}

/** Links the identity. @throws as {@link requireLinkable} */
export async function linkIdentity(auth: Auth, tx: Tx, flow: FlowState, profile: OAuthProfile): Promise<void> {
  const account = await requireLinkable(auth, tx, flow, profile)
  await addIdentity(auth, tx, account.id, profile)
  await mailAccount(auth, tx, account, null, 'identityLinked', methodFacts(auth, profile.provider))
}
