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
  const leave = useEffectEvent(async (signal: AbortSignal) => {
    if (session.is !== 'in') return
    const place = await placeAfterSignIn(session, origin)
    if (!signal.aborted) await navigate(place, { replace: true })
  })
  useEffect(() => {
    if (!isDue) return
    const away = new AbortController()
    void leave(away.signal)
    return () => away.abort()
  }, [isDue])
  return isDue
}
