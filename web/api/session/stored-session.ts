/**
 * The stored session, read without the auth client: only a hint for the first paint. Whether it is still valid is for the client
 * and the server to say.
 */
import { isRecord } from '../is-record.ts'

/** The key under which the auth client keeps the session in local storage (section 2 of the spec: it persists there). */
export const STORAGE_KEY = 'taimako-session'

export function hasStoredSession(): boolean {
  return read(STORAGE_KEY) !== null
}

/** The email of the stored session, or its telephone number; null without a session. */
export function storedName(): string | null {
  try {
    const stored: unknown = JSON.parse(read(STORAGE_KEY) ?? 'null')
    return isRecord(stored) && isRecord(stored.user) ? nameOf(stored.user) : null
  } catch {
    return null
  }
}

/** @param user as the auth protocol has it: no email is an empty one */
export const nameOf = ({ email, phone }: { readonly email?: unknown; readonly phone?: unknown }) =>
  typeof email === 'string' && email ? email : `+${String(phone)}`

/** True on return from a mailed link or a linked sign-in, in the browser that started it: its code has yet to be exchanged. */
export function isReturning(search: string): boolean {
  return new URLSearchParams(search).has('code') && read(`${STORAGE_KEY}-code-verifier`) !== null
}

function read(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    // A browser without storage has no session either.
    return null
  }
}
