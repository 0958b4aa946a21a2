/**
 * What the address says after a mailed link or another sign-in led back here. A code that worked is gone from it by the
 * time the session is known; what is left did not work.
 */

/** The protocol's code of what went wrong, or that the code belongs to another browser. */
export type Returned = { readonly is: 'refused'; readonly code: string } | { readonly is: 'other_browser' } | null

/** @param address as it stands once the session is known */
export function readReturned(address: string): Returned {
  const { searchParams, hash } = new URL(address)
  const inHash = new URLSearchParams(hash.slice(1))
  const read = (name: string) => searchParams.get(name) ?? inHash.get(name)
  const code = read('error_code') ?? read('error')
  if (code !== null) return { is: 'refused', code }
  return searchParams.has('code') ? { is: 'other_browser' } : null
}
