/**
 * Proves the address of an account from within a session. Unlike a recovery, the session stays, so a second step can be added to
 * an account that no one else can then recover (decision 0013).
 */
import { and, eq, ne } from 'drizzle-orm'
import { AppError, invariant } from '../../platform/errors.ts'
import type { Caller } from '../../platform/http/callers.ts'
import type { Auth } from './auth.ts'
import { markProven } from './first-proof.ts'
import { mailAccount } from './letters.ts'
import { secondsUntilNextMail } from './mail-requests.ts'
import { findBySessionCode, issueToken, revokeMailedTokens } from './one-time-tokens.ts'
import { flowStates, identities, oneTimeTokens, users } from './schema.ts'
import { endSessions, type Origin } from './sessions.ts'

/**
 * Mails a code to the account's address, at most once a minute.
 * @returns whether a proof is needed; if not, nothing was mailed
 */
export function requestAddressProof(
  auth: Auth,
  { userId, role }: Caller,
  page: Origin['language'],
): Promise<{ needed: boolean }> {
  return auth.db.transaction(async (tx) => {
    const [user] = await tx.select().from(users).where(eq(users.id, userId)).for('update')
    invariant(user, 'the caller has an account')
    const { email } = user
    // An operator vouched for the address of an administrator.
    if (email === null || user.emailProvenAt || role === 'admin') return { needed: false }
    const now = auth.clock.now()
    const own = and(eq(oneTimeTokens.userId, userId), eq(oneTimeTokens.purpose, 'proof'))
    const [last] = await tx.select({ createdAt: oneTimeTokens.createdAt }).from(oneTimeTokens).where(own)
    if (secondsUntilNextMail(last?.createdAt ?? null, now) > 0) return { needed: true }
    const redirectTo = auth.env.publicUrl
    const { code } = await issueToken(auth, tx, { userId, purpose: 'proof', email, flowId: null, redirectTo })
    await mailAccount(auth, tx, user, page, 'addressProof', () => ({ code }))
    return { needed: true }
  })
}

/**
 * Redeems the code. This session and the password stay; other sessions, linked identities and everything mailed end, because
 * another person may have set them up.
 */
export async function proveOwnAddress(auth: Auth, caller: Caller, code: string): Promise<void> {
  const { userId, sessionId } = caller
  const found = await findBySessionCode(auth, 'proof', caller, code)
  if (!found) throw new AppError('code_not_accepted')
  await auth.db.transaction(async (tx) => {
    const ofUser = and(eq(users.id, userId), eq(users.email, found.email))
    const [user] = await tx.select().from(users).where(ofUser).for('update')
    const used = await tx
      .delete(oneTimeTokens)
      .where(eq(oneTimeTokens.linkHash, found.linkHash))
      .returning({ id: oneTimeTokens.id })
    if (!user || used.length === 0) throw new AppError('code_not_accepted')
    if (user.emailProvenAt === null) {
      await endSessions(tx, userId, 'others', sessionId)
      await tx.delete(flowStates).where(eq(flowStates.userId, userId))
      await tx.delete(identities).where(and(eq(identities.userId, userId), ne(identities.provider, 'email')))
    }
    await markProven(auth, tx, userId)
    await revokeMailedTokens(tx, userId)
  })
}
