/** The top of every page. The menu of small screens is a native disclosure, so it opens without JavaScript too. */
import { useRef } from 'react'
import { Link, NavLink } from '../../../lib/router.tsx'
import { site } from '../../../words/site.ts'
import { useClosing } from '../../../lib/use-closing.ts'
import { buttonClass } from '../../../ui/button.tsx'
import { BySession } from '../../../ui/session/by-session.tsx'
import { shell as words } from '#words/common/shell.ts'
import { SignOutButton, WelcomeLine } from './account.tsx'

const LINKS = [
  ['/', words.home],
  ['/about', words.about],
  ['/success-stories', words.stories],
  ['/contact', words.contact],
  ['/admin-auth', words.admin],
] as const

/** Pages of a signed-in user. */
const OWN_LINKS = [
  ['/beneficiary/dashboard', words.requests],
  ['/account', words.account],
  ['/wallet', words.wallet],
] as const

export function Header() {
  return (
    <header className="header">
      <div className="wrap header-row">
        <Link to="/" className="brand">
          <Logo />
          {site.name}
        </Link>
        <nav aria-label={words.mainMenu} className="hidden flex-wrap gap-x-1 lg:flex">
          {LINKS.map(([to, text]) => (
            <NavLink key={to} to={to} end className="nav-link">
              {text}
            </NavLink>
          ))}
        </nav>
        <Account />
        <NavLink to="/donate" end className={buttonClass('gold', 'button-small header-donate')}>
          {words.donate}
        </NavLink>
        <Menu />
      </div>
      <BySession out={null} signedIn={<SessionBar />} />
    </header>
  )
}

/** At the right end: it takes the width that the menu leaves, whatever it contains, so nothing moves when that changes. */
function Account() {
  return (
    <div className="header-account">
      <BySession
        out={
          <>
            <Link to="/login" className={buttonClass('quiet', 'button-small')}>
              {words.signIn}
            </Link>
            <Link to="/register" className={buttonClass('outline', 'button-small')}>
              {words.getStarted}
            </Link>
          </>
        }
        signedIn={null}
      />
    </div>
  )
}

function OwnLinks({ look }: { look: string }) {
  return OWN_LINKS.map(([to, text]) => (
    <NavLink key={to} to={to} className={look}>
      {text}
    </NavLink>
  ))
}

/** On large screens, below the menu: whose session it is, with room for the whole address, and where it leads. */
function SessionBar() {
  return (
    <div className="session-bar">
      <div className="wrap">
        <WelcomeLine />
        <OwnLinks look="nav-link" />
        <SignOutButton look="quiet" className="button-small" />
      </div>
    </div>
  )
}

function Menu() {
  const menu = useRef<HTMLDetailsElement>(null)
  useClosing(menu)
  return (
    <details ref={menu} className="menu lg:hidden">
      <summary className={buttonClass('outline', 'button-small')}>{words.menu}</summary>
      <nav aria-label={words.menu} className="menu-panel">
        {LINKS.map(([to, text]) => (
          <NavLink key={to} to={to} end className="menu-link">
            {text}
          </NavLink>
        ))}
        <NavLink to="/apply-for-aid" className="menu-link">
          {words.apply}
        </NavLink>
        <BySession
          out={
            <div className="mt-4 grid grid-cols-2 gap-3">
              <Link to="/login" className={buttonClass('quiet')}>
                {words.signIn}
              </Link>
              <Link to="/register" className={buttonClass('outline')}>
                {words.getStarted}
              </Link>
            </div>
          }
          signedIn={
            <div className="mt-2 grid grid-cols-2 gap-3">
              <WelcomeLine className="col-span-2" />
              <OwnLinks look={buttonClass('outline')} />
              <SignOutButton look="quiet" />
            </div>
          }
        />
      </nav>
    </details>
  )
}

/** The mark: a calabash held out, and the sun over it. */
function Logo() {
  if (site.logo_address !== null)
    return <img src={site.logo_address} width="32" height="32" className="size-8 object-contain" alt="" />
  return (
    <svg viewBox="0 0 32 32" className="size-8" aria-hidden="true" focusable="false">
      <circle cx="16" cy="8.5" r="5" className="fill-gold" />
      <path d="M2.5 15.5h27a13.5 13.5 0 0 1-27 0Z" className="fill-leaf" />
    </svg>
  )
}
