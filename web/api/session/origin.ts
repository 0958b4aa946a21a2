/** The page that was asked for before the sign-in: remembered, and opened afterwards. */
import { isRecord } from '../is-record.ts'

/** Not a real host: it only completes a path to a full address. */
const HERE = 'https://here.invalid'

/** @returns the path within this site; null when the text would lead anywhere else */
export function sameSitePath(text: string): string | null {
  const address = text.startsWith('/') ? addressOf(text) : null
  if (!address) return null
  const { origin, pathname, search, hash } = address
  // `/.//evil.example` is one of our paths until its dot is resolved.
  if (origin !== HERE || pathname.startsWith('//')) return null
  return pathname + search + hash
}

/** `URL.canParse` is newer than many phones. */
function addressOf(text: string): URL | null {
  try {
    return new URL(text, HERE)
  } catch {
    return null
  }
}

/** The sign-in screens. */
export type SignInPage = '/login' | '/admin-auth'

/** Passes the page that needs a session to the sign-in: in the history entry, and in the address for a reload or a new tab. */
export function signInWithOrigin(
  { pathname, search, hash }: { pathname: string; search: string; hash: string },
  page: SignInPage = '/login',
): { to: string; state: { from: string } } {
  const from = pathname + search + hash
  return { to: `${page}?${new URLSearchParams({ from })}`, state: { from } }
}

/** The page to return to; null if no page of this site was remembered. */
export function originOf({ state, search }: { state: unknown; search: string }): string | null {
  const remembered = isRecord(state) && typeof state.from === 'string' ? state.from : null
  const from = remembered ?? new URLSearchParams(search).get('from')
  return from === null ? null : sameSitePath(from)
}
