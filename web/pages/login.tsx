/** /login: the Sign In tab. */
import { useState } from 'react'
import { ConfirmAddress } from '../ui/session/confirm-address.tsx'
import { ProviderButtons } from '../ui/session/provider-buttons.tsx'
import { useConfig } from '../api/config.ts'
import { PhoneSignInOnDemand } from '../features/sign-in/phone-sign-in-on-demand.tsx'
import { SignInForm } from '../features/sign-in/sign-in-form.tsx'
import { Button } from '../ui/button.tsx'
import { pageMeta } from '../page-meta.ts'
import { signIn as words } from '#words/people/sign-in.ts'

export const meta = () => pageMeta('/login', words)

export default function LoginPage() {
  const [unconfirmed, setUnconfirmed] = useState<string>()
  const [byPhone, setByPhone] = useState(false)
  const textsCodes = useConfig()?.auth.phone_sign_in === true
  if (unconfirmed !== undefined) {
    return <ConfirmAddress email={unconfirmed} justSent={false} onOtherAddress={() => setUnconfirmed(undefined)} />
  }
  if (byPhone) return <PhoneSignInOnDemand onBack={() => setByPhone(false)} />
  return (
    <div className="needs-script">
      <SignInForm onUnconfirmed={setUnconfirmed} />
      {textsCodes && (
        <Button look="outline" className="mt-6 w-full" onClick={() => setByPhone(true)}>
          {words.byPhone}
        </Button>
      )}
      <ProviderButtons />
    </div>
  )
}
