/** The case number of the request that was sent last on this page: only in memory, for the page that confirms it. */
let caseNumber: string | null = null

export function rememberSent(sent: string | null): void {
  caseNumber = sent
}

export function readSent(): string | null {
  return caseNumber
}
