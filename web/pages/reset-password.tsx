/**
 * /reset-password: the target of a recovery mail's link. The link signs in; then a new password is chosen, after the second step if
 * the account has one. If the link does not sign in, the code of the same mail does.
 */
import { useEffect, useState } from 'react'
import type { User } from '@supabase/auth-js'
import { Link, useLocation, useNavigate, useNavigateLater } from '../lib/router.tsx'
import { ADDRESS_UNDONE } from '../../contract/people/link-page.ts'
import { emailError } from '../lib/email-error.ts'
import { NewPasswordForm } from '../features/sign-in/new-password-form.tsx'
import { LanguageBar } from '../features/site/language-bar.tsx'
import { NoScript } from '../features/sign-in/no-script.tsx'
import { RecoveryCode } from '../features/sign-in/recovery-code.tsx'
import { hasMoreToDo, placeAfterSignIn } from '../api/session/landing.ts'
import { readReturned } from '../api/session/returned.ts'
import { SecondStep } from '../ui/session/second-step.tsx'
import { isComplete, type SignedIn } from '../api/session/session.ts'
import { useSession } from '../api/session/session-provider.tsx'
import { signOutWithToast } from '../lib/sign-out.ts'
import { prepareSession } from '../api/session/start-session.ts'
import { EmailField } from '../ui/text-field.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { recovery as words } from '#words/people/recovery.ts'
import { signIn } from '#words/people/sign-in.ts'
import { checking } from '#words/people/checking.ts'

export function meta() {
  return [
    { title: words.resetMetaTitle },
    { name: 'robots', content: 'noindex' },
    // The address may hold a code. Our own calls name the language of the page by it.
    { name: 'referrer', content: 'same-origin' },
  ]
}

export default function ResetPasswordPage() {
  const session = useSession()
  useEffect(prepareSession, [])
  const { search, hash } = useLocation()
  const isUndone = search.includes(ADDRESS_UNDONE) && !hash.includes('error')
  return (
    <>
      {/* Not before the code of the address was read: another document would lose it. */}
      {session.is !== 'unknown' && <LanguageBar stays />}
      <div className="wrap section max-w-2xl">
        <h1 className="text-3xl">{words.resetTitle}</h1>
        <div className="card mt-8">
          {session.is === 'unknown' && <Checking />}
          {session.is !== 'unknown' && isUndone && <AddressUndone />}
          {session.is === 'in' && !isUndone && <Signed session={session} />}
          {session.is === 'out' && !isUndone && <WithoutSession />}
          <NoScript />
        </div>
      </div>
    </>
  )
}

function Checking() {
  return (
    <div className="needs-script min-h-96">
      <p aria-live="polite" className="text-soft">
        {checking.checking}
      </p>
      <Skeleton className="mt-6 h-12 w-full" />
      <Skeleton className="mt-6 h-12 w-full" />
    </div>
  )
}

/** Not for the account that is signed in here, which may be someone else's. */
function AddressUndone() {
  const navigate = useNavigate()
  const { hash } = useLocation()
  useEffect(() => {
    // The fragment holds a message of the server, which this page says in its own words.
    if (hash !== '') void navigate(`/reset-password?${ADDRESS_UNDONE}`, { replace: true })
  }, [hash, navigate])
  return (
    <div role="alert">
      <h2 className="text-xl">{words.undoneTitle}</h2>
      <p className="mt-2">{words.undone}</p>
      <Link to="/forgot-password" className="link-target mt-4">
        {words.askAgain}
      </Link>
    </div>
  )
}

function Signed({ session }: { session: SignedIn }) {
  const navigate = useNavigateLater()
  if (!isComplete(session)) {
    const cancel = { text: words.cancel, onCancel: () => void signOutWithToast('local') }
    return <SecondStep user={session.user} cancel={cancel} />
  }
  // The session of this render still asks for a password.
  const goOn = async (user: User) => {
    const now = { ...session, user }
    await navigate(hasMoreToDo(now) ? '/register/aid' : await placeAfterSignIn(now, null), { replace: true })
  }
  return <NewPasswordForm user={session.user} onChanged={(user) => void goOn(user)} />
}

function WithoutSession() {
  const [returned] = useState(() => readReturned(window.location.href))
  const [email, setEmail] = useState('')
  const [fault, setFault] = useState<string>()
  const [title, text] = showReason(returned?.is)
  return (
    <>
      <div role={returned ? 'alert' : undefined}>
        <h2 className="text-xl">{title}</h2>
        <p className="mt-2">{text}</p>
      </div>
      <div className="mt-6">
        <EmailField
          label={signIn.email}
          error={fault}
          value={email}
          onChange={(event) => {
            setEmail(event.currentTarget.value)
            setFault(undefined)
          }}
        />
      </div>
      <RecoveryCode
        email={email.trim()}
        check={() => {
          setFault(emailError(email))
          return emailError(email) === undefined ? undefined : words.addressFirst
        }}
      />
      <Link to="/forgot-password" className="link-target mt-4">
        {words.askAgain}
      </Link>
    </>
  )
}

function showReason(returned: 'refused' | 'other_browser' | undefined): [title: string, text: string] {
  if (returned === 'refused') return [words.usedUpTitle, words.usedUp]
  if (returned === 'other_browser') return [words.otherBrowserTitle, words.otherBrowser]
  return [words.noneTitle, words.none]
}
