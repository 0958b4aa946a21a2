/** The requests for aid of this page: one for registrations, one for people who are signed in; and answers to those for papers. */
import { useLayoutEffect, useSyncExternalStore } from 'react'
import { BEFORE, createAidRequest, type AidRequest, type AidState } from './aid-request.ts'

export const registrationRequest = createAidRequest({ is: 'registration' })
export const signedInRequest = createAidRequest({ is: 'request' })

const answers = new Map<string, AidRequest>()

/** The answer to one request for papers: the same one each time, because its sending outlives what is drawn of it. */
export function answerTo(applicationId: string, paperRequestId: string): AidRequest {
  const known = answers.get(paperRequestId)
  if (known) return known
  const answer = createAidRequest({ is: 'papers', applicationId, paperRequestId })
  answers.set(paperRequestId, answer)
  return answer
}

/** @param owner whose draft it may be; for a registration there is none yet */
export function useAidRequest(request: AidRequest, owner?: { email: string; userId: string }): AidState {
  const { email, userId } = owner ?? {}
  // Before the browser does anything else: so nobody types, or sends, in between.
  useLayoutEffect(
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
