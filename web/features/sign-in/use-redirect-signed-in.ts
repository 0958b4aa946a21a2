/** Redirects signed-in users from a sign-in page: to the page they asked for, or to the landing page of their role. */
import { useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { placeAfterSignIn } from '../../api/session/landing.ts'
import { originOf } from '../../api/session/origin.ts'
import type { Session } from '../../api/session/session.ts'

/** @returns where the redirect goes; null while the user is still needed here */
export function useRedirectSignedIn(session: Session): string | null {
  const navigate = useNavigate()
  const origin = originOf(useLocation())
  const place = session.is === 'in' ? placeAfterSignIn(session, origin) : null
  useEffect(() => {
    if (place !== null) void navigate(place, { replace: true })
  }, [navigate, place])
  return place
}
