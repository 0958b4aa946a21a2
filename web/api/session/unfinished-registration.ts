/**
 * A registration started on this page or kept on this device, and not finished: its first step creates the account, and the user must
 * not be redirected before the last. The registration form writes it; the sign-in screen only reads it.
 */
import { isRecord } from '../is-record.ts'

/** JSON with at least `email`, the address being registered; on the device also `kept_until`, in milliseconds. */
export const REGISTRATION_KEY = 'taimako-registration'

/** The address being registered on this page. */
let onThisPage = ''

export function setRegistrationOnThisPage(email: string): void {
  onThisPage = email
}

export function hasUnfinishedRegistration(email: string): boolean {
  // An account with only a phone number has no email, and a form just started has none either.
  const isSame = (other: string) => email !== '' && other.toLowerCase() === email.toLowerCase()
  if (isSame(onThisPage)) return true
  try {
    const kept = localStorage.getItem(REGISTRATION_KEY)
    const texts = [sessionStorage.getItem(REGISTRATION_KEY), kept !== null && isFresh(kept) ? kept : null]
    return texts.some((text) => isSame(emailIn(text)))
  } catch {
    return false
  }
}

/** @throws SyntaxError: not JSON */
function emailIn(text: string | null): string {
  const stored: unknown = JSON.parse(text ?? 'null')
  return isRecord(stored) && typeof stored.email === 'string' ? stored.email : ''
}

/** Whether the time for which a stored draft is kept is not over. @throws SyntaxError: not JSON */
export function isFresh(text: string): boolean {
  const stored: unknown = JSON.parse(text)
  return isRecord(stored) && typeof stored.kept_until === 'number' && stored.kept_until > Date.now()
}
