/** /admin-auth: the administrators' sign-in (section 2 of the spec). Administrators are redirected; all others stay as they were. */
import { useEffect, type ReactNode } from 'react'
import { useLocation, useNavigate } from '../lib/router.tsx'
import { isComplete } from '../api/session/session.ts'
import { choosePasswordAddress, LANDING, mustChoosePassword } from '../api/session/landing.ts'
import { originOf } from '../api/session/origin.ts'
import { SecondStep } from '../ui/session/second-step.tsx'
import { signOutWithToast } from '../lib/sign-out.ts'
import { useSession } from '../api/session/session-provider.tsx'
import { prepareSessionOnIntent } from '../api/session/start-session.ts'
import { AdminSignInForm } from '../features/sign-in/admin-sign-in-form.tsx'
import { NoScript } from '../features/sign-in/no-script.tsx'
import { STAFF_BROWSERS } from '../lib/browser-floor.ts'
import { pageMeta } from '../page-meta.ts'
import { Banner } from '../ui/banner.tsx'
import { PageHead } from '../ui/page-head.tsx'
import { showToast } from '../lib/toast-store.ts'
import { adminAuth as words } from '#words/office/administration.ts'
import { signIn } from '#words/people/sign-in.ts'
import { administrationToasts as toasts } from '#words/aid/admin-toasts.ts'

export const meta = () => [...pageMeta('/admin-auth', words), { name: 'robots', content: 'noindex' }]

export default function AdminAuthPage() {
  useEffect(prepareSessionOnIntent, [])
  return (
    <>
      <PageHead title={words.title} lead={words.lead} />
      <div className="wrap max-w-2xl page-head-overlap">
        <div className="card card-raised">
          <BySituation>
            <div className="needs-script">
              <AdminSignInForm onGranted={grant} />
              <p className="mt-4 text-sm text-soft">{words.browsers(STAFF_BROWSERS)}</p>
            </div>
            <NoScript />
          </BySituation>
        </div>
      </div>
    </>
  )
}

function grant(): void {
  showToast({ kind: 'plain', title: toasts.granted })
}

/** The form, the second step, or a notice while the administrator is redirected. */
function BySituation({ children }: { children: ReactNode }) {
  const session = useSession()
  const navigate = useNavigate()
  const origin = originOf(useLocation())
  const isAdministrator = session.is === 'in' && session.role === 'admin'
  const asked = origin ?? LANDING.admin
  const place = session.is === 'in' && mustChoosePassword(session) ? choosePasswordAddress(asked) : asked
  const goesOn = isAdministrator && isComplete(session)
  useEffect(() => {
    if (goesOn) void navigate(place, { replace: true })
  }, [goesOn, navigate, place])

  if (isAdministrator && !isComplete(session)) {
    return (
      <SecondStep
        user={session.user}
        onDone={grant}
        cancel={{ text: signIn.cancelSecondStep, onCancel: () => void signOutWithToast('local') }}
      />
    )
  }
  if (goesOn) {
    return (
      <p aria-live="polite" className="min-h-96 text-lg text-soft">
        {signIn.signedIn}
      </p>
    )
  }
  return (
    <>
      {session.is === 'in' && (
        <Banner tone="note" title={words.otherwiseSignedIn} className="mb-6">
          <p className="wrap-anywhere">{words.otherwise(session.user.email ?? '')}</p>
        </Banner>
      )}
      {children}
    </>
  )
}
