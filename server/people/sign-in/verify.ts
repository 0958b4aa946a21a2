/** `/verify`: redeems a typed code, a link's token that a page sends, or a mailed link whose button was pressed. */
import type { Tx } from '../../platform/db/db.ts'
import { invariant } from '../../platform/errors.ts'
import type { Auth } from './auth.ts'
import { rememberDeviceAndNotify, rememberDevice, trustDevice } from './devices.ts'
import { readEmail } from './email-address.ts'
import { issueAuthCode } from './flows.ts'
import { RedirectTo } from './http.ts'
import { redeemDeviceToken, redeemMailedToken } from './mailed-tokens.ts'
import { findByCode, findByLink, isPkceToken, type MailType } from './one-time-tokens.ts'
import { verifyPhone } from './phone-sign-in.ts'
import { readPhoneNumber } from './phone-number.ts'
import { oauthErrorFor, sessionParams } from './redirect-params.ts'
import { resolveRedirect, withFragment, withQuery } from './redirects.ts'
import { AuthRefusal } from './refusals.ts'
import type { OneTimeToken } from './schema.ts'
import { openSession, sessionJson, type OpenedSession, type Origin } from './sessions.ts'

/** The mail that each type of the protocol refers to. `null`: a kind we never send, so no token matches. */
const TYPES: ReadonlyMap<string, MailType | null> = new Map<string, MailType | null>([
  ['signup', 'signup'],
  ['email', 'email'],
  ['recovery', 'recovery'],
  ['email_change', 'email_change'],
  // Ours, not the protocol's.
  ['email_change_undo', 'email_change_undo'],
  ['magiclink', null],
  ['invite', null],
  ['sms', null],
  ['phone_change', null],
])

const HALF_CONFIRMED = 'Confirmation link accepted. Please proceed to confirm link sent to the other email'

const CHANGE_UNDONE = 'Your account has this email address again. Please choose a new password by email.'
const DEVICE_KNOWN = 'This device is known now. Please sign in with your password.'

/** `POST /verify`. An empty string is a field that was not sent. */
export interface VerifyRequest {
  readonly type: string
  readonly email: string
  readonly phone: string
  readonly token: string
  readonly token_hash: string
  readonly redirect_to: string
}

/**
 * Redeems a code or a link's token, and opens a session. The first of two confirmations of an address change opens none,
 * nor does undoing one, nor making a device known.
 * @throws AuthRefusal those of docs/protocols/auth.md section 5.7, in its order
 */
export async function verify(auth: Auth, request: VerifyRequest, origin: Origin): Promise<object> {
  const { type, phone, email, token_hash: linkToken } = request
  const byText = phone !== '' && email === '' && linkToken === '' && request.token !== ''
  if (byText && (type === 'sms' || type === 'phone_change') && auth.env.accounts.phoneSignIn)
    return sessionJson(auth, await verifyPhone(auth, type, request, origin))
  const token = await findToken(auth, request, origin)
  const redeemed = await auth.db.transaction((tx) => redeemForSession(auth, tx, token, origin))
  return typeof redeemed === 'string' ? { code: '200', msg: redeemed } : sessionJson(auth, redeemed)
}

async function findToken(auth: Auth, request: VerifyRequest, origin: Origin): Promise<OneTimeToken> {
  const { type, email, phone, token, token_hash: linkToken } = request
  if (type === '') throw new AuthRefusal('verify_without_type')
  if ((token === '') === (linkToken === '')) throw new AuthRefusal('verify_without_token')
  if (token === '') {
    if (email !== '' || phone !== '' || request.redirect_to !== '') throw new AuthRefusal('verify_hash_alone')
    return findLinkToken(auth, type, linkToken)
  }
  if ((email === '') === (phone === '')) throw new AuthRefusal('verify_address_or_phone')
  if (phone !== '' && readPhoneNumber(phone) === null) throw new AuthRefusal('invalid_phone')
  const address = readEmail(email)
  if (phone === '' && address === null) throw new AuthRefusal('verify_email')
  const mailType = readType(type)
  const found = mailType && address !== null ? await findByCode(auth, mailType, address, token, origin) : null
  if (!found) throw new AuthRefusal('code_expired')
  return found
}

