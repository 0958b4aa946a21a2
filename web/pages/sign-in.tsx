/**
 * /login and /register: one screen with two tabs (section 2 of the spec). What a tab shows is a child page, so that the address says
 * what is open; signed-in users are redirected. The Register tab starts with a choice, and its forms have addresses of their own.
 */
import { useEffect, useState, type ReactNode } from 'react'
import { Link, useLocation, useNavigate } from '../lib/router.tsx'
import { useConfig } from '../api/config.ts'
import { LanguageBar } from '../features/site/language-bar.tsx'
import { QuickExit } from '../features/apply/quick-exit.tsx'
import { useRedirectSignedIn } from '../features/sign-in/use-redirect-signed-in.ts'
import { readReturned } from '../api/session/returned.ts'
import { onDemand } from '../ui/on-demand.tsx'
import { welcome } from '../lib/welcome-toast.ts'
import { NoScript } from '../features/sign-in/no-script.tsx'
import { SecondStepOnDemand } from '../ui/session/second-step-on-demand.tsx'
import { signOutWithToast } from '../lib/sign-out.ts'
import { isComplete } from '../api/session/session.ts'
import { useSession } from '../api/session/session-provider.tsx'
import { prepareSessionOnIntent } from '../api/session/start-session.ts'
import { isReturning } from '../api/session/stored-session.ts'
import { Banner } from '../ui/banner.tsx'
import { buttonClass } from '../ui/button.tsx'
import { PageHead } from '../ui/page-head.tsx'
import { Tabs } from '../ui/tabs.tsx'
import { EmailText } from '../ui/email-text.tsx'
import { useHydrated } from '../lib/use-hydrated.ts'
import { phoneDigits } from '../lib/phone-digits.ts'
import { site } from '../words/site.ts'
import { askingForAid, justAnAccount, registration, signIn as words } from '#words/people/sign-in.ts'

const TABS = [
  { name: '/login', text: words.tab },
  { name: '/register', text: words.registerTab },
] as const

const HEADS = {
  '/login': words,
  '/register': registration,
  '/register/aid': askingForAid,
  '/register/account': justAnAccount,
} as const

const isHead = (address: string): address is keyof typeof HEADS => address in HEADS

export default function SignInScreen({ children }: { children: ReactNode }) {
  const { pathname, search, state } = useLocation()
  const navigate = useNavigate()
  const address = pathname.replace(/\/$/, '')
  const open = isHead(address) ? address : '/login'
  const { title, lead } = HEADS[open]
  useEffect(prepareSessionOnIntent, [])
  return (
    <>
      {open === '/register/aid' && <QuickExit />}
      {import.meta.env.SSR || import.meta.env.TRANSLATED ? <LanguageBar /> : <LanguageLinks />}
      <PageHead art="door" title={title} lead={lead} />
      <div className="wrap page-head-overlap sign-in stack gap-6 max-w-2xl">
        <div className="card card-raised">
          <BySituation>
            <Tabs
              label={words.tabs}
              tabs={TABS}
              chosen={open === '/login' ? open : '/register'}
              onChoose={(to) => void navigate({ pathname: to, search }, { replace: true, keepsScroll: true, state })}
            >
              {children}
              {open.startsWith('/register/') && (
                <Link to={{ pathname: '/register', search }} state={state} className="link-target mt-4">
                  {registration.otherChoice}
                </Link>
              )}
            </Tabs>
            <NoScript />
          </BySituation>
        </div>
        {(open === '/register' || open === '/register/aid') && <TalkInstead />}
      </div>
    </>
  )
}

/** Few visitors return from a link that failed. */
const ReturnNote = onDemand(async () => (await import('../features/sign-in/return-note.tsx')).ReturnNote, {
  skeleton: null,
})

/** In English: the links of the switch alone, as the download has no room for more of it. */
function LanguageLinks() {
  const { pathname, search } = useLocation()
  const shown = useConfig()?.languages ?? []
  // The page for an account alone exists in English alone.
  if (shown.length === 0 || pathname === '/register/account') return null
  return (
    <div className="wrap relative">
      <nav aria-label={words.languages} className="language-tab">
        {shown.map(({ tag, name }) => (
          <a key={tag} href={`/${tag}${pathname}${search}`} lang={tag} hrefLang={tag} className="nav-link">
            {name}
          </a>
        ))}
      </nav>
    </div>
  )
}

function ReturnNoteIfReturned() {
  const [isReturned] = useState(() => readReturned(window.location.href) !== null)
  return isReturned && <ReturnNote />
}

/** The tabs for visitors, and the next step for signed-in users. */
function BySituation({ children }: { children: ReactNode }) {
  const session = useSession()
  const { pathname } = useLocation()
  const isLeaving = useRedirectSignedIn(session)
  const returning = useWelcomeOnReturn()
  if (session.is === 'in' && !isComplete(session)) {
    return (
      <SecondStepOnDemand
        user={session.user}
        onDone={welcome}
        cancel={{ text: words.cancelSecondStep, onCancel: () => void signOutWithToast('local') }}
      />
    )
  }
  if (isLeaving || (session.is === 'unknown' && returning)) return <Waiting />
  return (
    <>
      {session.is === 'unknown' && (
        <div className="if-signed-in">
          <Waiting />
        </div>
      )}
      {/* Always the same element, or text typed before React ran would be lost. */}
      <div className={session.is === 'unknown' ? 'if-signed-out' : undefined}>
        {session.is !== 'unknown' && <ReturnNoteIfReturned />}
        {session.is === 'in' && pathname === '/login' && <Unfinished />}
        {children}
      </div>
    </>
  )
}

/** After a mailed link or a linked sign-in: the same toast as after any other sign-in, unless a second step is still needed. */
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
      <Link to="/register/aid" replace className={buttonClass('primary', 'mt-3')}>
        {words.continue}
      </Link>
    </Banner>
  )
}

/** Below the registration: how to ask for aid without the form. */
function TalkInstead() {
  const { email, phone } = site.support
  return (
    <p className="flex flex-wrap items-center gap-x-4 text-soft">
      {registration.talk}
      <a href={`tel:${phoneDigits(phone)}`} className="link-target">
        {phone}
      </a>
      <a href={`mailto:${email}`} className="link-target">
        <EmailText email={email} />
      </a>
    </p>
  )
}
