/** For pages that need a session: their content for signed-in users, a redirect to the sign-in for everyone else. */
import { Fragment, useEffect, useEffectEvent, useRef, useState, type ReactNode } from 'react'
import { Navigate, useLocation, useNavigate } from '../../lib/router.tsx'
import { Banner } from '../banner.tsx'
import { Button } from '../button.tsx'
import { showToast } from '../../lib/toast-store.ts'
import { checking as words } from '#words/people/checking.ts'
import { sessionToasts as toasts } from '#words/people/session-toasts.ts'
import { signInWithOrigin, type SignInPage } from '../../api/session/origin.ts'
import { CONFIRM_NUMBER } from '../../api/session/landing.ts'
import { isComplete, isLimited, isRecovering, type SignedIn } from '../../api/session/session.ts'
import { useSession } from '../../api/session/session-provider.tsx'
import { useKeptSession } from './kept-session.ts'

interface RequireSessionProps {
  /** As large as the content, while the session is unknown. */
  skeleton: ReactNode
  signInAt?: SignInPage
  /** When the session ends unexpectedly, the page stays as it is, below a dialog to sign in again, which the caller's frame shows. */
  stays?: boolean
  /** Shows its content to a session too whose number may have a new owner. */
  whenLimited?: boolean
  children: (session: SignedIn) => ReactNode
}

/**
 * Signed out, or the second step still to do: goes to the sign-in in place of this page and remembers the page. A toast says when
 * a session ended unexpectedly; the Sign Out button navigates itself. The session of a recovery goes on to the new password,
 * one whose number may have a new owner to the page that asks for a second fact.
 */
export function RequireSession({
  skeleton,
  signInAt = '/login',
  stays = false,
  whenLimited = false,
  children,
}: RequireSessionProps) {
  const session = useSession()
  const kept = useKeptSession()
  const present = stays && kept ? kept : session
  const isRecovery = present.is === 'in' && isRecovering(present)
  const ready = present.is === 'in' && isComplete(present) && present
  const isInPart = present.is === 'in' && !ready && !isRecovery
  useLeaving(present.is === 'out' ? present.because : isInPart ? 'never' : null, signInAt)
  if (isRecovery) return <Navigate to="/reset-password" replace />
  if (ready && isLimited(ready) && !whenLimited) return <Navigate to={CONFIRM_NUMBER} replace />
  // Another person can take the session over, as by a mailed link in another tab: nothing on the page is theirs.
  if (ready) return <Fragment key={ready.user.id}>{children(ready)}</Fragment>
  if (session.is === 'unknown' && session.unreachable) return <Unreachable />
  return (
    <div aria-busy="true">
      <output className="sr-only">{words.checking}</output>
      {skeleton}
    </div>
  )
}

function useLeaving(because: 'never' | 'asked' | 'ended' | null, signInAt: SignInPage): void {
  const navigate = useNavigate()
  const location = useLocation()
  const left = useRef(false)
  // Signed out before this page was opened, as by Back: no button leads away from it.
  const [before] = useState(because)
  const leave = useEffectEvent(() => {
    if (left.current) return
    left.current = true
    const { to, state } = signInWithOrigin(location, signInAt)
    if (because === 'ended') showToast({ kind: 'plain', title: toasts.ended, description: toasts.endedMore })
    void navigate(to, { state, replace: true })
  })
  useEffect(() => {
    if (because === 'never' || because === 'ended' || before === 'asked') leave()
  }, [because, before])
}

/** The client retries automatically; a reload is for those who do not want to wait. */
function Unreachable() {
  return (
    <div role="alert">
      <Banner tone="bad" title={words.unreachableTitle}>
        <p>{words.unreachable}</p>
        <Button look="outline" className="mt-3" onClick={() => window.location.reload()}>
          {words.reload}
        </Button>
      </Banner>
    </div>
  )
}
