/** The Sign In tab: email and password. */
import { loadAuthClient } from '../../api/session/auth-client.ts'
import { authCode } from '../../api/session/auth-sentence.ts'
import { signIn as words } from '#words/people/sign-in.ts'
import { signInToasts as toasts } from '#words/people/toasts.ts'
import { CredentialsForm, credentialsFailure, isDeviceUnknown, type Credentials } from './credentials-form.tsx'
import { failWithToast } from '../../lib/fail-with-toast.ts'
import { welcome } from '../../lib/welcome-toast.ts'

/** @param onUnconfirmed called with the address when its owner has not confirmed it yet */
export function SignInForm({ onUnconfirmed }: { onUnconfirmed: (email: string) => Promise<void> }) {
  const signIn = async (credentials: Credentials) => {
    try {
      const client = await loadAuthClient()
      const { data, error } = await client.signInWithPassword(credentials)
      if (error) throw error
      const hasFactor = data.user.factors?.some(({ status }) => status === 'verified') ?? false
      // With a second step still to do, it is too early for the toast.
      if (!hasFactor) welcome()
    } catch (problem) {
      if (isDeviceUnknown(problem)) throw problem
      if (authCode(problem) === 'email_not_confirmed') {
        await onUnconfirmed(credentials.email)
        return
      }
      failWithToast(toasts.failed, problem)
      return credentialsFailure(problem)
    }
  }
  return <CredentialsForm button={words.button} busyText={words.busy} onCredentials={signIn} />
}
