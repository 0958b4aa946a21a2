/**
 * Sign-up where the address must be confirmed first (AUTH_CONFIRM_EMAIL). The answer, the mail and the work are the same for every
 * address, so that a stranger does not learn which addresses have an account.
 */
import { and, eq } from 'drizzle-orm'
import { isUniqueViolation } from '../../platform/db/errors.ts'
import type { Tx } from '../../platform/db/db.ts'
import { resetProfile } from '../../record/profiles/profiles.ts'
import { isBanned } from './accounts.ts'
import type { Auth } from './auth.ts'
import { mailConfirmation } from './confirmation.ts'
import { mailAccount, type AccountMail } from './letters.ts'
import { lockUserByEmail, secondsUntilNextMail, type RedirectTarget } from './mail-requests.ts'
import { pendingUserJson } from './pending-user.ts'
import { hashPassword, passwordMatches } from './passwords.ts'
import { findReservingUser } from './reserved-addresses.ts'
import { identities, users, type User } from './schema.ts'
import { emailClaims, insertAccount, type NewAccount } from './new-account.ts'

interface Request extends Pick<NewAccount, 'email' | 'data'> {
  readonly password: string
}

/**
 * Creates the account if the address has none, and mails the address: a confirmation, or that the account exists.
 * @returns the protocol's bare `user`, made from the request alone. Nothing of an earlier sign-up is in it
 */
export async function signUpByMail(auth: Auth, request: Request, target: RedirectTarget): Promise<object> {
  const { email, data, password } = request
  const passwordHash = await hashPassword(password)
  const account = { id: crypto.randomUUID(), identityId: crypto.randomUUID(), email, passwordHash, data }
  // Comparing takes a while. If another sign-up changed the account meanwhile, compare again.
  for (let left = 3; left > 0 && !(await tryOnce(auth, account, password, target)); left -= 1);
  const { id, identityId } = account
  const claims = { ...data, ...emailClaims(id, email) }
  return pendingUserJson(auth, { id, identityId, provider: 'email', email, phone: null, claims })
}

/** @returns false if the account changed while the password was compared: nothing was done */
async function tryOnce(auth: Auth, account: Prepared, password: string, target: RedirectTarget): Promise<boolean> {
  const ofAddress = eq(users.email, account.email)
  const [known] = await auth.db.select({ hash: users.passwordHash }).from(users).where(ofAddress)
  const compared = { hash: known?.hash ?? null, fits: await passwordMatches(known?.hash ?? null, password) }
  try {
    return await auth.db.transaction((tx) => createOrMail(auth, tx, account, compared, target))
  } catch (error) {
    if (isUniqueViolation(error, 'users_email_taken')) return false
    throw error
  }
}

type Prepared = Omit<NewAccount, 'confirmedAt'> & Required<Pick<NewAccount, 'id' | 'identityId'>>

async function createOrMail(
  auth: Auth,
  tx: Tx,
  account: Prepared,
  compared: { readonly hash: string | null; readonly fits: boolean },
  target: RedirectTarget,
): Promise<boolean> {
  const { email } = account
  const user = await lockUserByEmail(tx, email)
  if (user && user.passwordHash !== compared.hash) return false
  const reserving = await findReservingUser(auth, tx, email)
  await insertOrRehearse(auth, tx, account, user !== null || reserving !== null)
  if (user?.emailConfirmedAt) {
    await mailExisting(auth, tx, { ...user, email }, target.page, 'alreadyRegistered')
    return true
  }
  if (!user && reserving) {
    await mailExisting(auth, tx, { ...reserving, email }, target.page, 'addressReserved')
    return true
  }
  if (user && !compared.fits) await forgetEarlierSignUp(auth, tx, user, email)
  await mailConfirmation(auth, tx, user ?? { id: account.id, confirmationSentAt: null }, email, target)
  return true
}

/** Thrown to undo a rehearsal. */
const UNDO = new Error('the rows of a rehearsal are not kept')

/** Inserts the account. For a known address the same rows are inserted without the address, and undone: it takes the same work. */
async function insertOrRehearse(auth: Auth, tx: Tx, account: Prepared, isKnown: boolean): Promise<void> {
  try {
    await tx.transaction(async (savepoint) => {
      const email = isKnown ? `${account.id}@rehearsal.invalid` : account.email
      await insertAccount(auth, savepoint, { ...account, email, confirmedAt: null })
      if (isKnown) throw UNDO
    })
  } catch (error) {
    if (error !== UNDO) throw error
  }
}

/**
 * An address that was signed up for with different passwords accepts none of them: the person who confirms it chooses one, and
 * finds nothing of the others' sign-ups.
 */
async function forgetEarlierSignUp(auth: Auth, tx: Tx, { id }: User, email: string): Promise<void> {
  const now = auth.clock.now()
  const claims = emailClaims(id, email)
  await tx
    .update(users)
    .set({ passwordHash: null, passwordExpiresAt: null, passwordChangeRequired: true, userMetadata: claims })
    .where(eq(users.id, id))
  await tx
    .update(identities)
    .set({ identityData: claims, updatedAt: now })
    .where(and(eq(identities.userId, id), eq(identities.provider, 'email')))
  await resetProfile(tx, id, '', now)
}

/** Tells the owner of an address that it has an account already, or had one until lately, at most once a minute. */
async function mailExisting(
  auth: Auth,
  tx: Tx,
  user: User,
  page: RedirectTarget['page'],
  says: AccountMail,
): Promise<void> {
  const now = auth.clock.now()
  if (isBanned({ banned_until: user.bannedUntil }, now)) return
  if (secondsUntilNextMail(user.confirmationSentAt, now) > 0) return
  await tx.update(users).set({ confirmationSentAt: now }).where(eq(users.id, user.id))
  await mailAccount(auth, tx, user, page, says)
}
