/**
 * Reads the address after a mailed link or a linked sign-in has returned here. A code that worked has been removed by the time
 * the session is known; one that is still there did not work.
 */

/** The protocol's error code, or a code that belongs to another browser. */
export type Returned = { readonly is: 'refused'; readonly code: string } | { readonly is: 'other_browser' } | null

/** @param address the address once the session is known */
export function readReturned(address: string): Returned {
  const { searchParams, hash } = new URL(address)
  const inHash = new URLSearchParams(hash.slice(1))
  const read = (name: string) => searchParams.get(name) ?? inHash.get(name)
  const code = read('error_code') ?? read('error')
  if (code !== null) return { is: 'refused', code }
  return searchParams.has('code') ? { is: 'other_browser' } : null
}
