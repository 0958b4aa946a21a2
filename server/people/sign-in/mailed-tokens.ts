/** Redeems mailed links and codes. */
import { and, eq, isNull } from 'drizzle-orm'
import type { Tx } from '../../platform/db/db.ts'
import { isBanned } from './accounts.ts'
import type { Auth } from './auth.ts'
import { confirmEmailChange } from './email-change.ts'
import { undoEmailChange } from './email-change-undo.ts'
import { proveAddress } from './first-proof.ts'
import { revokeMailedTokens } from './one-time-tokens.ts'
import { AuthRefusal } from './refusals.ts'
import { oneTimeTokens, users, type OneTimeToken, type User } from './schema.ts'

/**
 * Redeems a token that was found by its link or code: proves the address it was sent to, or changes the address. All other
 * tokens mailed to the user are then revoked. A recovery only uses its token up: the rest follows with the new password.
 * @param found checked again under the lock, because another request may have been faster
 * @returns false if an e-mail change still needs the other address
 * @throws AuthRefusal `mailed_token_used`, `banned`, `email_exists`
 */
export async function redeemMailedToken(auth: Auth, tx: Tx, found: OneTimeToken): Promise<boolean> {
  const { user, token } = await lockToken(auth, tx, found)
  if (token.purpose === 'email_change_new' || token.purpose === 'email_change_current')
    return confirmEmailChange(auth, tx, user, token)
  if (token.purpose === 'email_change_undo') {
    await undoEmailChange(auth, tx, user, token)
    return true
  }
  if (token.purpose === 'recovery') {
    await useUp(tx, token)
    return true
  }
  await proveAddress(auth, tx, user, token)
  await revokeMailedTokens(tx, user.id, token.flowId)
  return true
}

/**
 * Uses up the token that makes a device known. It proves nothing else: signing in still needs the password.
 * @throws AuthRefusal `mailed_token_used`, `banned`
 */
export async function redeemDeviceToken(auth: Auth, tx: Tx, found: OneTimeToken): Promise<void> {
  const { token } = await lockToken(auth, tx, found)
  await useUp(tx, token)
}

async function useUp(tx: Tx, { id }: OneTimeToken): Promise<void> {
  await tx.delete(oneTimeTokens).where(eq(oneTimeTokens.id, id))
}

async function lockToken(auth: Auth, tx: Tx, found: OneTimeToken): Promise<{ user: User; token: OneTimeToken }> {
  // Lock the user before the tokens: every transaction uses this order.
  const [user] = await tx
    .select()
    .from(users)
    .where(and(eq(users.id, found.userId), isNull(users.closedAt)))
    .for('update')
  const [token] = await tx
    .select()
    .from(oneTimeTokens)
    .where(and(eq(oneTimeTokens.linkHash, found.linkHash), isNull(oneTimeTokens.confirmedAt)))
  if (!user || !token || !isStillSentTo(user, token)) throw new AuthRefusal('mailed_token_used')
  if (isBanned({ banned_until: user.bannedUntil }, auth.clock.now())) throw new AuthRefusal('banned')
  return { user, token }
}

/** A token mailed to an address proves nothing once the account has another address, except what gives it back. */
function isStillSentTo(user: User, token: OneTimeToken): boolean {
  if (token.purpose === 'email_change_undo') return true
  return token.email === (token.purpose === 'email_change_new' ? user.newEmail : user.email)
}
