/** The requests for aid of this page: one for registrations, one for signed-in users; and the answers to requests for documents. */
import { useLayoutEffect, useSyncExternalStore } from 'react'
import { BEFORE, createAidRequest, type AidRequest, type AidState } from './aid-request.ts'

export const registrationRequest = createAidRequest({ is: 'registration' })
export const signedInRequest = createAidRequest({ is: 'request' })
export const requestForOther = createAidRequest({ is: 'other' })

const answers = new Map<string, AidRequest>()

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
