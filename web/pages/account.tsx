/** /account: personal details, sign-in methods, sessions, and closing the account. */
import { useEffect, useRef, useState } from 'react'
import { Link, useLocation, useNavigate } from '../lib/router.tsx'
import { DataSection } from '../features/account/data-section.tsx'
import { FactorsSection } from '../features/account/factors-section.tsx'
import { LinkedSection } from '../features/account/linked-section.tsx'
import { OpeningsSection } from '../features/account/openings-section.tsx'
import { PasswordSection } from '../features/account/password-section.tsx'
import { ProfileSection } from '../features/account/profile-section.tsx'
import { forgetDraftsOf } from '../features/apply/forget-account.ts'
import { useReturnedNote } from '../features/account/returned-note.ts'
import { AnySkeleton, SectionSkeleton } from '../features/account/section-layout.tsx'
import { addressOf, sectionOf, SECTIONS, type Section } from '../features/account/sections.ts'
import { SessionsSection } from '../features/account/sessions-section.tsx'
import { mustChoosePassword } from '../api/session/landing.ts'
import { originOf } from '../api/session/origin.ts'
import { RequireSession } from '../ui/session/require-session.tsx'
import type { SignedIn } from '../api/session/session.ts'
import { useSession } from '../api/session/session-provider.tsx'
import { NoScript } from '../features/sign-in/no-script.tsx'
import { Tabs } from '../ui/tabs.tsx'
import { buttonClass } from '../ui/button.tsx'
import { useHydrated } from '../lib/use-hydrated.ts'
import { account as words } from '#words/people/account.ts'
import '../features/account/account.css'

export const meta = () => [{ title: words.title }, { name: 'robots', content: 'noindex' }]

const TABS = SECTIONS.map((name) => ({ name, text: words.sections[name].tab }))

export default function AccountPage() {
  const [closed, setClosed] = useState(false)
  const close = (userId: string) => {
    // First: without a session, this page would redirect.
    setClosed(true)
    forgetAccount(userId).catch((fault: unknown) => console.warn('Something of a closed account stayed.', fault))
  }
  if (closed) return <ClosedAccount />
  return (
    <>
      <div className="page-head head-quiet">
        <div className="wrap">
          <h1 className="text-4xl">{words.title}</h1>
          <p className="mt-4 max-w-2xl text-lg">{words.lead}</p>
          <p className="mt-3">
            <Link to="/beneficiary/dashboard" className="underline">
              {words.requests}
            </Link>
          </p>
        </div>
      </div>
      <div className="wrap pt-6 pb-20">
        <NoScript />
        <div className="needs-script account-tabs">
          <Sections onClosed={close} />
        </div>
      </div>
    </>
  )
}

function Sections({ onClosed }: { onClosed: (userId: string) => void }) {
  const session = useSession()
  const navigate = useNavigate()
  const location = useLocation()
  const { search } = location
  const origin = originOf(location)
  // The prerendered page is the same for every section: its content is replaced, never moved.
  const hydrated = useHydrated()
  const section = sectionOf(hydrated ? search : '')
  useReturnedNote(session.is === 'in')

  if (session.is === 'in' && mustChoosePassword(session)) {
    const goOn = () => {
      if (origin !== null) void navigate(origin, { replace: true })
    }
    return (
      <div className="pt-6">
        <RequireSession skeleton={null}>
          {(known) => <PasswordSection session={known} forced onChanged={goOn} />}
        </RequireSession>
      </div>
    )
  }
  return (
    <Tabs
      label={words.tabs}
      tabs={TABS}
      chosen={section}
      onChoose={(to) => void navigate(addressOf(to), { replace: true, keepsScroll: true })}
    >
      <RequireSession skeleton={hydrated ? <SectionSkeleton key={section} section={section} /> : <AnySkeleton />}>
        {(known) => <SectionBody key={section} section={section} session={known} onClosed={onClosed} />}
      </RequireSession>
    </Tabs>
  )
}

interface SectionBodyProps {
  section: Section
  session: SignedIn
  onClosed: (userId: string) => void
}

function SectionBody({ section, session, onClosed }: SectionBodyProps) {
  switch (section) {
    case 'profile':
      return <ProfileSection session={session} />
    case 'password':
      return <PasswordSection session={session} forced={false} />
    case 'two-step':
      return <FactorsSection session={session} />
    case 'linked':
      return <LinkedSection session={session} />
    case 'sessions':
      return <SessionsSection session={session} />
    case 'openings':
      return <OpeningsSection session={session} />
    case 'data':
      return <DataSection session={session} onClosed={() => onClosed(session.user.id)} />
  }
}

/** The page after an account has been closed. */
function ClosedAccount() {
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    title.current?.focus()
    window.scrollTo(0, 0)
  }, [])
  return (
    <div className="wrap section min-h-[60vh] max-w-2xl">
      <h1 ref={title} tabIndex={-1} className="text-3xl outline-none">
        {words.closedTitle}
      </h1>
      <p className="mt-4 text-lg text-soft">{words.closed}</p>
      <Link to="/" className={buttonClass('primary', 'mt-8')}>
        {words.home}
      </Link>
    </div>
  )
}

async function forgetAccount(userId: string): Promise<void> {
  const { endSession, forgetPerson } = await import('../api/session/leave-session.ts')
  const endAtServer = endSession('local')
  await forgetDraftsOf(userId, forgetPerson)
  await endAtServer()
}
