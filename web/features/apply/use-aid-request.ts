/** The requests for aid of this page: one for registrations, one for signed-in users; and the answers to requests for documents. */
import { useLayoutEffect, useSyncExternalStore } from 'react'
import { hasSignedOut, subscribeToSession } from '../../api/session/session-store.ts'
import { BEFORE, createAidRequest, type AidRequest, type AidState } from './aid-request.ts'

export let registrationRequest = createAidRequest({ is: 'registration' })
export let signedInRequest = createAidRequest({ is: 'request' })
export let requestForOther = createAidRequest({ is: 'other' })

const answers = new Map<string, AidRequest>()

// A draft that is still being sent ends apart: the next person of this page sees nothing of it.
subscribeToSession(() => {
  if (!hasSignedOut()) return
  registrationRequest = createAidRequest({ is: 'registration' })
  signedInRequest = createAidRequest({ is: 'request' })
  requestForOther = createAidRequest({ is: 'other' })
  answers.clear()
})

/** The answer to one request for documents, or papers added unasked: always the same object, because sending outlives its components. */
export function answerTo(applicationId: string, paperRequestId: string | null): AidRequest {
  const key = paperRequestId ?? applicationId
  const known = answers.get(key)
  if (known) return known
  const answer = createAidRequest({ is: 'papers', applicationId, paperRequestId })
  answers.set(key, answer)
  return answer
}

/** @param owner the owner of the draft; a registration has none yet */
export function useAidRequest(request: AidRequest, owner?: { email: string; userId: string }): AidState {
  const { email, userId } = owner ?? {}
  // A layout effect: nothing can be typed or sent before the draft is open.
  useLayoutEffect(
    () => request.open(email !== undefined && userId !== undefined ? { email, userId } : undefined),
    [request, email, userId],
  )
  return useSyncExternalStore(request.subscribe, request.read, () => BEFORE)
}
