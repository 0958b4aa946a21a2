/** Handles the Sign Out buttons. The code comes with the session, so that pages do not carry it for visitors. */
import { showToast } from './toast-store.ts'
import { callProblems } from '#words/common/problems.ts'
import { sessionToasts } from '#words/people/session-toasts.ts'

/**
 * Signs out everywhere (the client's own default) or on this device only, and shows a toast with the outcome.
 * @returns whether the person is signed out on this device now; if so, the page goes to `/login`
 */
export async function signOutWithToast(scope: 'global' | 'local' = 'global'): Promise<boolean> {
  try {
    const { leaveSession } = await import('../api/session/leave-session.ts')
    return leaveSession(scope, showToast)
  } catch (fault) {
    console.warn(fault)
    const description = navigator.onLine ? callProblems.partMissing : callProblems.noConnection
    showToast({ kind: 'destructive', title: sessionToasts.signOutFailed, description })
    return false
  }
}
