/** The request for aid of this page: one for registrations, one for people who are signed in. */
import { useEffect, useSyncExternalStore } from 'react'
import { BEFORE, createAidRequest, type AidRequest, type AidState } from './aid-request.ts'

export const registrationRequest = createAidRequest('registration')
export const signedInRequest = createAidRequest('request')

/** @param owner whose draft it may be; for a registration there is none yet */
export function useAidRequest(request: AidRequest, owner?: { email: string; userId: string }): AidState {
  const { email, userId } = owner ?? {}
  useEffect(
    () => request.open(email !== undefined && userId !== undefined ? { email, userId } : undefined),
    [request, email, userId],
  )
  return useSyncExternalStore(request.subscribe, request.read, () => BEFORE)
}

function subscribeToLine(listener: () => void): () => void {
  window.addEventListener('online', listener)
  window.addEventListener('offline', listener)
  return () => {
    window.removeEventListener('online', listener)
    window.removeEventListener('offline', listener)
  }
}

/** Whether the device believes to have a connection. */
export function useOnline(): boolean {
  return useSyncExternalStore(
    subscribeToLine,
    () => navigator.onLine,
    () => true,
  )
}
