/** The places of the administration and their addresses. The query of an address says what its list shows. */

export const PLACES = [
  'applications',
  'payouts',
  'decisions',
  'calls',
  'beneficiaries',
  'donors',
  'messages',
  'complaints',
  'words',
  'audit',
  'books',
  'overview',
  'team',
  'settings',
] as const
export type StaffPlace = (typeof PLACES)[number]

/** First page of administrators. `/admin` shows the same. */
export const HOME = '/admin/dashboard'

/** Takes the next request, and leads on to it. */
export const NEXT = '/admin/next'

/** Pages of the accounts that money goes to, of cash in hand, and of the limits. */
export const ACCOUNTS = '/admin/payouts/accounts'
export const CASH = '/admin/payouts/cash'
export const LIMITS = '/admin/payouts/limits'

/** Page of the funds. */
export const FUNDS = '/admin/settings/funds'

/** Page on which staff choose the mails that they get. */
export const OWN_MAILS = '/admin/settings/mails'

/** The organisation's details. */
export const ORGANISATION = '/admin/settings/organisation'

/** Parts of the books. */
export const MONTHS = '/admin/books/months'
export const MATCH = '/admin/books/match'
export const STATEMENTS = '/admin/books/statements'
export const WALLETS = '/admin/books/wallets'
export const LOSSES = '/admin/books/losses'

/** Page for staff: how we work. */
export const GUIDE = '/admin/guide'

/** Page on which staff enter a request for someone. */
export const NEW_REQUEST = '/admin/applications/new'

/** A place, or a part of one with a list. */
export type ListPlace = StaffPlace | 'books/wallets' | 'payouts/accounts'

/**
 * The address of a place with its filters.
 * @param more empty values are left out
 */
export function placeAddress(place: ListPlace, more: Readonly<Record<string, string>> = {}): string {
  return withQuery(`/admin/${place}`, Object.entries(more))
}

/** @param request its case number, or its id where the case number is not known: the page then shows the case number */
export function requestAddress(request: string): string {
  return `/admin/applications/${request}`
}

/**
 * Places used to be tabs of one page: `?tab=books`, and a request was `?tab=applications&id=…`. Bookmarks and old letters have them.
 * @returns where such an address leads now, with its other parameters; null for any other address
 */
export function movedTo(search: string): string | null {
  const given = new URLSearchParams(search)
  const place = PLACES.find((known) => known === given.get('tab'))
  const request = given.get('id')
  if (!place && request === null) return null
  const others = [...given].filter(([name]) => name !== 'tab' && name !== 'id')
  return withQuery(request === null ? `/admin/${place}` : requestAddress(encodeURIComponent(request)), others)
}

function withQuery(path: string, query: readonly (readonly [string, string])[]): string {
  const kept = query.filter(([, value]) => value !== '').map(([name, value]) => [name, value])
  return kept.length === 0 ? path : `${path}?${new URLSearchParams(kept)}`
}
