/** How a call that changes something ends: a toast says it, and the caller learns whether it succeeded. */
import { failWithToast } from '../../../lib/fail-with-toast.ts'
import { showToast } from '../../../lib/toast-store.ts'
import { useAdministration } from '../administration.ts'

/** The titles of the toasts. A success that is seen needs none. */
export interface Says {
  readonly done?: string
  readonly failed: string
}

/** @returns a function that awaits a call, shows how it ended, and returns whether it succeeded; false from the call: it was canceled */
export function useOutcome(): (sending: Promise<unknown>, says: Says) => Promise<boolean> {
  const { onRefusal } = useAdministration()
  return async (sending, says) => {
    try {
      if ((await sending) === false) return false
      if (says.done !== undefined) showToast({ kind: 'plain', title: says.done })
      return true
    } catch (problem) {
      if (!onRefusal(problem)) failWithToast(says.failed, problem)
      return false
    }
  }
}
