/** Signs out and shows the spec's toasts. Loaded by sign-out.ts on the press. */
import { SENDING_DATABASE } from '../../contract/aid/handling-fields.ts'
import { showToast } from './toast-store.ts'
import { sessionToasts as toasts } from '#words/people/session-toasts.ts'
import { authSentence } from '../api/session/auth-sentence.ts'
import { forgetTabDrafts } from '../api/session/draft-keys.ts'
import { signOut } from '../api/session/follow-session.ts'
import { discardStaffDrafts } from '../api/session/staff-drafts.ts'

export async function signOutWithToast(scope: 'global' | 'local'): Promise<boolean> {
  try {
    await signOut(scope)
    forgetTabDrafts()
    discardStaffDrafts()
    // Requests that were to be sent for this session, which has ended.
    indexedDB.deleteDatabase(SENDING_DATABASE)
    showToast({ kind: 'plain', title: toasts.signedOut })
    return true
  } catch (problem) {
    console.warn('Signing out failed.', problem)
    showToast({ kind: 'destructive', title: toasts.signOutFailed, description: authSentence(problem) })
    return false
  }
}
