/** Hands the session to every part of the page below it. */
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
 * Who is signed in. Unknown in the prerendered page and until the browser was asked.
 * @throws outside a `SessionProvider` (section 8 of the spec)
 */
export function useSession(): Session {
  if (!use(SessionIsProvided)) throw new Error('useSession must be used inside a SessionProvider')
  return useSyncExternalStore(subscribeToSession, readSession, () => UNKNOWN)
}
