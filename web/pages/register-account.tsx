/** /register/account: just an account. */
import { useState } from 'react'
import { useConfig } from '../api/config.ts'
import { useSession } from '../api/session/session-provider.tsx'
import { RegistrationClosed } from '../features/sign-in/registration-closed.tsx'
import { RegistrationForm } from '../features/sign-in/registration-form.tsx'
import { GoTo } from '../lib/go-to.tsx'
import { pageMeta } from '../page-meta.ts'
import { ConfirmAddress } from '../ui/session/confirm-address.tsx'
import { ProviderButtons } from '../ui/session/provider-buttons.tsx'
import { justAnAccount as words } from '#words/people/sign-in.ts'

export const meta = () => pageMeta('/register/account', words)

export default function RegisterAccountPage() {
  const isOpen = useConfig()?.auth.signup ?? true
  const isSignedIn = useSession().is === 'in'
  const [unconfirmed, setUnconfirmed] = useState<string>()
  // A signed-in user who is still on this page has a registration to finish.
  if (isSignedIn) return <GoTo to="/register/aid" />
  if (!isOpen) return <RegistrationClosed />
  if (unconfirmed !== undefined) {
    return <ConfirmAddress email={unconfirmed} justSent onOtherAddress={() => setUnconfirmed(undefined)} />
  }
  return (
    <div className="needs-script">
      <RegistrationForm onUnconfirmed={setUnconfirmed} />
      <ProviderButtons />
    </div>
  )
}
