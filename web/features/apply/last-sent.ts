/** The request that was sent last on this page: only in memory, for the page that confirms it. */
interface Sent {
  readonly case_number: string
  readonly due_at: string | null
}

let last: Sent | null = null

export function rememberSent(sent: Sent | null): void {
  last = sent
}

export function readSent(): Sent | null {
  return last
}
