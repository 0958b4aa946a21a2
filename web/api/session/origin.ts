/** The page somebody wanted before they were asked to sign in: remembered as origin, and gone to afterwards. */
import type { Location } from 'react-router'
import { isRecord } from '../is-record.ts'

/** Not a host of anybody's: it only lends an address what a full one needs. */
const HERE = 'https://here.invalid'

/** @returns the path within this site that the text names; null when it would lead anywhere else */
export function sameSitePath(text: string): string | null {
  if (!text.startsWith('/') || !URL.canParse(text, HERE)) return null
  const { origin, pathname, search, hash } = new URL(text, HERE)
  // `/.//evil.example` is a path of ours until its dot is taken out.
  if (origin !== HERE || pathname.startsWith('//')) return null
  return pathname + search + hash
}

/** The screens on which one signs in. */
export type SignInPage = '/login' | '/admin-auth'

/** What a page that needs a session passes on to the sign-in: in the history entry, and in the address for a reload or a new tab. */
export function signInWithOrigin(
  { pathname, search, hash }: Location,
  page: SignInPage = '/login',
): { to: string; state: { from: string } } {
  const from = pathname + search + hash
  return { to: `${page}?${new URLSearchParams({ from })}`, state: { from } }
}

/** Where to go back to; null where no page of ours was remembered. */
export function originOf({ state, search }: Pick<Location<unknown>, 'state' | 'search'>): string | null {
  const remembered = isRecord(state) && typeof state.from === 'string' ? state.from : null
  const from = remembered ?? new URLSearchParams(search).get('from')
  return from === null ? null : sameSitePath(from)
}
