/** The session as this page knows it, and the listeners to its changes. */
import { UNKNOWN, type Session } from './session.ts'

let state: Session = UNKNOWN
const listeners = new Set<() => void>()

export function readSession(): Session {
  return state
}

/** Leaves out a session that ended otherwise, whose person comes back to what they typed. */
export function hasSignedOut(): boolean {
  return state.is === 'out' && state.because === 'asked'
}

export function subscribeToSession(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function changeSession(next: Session): void {
  state = next
  for (const listener of listeners) listener()
}
