/** /apply-for-aid: a request for aid by a signed-in user. Signed out: to /aid, which leads to the form that creates the account with it. */
import { useNavigateLater } from '../lib/router.tsx'
import type { Bearer } from '../api/authorization.ts'
import { call, NetworkFailure } from '../api/client.ts'
import { LoadedPart } from '../ui/loaded-part.tsx'
import { useLoaded } from '../lib/use-loaded.ts'
import { AidForm } from '../features/apply/aid-form.tsx'
import { EarlierDocuments } from '../features/apply/earlier-documents.tsx'
import { HandedOverLater } from '../features/apply/handed-over-later.tsx'
import { LanguageBar } from '../features/site/language-bar.tsx'
import { QuickExit } from '../features/apply/quick-exit.tsx'
import { signedInRequest, useAidRequest } from '../features/apply/use-aid-request.ts'
import { GoTo } from '../lib/go-to.tsx'
import { LANDING } from '../api/session/landing.ts'
import { RequireSession } from '../ui/session/require-session.tsx'
import type { SignedIn } from '../api/session/session.ts'
import { useSession } from '../api/session/session-provider.tsx'
import { hasUnfinishedRegistration } from '../api/session/unfinished-registration.ts'
import { NoScript } from '../features/sign-in/no-script.tsx'
import { PageHead } from '../ui/page-head.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { aid as words } from '#words/aid/aid.ts'

export const meta = () => [{ title: words.applyMetaTitle }, { name: 'robots', content: 'noindex' }]

/** The Sign In tab beside the form returns here. */
const startWithOrigin = `/aid?${new URLSearchParams({ from: '/apply-for-aid' })}`

export default function ApplyForAidPage() {
  const session = useSession()
  if (session.is === 'out' && session.because === 'never') return <GoTo to={startWithOrigin} />
  return (
    <>
      <QuickExit />
      <LanguageBar />
      <PageHead title={words.applyTitle} lead={words.applyLead} />
      <div className="wrap max-w-2xl page-head-overlap">
        <div className="card card-raised">
          <NoScript />
          <div className="needs-script">
            <RequireSession skeleton={<FormSkeleton />}>
              {(known) =>
                // It was started while registering, and is finished there: one request, one draft.
                hasUnfinishedRegistration(known.user.email ?? '') ? (
                  <GoTo to="/register/aid" />
                ) : (
                  <ApplyForAid session={known} />
                )
              }
            </RequireSession>
          </div>
        </div>
      </div>
    </>
  )
}

function ApplyForAid({ session: { user, role, bearer } }: { session: SignedIn }) {
  const navigate = useNavigateLater()
  const email = user.email ?? ''
  const state = useAidRequest(signedInRequest, { email, userId: user.id })
  const loaded = useLoaded(() => readKnown(bearer))
  return (
    <>
      <HandedOverLater request={signedInRequest} />
      <LoadedPart loaded={loaded} skeleton={<FormSkeleton />}>
        {({ profile, items }) => (
          <AidForm
            request={signedInRequest}
            state={state}
            askAccount={false}
            signedInAs={email}
            {...(profile && { known: profile })}
            earlier={<EarlierDocuments request={signedInRequest} state={state} items={items} />}
            onDone={() => void navigate(LANDING[role])}
          />
        )}
      </LoadedPart>
    </>
  )
}

/** Reads what is known of the applicant. Without a connection that is nothing, and the form is filled in and sent without it. */
async function readKnown(bearer: Bearer) {
  try {
    return await loadKnown(bearer)
  } catch (problem) {
    if (!(problem instanceof NetworkFailure)) throw problem
  }
  // The connection may have returned since, and a device may report one where nothing arrives.
  try {
    return await loadKnown(bearer)
  } catch (problem) {
    if (!(problem instanceof NetworkFailure)) throw problem
    return { profile: undefined, items: [] }
  }
}

async function loadKnown(bearer: Bearer) {
  const [profile, { items }] = await Promise.all([
    call('GET /api/profile', { bearer }),
    call('GET /api/documents', { bearer }),
  ])
  return { profile, items }
}

/** As large as the form without documents. */
function FormSkeleton() {
  return <Skeleton className="block h-[72rem]" />
}
