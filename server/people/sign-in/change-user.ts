/** `PUT /user`: changes to the user's own account. */
import { and, eq } from 'drizzle-orm'
import type { Tx } from '../../platform/db/db.ts'
import { getAccount, isUnproven, type Account } from './accounts.ts'
import type { Auth } from './auth.ts'
import { mayChangeAccount, type SignedIn } from './callers.ts'
import { forgetOtherDevices, rememberDevice } from './devices.ts'
import { readEmail } from './email-address.ts'
import { requestEmailChange } from './email-change.ts'
import { ensureEmailIdentity } from './email-identity.ts'
import { proveAddress } from './first-proof.ts'
import { mailAccount } from './letters.ts'
import { readRedirectTarget, type RedirectTarget, type RedirectFields } from './mail-requests.ts'
import { revokeMailedTokens } from './one-time-tokens.ts'
import { readNewPhone, requestPhoneChange } from './phone-change.ts'
import { checkPasswordRules, hashPassword, passwordMatches } from './passwords.ts'
import { findNonce, noteProof, requireRecentSignIn, useNonce } from './recent-sign-in.ts'
import { AuthRefusal } from './refusals.ts'
import { sessions, users, type AuthMethod, type OneTimeToken, type User } from './schema.ts'
import { endSessions, type Origin } from './sessions.ts'
import { checkMetadata } from './sign-up.ts'
import { trySignedIn } from './tries.ts'

/** `PUT /user`. An empty string is a field that was not sent, as in the protocol. */
export interface UserChange extends RedirectFields {
  readonly email: string
  readonly phone: string
  readonly password?: string | null | undefined
  readonly current_password: string
  readonly nonce: string
  readonly data?: Record<string, unknown> | null | undefined
  readonly app_metadata?: unknown
}

/** A checked request. Null means unchanged. */
interface Change {
  readonly data: Record<string, unknown> | null
  readonly passwordHash: string | null
  readonly newEmail: string | null
  readonly newPhone: string | null
  /** The mailed code that was given, to be used up. */
  readonly nonce: OneTimeToken | null
  /** How the user has just proven who they are. */
  readonly proof: AuthMethod | null
  readonly target: RedirectTarget
}

/**
 * Changes metadata and password immediately, and address and telephone number only after confirmation (email-change.ts, phone-change.ts). All
 * changes happen, or none. A new password ends every other session. The session of a recovery may only save a new password, which
 * proves the address (decision 0046).
 * @returns the changed account
 * @throws AuthRefusal those of docs/protocols/auth.md section 5.10; AppError `rate_limited` after too many tries of
 * `current_password`
 */
export async function changeUser(auth: Auth, caller: SignedIn, request: UserChange, origin: Origin): Promise<Account> {
  const { account, sessionId } = caller
  const change = await checkChange(auth, caller, request, origin)
  return auth.db.transaction(async (tx) => {
    const user = await lockUser(tx, account.id, sessionId)
    if (change.nonce) await useNonce(tx, change.nonce)
    if (change.proof) await noteProof(auth, tx, caller, change.proof)
    if (change.data) await mergeMetadata(auth, tx, user, change.data)
    if (account.recovering) await proveAddress(auth, tx, user, { purpose: 'recovery', flowId: null }, sessionId)
    if (change.passwordHash !== null) await changePassword(auth, tx, user, change.passwordHash, sessionId, origin)
    if (account.recovering) await finishRecovery(auth, tx, caller, origin)
    if (change.newEmail !== null && change.newEmail !== user.email)
      await requestEmailChange(auth, tx, user, change.newEmail, change.target, sessionId)
    if (change.newPhone !== null) await requestPhoneChange(auth, tx, user, change.newPhone, sessionId, origin)
    return getAccount(tx, account.id)
  })
}

