/**
 * The stored session, looked at without the auth client: only as a hint of what to show first. Whether it still counts is
 * for the client and the server to say.
 */
import { isRecord } from '../is-record.ts'

/** Where the auth client keeps the session, in this browser's local storage (section 2 of the spec: it persists there). */
export const STORAGE_KEY = 'taimako-session'

export function hasStoredSession(): boolean {
  return read(STORAGE_KEY) !== null
}

/** Whom the stored session says it belongs to; null where there is none, or none that says so. */
export function storedEmail(): string | null {
  try {
    const stored: unknown = JSON.parse(read(STORAGE_KEY) ?? 'null')
    if (!isRecord(stored) || !isRecord(stored.user)) return null
    return typeof stored.user.email === 'string' ? stored.user.email : null
  } catch {
    return null
  }
}

/** True on the way back from a mailed link or another sign-in, in the browser that asked for it: its code is still to be exchanged. */
export function isReturning(search: string): boolean {
  return new URLSearchParams(search).has('code') && read(`${STORAGE_KEY}-code-verifier`) !== null
}

function read(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    // A browser that forbids storage holds no session either.
    return null
  }
}
