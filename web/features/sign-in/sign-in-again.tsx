/**
 * Above a page of the administration whose session has ended: signing in again, after which everything on the page is as it was.
 * What is behind is covered, because an applicant's papers may be open there.
 */
import { useEffect } from 'react'
import type { SignedIn } from '../../api/session/session.ts'
import { useSession } from '../../api/session/session-provider.tsx'
import { loadPart } from '../../lib/load-part.ts'
import { useLoaded } from '../../lib/use-loaded.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { LoadedPart } from '../../ui/loaded-part.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { useKeptSession } from '../../ui/session/kept-session.ts'
import { SecondStepOnDemand } from '../../ui/session/second-step-on-demand.tsx'
import { signInAgain as words } from '#words/office/admin-frame.ts'

const leave = () => window.location.assign('/admin-auth')

export function SignInAgain() {
  const kept = useKeptSession()
  return kept && <Again of={kept} />
}

function Again({ of: { user } }: { of: SignedIn }) {
  const session = useSession()
  useOtherUser(user.id)
  const form = useLoaded(() => loadPart(() => import('./admin-sign-in-form.tsx')))
  return (
    <Dialog title={words.title} lead={words.lead(user.email ?? '')} covers>
      <div className="mt-5">
        {session.is === 'in' ? (
          <SecondStepOnDemand user={session.user} cancel={{ text: words.leave, onCancel: leave }} />
        ) : (
          <>
            <LoadedPart loaded={form} skeleton={<Skeleton className="block h-64" />}>
              {({ AdminSignInForm }) => <AdminSignInForm email={user.email} />}
            </LoadedPart>
            <button type="button" className="link-target" onClick={leave}>
              {words.leave}
            </button>
          </>
        )}
      </div>
    </Dialog>
  )
}

/** Somebody else who signs in gets a page of their own: nothing that the first person had open stays. */
function useOtherUser(first: string): void {
  const session = useSession()
  const isOther = session.is === 'in' && session.user.id !== first
  useEffect(() => {
    if (isOther) window.location.reload()
  }, [isOther])
}