async function checkChange(auth: Auth, caller: SignedIn, request: UserChange, origin: Origin): Promise<Change> {
  const { account } = caller
  const { password = null, data = null } = request
  if (account.recovering && !savesPasswordOnly(request)) throw new AuthRefusal('password_first')
  if (!mayChangeAccount(caller)) throw new AuthRefusal('aal2_to_change_user')
  if (request.app_metadata !== undefined && request.app_metadata !== null)
    throw new AuthRefusal('app_metadata_not_admin')
  const newPhone = await readNewPhone(auth, account, request.phone, origin)
  const email = request.email === '' ? null : readEmail(request.email)
  if (request.email !== '' && email === null) throw new AuthRefusal('invalid_email')
  const newEmail = email === account.email ? null : email
  const target = readRedirectTarget(auth, request, origin)
  const [user] = await auth.db.select({ hash: users.passwordHash }).from(users).where(eq(users.id, account.id))
  // Another person may have chosen it, and it ends now.
  const oldHash = account.recovering && isUnproven(account) ? null : (user?.hash ?? null)
  const proofs = await checkProofs(auth, caller, oldHash, request)
  if (
    proofs.proof === null &&
    !account.recovering &&
    [password, newEmail, newPhone].some((changed) => changed !== null)
  )
    requireRecentSignIn(auth, caller)
  if (password === null) return { data, passwordHash: null, newEmail, newPhone, target, ...proofs }
  checkPasswordRules(password, account.role)
  if (oldHash !== null && (await passwordMatches(oldHash, password))) throw new AuthRefusal('same_password')
  return { data, passwordHash: await hashPassword(password), newEmail, newPhone, target, ...proofs }
}

function savesPasswordOnly({ password, email, phone, nonce, data, current_password: current }: UserChange): boolean {
  return typeof password === 'string' && [email, phone, nonce, current].every((text) => text === '') && !data
}

/** The session is one like any other from now on, on a device that is known. The mail about the new password tells of it. */
async function finishRecovery(auth: Auth, tx: Tx, { account, sessionId }: SignedIn, origin: Origin): Promise<void> {
  await tx.update(sessions).set({ recoveryEndsAt: null }).where(eq(sessions.id, sessionId))
  await rememberDevice(auth, tx, account.id, origin)
}

/** The password or the mailed code that shows that the session is its owner's. */
async function checkProofs(
  auth: Auth,
  caller: SignedIn,
  hash: string | null,
  { current_password: password, nonce: code }: UserChange,
): Promise<Pick<Change, 'nonce' | 'proof'>> {
  if (password !== '') await verifyCurrentPassword(auth, caller.sessionId, hash, password)
  const nonce = code === '' ? null : await findNonce(auth, caller, code)
  if (nonce) return { nonce, proof: 'otp' }
  return { nonce, proof: password === '' ? null : 'password' }
}

/** Tries are counted, so that a stolen session cannot be used to guess the password. */
async function verifyCurrentPassword(
  auth: Auth,
  sessionId: string,
  hash: string | null,
  password: string,
): Promise<void> {
  const matches = await trySignedIn(auth, 'password', sessionId, () => passwordMatches(hash, password))
  if (!matches) throw new AuthRefusal('current_password_invalid')
}

/** Locks the user's row. Hashing takes a while, so the calling session may have ended meanwhile. */
async function lockUser(tx: Tx, userId: string, sessionId: string): Promise<User> {
  const [user] = await tx.select().from(users).where(eq(users.id, userId)).for('update')
  const [session] = await tx
    .select({ id: sessions.id })
    .from(sessions)
    .where(and(eq(sessions.id, sessionId), eq(sessions.userId, userId)))
  if (!user || !session) throw new AuthRefusal('session_not_found')
  return user
}

/** Metadata that the server sets and users cannot. */
const SERVER_METADATA_KEYS = new Set(['sub', 'email', 'email_verified', 'phone_verified'])

async function mergeMetadata(auth: Auth, tx: Tx, user: User, data: Record<string, unknown>): Promise<void> {
  const given = Object.entries(data).filter(([key]) => !SERVER_METADATA_KEYS.has(key))
  const merged = [...Object.entries(user.userMetadata), ...given]
  // The last entry of a key wins; null removes the key.
  const userMetadata = Object.fromEntries([...new Map(merged)].filter(([, value]) => value !== null))
  checkMetadata(userMetadata)
  await tx.update(users).set({ userMetadata, updatedAt: auth.clock.now() }).where(eq(users.id, user.id))
}

/** Locks out anyone who knew the old password: ends other sessions, revokes mailed tokens, and trusts no other device. */
async function changePassword(
  auth: Auth,
  tx: Tx,
  user: User,
  passwordHash: string,
  sessionId: string,
  origin: Origin,
): Promise<void> {
  const now = auth.clock.now()
  await tx
    .update(users)
    .set({ passwordHash, passwordExpiresAt: null, passwordChangeRequired: false, updatedAt: now })
    .where(eq(users.id, user.id))
  await endSessions(tx, user.id, 'others', sessionId)
  await revokeMailedTokens(tx, user.id)
  await forgetOtherDevices(auth, tx, user.id, origin)
  if (user.email === null) return
  await ensureEmailIdentity(tx, { id: user.id, passwordHash }, user.email, now)
  await mailAccount(auth, tx, user, null, 'passwordChanged')
}
