/**
 * Redirects of the browser after a mailed link or a provider (docs/protocols/auth.md section 9.1): to our own address or
 * one that AUTH_REDIRECT_URLS allows. Anything else falls back to our own address without an error, as in the protocol.
 */
import { LANGUAGE_TAGS, type LanguageTag } from '../../../contract/platform/language-tags.ts'
import { pathIn } from '../../../contract/platform/languages.ts'
import type { Auth } from './auth.ts'

const LOOPBACK = /^(127\.\d{1,3}\.\d{1,3}\.\d{1,3}|\[::1\]|localhost)$/

/**
 * The URL to redirect to.
 * @param candidates the first non-empty one is used: `redirect_to`, then the referrer
 */
export function resolveRedirect(auth: Auth, ...candidates: (string | undefined)[]): string {
  const candidate = candidates.find((text) => text !== undefined && text !== '')
  return candidate !== undefined && isAllowed(auth, candidate) ? candidate : auth.env.publicUrl
}

const IN_A_LANGUAGE = new RegExp(`^/(?:${LANGUAGE_TAGS.join('|')})(?=/)`)

/** @returns the address of our page in a language where the page exists in it, else in English, whichever language the address names */
export function redirectIn(publicUrl: string, tag: LanguageTag | null, address: string): string {
  if (!address.startsWith(`${publicUrl}/`)) return address
  return publicUrl + pathIn(tag, address.slice(publicUrl.length).replace(IN_A_LANGUAGE, ''))
}

function isAllowed({ env }: Auth, candidate: string): boolean {
  // Refuse what browsers would repair, such as spaces, backslashes and line breaks.
  if (/[\s\\\p{Cc}]/u.test(candidate) || !URL.canParse(candidate)) return false
  const url = new URL(candidate)
  // Refuse what browsers would read as another host: user names, decimal addresses, look-alike letters.
  const host = /^[^:/?#]+:\/\/([^/?#]*)/.exec(candidate)?.[1] ?? ''
  if (host.toLowerCase().replace(/:\d*$/, '') !== url.hostname) return false
  const own = new URL(env.publicUrl)
  if (url.origin === own.origin && url.origin !== 'null') return true
  // On a developer's machine the front end may use another port.
  if (LOOPBACK.test(own.hostname) && LOOPBACK.test(url.hostname) && url.protocol === own.protocol) return true
  return env.accounts.redirectUrls.some((pattern) => matches(pattern, url))
}

/** Matches host and path separately, so that `**` in a host never matches part of a path. */
function matches(pattern: string, url: URL): boolean {
  const parts = /^([a-z][a-z\d+.-]*:)\/\/([^/]+)(\/.*)?$/i.exec(pattern)
  if (!parts) return false
  const [, scheme = '', host = '', rest = '/'] = parts
  return (
    url.protocol === scheme.toLowerCase() &&
    glob(host.toLowerCase()).test(url.host) &&
    glob(rest).test(`${url.pathname || '/'}${url.search}`)
  )
}

/** `*` matches one part between dots and slashes, `**` any number of them. */
function glob(pattern: string): RegExp {
  const source = pattern
    .split(/(\*\*|\*)/)
    .map((piece) => (piece === '**' ? '.*' : piece === '*' ? '[^./]*' : RegExp.escape(piece)))
    .join('')
  return new RegExp(`^${source}$`)
}

/**
 * Targets of a form whose answer redirects: browsers check each redirect against `form-action`. An allowed page may redirect
 * further, so all allowed origins are named beside the one of this redirect.
 * @param redirectTo of resolveRedirect
 */
export function formTargets({ env }: Auth, redirectTo: string): string[] {
  const { origin, protocol } = new URL(redirectTo)
  return [...new Set([origin === 'null' ? protocol : origin, ...env.accounts.redirectUrls.map(asSource)])]
}

/** An allowed pattern as a policy can name it: a host it has no wildcard for is left to the scheme. */
function asSource(pattern: string): string {
  const [, scheme = '', host = ''] = /^([a-z][a-z\d+.-]*:)\/\/([^/]+)/i.exec(pattern) ?? []
  return /^https?:$/i.test(scheme) && /^(\*{1,2}\.)?[^*]+$/.test(host)
    ? `${scheme}//${host.replace('**', '*')}`
    : scheme
}

type Parameters = Readonly<Record<string, string | undefined>>

/** Adds parameters to the query, keeping the existing ones. */
export function withQuery(address: string, parameters: Parameters): string {
  const url = new URL(address)
  for (const [name, value] of Object.entries(parameters)) if (value !== undefined) url.searchParams.set(name, value)
  return url.href
}

/** Puts parameters into the fragment, which is never sent to a server. `sb=` marks them as this protocol's. */
export function withFragment(address: string, parameters: Parameters): string {
  const fragment = new URLSearchParams()
  for (const [name, value] of Object.entries(parameters)) if (value !== undefined) fragment.set(name, value)
  fragment.set('sb', '')
  const url = new URL(address)
  url.hash = fragment.toString()
  return url.href
}
