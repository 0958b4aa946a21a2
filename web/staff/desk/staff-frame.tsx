/** Around every page of the administration: the rail of places, which is a menu on small screens. The site's header and footer are not here. */
import { QueryClientProvider } from '@tanstack/react-query'
import { useRef, type ReactNode } from 'react'
import { Link, useLocation } from '../../lib/router.tsx'
import { staffRolesOf } from './staff-roles-of.ts'
import { useSession } from '../../api/session/session-provider.tsx'
import { useClosing } from '../../lib/use-closing.ts'
import { Icon } from '../../ui/icon.tsx'
import { staffWords } from '#words/aid/admin-words.ts'
import { staffFrame as words } from '#words/office/admin-frame.ts'
import { useDecisionCounts, useInbox } from './parts/counters.ts'
import { GUIDE, OWN_MAILS, placeAddress } from './places.ts'
import { useStaffClient } from './query-client.ts'
import { isOpen, linksFor } from './links.ts'
import { NewRequest } from './new-request.tsx'

interface StaffFrameProps {
  /** Ends the session. */
  signOut: ReactNode
  children: ReactNode
}

export function StaffFrame({ signOut, children }: StaffFrameProps) {
  return (
    <QueryClientProvider client={useStaffClient()}>
      <div className="staff">
        <nav aria-label={words.rail} className="staff-rail">
          <Places isRare={false} />
          <More signOut={signOut} />
        </nav>
        <Menu signOut={signOut} />
        <main id="content" tabIndex={-1} className="min-w-0">
          {children}
        </main>
      </div>
    </QueryClientProvider>
  )
}

const ALL = ['administrator'] as const

/** Before the session is known, the rail is that of an administrator: prerendered, and as tall as it gets. */
function useLinks() {
  const session = useSession()
  return linksFor(session.is === 'in' ? staffRolesOf(session.user) : ALL)
}

interface PlacesProps {
  /** Those behind More, or the others; both where it is left out. */
  isRare?: boolean
}

function Places({ isRare }: PlacesProps) {
  const { pathname } = useLocation()
  const shown = useLinks().filter((link) => isRare === undefined || isRare === (link.isRare ?? false))
  if (shown.length === 0) return null
  return (
    <ul>
      {shown.map((link) => (
        <li key={link.to}>
          <Link to={link.to} className="staff-place" aria-current={isOpen(link, pathname) ? 'page' : undefined}>
            <Icon name={link.icon} />
            <span>{link.text}</span>
            {link.to === placeAddress('messages') && <Unanswered />}
            {link.to === placeAddress('decisions') && <WaitingDecisions />}
            {link.to === placeAddress('calls') && <AskedCalls />}
            {link.to === placeAddress('complaints') && <OpenComplaints />}
            {link.to === placeAddress('words') && <WaitingWords />}
            {link.to === placeAddress('beneficiaries') && <DoubtedNumbers />}
          </Link>
        </li>
      ))}
    </ul>
  )
}

const WaitingDecisions = () => (
  <PlaceCount from={useDecisionCounts()} of={({ waiting }) => waiting} says={words.waitingDecisions} />
)
const Unanswered = () => <PlaceCount from={useInbox()} of={({ unanswered }) => unanswered} says={words.unanswered} />
const AskedCalls = () => <PlaceCount from={useInbox()} of={({ calls }) => calls} says={words.askedCalls} />
const OpenComplaints = () => (
  <PlaceCount from={useInbox()} of={({ complaints }) => complaints} says={words.openComplaints} />
)
const WaitingWords = () => <PlaceCount from={useInbox()} of={({ words: said }) => said} says={staffWords.waiting} />
const DoubtedNumbers = () => <PlaceCount from={useInbox()} of={({ numbers }) => numbers} says={words.doubtedNumbers} />

interface PlaceCountProps<Counts> {
  from: Counts | null | undefined
  of: (counts: Counts) => number | string
  says: string
}

/** Shows nothing while there is none or it is being counted, and a question mark where counting failed. */
function PlaceCount<Counts>({ from, of, says }: PlaceCountProps<Counts>) {
  const count = from ? of(from) : 0
  if (count === 0 && from !== null) return null
  return (
    <span className="staff-count">
      {from ? count : '?'}
      <span className="sr-only"> {from ? says : words.notCounted}</span>
    </span>
  )
}

/** On the closed panel, as the links to them are inside. */
function WaitingInMore() {
  return (
    <PlaceCount
      from={useInbox()}
      of={({ complaints, words: said }) => Number(complaints) + Number(said)}
      says={words.waitingInMore}
    />
  )
}

/** On large screens: at the end of the rail, with its panel beside it. */
function More({ signOut }: { signOut: ReactNode }) {
  const panel = useRef<HTMLDetailsElement>(null)
  useClosing(panel)
  const { pathname } = useLocation()
  const isHere = useLinks().some((link) => link.isRare && isOpen(link, pathname))
  return (
    <details ref={panel} className="staff-account">
      <summary className="staff-place" data-here={isHere}>
        <Icon name="sliders" />
        <span>{words.more}</span>
        <WaitingInMore />
      </summary>
      <div className="staff-account-panel">
        <Places isRare />
        <Own signOut={signOut} />
      </div>
    </details>
  )
}

function Menu({ signOut }: { signOut: ReactNode }) {
  const menu = useRef<HTMLDetailsElement>(null)
  useClosing(menu)
  return (
    <details ref={menu} className="staff-menu">
      <summary>{words.menu}</summary>
      <nav aria-label={words.menu} className="menu-panel staff-menu-panel">
        <NewRequest className="staff-place" />
        <Places />
        <Own signOut={signOut} />
      </nav>
    </details>
  )
}

const OWN_LINKS = [
  [GUIDE, words.guide],
  ['/account', words.account],
  [OWN_MAILS, words.ownMails],
  ['/', words.site],
] as const

function Own({ signOut }: { signOut: ReactNode }) {
  const session = useSession()
  return (
    <div className="staff-own grid justify-items-start gap-1">
      {session.is === 'in' && <p className="wrap-anywhere">{session.user.email}</p>}
      {OWN_LINKS.map(([to, text]) => (
        <Link key={to} to={to} className="link-target">
          {text}
        </Link>
      ))}
      {signOut}
    </div>
  )
}
