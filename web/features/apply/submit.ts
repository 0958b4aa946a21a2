/** The form's submit, also called automatically after a confirmation or a second step. The sending code is loaded only then. */
import { isMissingPart } from '../../api/session/auth-sentence.ts'
import { showToast } from '../../lib/toast-store.ts'
import { callProblems } from '#words/common/problems.ts'
import { registrationToasts as toasts } from '#words/people/toasts.ts'
import type { AidRequest } from './aid-request.ts'
import { loadPart } from '../../lib/load-part.ts'
import type { Credentials } from './open-account.ts'
import type { Done, ServerErrors } from './send-with-toast.ts'
import { waitForLine } from './wait-for-line.ts'

/** Credentials of the last press: only in memory, for sending again once the connection is back. */
const latest = new WeakMap<AidRequest, Credentials>()

/** Sends again what waits for the connection. */
export async function resume(request: AidRequest): Promise<ReturnType<typeof submit>> {
  return submit(request, latest.get(request) ?? null)
}

/** @returns whether everything is done, and the server's errors at single fields; a second submit meanwhile does nothing */
export async function submit(
  request: AidRequest,
  credentials: Credentials | null,
): Promise<{ done: Done; faults: ServerErrors }> {
  const { run, draft } = request.read()
  const step = draft.progress.next === 'done' ? 'application' : draft.progress.next
  if (run.is === 'running') return { done: null, faults: {} }
  if (credentials) latest.set(request, credentials)
  if (!navigator.onLine) {
    waitForLine(request, step)
    return { done: null, faults: {} }
  }
  request.setRun({ is: 'running', step })
  try {
    const loaded = await loadPart(() => import('./send-with-toast.ts'))
    return await loaded.sendWithToasts(request, credentials)
  } catch (fault) {
    console.warn(fault)
    if (navigator.onLine) {
      request.setRun({ is: 'failed', step })
      const description = isMissingPart(fault) ? callProblems.partMissing : toasts.unexpected
      showToast({ kind: 'destructive', title: toasts.error, description })
    } else waitForLine(request, step)
    return { done: null, faults: {} }
  }
}
