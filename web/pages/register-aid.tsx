/** /register/aid: a request for aid and its account, in one form. */
import { useConfig } from '../api/config.ts'
import { useSession } from '../api/session/session-provider.tsx'
import { Registration } from '../features/apply/registration.tsx'
import { registrationRequest, useAidRequest } from '../features/apply/use-aid-request.ts'
import { RegistrationClosed } from '../features/sign-in/registration-closed.tsx'
import { pageMeta } from '../page-meta.ts'
import { ProviderButtons } from '../ui/session/provider-buttons.tsx'
import { askingForAid as words } from '#words/people/sign-in.ts'

export const meta = () => pageMeta('/register/aid', words)

export default function RegisterAidPage() {
  const isOpen = useConfig()?.auth.signup ?? true
  const state = useAidRequest(registrationRequest)
  const isSignedIn = useSession().is === 'in'
  if (!isOpen) return <RegistrationClosed />
  return (
    <div className="needs-script">
      <Registration state={state} />
      {/* A signed-in user has a request to finish. Nothing moves while it is being sent. */}
      {(!isSignedIn || state.run.is === 'running') && <ProviderButtons />}
    </div>
  )
}
