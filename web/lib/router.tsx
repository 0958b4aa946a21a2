/** Links, addresses and navigation of the pages, on wouter. The browser's history is in page-history.ts. */
import {
  createContext,
  use,
  useEffect,
  useLayoutEffect,
  useSyncExternalStore,
  type ComponentProps,
  type Context,
  type ReactNode,
} from 'react'
import { Link as WouterLink, Router, type AroundNavHandler } from 'wouter'
import { addressOf } from './language.ts'
import {
  hrefOf,
  type History,
  type NavigateFunction,
  type NavigateOptions,
  type PageLocation,
  type To,
} from './page-history.ts'

const LocationContext = createContext<PageLocation | undefined>(undefined)
const NavigateContext = createContext<NavigateFunction | undefined>(undefined)
const ParamsContext = createContext<Params>({})

/** Values of the address by name, such as `code` of `/receipts/:code`. */
export type Params = Readonly<Record<string, string | undefined>>

/** Around all pages. @param children renders the page that `history` shows */
export function PageRouter<Page extends { params: Params }>({
  history,
  children,
}: {
  history: History<Page>
  children: (page: Page) => ReactNode
}) {
  const read = () => history.shown
  const { page, location } = useSyncExternalStore(history.subscribe, read, read)
  // Before the browser paints, so that the page never appears at the place of the one before.
  useIsomorphicLayoutEffect(() => history.scroll(), [history, location])
  return (
    <LocationContext value={location}>
      <NavigateContext value={history.navigate}>
        <ParamsContext value={page.params}>
          {import.meta.env.SSR || import.meta.env.TRANSLATED ? (
            // oxlint-disable-next-line react/hooks -- wouter calls it as its hook
            <Router hook={useShownPath} hrefs={addressOf}>
              {children(page)}
            </Router>
          ) : (
            // oxlint-disable-next-line react/hooks -- as above
            <Router hook={useShownPath}>{children(page)}</Router>
          )}
        </ParamsContext>
      </NavigateContext>
    </LocationContext>
  )
}

/** React warns about layout effects while pages are rendered to files. */
const useIsomorphicLayoutEffect = import.meta.env.SSR ? useEffect : useLayoutEffect

/** The path as wouter wants it. */
const useShownPath = (): [string, NavigateFunction] => [useLocation().pathname, useNavigate()]

/** The address that the page is shown for. While another page loads, this one keeps its own. */
export const useLocation = (): PageLocation => useInside(LocationContext)

/** @returns a function that stays the same; it loads the page, then shows it. Numbers go through the history */
export const useNavigate = (): NavigateFunction => useInside(NavigateContext)

function useInside<Value>(context: Context<Value | undefined>): Value {
  const value = use(context)
  if (!value) throw new Error('no router')
  return value
}

/** @returns for after a call, a function that leaves a person who has gone elsewhere meanwhile where they are */
export function useNavigateLater(): NavigateFunction {
  const navigate = useNavigate()
  const askedOn = useLocation()
  return (to, options) => navigate(to, { ...options, askedOn })
}

export function useParams(): Params {
  return use(ParamsContext)
}

export interface LinkProps extends Omit<ComponentProps<'a'>, 'href'>, NavigateOptions {
  to: To
  /** Lets the browser load the page. */
  reloadDocument?: boolean
}

export function Link({ to, keepsScroll = false, reloadDocument = false, replace, state, ...rest }: LinkProps) {
  const href = hrefOf(to)
  if (reloadDocument)
    return (
      <a {...rest} href={import.meta.env.SSR || import.meta.env.TRANSLATED ? addressOf(href) : href}>
        {rest.children}
      </a>
    )
  const link = <WouterLink<typeof useShownPath> {...rest} to={href} {...{ replace, state }} />
  return keepsScroll ? <Router aroundNav={keepScroll}>{link}</Router> : link
}

const keepScroll: AroundNavHandler = (navigate, to, options) => {
  const kept = { ...options, keepsScroll: true }
  navigate(to, kept)
}

/** A link that is marked while its page is open. @param end only for its own address, not for those below it */
export function NavLink({ end = false, ...link }: LinkProps & { end?: boolean }) {
  const here = withoutSlash(useLocation().pathname)
  const path = withoutSlash(hrefOf(link.to).replace(/[?#].*/, ''))
  const isHere = here === path || (!end && here.startsWith(`${path}/`))
  return <Link {...link} {...(isHere && { 'aria-current': 'page' })} />
}

const withoutSlash = (path: string) => (path === '/' ? path : path.replace(/\/$/, ''))

/** Replaces the address by another as soon as it is shown. */
export function Navigate({ to, ...options }: { to: To } & NavigateOptions) {
  const navigate = useNavigate()
  // oxlint-disable-next-line react/exhaustive-deps -- once
  useEffect(() => void navigate(to, options), [])
  return null
}
