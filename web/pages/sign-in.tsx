/**
 * /login and /register: one screen with two tabs (section 2 of the spec). Each tab is a child page, so that the address says which
 * one is open; signed-in users are redirected.
 */
import { useEffect, useState, type ReactNode } from 'react'
import { Link, Outlet, useLocation, useNavigate } from 'react-router'
import { QuickExit } from '../features/aid/quick-exit.tsx'
import { GivingAside } from '../features/sign-in/giving-aside.tsx'
import { useRedirectSignedIn } from '../features/sign-in/use-redirect-signed-in.ts'
import { ReturnNote } from '../features/sign-in/return-note.tsx'
import { welcome } from '../lib/welcome-toast.ts'
import { NoScript } from '../features/sign-in/no-script.tsx'
import { SecondStep } from '../ui/session/second-step.tsx'
import { signOutWithToast } from '../lib/sign-out.ts'
import { isComplete } from '../api/session/session.ts'
import { useSession } from '../api/session/session-provider.tsx'
import { prepareSessionOnIntent } from '../api/session/start-session.ts'
import { isReturning } from '../api/session/stored-session.ts'
import { Banner } from '../ui/banner.tsx'
import { buttonClass } from '../ui/button.tsx'
import { Tabs } from '../ui/tabs.tsx'
import { useHydrated } from '../lib/use-hydrated.ts'
import { registration, signIn as words } from '#words/sign-in.ts'

const TABS = [
  { name: '/login', text: words.tab },
  { name: '/register', text: words.registerTab },
] as const

export default function SignInScreen() {
  const { pathname, search, state } = useLocation()
  const navigate = useNavigate()
  const tab = pathname.startsWith('/register') ? '/register' : '/login'
  const { title, lead } = tab === '/login' ? words : registration
  useEffect(prepareSessionOnIntent, [])
  return (
    <>
      <QuickExit />
      <div className="page-head">
        <div className="wrap">
          <h1 className="text-4xl">{title}</h1>
          <p className="mt-4 max-w-2xl text-lg">{lead}</p>
        </div>
      </div>
      <div className="wrap page-head-overlap sign-in">
        <div className="card card-raised">
          <BySituation>
            <Tabs
              label={words.tabs}
              tabs={TABS}
              chosen={tab}
              onChoose={(to) =>
                void navigate({ pathname: to, search }, { replace: true, preventScrollReset: true, state })
              }
            >
              <Outlet />
            </Tabs>
            <NoScript />
          </BySituation>
        </div>
        <GivingAside />
      </div>
    </>
  )
}

/** The tabs for visitors, and the next step for signed-in users. */
function BySituation({ children }: { children: ReactNode }) {
  const session = useSession()
  const { pathname } = useLocation()
  const place = useRedirectSignedIn(session)
  const returning = useWelcomeOnReturn()
  if (session.is === 'in' && !isComplete(session)) {
    return (
      <SecondStep
        user={session.user}
        onDone={welcome}
        cancel={{ text: words.cancelSecondStep, onCancel: () => void signOutWithToast('local') }}
      />
    )
  }
  if (place !== null || (session.is === 'unknown' && returning)) return <Waiting />
  return (
    <>
      {session.is === 'unknown' && (
        <div className="if-signed-in">
          <Waiting />
        </div>
      )}
      {/* Always the same element, or text typed before React ran would be lost. */}
      <div className={session.is === 'unknown' ? 'if-signed-out' : undefined}>
        {session.is !== 'unknown' && <ReturnNote />}
        {session.is === 'in' && pathname === '/login' && <Unfinished />}
        {children}
      </div>
    </>
  )
}

/** After a mailed link or a linked sign-in: the same toast as any other sign-in, unless a second step is still to do. */
function useWelcomeOnReturn(): boolean {
  const session = useSession()
  const [returning] = useState(() => typeof window !== 'undefined' && isReturning(window.location.search))
  const arrived = returning && session.is === 'in' && isComplete(session)
  useEffect(() => {
    if (arrived) welcome()
  }, [arrived])
  // The prerendered page knows no addresses, and the first render has to match it.
  return useHydrated() && returning
}

function Waiting() {
  return (
    <p aria-live="polite" className="min-h-96 text-lg text-soft">
      {words.signedIn}
    </p>
  )
}

function Unfinished() {
  return (
    <Banner tone="note" title={words.unfinishedTitle} className="mb-6">
      <p>{words.unfinished}</p>
      <Link to="/register" replace className={buttonClass('primary', 'mt-3')}>
        {words.continue}
      </Link>
    </Banner>
  )
}
