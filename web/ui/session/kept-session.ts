/** The session that a page was opened with, while signing in again is all that is missing. */
import { useState } from 'react'
import { useSession } from '../../api/session/session-provider.tsx'
import { isComplete, type SignedIn } from '../../api/session/session.ts'

/** @returns undefined while there is a session, after a sign-out, and where there was no session since the page was opened */
export function useKeptSession(): SignedIn | undefined {
  const session = useSession()
  const [last, setLast] = useState<SignedIn>()
  const isReady = session.is === 'in' && isComplete(session)
  if (isReady && session !== last) setLast(session)
  const hasEnded = session.is === 'out' ? session.because === 'ended' : session.is === 'in' && !isReady
  return hasEnded ? last : undefined
}
