/** /register: the Register tab asks what a visitor came for, so that a donor does not meet a form for aid. */
import { Link, useLocation } from '../lib/router.tsx'
import { useConfig } from '../api/config.ts'
import { useSession } from '../api/session/session-provider.tsx'
import { RegistrationClosed } from '../features/sign-in/registration-closed.tsx'
import { GoTo } from '../lib/go-to.tsx'
import type { To } from '../lib/page-history.ts'
import { pageMeta } from '../page-meta.ts'
import { Icon, type IconName } from '../ui/icon.tsx'
import { registration as words } from '#words/people/sign-in.ts'

export const meta = () => pageMeta('/register', words)

export default function RegisterPage() {
  const { search, state } = useLocation()
  const isOpen = useConfig()?.auth.signup ?? true
  // A signed-in user who is still on this page has a registration to finish.
  if (useSession().is === 'in') return <GoTo to="/register/aid" />
  return (
    <div className="grid gap-4">
      <StartChoice to="/donate" icon="coins" {...words.choices.give} />
      {isOpen ? (
        <>
          <StartChoice to={{ pathname: '/aid', search }} state={state} icon="bowl" {...words.choices.aid} />
          <StartChoice
            to={{ pathname: '/register/account', search }}
            state={state}
            icon="people"
            {...words.choices.account}
          />
        </>
      ) : (
        <RegistrationClosed />
      )}
    </div>
  )
}

interface StartChoiceProps {
  to: To
  /** Passed on with the link: the page to return to. */
  state?: unknown
  icon: IconName
  title: string
  text: string
}

/** One answer to "what did you come for?": a link as large as its text. */
function StartChoice({ to, state, icon, title, text }: StartChoiceProps) {
  return (
    <Link to={to} state={state} className="link-card">
      <Icon name={icon} className="h-8 w-8 text-leaf max-sm:hidden" />
      <span className="grid grow gap-1">
        <span className="text-xl font-bold">{title}</span>
        <span className="text-soft">{text}</span>
      </span>
      <Icon name="arrow" className="text-leaf" />
    </Link>
  )
}
