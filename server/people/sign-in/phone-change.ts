/**
 * Changes the telephone number that signs in, once the code from the new number is typed. A number has one account: another account
 * that had it loses it, and gets a mail.
 */
import { and, eq, inArray, isNull, ne, or } from 'drizzle-orm'
import { after, hours } from '../../platform/clock.ts'
import type { Tx } from '../../platform/db/db.ts'
import { countRequest } from '../../platform/rate-limits.ts'
import { enqueueText } from '../../platform/sms/outbox.ts'
import { getProfile, getRole, setPhone } from '../../record/profiles/profiles.ts'
import { wordsFor } from './account-texts.ts'
import { isBanned, type Account } from './accounts.ts'
import type { Auth } from './auth.ts'
import { mailAccount } from './letters.ts'
import { secondsUntilNextMail } from './mail-requests.ts'
import { textCode, usePhoneCode } from './phone-codes.ts'
import { removePhone, setProvenPhone } from './phone-identity.ts'
import { readMobileNumber, readPhoneNumber } from './phone-number.ts'
import { AuthRefusal } from './refusals.ts'
import { factors, sessions, users, type PhoneCode, type User } from './schema.ts'
import type { Origin } from './sessions.ts'
import { hashNetwork } from './tries.ts'

/**
 * Reads the number of `PUT /user`.
 * @returns null if it stays as it is
 * @throws AuthRefusal `phone_change_disabled`, `phone_of_staff`, `invalid_phone`, `phone_is_second_step`; AppError `rate_limited`
 */
export async function readNewPhone(
  auth: Auth,
  account: Account,
  typed: string,
  origin: Origin,
): Promise<string | null> {
  if (typed === '') return null
  if (!auth.env.accounts.phoneSignIn) throw new AuthRefusal('phone_change_disabled')
  if (account.role === 'admin') throw new AuthRefusal('phone_of_staff')
  const phone = readMobileNumber(typed)
  if (phone === null) throw new AuthRefusal('invalid_phone')
  if (account.factors.some((factor) => factor.phone === phone && factor.status === 'verified'))
    throw new AuthRefusal('phone_is_second_step')
  if (phone === account.phone) return null
  await countRequest(auth, 'sign_in_texts', origin.address)
  return phone
}

/**
 * Stores the new number as pending, and texts it a code. The answer is the same for a number that another account has.
 * @param user locked
 * @param sessionId the session that asks, which stays when the number changes
 * @throws AuthRefusal `text_too_soon`
 */
export async function requestPhoneChange(
  auth: Auth,
  tx: Tx,
  user: User,
  newPhone: string,
  sessionId: string,
  origin: Origin,
): Promise<void> {
  const now = auth.clock.now()
  const wait = secondsUntilNextMail(user.phoneChangeSentAt, now)
  if (wait > 0)
    throw new AuthRefusal('text_too_soon', {
      message: `For security purposes, you can only request this after ${wait} seconds.`,
    })
  await tx.update(users).set({ newPhone, phoneChangeSentAt: now }).where(eq(users.id, user.id))
  const askedFrom = hashNetwork(auth, origin)
  const { language: page } = origin
  await textCode(auth, tx, { phone: newPhone, purpose: 'phone_change', userId: user.id, sessionId, askedFrom, page })
}

/**
 * Gives the account the number that the code proved, and takes it from any other. Sessions end, except the one that asked, if no
 * text opened it.
 * @returns the account's id
 * @throws AuthRefusal `code_expired` if the account no longer wants this number or may not have it, or the session that asked has ended, `banned`
 */
export async function confirmPhoneChange(auth: Auth, tx: Tx, found: PhoneCode): Promise<string> {
  const { phone, userId, sessionId } = found
  const now = auth.clock.now()
  // In the order of their ids, so that two changes at once do not deadlock.
  const locked = await tx
    .select()
    .from(users)
    .where(and(or(eq(users.id, userId ?? ''), eq(users.phone, phone)), isNull(users.closedAt)))
    .orderBy(users.id)
    .for('update')
  await usePhoneCode(tx, found)
  const user = locked.find(({ id }) => id === userId)
  const loser = locked.find(({ id }) => id !== userId)
  // The owner may have ended the session that asked, as that of a thief.
  if (sessionId === null || user?.newPhone !== phone || (await getRole(tx, user.id)) === 'admin')
    throw new AuthRefusal('code_expired')
  if (isBanned({ banned_until: user.bannedUntil }, now)) throw new AuthRefusal('banned')
  const sameFactor = and(eq(factors.userId, user.id), eq(factors.phone, phone))
  if ((await tx.$count(factors, and(sameFactor, eq(factors.status, 'verified')))) > 0)
    throw new AuthRefusal('code_expired')
  await tx.delete(factors).where(sameFactor)
  if (loser) {
    await removePhone(tx, loser.id)
    await replaceInProfile(tx, loser.id, phone, '', now)
    await mailAccount(auth, tx, loser, null, 'phoneLost')
  }
  await removePhone(tx, user.id)
  await tx.delete(sessions).where(and(eq(sessions.userId, user.id), ne(sessions.id, sessionId)))
  await setProvenPhone(tx, user.id, phone, now)
  await mailAccount(auth, tx, user, null, 'phoneChanged')
  if (user.phone !== null) await replaceInProfile(tx, user.id, user.phone, `+${phone}`, now)
  if (user.phone !== null) await tellOldNumber(auth, tx, user.id, user.phone)
  if (loser || user.phone !== null)
    await tx
      .update(users)
      .set({ phoneChangedAt: now })
      .where(
        inArray(
          users.id,
          locked.map(({ id }) => id),
        ),
      )
  return user.id
}

/** Takes a number that left an account from its profile: a code for their requests, or their state, would go to its new owner. */
async function replaceInProfile(tx: Tx, userId: string, left: string, phone: string, now: Date): Promise<void> {
  const { phone: written } = await getProfile({ db: tx }, userId)
  if ((readMobileNumber(written) ?? readPhoneNumber(written)) === left) await setPhone(tx, userId, phone, now)
}

/** The owner of the number before may have no mail. */
async function tellOldNumber(auth: Auth, tx: Tx, userId: string, to: string): Promise<void> {
  const { short_name: name, support } = auth.organisation.shown
  const { texts } = await wordsFor(auth, tx, userId, null)
  const text = texts.numberLeft(name, support.phone)
  await enqueueText(auth, tx, { to, text, expiresAt: after(auth.clock.now(), hours(24)) })
}
