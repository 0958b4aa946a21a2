/** /beneficiary/dashboard: the applicant's requests for aid and where each of them is. */
import { Link } from '../lib/router.tsx'
import { useLoaded } from '../lib/use-loaded.ts'
import { papersAnswer } from '../features/apply/papers-answer.ts'
import { ApplicationList, ListSkeleton } from '../features/my-requests/application-list.tsx'
import { HandedOverLater } from '../features/apply/handed-over-later.tsx'
import { ProfileLanguage } from '../features/site/profile-language.tsx'
import { LanguageBar } from '../features/site/language-bar.tsx'
import { QuickExit } from '../features/apply/quick-exit.tsx'
import { readSent } from '../features/apply/last-sent.ts'
import { SentRequest } from '../features/apply/sent-request.tsx'
import { UnsentRequest } from '../features/apply/unsent-request.tsx'
import { RequireSession } from '../ui/session/require-session.tsx'
import { useSession } from '../api/session/session-provider.tsx'
import type { Bearer } from '../api/authorization.ts'
import { call } from '../api/client.ts'
import { buttonClass } from '../ui/button.tsx'
import { Banner } from '../ui/banner.tsx'
import { NoScript } from '../features/sign-in/no-script.tsx'
import { applications as words } from '#words/aid/applications.ts'

export const meta = () => [{ title: words.title }, { name: 'robots', content: 'noindex' }]

export default function BeneficiaryDashboard() {
  return (
    <>
      <QuickExit />
      <LanguageBar stays={readSent() !== null} />
      <div className="page-head head-quiet">
        <div className="wrap">
          <h1 className="text-4xl">{words.title}</h1>
          <Welcome />
          <Link to="/" className={buttonClass('outline', 'mt-5')}>
            {words.backHome}
          </Link>
        </div>
      </div>
      <div className="wrap label-and-content min-h-screen pt-10 pb-20">
        <div>
          <h2 className="text-2xl">{words.listTitle}</h2>
          <p className="mt-2 text-soft">{words.listLead}</p>
        </div>
        <div className="stack gap-6">
          <NoScript title={words.listTitle} text={words.needsScript} className="" />
          <div className="needs-script stack gap-6">
            <RequireSession skeleton={<ListSkeleton />}>
              {({ user, bearer }) => (
                <div className="stack gap-6">
                  {readSent() === null && <ProfileLanguage bearer={bearer} />}
                  <SentRequest />
                  <StoppedMail bearer={bearer} />
                  <UnsentRequest email={user.email ?? ''} userId={user.id} />
                  <HandedOverLater />
                  <ApplicationList bearer={bearer} papers={papersAnswer} after={<More />} />
                </div>
              )}
            </RequireSession>
          </div>
        </div>
      </div>
    </>
  )
}

function More() {
  return (
    <p className="flex flex-wrap gap-x-6">
      <Link to="/account" className="link-target">
        {words.account}
      </Link>
      <Link to="/claim" className="link-target">
        {words.claim}
      </Link>
      <Link to="/complain" className="link-target">
        {words.complain}
      </Link>
    </p>
  )
}

/** Unknown in the prerendered page: the line reserves its space, and the address follows. */
function Welcome() {
  const session = useSession()
  const name = session.is === 'out' ? null : session.name
  return (
    <p className={`mt-4 text-lg wrap-anywhere ${name ? '' : 'invisible'}`.trimEnd()}>{words.welcome(name ?? '')}</p>
  )
}

/** Tells an account that mail does not reach it, because a reader of its address said that it is not theirs. */
function StoppedMail({ bearer }: { bearer: Bearer }) {
  const { view } = useLoaded((signal) => call('GET /api/request-mail', { bearer, signal }))
  if (view.is !== 'there' || view.value.state !== 'stopped') return null
  return (
    <Banner tone="bad" title={words.mailStoppedTitle}>
      <p>{words.mailStopped}</p>
      <p className="mt-2">
        <Link to="/account" className="underline">
          {words.mailStoppedLink}
        </Link>
      </p>
    </Banner>
  )
}
