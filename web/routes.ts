/** The screens and their addresses, as the spec's route table has them. */
import { parse } from 'regexparam'
import { matchRoute } from 'wouter'
import type { Params } from './lib/router.tsx'
import { loadTexts } from './words/site.ts'
import { route, type FrameModule, type Loaders, type PageModule, type Route, type RouteTable } from './route.ts'

/** A page, ready to be shown. */
export interface LoadedPage {
  readonly params: Params
  readonly page: PageModule
  readonly frame: FrameModule | undefined
  /** The staff pages have a frame in place of the site's header and footer. */
  readonly isStaff: boolean
}

const SIGN_IN = { frame: 'sign-in' }

/** Pages that only the server fills in, without scripts: no browser loads them, and at their addresses is no page. */
const TEMPLATES: RouteTable | undefined = import.meta.env.SSR
  ? {
      routes: [
        route('/donate/started', 'templates/gift-started'),
        route('/donate/not-started', 'templates/gift-not-started'),
        route('/contact/sent', 'templates/message-sent'),
        route('/contact/not-sent', 'templates/message-not-sent'),
        // For the links in mail about accounts.
        route('/email/link', 'templates/email-link'),
      ],
      pages: import.meta.glob<PageModule>('./pages/templates/*.tsx'),
      frames: {},
    }
  : undefined

export const table: RouteTable = {
  routes: [
    ...(TEMPLATES?.routes ?? []),
    route('/', 'home'),
    route('/about'),
    route('/success-stories'),
    route('/donate'),
    route('/contact'),
    route('/complain'),
    route('/faq'),
    route('/privacy'),
    route('/terms'),
    route('/refunds'),
    route('/transparency'),
    route('/transparency/failures', 'failures'),
    route('/log'),
    route('/confirm'),
    // Page of a session by text whose number may have a new owner.
    route('/confirm-number'),
    // The link in the text message with a claim code.
    route('/claim'),
    // The links in mail about a request.
    route('/email/confirm'),
    route('/email/stop'),
    // The link of an invitation to the staff.
    route('/join'),
    // One screen; the address says which of its tabs is open.
    route('/login', undefined, SIGN_IN),
    route('/register', undefined, SIGN_IN),
    route('/register/aid', undefined, SIGN_IN),
    route('/register/account', undefined, SIGN_IN),
    route('/forgot-password'),
    route('/reset-password'),
    route('/aid'),
    route('/aid/ask'),
    route('/aid/status'),
    route('/aid/for-someone'),
    route('/apply-for-aid'),
    route('/account'),
    route('/beneficiary/dashboard'),
    route('/wallet'),
    route('/wallet/history'),
    route('/admin-auth'),
    route('/receipts'),
    route('/receipts/:code', 'receipt'),
  ],
  pages: {
    ...import.meta.glob<PageModule>(['./pages/*.tsx', '!./pages/admin-*.tsx', '!./pages/sign-in.tsx']),
    './pages/admin-auth.tsx': () => import('./pages/admin-auth.tsx'),
    ...TEMPLATES?.pages,
  },
  frames: import.meta.glob<FrameModule>(['./pages/sign-in.tsx']),
}

const missing = route('*', 'not-found')
const STAFF = /^\/admin(?:\/|$)/

const tableOf = async (pathname: string): Promise<RouteTable> =>
  STAFF.test(pathname) ? (await import('./staff-routes.ts')).staffTable : table

/** @returns the page of an address; that for unknown addresses where none has it */
export async function loadPage(pathname: string): Promise<LoadedPage> {
  const { pages, frames, ...found } = await findRoute(pathname)
  const [page, frame] = await Promise.all([
    load(pages, found.route.page),
    found.route.frame === undefined ? undefined : load(frames, found.route.frame),
  ])
  if (page.texts) await loadTexts(page.texts)
  return { params: decoded(found.params), page, frame, isStaff: frame !== undefined && STAFF.test(pathname) }
}

/** @returns the route of an address with the table that has it */
export async function findRoute(pathname: string): Promise<RouteTable & { route: Route; params: Params }> {
  const found = await tableOf(pathname)
  for (const route of found.routes) {
    const [isHere, params] = matchRoute(parse, route.path, pathname)
    if (!isHere) continue
    const { part }: Params = params
    if (part === undefined || route.parts?.includes(part)) return { ...found, route, params }
  }
  return { ...table, route: missing, params: {} }
}

function load<Module>(files: Loaders<Module>, name: string): Promise<Module> {
  const file = files[`./pages/${name}.tsx`]
  if (!file) throw new Error(`no page: ${name}`)
  return file()
}

/** @returns the values by name, without their numbers */
function decoded(params: Params): Params {
  return Object.fromEntries(
    Object.entries(params)
      .filter(([name]) => !/^\d+$/.test(name))
      .map(([name, value]) => [name, value === undefined ? value : decodedText(value)]),
  )
}

function decodedText(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
