/** The request that was sent last on this page: only in memory, for the page that confirms it. */
import { hasSignedOut, subscribeToSession } from '../../api/session/session-store.ts'
import type { Numbered } from '../../lib/number-picture.ts'

let last: Numbered | null = null
// The next person of this page has not sent it.
subscribeToSession(() => {
  if (hasSignedOut()) last = null
})

export function rememberSent(sent: Numbered | null): void {
  last = sent
}

export function readSent(): Numbered | null {
  return last
}
