/**
 * Sign-up, sign-in and recovery by telephone number (docs/protocols/auth.md sections 5.1, 5.7, 5.11 and 13). The number is looked up
 * after the answer, so that neither the answer nor its time tells whether it is known, stopped or past its cap.
 */
import { and, eq, isNull } from 'drizzle-orm'
import { after, hours } from '../../platform/clock.ts'
import type { Tx } from '../../platform/db/db.ts'
import { isUniqueViolation } from '../../platform/db/errors.ts'
import { newId } from '../../platform/ids.ts'
import { countRequest } from '../../platform/rate-limits.ts'
import { createProfile, fillProfile } from '../../record/profiles/profiles.ts'
import { isBanned } from './accounts.ts'
import type { Auth } from './auth.ts'
import { checkCaptcha } from './captcha.ts'
import { notifyOfDevice, rememberDevice, rememberDeviceAndNotify } from './devices.ts'
import { pendingUserJson } from './pending-user.ts'
import { checkPasswordRules, hashPassword } from './passwords.ts'
import { findPhoneCode, textCode, textCodeAgain, usePhoneCode, type PhonePurpose } from './phone-codes.ts'
import { confirmPhoneChange } from './phone-change.ts'
import { insertPhoneIdentity, phoneClaims, renewPhoneIdentity } from './phone-identity.ts'
import { readMobileNumber, readPhoneNumber } from './phone-number.ts'
import { AuthRefusal } from './refusals.ts'
import { users, type PhoneCode } from './schema.ts'
import { checkMetadata, type SignUp } from './sign-up.ts'
import { openSession, type OpenedSession, type Origin } from './sessions.ts'
import { hashNetwork } from './tries.ts'

/** `POST /otp`. An empty string is a field that was not sent. */
export interface CodeRequest {
  readonly email: string
  readonly phone: string
  readonly data: Record<string, unknown>
  /** Whether an unknown number may get an account. */
  readonly createsUser: boolean
  readonly captchaToken: string
}

/** Without a code. Networks give a number to someone else after about a year of silence. */
const SILENT = hours(180 * 24)

/** The protocol's answer when a text message may have gone out: the id belongs to none. */
const sent = () => ({ message_id: newId() })

/**
 * Texts a code that signs in, and makes an account for a new number when it is typed.
 * @throws AuthRefusal `captcha_failed`, `otp_disabled` (also for an address), `invalid_phone`, `metadata_too_large`; AppError `rate_limited`
 */
export async function requestSignInCode(auth: Auth, request: CodeRequest, origin: Origin): Promise<object> {
  if (!auth.env.accounts.phoneSignIn || request.email !== '' || request.phone === '')
    throw new AuthRefusal('otp_disabled')
  await checkCaptcha(auth, request.captchaToken, origin.address)
  const phone = readMobileNumber(request.phone)
  if (phone === null) throw new AuthRefusal('invalid_phone')
  checkMetadata(request.data)
  await textSignInCode(auth, phone, request, origin)
  return sent()
}

/**
 * Texts a code that proves a mobile number, after the answer.
 * @throws AppError `rate_limited`
 */
export async function textSignInCode(
  auth: Auth,
  phone: string,
  { data, createsUser }: Pick<CodeRequest, 'data' | 'createsUser'>,
  origin: Origin,
): Promise<void> {
  await countRequest(auth, 'sign_in_texts', origin.address)
  const askedFrom = hashNetwork(auth, origin)
  auth.background.run('auth.text_code', () =>
    auth.db.transaction(async (tx) => {
      const mayCreate = auth.env.accounts.signup && createsUser
      if (mayCreate || (await lockUserByPhone(tx, phone)))
        await textCode(auth, tx, { phone, purpose: 'sms', data, askedFrom, page: origin.language })
    }),
  )
}

/**
 * Signs a number up with a password: the account is made when the texted code is typed.
 * @returns the protocol's bare `user`, made from the request alone
 * @throws AuthRefusal those of docs/protocols/auth.md section 5.1, in its order; AppError `rate_limited`
 */
export async function signUpByPhone(auth: Auth, request: SignUp, origin: Origin): Promise<object> {
  await checkCaptcha(auth, request.captchaToken, origin.address)
  if (!auth.env.accounts.signup) throw new AuthRefusal('signup_disabled')
  if (request.password === '') throw new AuthRefusal('signup_without_password')
  const phone = readMobileNumber(request.phone)
  if (phone === null) throw new AuthRefusal('invalid_phone')
  checkPasswordRules(request.password, 'beneficiary')
  checkMetadata(request.data)
  await countRequest(auth, 'sign_in_texts', origin.address)
  const passwordHash = await hashPassword(request.password)
  const { data } = request
  const id = crypto.randomUUID()
  const askedFrom = hashNetwork(auth, origin)
  const { language: page } = origin
  auth.background.run('auth.phone_sign_up', () =>
    auth.db.transaction((tx) => textCode(auth, tx, { phone, purpose: 'sms', id, passwordHash, data, askedFrom, page })),
  )
  const claims = { ...data, ...phoneClaims(id, phone, false) }
  return pendingUserJson(auth, { id, identityId: crypto.randomUUID(), provider: 'phone', email: null, phone, claims })
}

