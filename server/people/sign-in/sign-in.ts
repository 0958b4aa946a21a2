/** Sign-in with a password, and the e-mail address or telephone number of the account. */
import { and, eq } from 'drizzle-orm'
import type { Tx } from '../../platform/db/db.ts'
import { prepared } from '../../platform/db/prepared.ts'
import { getRole } from '../../record/profiles/profiles.ts'
import type { Auth } from './auth.ts'
import { checkCaptcha } from './captcha.ts'
import { requestDeviceCode } from './device-codes.ts'
import { rememberDeviceAndNotify } from './devices.ts'
import { readEmail } from './email-address.ts'
import { readMobileNumber } from './phone-number.ts'
import { isPasswordAccepted, passwordMatches } from './passwords.ts'
import { AuthRefusal } from './refusals.ts'
import { users, type User } from './schema.ts'
import { openSession, type OpenedSession, type Origin } from './sessions.ts'
import { allowTry } from './tries.ts'

/** `POST /token?grant_type=password`. An empty string is a field that was not sent. */
export interface PasswordSignIn {
  readonly email: string
  readonly phone: string
  readonly password: string
  readonly captchaToken: string
}

const findByEmail = prepared('auth_find_by_email', { email: users.email }, (db, { email }) =>
  db.select().from(users).where(eq(users.email, email)),
)
const findByPhone = prepared('auth_find_by_phone', { phone: users.phone }, (db, { phone }) =>
  db.select().from(users).where(eq(users.phone, phone)),
)
const lockUnchanged = prepared(
  'auth_lock_unchanged',
  { id: users.id, passwordHash: users.passwordHash },
  (db, { id, passwordHash }) =>
    db
      .select({ id: users.id })
      .from(users)
      .where(and(eq(users.id, id), eq(users.passwordHash, passwordHash)))
      .for('update'),
)

/**
 * Opens a session. Bans and unconfirmed addresses are told only to callers who know the password.
 * @throws AuthRefusal `sign_in_without_address`, `sign_in_with_both`, `phone_login_disabled`, `captcha_failed`,
 * `device_unknown`, `invalid_credentials`, `banned_at_sign_in`, `email_not_confirmed`
 */
export async function signInWithPassword(auth: Auth, request: PasswordSignIn, origin: Origin): Promise<OpenedSession> {
  if (request.email === '' && request.phone === '') throw new AuthRefusal('sign_in_without_address')
  if (request.email !== '' && request.phone !== '') throw new AuthRefusal('sign_in_with_both')
  if (request.phone !== '' && !auth.env.accounts.phoneSignIn) throw new AuthRefusal('phone_login_disabled')
  await checkCaptcha(auth, request.captchaToken, origin.address)
  const byPhone = request.phone !== ''
  const known = byPhone ? readMobileNumber(request.phone) : readEmail(request.email)
  const user = await verifyPassword(auth, known ?? '', request.password, origin, byPhone)
  if (!user || (byPhone ? user.phone : user.email) !== known) throw new AuthRefusal('invalid_credentials')
  const now = auth.clock.now()
  if (user.bannedUntil && user.bannedUntil > now) throw new AuthRefusal('banned_at_sign_in')
  if (!byPhone && !user.emailConfirmedAt) throw new AuthRefusal('email_not_confirmed')
  return auth.db.transaction(async (tx) => {
    // Comparing takes a while: check again that the password was not changed and the account not closed.
    const still = await lockUnchanged(tx, user)
    if (still.length === 0) throw new AuthRefusal('invalid_credentials')
    await requireStrongStaffPassword(tx, user.id, request.password)
    const opened = await openSession(auth, tx, user.id, 'password', origin, byPhone ? 'text' : null)
    await rememberDeviceAndNotify(auth, tx, opened.account, origin)
    return opened
  })
}

/** An administrator whose password is older than the rules for staff must choose a new one. */
async function requireStrongStaffPassword(tx: Tx, userId: string, password: string): Promise<void> {
  if (isPasswordAccepted(password, 'admin') || (await getRole(tx, userId)) !== 'admin') return
  await tx.update(users).set({ passwordChangeRequired: true }).where(eq(users.id, userId))
}

/**
 * Finds the account of an address or number if the password matches. Unknown ones take as long.
 *
 * After too many wrong passwords, a device that the account does not know must be made known by a mailed code. The password is
 * not compared until then, so the answer tells a guesser nothing. For a number, a texted code signs in instead.
 * @throws AuthRefusal `device_unknown`, `phone_passwords_tried`
 */
async function verifyPassword(
  auth: Auth,
  email: string,
  password: string,
  origin: Origin,
  byPhone: boolean,
): Promise<User | null> {
  const [user] = byPhone ? await findByPhone(auth.db, { phone: email }) : await findByEmail(auth.db, { email })
  const allowed = await allowTry(auth, { kind: 'password', email, userId: user?.id ?? null, origin })
  if (!allowed && byPhone) throw new AuthRefusal('phone_passwords_tried')
  if (!allowed) {
    requestDeviceCode(auth, email, origin.language)
    throw new AuthRefusal('device_unknown')
  }
  if (!(await passwordMatches(user?.passwordHash ?? null, password)) || !user) {
    await allowed.fail()
    return null
  }
  // A printed password expires.
  if (user.passwordExpiresAt && user.passwordExpiresAt <= auth.clock.now()) return null
  return user
}
