/** The request that was sent last on this page: only in memory, for the page that confirms it. */
import type { Numbered } from '../../lib/number-picture.ts'

let last: Numbered | null = null

export function rememberSent(sent: Numbered | null): void {
  last = sent
}

export function readSent(): Numbered | null {
  return last
}
