/**
 * A registration started on this device and not finished: its first step creates the account, and the user must not be redirected
 * before the last. The registration form writes it; the sign-in screen only reads it.
 */
import { isRecord } from '../is-record.ts'

/** JSON with at least `email`, the address being registered. */
export const REGISTRATION_KEY = 'taimako-registration'

export function hasUnfinishedRegistration(email: string): boolean {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(REGISTRATION_KEY) ?? 'null')
    if (!isRecord(stored) || typeof stored.email !== 'string') return false
    // An account with only a phone number has no email, and a form just started has none either.
    return email !== '' && stored.email.toLowerCase() === email.toLowerCase()
  } catch {
    return false
  }
}
