/**
 * Begins to follow the session. The auth client and everything that talks to it come only when a session is stored, when a
 * page asks for them, or when somebody signs in in another tab: whoever only reads or gives never loads them.
 */
import { changeSession, readSession } from './session-store.ts'
import { hasStoredSession, isReturning, STORAGE_KEY, storedEmail } from './stored-session.ts'

/** @returns what ends it */
export function startSession(): () => void {
  if (hasStoredSession() || isReturning(window.location.search)) {
    changeSession({ is: 'unknown', email: storedEmail(), unreachable: false })
    prepareSession()
  } else if (readSession().is === 'unknown') changeSession({ is: 'out', because: 'never' })
  window.addEventListener('storage', followOtherTabs)
  return () => window.removeEventListener('storage', followOtherTabs)
}

/** Loads the auth client ahead of its use: a page on which people sign in calls it when it opens. */
export function prepareSession(): void {
  void withFollowing(({ followClient }) => followClient())
}

/** The browser tells a tab what others stored. A tab with the client hears it from that too, which does no harm. */
function followOtherTabs({ key, newValue }: StorageEvent): void {
  // Without a key everything was cleared.
  if (key !== STORAGE_KEY && key !== null) return
  const { is } = readSession()
  // Where nothing is followed yet, another tab's sign-out is no news.
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
