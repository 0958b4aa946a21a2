/** Signs out and shows the spec's toasts. Loaded by sign-out.ts on the press. */
import { showToast } from './toast-store.ts'
import { sessionToasts as toasts } from '#words/people/session-toasts.ts'
import { authSentence } from '../api/session/auth-sentence.ts'
import { signOut } from '../api/session/follow-session.ts'
import { forgetPerson } from './forget-person.ts'

export async function signOutWithToast(scope: 'global' | 'local'): Promise<boolean> {
  try {
    await signOut(scope)
    forgetPerson()
    showToast({ kind: 'plain', title: toasts.signedOut })
    return true
  } catch (problem) {
    console.warn('Signing out failed.', problem)
    showToast({ kind: 'destructive', title: toasts.signOutFailed, description: authSentence(problem) })
    return false
  }
}
