/**
 * Starts following the session. The auth client is large, so it is loaded only when a session is stored, when a page asks
 * for it, or when the user signs in in another tab. Visitors who read or give never load it.
 */
import { changeSession, readSession } from './session-store.ts'
import { hasStoredSession, isReturning, STORAGE_KEY, storedName } from './stored-session.ts'

/** @returns a function that stops following */
export function startSession(): () => void {
  if (hasStoredSession() || isReturning(window.location.search)) {
    changeSession({ is: 'unknown', name: storedName(), unreachable: false })
    prepareSession()
  } else if (readSession().is === 'unknown') changeSession({ is: 'out', because: 'never' })
  window.addEventListener('storage', followOtherTabs)
  return () => window.removeEventListener('storage', followOtherTabs)
}

/** Loads the auth client ahead of its use. */
export function prepareSession(): void {
  void withFollowing(({ followClient }) => followClient())
}

const INTENTS = ['focusin', 'input', 'pointerdown'] as const

/**
 * Loads the auth client when the user starts to use the page: while they type their address there is time for it.
 * @returns a function that stops waiting
 */
export function prepareSessionOnIntent(): () => void {
  const waiting = new AbortController()
  const prepare = () => {
    waiting.abort()
    prepareSession()
  }
  for (const intent of INTENTS) document.addEventListener(intent, prepare, { signal: waiting.signal })
  return () => waiting.abort()
}

/** Called when another tab changes the stored session. A tab with the client hears it twice, which does no harm. */
function followOtherTabs({ key, newValue }: StorageEvent): void {
  // Without a key, everything was cleared.
  if (key !== STORAGE_KEY && key !== null) return
  const { is } = readSession()
  // Signed out already: another tab's sign-out changes nothing.
  if (newValue === null && is === 'out') return
  void withFollowing(({ readStored }) => readStored())
}

async function withFollowing(act: (following: typeof import('./follow-session.ts')) => Promise<void>): Promise<void> {
  try {
    await act(await import('./follow-session.ts'))
  } catch (fault) {
    // It names the file.
    console.warn(fault)
    const state = readSession()
    if (state.is === 'unknown') changeSession({ ...state, unreachable: true })
  }
}
