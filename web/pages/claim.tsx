/** /claim: a person gets the requests that staff entered for them onto their own account. The text message with the code leads here. */
import { Link, useLocation } from '../lib/router.tsx'
import { signInWithOrigin } from '../api/session/origin.ts'
import { useSession } from '../api/session/session-provider.tsx'
import { ClaimForm } from '../features/my-requests/claim/claim-form.tsx'
import { buttonClass } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { NoScript } from '../features/sign-in/no-script.tsx'
import { LanguageBar } from '../features/site/language-bar.tsx'
import { PageHead } from '../ui/page-head.tsx'
import { RequireSession } from '../ui/session/require-session.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { claiming as words } from '#words/aid/claiming.ts'

export const meta = () => [{ title: words.metaTitle }, { name: 'robots', content: 'noindex' }]

export default function ClaimPage() {
  const caseNumber = new URLSearchParams(useLocation().search).get('case') ?? ''
  const session = useSession()
  return (
    <>
      <LanguageBar />
      <PageHead title={words.title} lead={words.lead} />
      <div className="wrap page-head-overlap">
        <NoScript title={words.title} text={words.needsScript} className="" />
        <div className="needs-script grid items-start gap-6 lg:grid-cols-[1.5fr_1fr] lg:gap-8">
          {session.is === 'out' ? (
            <SignInFirst />
          ) : (
            <RequireSession skeleton={<FormSkeleton />}>
              {(own) => <ClaimForm session={own} caseNumber={caseNumber.slice(0, 40)} />}
            </RequireSession>
          )}
        </div>
        <p className="mt-6">
          <Link to="/beneficiary/dashboard" className="underline">
            {words.page}
          </Link>
        </p>
      </div>
    </>
  )
}

/** The text message leads here, often before there is an account: this page says what it is for before it asks for one. */
function SignInFirst() {
  const { to, state } = signInWithOrigin(useLocation())
  return (
    <Card title={words.signInTitle} raised>
      <p className="mt-3">{words.signInLead}</p>
      <Link to={to} state={state} className={buttonClass('primary', 'mt-5')}>
        {words.signIn}
      </Link>
    </Card>
  )
}

function FormSkeleton() {
  return (
    <div className="card overflow-hidden">
      <Skeleton className="block h-6 w-40" />
      <Skeleton className="mt-6 block h-24 w-full" />
      <Skeleton className="mt-6 block h-24 w-full" />
      <Skeleton className="mt-6 block h-12 w-40" />
    </div>
  )
}
