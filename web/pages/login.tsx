/** /login: the Sign In tab. */
import { useState, type ReactNode } from 'react'
import { ProviderButtons } from '../ui/session/provider-buttons.tsx'
import { SignInForm } from '../features/sign-in/sign-in-form.tsx'
import { failWithToast } from '../lib/fail-with-toast.ts'
import { loadPart } from '../lib/load-part.ts'
import { pageMeta } from '../page-meta.ts'
import { signInToasts as toasts } from '#words/people/toasts.ts'
import { signIn as words } from '#words/people/sign-in.ts'

export const meta = () => pageMeta('/login', words)

/** Forms in place of the first one load when they are needed: most visitors see neither. */
const loadPhone = () => loadPart(() => import('../features/sign-in/phone-sign-in.tsx'))
const loadConfirmation = () => loadPart(() => import('../ui/session/confirm-address.tsx'))

export default function LoginPage() {
  const [instead, setInstead] = useState<ReactNode>()
  const back = () => setInstead(undefined)
  const show = (part: Promise<ReactNode>) =>
    part.then(setInstead, (problem: unknown) => failWithToast(toasts.failed, problem))
  if (instead !== undefined) return instead
  return (
    <div className="needs-script">
      <SignInForm
        onUnconfirmed={(email) =>
          show(
            loadConfirmation().then(({ ConfirmAddress }) => (
              <ConfirmAddress email={email} justSent={false} onOtherAddress={back} />
            )),
          )
        }
      />
      <ProviderButtons onPhone={() => show(loadPhone().then(({ PhoneSignIn }) => <PhoneSignIn onBack={back} />))} />
    </div>
  )
}
