import type { AidRequest } from './aid-request.ts'
import type { Step } from './flow.ts'

/** Sending continues with the connection, also after a reload if the draft is kept. */
export function waitForLine(request: AidRequest, step: Step): void {
  request.setProgress({ ...request.read().draft.progress, waiting: 'line' })
  request.setRun({ is: 'failed', step, online: navigator.onLine })
}
