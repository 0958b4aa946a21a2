/**
 * One of two things, depending on whether the user is signed in. In the prerendered page, and until the session is known, both are
 * rendered and the style sheet shows the one that the stored session suggests: no flash, and nothing for React to correct.
 */
import type { ReactNode } from 'react'
import { useSession } from '../../api/session/session-provider.tsx'

export function BySession({ out, signedIn }: { out: ReactNode; signedIn: ReactNode }) {
  const session = useSession()
  if (session.is === 'out') return out
  if (session.is === 'in') return signedIn
  return (
    <>
      <div className="if-signed-out">{out}</div>
      <div className="if-signed-in">{signedIn}</div>
    </>
  )
}