/**
 * Texts a pending code again. Nothing is pending for a number whose code was typed.
 * @throws AppError `rate_limited`
 */
export async function resendPhoneCode(
  auth: Auth,
  purpose: PhonePurpose,
  typed: string,
  origin: Origin,
): Promise<object> {
  await countRequest(auth, 'sign_in_texts', origin.address)
  const phone = readMobileNumber(typed)
  if (phone !== null)
    auth.background.run('auth.text_code_again', () =>
      auth.db.transaction((tx) => textCodeAgain(auth, tx, purpose, phone, origin.language)),
    )
  return sent()
}

/**
 * Redeems a texted code, and opens a session.
 * @throws AuthRefusal `invalid_phone`, `code_expired`, `banned`
 */
export async function verifyPhone(
  auth: Auth,
  purpose: PhonePurpose,
  { phone: typed, token }: { readonly phone: string; readonly token: string },
  origin: Origin,
): Promise<OpenedSession> {
  const phone = readPhoneNumber(typed)
  if (phone === null) throw new AuthRefusal('invalid_phone')
  const found = await findPhoneCode(auth, purpose, phone, token, origin)
  if (!found) throw new AuthRefusal('code_expired')
  try {
    return await auth.db.transaction((tx) =>
      purpose === 'sms' ? signInByCode(auth, tx, found, origin) : changePhoneByCode(auth, tx, found, origin),
    )
  } catch (error) {
    // Another request proved the number at this moment.
    if (isUniqueViolation(error, 'users_phone_taken')) throw new AuthRefusal('code_expired')
    throw error
  }
}

async function signInByCode(auth: Auth, tx: Tx, found: PhoneCode, origin: Origin): Promise<OpenedSession> {
  const { userId, isNew, isDoubted } = await proveNumber(auth, tx, found)
  const opened = await openSession(auth, tx, userId, 'otp', origin, isDoubted ? 'limited' : 'text')
  if (isNew) await rememberDevice(auth, tx, userId, origin)
  // A new owner's device gets no tries of its own at the password.
  else if (isDoubted) await notifyOfDevice(auth, tx, opened.account, origin)
  else await rememberDeviceAndNotify(auth, tx, opened.account, origin)
  return opened
}

/**
 * Uses a code up.
 * @returns the account of its number, or a new one, and whether the number may have another owner than the account
 * @throws AuthRefusal `code_expired`, `banned`
 */
export async function proveNumber(
  auth: Auth,
  tx: Tx,
  found: PhoneCode,
): Promise<{ userId: string; isNew: boolean; isDoubted: boolean }> {
  const user = await lockUserByPhone(tx, found.phone)
  const code = await usePhoneCode(tx, found)
  if (user && isBanned({ banned_until: user.bannedUntil }, auth.clock.now())) throw new AuthRefusal('banned')
  if (!user && !auth.env.accounts.signup) throw new AuthRefusal('code_expired')
  const userId = user?.id ?? (await insertPhoneAccount(auth, tx, code))
  const now = auth.clock.now()
  const before = user && (await renewPhoneIdentity(tx, userId, now))
  const isSilent = Boolean(before && after(before, SILENT) <= now)
  // The number may have a new owner, whatever else signs in to the account: payments wait, as after a change.
  if (isSilent)
    await tx
      .update(users)
      .set({ phoneChangedAt: now, phoneDoubt: user?.phoneDoubt ?? 'silent' })
      .where(eq(users.id, userId))
  return { userId, isNew: !user, isDoubted: isSilent || Boolean(user?.phoneDoubt) }
}

async function changePhoneByCode(auth: Auth, tx: Tx, code: PhoneCode, origin: Origin): Promise<OpenedSession> {
  const userId = await confirmPhoneChange(auth, tx, code)
  const opened = await openSession(auth, tx, userId, 'otp', origin, 'text')
  await rememberDeviceAndNotify(auth, tx, opened.account, origin)
  return opened
}

/** The account of a number, which it has proven. */
async function lockUserByPhone(tx: Tx, phone: string) {
  const [user] = await tx
    .select()
    .from(users)
    .where(and(eq(users.phone, phone), isNull(users.closedAt)))
    .for('update')
  return user
}

/** A new account with nothing but its number: it claims no profile and no request. @returns its id */
async function insertPhoneAccount(
  auth: Auth,
  tx: Tx,
  { id, phone, passwordHash, userMetadata: data }: PhoneCode,
): Promise<string> {
  const now = auth.clock.now()
  await tx.insert(users).values({
    id,
    phone,
    phoneConfirmedAt: now,
    passwordHash,
    userMetadata: { ...data, ...phoneClaims(id, phone, true) },
    createdAt: now,
    updatedAt: now,
  })
  await insertPhoneIdentity(tx, id, phone, now)
  const { full_name: fullName } = data
  await createProfile(tx, id, typeof fullName === 'string' ? fullName.trim() : '', now)
  await fillProfile(tx, id, { phone: `+${phone}`, address: '' }, now)
  return id
}
