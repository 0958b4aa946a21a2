/** The administrators' sign-in: email, password, and the role. */
import { showToast } from '../../lib/toast-store.ts'
import { adminAuth } from '#words/office/administration.ts'
import { administrationToasts as toasts } from '#words/aid/admin-toasts.ts'
import { CredentialsForm, credentialsFailure, isDeviceUnknown, type Credentials } from './credentials-form.tsx'
import { failWithToast } from '../../lib/fail-with-toast.ts'
import { signInAsAdministrator } from './sign-in-as-administrator.ts'

interface AdminSignInFormProps {
  /** Email of the user who probably signs in. */
  email?: string | undefined
  /** Called when nothing is left to do; otherwise a second step follows. */
  onGranted?: () => void
}

export function AdminSignInForm({ email, onGranted }: AdminSignInFormProps) {
  const signIn = async (credentials: Credentials) => {
    try {
      const outcome = await signInAsAdministrator(credentials)
      if (outcome === 'granted') onGranted?.()
      else if (outcome === 'no_access') {
        showToast({ kind: 'destructive', title: toasts.failed, description: toasts.noAccess })
        return toasts.noAccess
      }
    } catch (problem) {
      if (isDeviceUnknown(problem)) throw problem
      failWithToast(toasts.failed, problem)
      return credentialsFailure(problem)
    }
  }
  return <CredentialsForm email={email} button={adminAuth.button} busyText={adminAuth.busy} onCredentials={signIn} />
}
