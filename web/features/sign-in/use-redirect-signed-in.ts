/** Redirects signed-in users from a sign-in page: to the page they asked for, or to where they land. */
import { useEffect, useEffectEvent } from 'react'
import { useLocation, useNavigateLater } from '../../lib/router.tsx'
import { hasMoreToDo, placeAfterSignIn } from '../../api/session/landing.ts'
import { originOf } from '../../api/session/origin.ts'
import type { Session } from '../../api/session/session.ts'

/** @returns whether it redirects; false while the user is still needed here */
export function useRedirectSignedIn(session: Session): boolean {
  const navigate = useNavigateLater()
  const location = useLocation()
  const remembered = originOf(location)
  // A registration with a request ends with that request, and does not open the form again.
  const isSent = location.pathname.startsWith('/register/aid') && remembered?.startsWith('/apply-for-aid') === true
  const origin = isSent ? null : remembered
  const isDue = session.is === 'in' && !hasMoreToDo(session)
  const leave = useEffectEvent(async () => {
    if (session.is === 'in') await navigate(await placeAfterSignIn(session, origin), { replace: true })
  })
  useEffect(() => {
    if (isDue) void leave()
  }, [isDue])
  return isDue
}
