/** Handles the Sign Out buttons. The code is loaded on the press, so that pages do not carry it for visitors. */
import { showToast } from './toast-store.ts'
import { callProblems } from '#words/common/problems.ts'
import { sessionToasts } from '#words/people/session-toasts.ts'

/**
 * Signs out everywhere (the client's own default) or on this device only, and shows a toast with the outcome.
 * @returns whether the person is signed out now; if so, the page goes to `/login`
 */
export async function signOutWithToast(scope: 'global' | 'local' = 'global'): Promise<boolean> {
  try {
    const loaded = await import('./sign-out-with-toast.ts')
    return await loaded.signOutWithToast(scope)
  } catch (fault) {
    console.warn(fault)
    showToast({
      kind: 'destructive',
      title: sessionToasts.signOutFailed,
      description: navigator.onLine ? callProblems.partMissing : callProblems.noConnection,
    })
    return false
  }
}
