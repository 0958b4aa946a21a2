/** The administrators' sign-in: email, password, and the role. */
import { showToast } from '../../lib/toast-store.ts'
import { adminAuth } from '#words/administration.ts'
import { administrationToasts as toasts } from '#words/admin-toasts.ts'
import { CredentialsForm, credentialsFailure, isDeviceUnknown, type Credentials } from './credentials-form.tsx'
import { failWithToast } from '../../lib/fail-with-toast.ts'
import { signInAsAdministrator } from './sign-in-as-administrator.ts'

/** @param onGranted called when nothing is left to do; otherwise a second step follows */
export function AdminSignInForm({ onGranted }: { onGranted: () => void }) {
  const signIn = async (credentials: Credentials) => {
    try {
      const outcome = await signInAsAdministrator(credentials)
      if (outcome === 'granted') onGranted()
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
  return <CredentialsForm button={adminAuth.button} busyText={adminAuth.busy} onCredentials={signIn} />
}
