/**
 * A registration that was begun on this device and is not finished: the account is made by its first step, and the person
 * must not be led away before the last. The registration form writes it; the sign-in screen only asks.
 */
import { isRecord } from '../is-record.ts'

/** Holds JSON with at least `email`, the address that registers. */
export const REGISTRATION_KEY = 'taimako-registration'

export function hasUnfinishedRegistration(email: string): boolean {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(REGISTRATION_KEY) ?? 'null')
    if (!isRecord(stored) || typeof stored.email !== 'string') return false
    // An account that has only a telephone has no address, and a form just begun has none either.
    return email !== '' && stored.email.toLowerCase() === email.toLowerCase()
  } catch {
    return false
  }
}
