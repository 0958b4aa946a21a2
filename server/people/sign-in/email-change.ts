/**
 * Changes the e-mail address. Nothing changes until the new address is confirmed; with AUTH_CONFIRM_EMAIL the current address
 * must confirm too. The owner of the current address is always told.
 */
import { and, eq, inArray, ne } from 'drizzle-orm'
import type { Tx } from '../../platform/db/db.ts'
import { writeMail } from '../../platform/mail/compose.ts'
import { wordsFor } from './account-texts.ts'
import type { Auth } from './auth.ts'
import { accountLetter, mailAccount } from './letters.ts'
import { openMailFlow, secondsUntilNextMail, tooSoon, type RedirectTarget } from './mail-requests.ts'
import { revokeMailedTokens, issueToken, PURPOSES } from './one-time-tokens.ts'
import { readOwnWords } from '../../record/profiles/profiles.ts'
import { redirectIn } from './redirects.ts'
import { AuthRefusal } from './refusals.ts'
import { findReservingUser } from './reserved-addresses.ts'
import { oneTimeTokens, sessions, users, type OneTimeToken, type User } from './schema.ts'
import { ADDRESS_UNDONE } from '../../../contract/people/link-page.ts'
import { ensureEmailIdentity, setProvenEmail } from './email-identity.ts'

/**
 * Stores the new address as pending, and mails the confirmations.
 * @param user locked
 * @param sessionId the session that asks, which stays when the address changes
 * @throws AuthRefusal `email_exists`, `mail_too_soon`
 */
export async function requestEmailChange(
  auth: Auth,
  tx: Tx,
  user: User,
  newEmail: string,
  target: RedirectTarget,
  sessionId: string,
): Promise<void> {
  const [taken] = await tx.select({ id: users.id }).from(users).where(eq(users.email, newEmail))
  if (taken || (await findReservingUser(auth, tx, newEmail, user.id))) throw new AuthRefusal('email_exists')
  const now = auth.clock.now()
  const refusal = tooSoon(user.emailChangeSentAt, now)
  if (refusal) throw refusal
  // Earlier confirmations belong to another change.
  await tx
    .delete(oneTimeTokens)
    .where(and(eq(oneTimeTokens.userId, user.id), inArray(oneTimeTokens.purpose, PURPOSES.email_change)))
  await mailChange(auth, tx, { ...user, newEmail }, target, sessionId)
  if (user.email !== null && !auth.env.accounts.confirmEmail)
    await mailAccount(auth, tx, user, null, 'addressChangeRequested', () => ({ values: { address: newEmail } }))
}

/**
 * Mails the pending change again to each address that has not confirmed. Does nothing within a minute of the last mail.
 * @param user locked
 */
export async function resendEmailChange(auth: Auth, tx: Tx, user: User, target: RedirectTarget): Promise<void> {
  if (user.newEmail === null || secondsUntilNextMail(user.emailChangeSentAt, auth.clock.now()) > 0) return
  await mailChange(auth, tx, user, target)
}

async function mailChange(auth: Auth, tx: Tx, user: User, target: RedirectTarget, sessionId?: string): Promise<void> {
  const { id: userId, email, newEmail } = user
  if (newEmail === null) return
  const now = auth.clock.now()
  const { redirectTo, askedFrom, page } = target
  const confirmed = await confirmedPurposes(tx, userId)
  const flowId = await openMailFlow(auth, tx, 'email_change', userId, target)
  await tx.update(users).set({ newEmail, emailChangeSentAt: now }).where(eq(users.id, userId))
  const token = { userId, flowId, redirectTo, sessionId, askedFrom }
  if (!confirmed.has('email_change_new')) {
    const issued = await issueToken(auth, tx, { ...token, purpose: 'email_change_new', email: newEmail })
    await mailAccount(auth, tx, { id: userId, email: newEmail }, page, 'newAddress', () => issued)
  }
  if (currentAddressMustConfirm(auth, email) && !confirmed.has('email_change_current')) {
    const issued = await issueToken(auth, tx, { ...token, purpose: 'email_change_current', email })
    await mailAccount(auth, tx, user, null, 'currentAddress', () => ({ ...issued, values: { address: newEmail } }))
  }
}

/**
 * Records the confirmation of one address. With the last confirmation the address changes in the account, its `email` identity
 * and their metadata, every session ends except the one that asked for it, and the old
 * address is told.
 * @param user locked
 * @param token one of the user's tokens for this change
 * @returns false while the other address must still confirm
 * @throws AuthRefusal `email_exists` if another account has taken the address meanwhile, or can take it back
 */
export async function confirmEmailChange(auth: Auth, tx: Tx, user: User, token: OneTimeToken): Promise<boolean> {
  const now = auth.clock.now()
  await tx.update(oneTimeTokens).set({ confirmedAt: now }).where(eq(oneTimeTokens.id, token.id))
  const confirmed = await confirmedPurposes(tx, user.id)
  const { newEmail } = user
  // The old address alone never moves an account to a new one.
  if (newEmail === null || !confirmed.has('email_change_new')) return false
  if (currentAddressMustConfirm(auth, user.email) && !confirmed.has('email_change_current')) return false
  await ensureEmailIdentity(tx, user, newEmail, now)
  await setProvenEmail(tx, user.id, newEmail, now)
  await revokeMailedTokens(tx, user.id, token.flowId)
  const requesting = token.sessionId === null ? undefined : ne(sessions.id, token.sessionId)
  await tx.delete(sessions).where(and(eq(sessions.userId, user.id), requesting))
  if (user.email !== null) await tellOldAddress(auth, tx, user, user.email, newEmail)
  return true
}

/** A page that names the undone change: our client refuses a session that comes with a link it did not ask for. */
const AFTER_UNDO = `/reset-password?${ADDRESS_UNDONE}`

/**
 * Tells the old address, with a link that undoes the change for seven days.
 * @param newEmail null: the account has none
 */
export async function tellOldAddress(
  auth: Auth,
  tx: Tx,
  user: Pick<User, 'id' | 'emailProvenAt'>,
  email: string,
  newEmail: string | null,
): Promise<void> {
  const words = await wordsFor(auth, tx, user.id, null)
  const { link } = await issueToken(auth, tx, {
    userId: user.id,
    purpose: 'email_change_undo',
    email,
    flowId: null,
    redirectTo: redirectIn(auth.env.publicUrl, words.tag, auth.env.publicUrl + AFTER_UNDO),
    reservesAddress: user.emailProvenAt !== null,
    profileBefore: await readOwnWords(tx, user.id),
  })
  const facts = newEmail === null ? { link, without: ['paragraph'] } : { link, values: { address: newEmail } }
  await writeMail(
    auth,
    tx,
    email,
    accountLetter(auth, 'addressChanged', words, () => facts),
    auth.clock.now(),
  )
}

async function confirmedPurposes(tx: Tx, userId: string): Promise<ReadonlySet<OneTimeToken['purpose']>> {
  const found = await tx
    .select({ purpose: oneTimeTokens.purpose, confirmedAt: oneTimeTokens.confirmedAt })
    .from(oneTimeTokens)
    .where(and(eq(oneTimeTokens.userId, userId), inArray(oneTimeTokens.purpose, PURPOSES.email_change)))
  return new Set(found.flatMap(({ purpose, confirmedAt }) => (confirmedAt ? [purpose] : [])))
}

/** Whether the current address must confirm too. */
function currentAddressMustConfirm(auth: Auth, email: string | null): email is string {
  return auth.env.accounts.confirmEmail && email !== null
}
