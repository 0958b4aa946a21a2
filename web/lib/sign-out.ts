/** What the Sign Out buttons do. Its parts are loaded only then, so that no page carries them for those who are not signed in. */
import { showToast } from './toast-store.ts'
import { problems } from '#words/problems.ts'

/**
 * Signs out everywhere (the client's own default), or on this device only, and says how it went.
 * @returns whether the person is signed out now; if so, the page goes to `/login`
 */
export async function signOutWithToast(scope: 'global' | 'local' = 'global'): Promise<boolean> {
  try {
    const loaded = await import('./sign-out-with-toast.ts')
    return await loaded.signOutWithToast(scope)
  } catch (fault) {
    console.warn('Signing out could not be loaded.', fault)
    showToast({ kind: 'destructive', title: problems.noConnection })
    return false
  }
}
