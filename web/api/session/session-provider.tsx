/** Provides the session to every part of the page. */
import { createContext, use, useEffect, useSyncExternalStore, type ReactNode } from 'react'
import { UNKNOWN, type Session } from './session.ts'
import { readSession, subscribeToSession } from './session-store.ts'
import { startSession } from './start-session.ts'

const SessionIsProvided = createContext(false)

export function SessionProvider({ children }: { children: ReactNode }) {
  useEffect(startSession, [])
  return <SessionIsProvided value={true}>{children}</SessionIsProvided>
}

/**
 * The session. Unknown in the prerendered page and until the browser's storage has been read.
 * @throws outside a `SessionProvider` (section 8 of the spec)
 */
export function useSession(): Session {
  if (!use(SessionIsProvided)) throw new Error('outside SessionProvider')
  return useSyncExternalStore(subscribeToSession, readSession, () => UNKNOWN)
}
