/** /aid/ask: a request for aid with a telephone number. Where none signs in, it leads to the form with an email address. */
import { useEffect, useState } from 'react'
import { useConfig } from '../api/config.ts'
import { CONFIRM_NUMBER, LANDING } from '../api/session/landing.ts'
import { isComplete, isLimited } from '../api/session/session.ts'
import { useSession } from '../api/session/session-provider.tsx'
import { prepareSessionOnIntent } from '../api/session/start-session.ts'
import { isEmpty } from '../features/apply/draft.ts'
import { PhoneForm } from '../features/apply/phone-form.tsx'
import { HandedOverLater } from '../features/apply/handed-over-later.tsx'
import { QuickExit } from '../features/apply/quick-exit.tsx'
import { registrationRequest, useAidRequest } from '../features/apply/use-aid-request.ts'
import { NoScript } from '../features/sign-in/no-script.tsx'
import { RegistrationClosed } from '../features/sign-in/registration-closed.tsx'
import { GoTo } from '../lib/go-to.tsx'
import { useLocation } from '../lib/router.tsx'
import { LanguageBar } from '../features/site/language-bar.tsx'
import { pageMeta } from '../page-meta.ts'
import { PageHead } from '../ui/page-head.tsx'
import { aidByPhone as words } from '#words/aid/by-phone.ts'

export const meta = () => pageMeta('/aid/ask', words)

export default function AidAskPage() {
  const auth = useConfig()?.auth
  useEffect(prepareSessionOnIntent, [])
  return (
    <>
      <QuickExit />
      <LanguageBar />
      <PageHead title={words.title} lead={words.lead} />
      <div className="wrap max-w-2xl page-head-overlap">
        <div className="card card-raised">
          <NoScript />
          <div className="needs-script">
            {auth?.signup === false ? <RegistrationClosed /> : <Asking byPhone={auth?.phone_sign_in !== false} />}
          </div>
        </div>
      </div>
    </>
  )
}

function Asking({ byPhone }: { byPhone: boolean }) {
  const { search } = useLocation()
  const session = useSession()
  const state = useAidRequest(registrationRequest)
  const [began, setBegan] = useState(false)
  const { opened, draft, run } = state
  // The typed text stays, and the dashboard leads back to it.
  if (session.is === 'in' && isComplete(session) && isLimited(session)) return <GoTo to={CONFIRM_NUMBER} />
  const isBlank = opened && isEmpty(draft) && run.is === 'idle'
  if (!began && opened && !isBlank) setBegan(true)
  // Nothing to finish: it was sent or cleared, or they are signed in and have a form without the last step.
  if (isBlank && session.is === 'in' && isComplete(session))
    return <GoTo to={began ? LANDING[session.role] : '/apply-for-aid'} />
  const isKnown = session.is === 'out' || (session.is === 'in' && opened)
  return (
    <>
      {!byPhone && isKnown && <GoTo to={`/register/aid${search}`} />}
      <HandedOverLater request={registrationRequest} />
      {/* Stays until the other page is there, so that nothing jumps. */}
      <PhoneForm state={state} />
    </>
  )
}
