/** /register: the Register tab asks what a visitor came for, so that a donor does not meet a form for aid. */
import { useLocation } from '../lib/router.tsx'
import { useConfig } from '../api/config.ts'
import { useSession } from '../api/session/session-provider.tsx'
import { RegistrationClosed } from '../features/sign-in/registration-closed.tsx'
import { StartChoice } from '../features/sign-in/start-choice.tsx'
import { GoTo } from '../lib/go-to.tsx'
import { pageMeta } from '../page-meta.ts'
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
