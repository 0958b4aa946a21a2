/** /login: the Sign In tab. */
import { useState } from 'react'
import { ConfirmAddress } from '../ui/session/confirm-address.tsx'
import { ProviderButtons } from '../ui/session/provider-buttons.tsx'
import { SignInForm } from '../features/sign-in/sign-in-form.tsx'
import { pageMeta } from '../page-meta.ts'
import { signIn as words } from '#words/people/sign-in.ts'

export const meta = () => pageMeta('/login', words)

export default function LoginPage() {
  const [unconfirmed, setUnconfirmed] = useState<string>()
  if (unconfirmed !== undefined) {
    return <ConfirmAddress email={unconfirmed} justSent={false} onOtherAddress={() => setUnconfirmed(undefined)} />
  }
  return (
    <div className="needs-script">
      <SignInForm onUnconfirmed={setUnconfirmed} />
      <ProviderButtons />
    </div>
  )
}
