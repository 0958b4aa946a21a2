/** Requests to mail or text a confirmation again. */
import type { Auth } from './auth.ts'
import { checkCaptcha } from './captcha.ts'
import { mailConfirmation } from './confirmation.ts'
import { readEmail } from './email-address.ts'
import { resendEmailChange } from './email-change.ts'
import { lockUserByEmail, readRedirectTarget, type RedirectTarget, type RedirectFields } from './mail-requests.ts'
import { resendPhoneCode } from './phone-sign-in.ts'
import { readPhoneNumber } from './phone-number.ts'
import { AuthRefusal } from './refusals.ts'
import type { Origin } from './sessions.ts'

const TYPES = new Set(['signup', 'email_change', 'sms', 'phone_change'])

/** `POST /resend`. An empty string is a field that was not sent. */
export interface ResendRequest extends RedirectFields {
  readonly type: string
  readonly email: string
  readonly phone: string
  readonly captchaToken: string
}

/**
 * Mails or texts a pending confirmation again, at most once a minute. The answer is the same, and as fast, when nothing is pending: the
 * address is looked up after it.
 * @throws AuthRefusal `captcha_failed` and those of docs/protocols/auth.md section 5.11
 */
export async function requestResend(auth: Auth, request: ResendRequest, origin: Origin): Promise<object> {
  await checkCaptcha(auth, request.captchaToken, origin.address)
  const email = checkResend(request)
  const target = readRedirectTarget(auth, request, origin)
  if (email === null) {
    const purpose = request.type === 'phone_change' ? 'phone_change' : 'sms'
    return auth.env.accounts.phoneSignIn ? resendPhoneCode(auth, purpose, request.phone, origin) : {}
  }
  auth.background.run('auth.resend', () => resend(auth, request.type, email, target))
  return {}
}

/** @returns the e-mail address; null for a phone number */
function checkResend({ type, email, phone }: ResendRequest): string | null {
  if (!TYPES.has(type)) throw new AuthRefusal('resend_type')
  if (email === '' && type === 'signup') throw new AuthRefusal('resend_without_address')
  if (email === '' && phone === '') throw new AuthRefusal('resend_without_any_address')
  if (email !== '' && phone !== '') throw new AuthRefusal('address_or_phone')
  if (email === '') {
    if (type === 'email_change') throw new AuthRefusal('resend_without_address')
    if (readPhoneNumber(phone) === null) throw new AuthRefusal('invalid_phone')
    return null
  }
  const address = readEmail(email)
  if (address === null) throw new AuthRefusal('invalid_email')
  return address
}

function resend(auth: Auth, type: string, email: string, target: RedirectTarget): Promise<void> {
  return auth.db.transaction(async (tx) => {
    const user = await lockUserByEmail(tx, email)
    if (!user) return
    if (type === 'email_change') await resendEmailChange(auth, tx, user, target)
    if (type === 'signup' && !user.emailConfirmedAt) await mailConfirmation(auth, tx, user, email, target)
  })
}
