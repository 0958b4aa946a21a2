/** Data export and closing of an account. Each feature's part knows what that means for its own data. */
import { eq, sql } from 'drizzle-orm'
import { wordsFor } from '../sign-in/account-texts.ts'
import type { Auth } from '../sign-in/auth.ts'
import { accountLetter } from '../sign-in/letters.ts'
import { passwordMatches } from '../sign-in/passwords.ts'
import { isRecentSession } from '../sign-in/recent-sign-in.ts'
import { users } from '../sign-in/schema.ts'
import { trySignedIn } from '../sign-in/tries.ts'
import { isClaimed, listClaimedUserIds } from '../households/claimed.ts'
import { leaveHousehold } from '../households/links.ts'
import { eraseDataKey } from '../../platform/encryption/data-keys.ts'
import type { AccountPart } from '../../platform/account-part.ts'
import type { Tx } from '../../platform/db/db.ts'
import { AppError } from '../../platform/errors.ts'
import type { Caller } from '../../platform/http/callers.ts'
import { writeMail } from '../../platform/mail/compose.ts'
import { requireAnotherAdministrator } from '../../record/profiles/profiles.ts'
import { readErased, type Erasure } from './erasures.ts'

/** Everything stored about a user: one object per part, under its name; the same of each profile that they claimed. */
export async function collectData({ db, clock, parts }: Auth, userId: string) {
  const collect = async (ofUserId: string) => {
    const collected: Record<string, object> = {}
    for (const part of parts()) collected[part.name] = await part.collect(db, ofUserId)
    return collected
  }
  const own = await collect(userId)
  const claimed: object[] = []
  for (const claimedId of await listClaimedUserIds(db, userId)) claimed.push(await collect(claimedId))
  return { ...own, ...(claimed.length > 0 && { claimed_profiles: claimed }), taken_at: clock.now() }
}

/**
 * Closes an account completely, or not at all. Its address becomes free for a new account, which starts empty.
 * @param password required if the account has one; otherwise the session must be newly signed in or confirmed
 * @returns when it was closed
 */
export async function closeAccount(accounts: Auth, caller: Caller, password: string | undefined): Promise<Date> {
  const { db, clock } = accounts
  const parts = accounts.parts()
  const { userId, email } = caller
  const passwordHash = await verifyOwnerPassword(accounts, caller, password)
  const now = clock.now()
  await db.transaction(async (tx) => {
    const [user] = await tx.select().from(users).where(eq(users.id, userId)).for('update')
    // The account was closed or its password changed while this one was compared.
    if (!user || user.closedAt) throw new AppError('unauthorized')
    if (user.passwordHash !== passwordHash) throw new AppError('wrong_password')
    // Read while there is a profile.
    const words = await wordsFor(accounts, tx, userId, null)
    await eraseAccount(parts, tx, userId, now)
    await writeMail(accounts, tx, email, accountLetter(accounts, 'accountClosed', words), now)
  })
  return now
}

/** Closes a locked account that is open. @throws AppError `last_administrator`, `account_not_empty` */
async function eraseAccount(parts: readonly AccountPart[], tx: Tx, userId: string, now: Date): Promise<void> {
  await requireAnotherAdministrator(tx, userId)
  const refusal = await findRefusal(parts, tx, userId, now)
  if (refusal !== null) throw new AppError('account_not_empty', { detail: refusal })
  // The papers of profiles that they claimed go too, after the requests that name them.
  for (const ownId of [userId, ...(await listClaimedUserIds(tx, userId))]) {
    await leaveHousehold(tx, ownId, now)
    for (const part of parts) await part.erase(tx, ownId, now)
    let isKeyKept = false
    for (const part of parts) isKeyKept ||= (await part.keepsKey?.(tx, ownId)) === true
    if (!isKeyKept) await eraseDataKey(tx, ownId)
  }
}

/** Accounts that were closed. A profile that was claimed goes with the account that has it. */
export const closedAccounts = ({ db, clock, parts }: Auth): Erasure => ({
  kind: 'account',
  list: (from, since) =>
    readErased(from, sql`select id::text, closed_at as at from users where closed_at > ${since.toISOString()}`),
  async repeat(id) {
    await db.transaction(async (tx) => {
      const [user] = await tx.select().from(users).where(eq(users.id, id)).for('update')
      if (!user || user.closedAt || (await isClaimed(tx, id))) return
      await eraseAccount(parts(), tx, id, clock.now())
    })
  },
})

async function findRefusal(parts: readonly AccountPart[], tx: Tx, userId: string, now: Date): Promise<string | null> {
  for (const part of parts) {
    const refusal = await part.closingRefusal?.(tx, userId, now)
    if (refusal) return refusal
  }
  return null
}

/** @returns the hash that the password matched; null for an account without one, whose sign-in must be recent */
async function verifyOwnerPassword(
  accounts: Auth,
  { userId, sessionId }: Caller,
  password: string | undefined,
): Promise<string | null> {
  const [user] = await accounts.db.select().from(users).where(eq(users.id, userId))
  if (!user) return null
  if (user.passwordHash === null) {
    if (!(await isRecentSession(accounts, sessionId))) throw new AppError('reauthentication_needed')
    return null
  }
  if (password === undefined) throw new AppError('wrong_password')
  const { passwordHash } = user
  const matches = await trySignedIn(accounts, 'password', sessionId, () => passwordMatches(passwordHash, password))
  if (!matches) throw new AppError('wrong_password')
  return passwordHash
}