async function findLinkToken(auth: Auth, type: string, token: string): Promise<OneTimeToken> {
  const mailType = readType(type)
  const found = mailType && (await findByLink(auth, mailType, token))
  if (!found) throw new AuthRefusal('mailed_token_used')
  return found
}

function readType(type: string): MailType | null {
  const mailType = TYPES.get(type)
  if (mailType === undefined) throw new AuthRefusal('verify_type')
  return mailType
}

/** @returns a message if no session opens: the other address must confirm first, a change was undone, or the device is known now */
async function redeemForSession(
  auth: Auth,
  tx: Tx,
  token: OneTimeToken,
  origin: Origin,
): Promise<OpenedSession | string> {
  if (token.purpose === 'device') {
    await redeemDeviceToken(auth, tx, token)
    await trustDevice(auth, tx, token.userId, origin)
    return DEVICE_KNOWN
  }
  if (!(await redeemMailedToken(auth, tx, token))) return HALF_CONFIRMED
  // The page of that link uses no session: the owner asks for a new password, which opens one.
  if (token.purpose === 'email_change_undo') return CHANGE_UNDONE
  const isRecovery = token.purpose === 'recovery'
  const opened = await openSession(auth, tx, token.userId, 'otp', origin, isRecovery ? 'recovery' : null)
  // A recovery's device is remembered with its new password.
  if (isRecovery) return opened
  // The device that confirms a new account is its first, so no warning is needed.
  if (token.purpose === 'signup') await rememberDevice(auth, tx, token.userId, origin)
  else await rememberDeviceAndNotify(auth, tx, opened.account, origin)
  return opened
}

/** The link in a mail, `GET /verify`, and the form of its page. */
export interface Link {
  readonly token: string
  readonly type: string
  readonly redirectTo: string
  readonly referer: string | undefined
}

/** Reads which mail a link is of, and changes nothing. @returns null if it does not exist, was used or has expired */
export async function findLink(auth: Auth, { type, token }: Link): Promise<MailType | null> {
  const mailType = TYPES.get(type) ?? null
  return mailType !== null && (await findByLink(auth, mailType, token)) ? mailType : null
}

/**
 * Presses the button of a mailed link's page, and redirects with the outcome (docs/protocols/auth.md section 5.8): a code if a
 * browser waits with its verifier, otherwise the session, a message, or an error.
 */
export async function followLink(auth: Auth, link: Link, origin: Origin): Promise<RedirectTo> {
  const redirectTo = resolveRedirect(auth, link.redirectTo, link.referer)
  const pkce = isPkceToken(link.token)
  const tell = (words: Record<string, string>) =>
    new RedirectTo(withFragment(pkce ? withQuery(redirectTo, words) : redirectTo, words), 303)
  try {
    if (link.type === '') throw new AuthRefusal('verify_without_type')
    if (link.token === '') throw new AuthRefusal('verify_without_token')
    const token = await findLinkToken(auth, link.type, link.token)
    if (pkce) {
      const code = await auth.db.transaction((tx) => redeemForAuthCode(auth, tx, token))
      return code === null ? tell({ message: HALF_CONFIRMED }) : new RedirectTo(withQuery(redirectTo, { code }), 303)
    }
    const redeemed = await auth.db.transaction((tx) => redeemForSession(auth, tx, token, origin))
    if (typeof redeemed === 'string') return tell({ message: redeemed })
    return tell({ ...(await sessionParams(auth, redeemed)), type: link.type })
  } catch (error) {
    if (error instanceof AuthRefusal) return tell(refusalParams(error))
    throw error
  }
}

/** @returns null if the other address must confirm first */
async function redeemForAuthCode(auth: Auth, tx: Tx, token: OneTimeToken): Promise<string | null> {
  if (!(await redeemMailedToken(auth, tx, token))) return null
  invariant(token.flowId !== null, 'a flow lives as long as its mailed token')
  return issueAuthCode(auth, tx, token.flowId, token.userId)
}

function refusalParams({ status, code, message }: AuthRefusal): Record<string, string> {
  const error = oauthErrorFor(status)
  return { ...(error !== undefined && { error }), error_code: code, error_description: message }
}
