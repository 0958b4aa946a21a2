/** Sign-up with e-mail and password. */
import { isUniqueViolation } from '../../platform/db/errors.ts'
import type { Auth } from './auth.ts'
import { checkCaptcha } from './captcha.ts'
import { rememberDevice } from './devices.ts'
import { readEmail } from './email-address.ts'
import { readRedirectTarget, type RedirectTarget, type RedirectFields } from './mail-requests.ts'
import { insertAccount, type NewAccount } from './new-account.ts'
import { checkPasswordRules, hashPassword } from './passwords.ts'
import { AuthRefusal } from './refusals.ts'
import { signUpByMail } from './sign-up-by-mail.ts'
import { openSession, sessionJson, type OpenedSession, type Origin } from './sessions.ts'

/** Metadata is part of every access token, so of a header in every request. */
const METADATA_BYTES_MAX = 8 * 1024

/** `POST /signup`. An empty string is a field that was not sent. */
export interface SignUp extends RedirectFields {
  readonly email: string
  readonly phone: string
  readonly password: string
  readonly data: Record<string, unknown>
  readonly captchaToken: string
}

/**
 * Creates the account, its profile (always a beneficiary, whatever `data` says) and its first session, or nothing. If the
 * address must be confirmed first, it sends a mail instead of opening a session.
 * @returns the protocol's session, or its bare `user`
 * @throws AuthRefusal those of docs/protocols/auth.md section 5.1, in its order
 */
export async function signUp(auth: Auth, request: SignUp, origin: Origin): Promise<object> {
  await checkCaptcha(auth, request.captchaToken, origin.address)
  const { email, target } = checkSignUp(auth, request, origin)
  const { data, password } = request
  if (auth.env.accounts.confirmEmail) return signUpByMail(auth, { email, data, password }, target)
  const account = { email, passwordHash: await hashPassword(password), data }
  return sessionJson(auth, await signUpAndSignIn(auth, account, origin))
}

async function signUpAndSignIn(
  auth: Auth,
  account: Omit<NewAccount, 'confirmedAt'>,
  origin: Origin,
): Promise<OpenedSession> {
  try {
    return await auth.db.transaction(async (tx) => {
      const userId = await insertAccount(auth, tx, { ...account, confirmedAt: auth.clock.now() })
      await rememberDevice(auth, tx, userId, origin)
      return openSession(auth, tx, userId, 'password', origin)
    })
  } catch (error) {
    if (isUniqueViolation(error, 'users_email_taken')) throw new AuthRefusal('user_already_exists')
    throw error
  }
}

function checkSignUp(auth: Auth, request: SignUp, origin: Origin): { email: string; target: RedirectTarget } {
  if (!auth.env.accounts.signup) throw new AuthRefusal('signup_disabled')
  if (request.email === '' && request.phone !== '') throw new AuthRefusal('phone_disabled')
  if (request.email === '') throw new AuthRefusal('anonymous_disabled')
  if (request.password === '') throw new AuthRefusal('signup_without_password')
  const email = readEmail(request.email)
  if (email === null) throw new AuthRefusal('invalid_email')
  checkPasswordRules(request.password, 'beneficiary')
  const target = readRedirectTarget(auth, request, origin)
  checkMetadata(request.data)
  return { email, target }
}

/** @throws AuthRefusal `metadata_too_large` */
export function checkMetadata(data: Record<string, unknown>): void {
  if (!isMetadataWithinLimit(data)) throw new AuthRefusal('metadata_too_large')
}

/** Whether metadata is small enough to store. */
export function isMetadataWithinLimit(data: Record<string, unknown>): boolean {
  return Buffer.byteLength(JSON.stringify(data)) <= METADATA_BYTES_MAX
}
