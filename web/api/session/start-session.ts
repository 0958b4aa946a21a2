/**
 * Starts to follow the session. The auth client and its dependents load only when a session is stored, when a page needs them, or
 * when the user signs in in another tab: visitors who only read or give never load them.
 */
import { changeSession, readSession } from './session-store.ts'
import { hasStoredSession, isReturning, STORAGE_KEY, storedEmail } from './stored-session.ts'

/** @returns a function that stops it */
export function startSession(): () => void {
  if (hasStoredSession() || isReturning(window.location.search)) {
    changeSession({ is: 'unknown', email: storedEmail(), unreachable: false })
    prepareSession()
  } else if (readSession().is === 'unknown') changeSession({ is: 'out', because: 'never' })
  window.addEventListener('storage', followOtherTabs)
  return () => window.removeEventListener('storage', followOtherTabs)
}

/** Loads the auth client in advance: sign-in pages call it when they open. */
export function prepareSession(): void {
  void withFollowing(({ followClient }) => followClient())
}

/** The browser tells a tab what other tabs stored. A tab with the client hears of it twice, which is harmless. */
function followOtherTabs({ key, newValue }: StorageEvent): void {
  // No key: storage was cleared.
  if (key !== STORAGE_KEY && key !== null) return
  const { is } = readSession()
  // Where nothing is followed yet, a sign-out in another tab changes nothing.
  if (newValue === null && is === 'out') return
  void withFollowing(({ takeStored }) => takeStored())
}

async function withFollowing(act: (following: typeof import('./follow-session.ts')) => Promise<void>): Promise<void> {
  try {
    await act(await import('./follow-session.ts'))
  } catch (fault) {
    console.warn('The auth client could not be loaded.', fault)
    const state = readSession()
    if (state.is === 'unknown') changeSession({ ...state, unreachable: true })
  }
}
