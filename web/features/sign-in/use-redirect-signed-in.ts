/** Leads on whoever is signed in, in place of the page they came to: to the page remembered as origin, or where their role lands. */
import { useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { placeAfterSignIn } from '../../api/session/landing.ts'
import { originOf } from '../../api/session/origin.ts'
import type { Session } from '../../api/session/session.ts'

/** @returns where they are being led; null while they are still needed here */
export function useRedirectSignedIn(session: Session): string | null {
  const navigate = useNavigate()
  const origin = originOf(useLocation())
  const place = session.is === 'in' ? placeAfterSignIn(session, origin) : null
  useEffect(() => {
    if (place !== null) void navigate(place, { replace: true })
  }, [navigate, place])
  return place
}
