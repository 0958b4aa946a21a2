/**
 * A router for React Router's provider, for pages that load no data: it matches addresses, loads the page's module and
 * keeps the history. It replaces React Router's own, which is made for loaders and actions and weighs a fifth of the
 * JavaScript of a page. Pages use React Router's hooks and components as documented. Decision 0017 has the reasons.
 */
import {
  IDLE_BLOCKER,
  IDLE_FETCHER,
  IDLE_NAVIGATION,
  createPath,
  matchRoutes,
  NavigationType,
  resolvePath,
  type DataRouteMatch,
  type DataRouteObject,
  type DataRouter,
  type GetScrollPositionFunction,
  type Location,
  type RouterNavigateOptions,
  type RouterState,
  type RouterSubscriber,
  type To,
  UNSAFE_createBrowserHistory as createBrowserHistory,
} from 'react-router'

/** Loads what a page shows. Resolves at once for a page that is loaded. */
type LoadPage = (matches: readonly DataRouteMatch[]) => Promise<unknown>

interface Change {
  action: NavigationType
  location: Location
  preventScrollReset?: boolean | undefined
  flushSync?: boolean | undefined
}

/** Stubs of a router for loaders, actions and blockers, which no page has but React Router calls. */
class RouterWithoutData {
  readonly fetch = () => Promise.reject(new Error('No page has a loader.'))
  readonly revalidate = () => Promise.resolve()
  readonly getFetcher = () => IDLE_FETCHER
  readonly resetFetcher = () => {}
  readonly deleteFetcher = () => {}
  readonly dispose = () => {}
  readonly getBlocker = () => IDLE_BLOCKER
  readonly deleteBlocker = () => {}
  readonly patchRoutes = () => {}
  readonly _internalSetRoutes = () => {}
  readonly _internalSetStateDoNotUseOrYouWillBreakYourApp = () => {}
  readonly _internalFetchControllers = new Map<string, AbortController>()
}

/** React Router calls its methods without `this`, so they are arrow functions. */
export class PageRouter extends RouterWithoutData implements DataRouter {
  readonly basename = '/'
  readonly future = {}
  readonly manifest = {}
  readonly window = window
  readonly routes: DataRouteObject[]
  state: RouterState
  readonly #history = createBrowserHistory()
  readonly #loadPage: LoadPage
  readonly #subscribers = new Set<RouterSubscriber>()
  #latest: Change | undefined
  /** Scroll position of each history entry. React Router keeps the positions, and scrolls. */
  #positions: Record<string, number> = {}
  #readPosition: GetScrollPositionFunction | undefined

  /** @param routes with the components of the current page; `loadPage` adds those of others */
  constructor(routes: DataRouteObject[], loadPage: LoadPage) {
    super()
    this.routes = routes
    this.#loadPage = loadPage
    this.state = {
      historyAction: this.#history.action,
      location: this.#history.location,
      matches: this.match(this.#history.location) ?? [],
      initialized: true,
      renderFallback: false,
      restoreScrollPosition: false,
      preventScrollReset: false,
      navigation: IDLE_NAVIGATION,
      revalidation: 'idle',
      loaderData: {},
      actionData: null,
      errors: null,
      fetchers: new Map(),
      blockers: new Map(),
    }
  }

  readonly initialize = () => {
    this.#history.listen(({ action, location }) => void this.#go({ action, location }))
    return this
  }

  readonly match = (location: Partial<Location> | string) => matchRoutes(this.routes, location)
  readonly createHref = (location: Location | URL) => this.#history.createHref(location)
  readonly encodeLocation = (to: To) => this.#history.encodeLocation(to)

  readonly subscribe = (subscriber: RouterSubscriber) => {
    this.#subscribers.add(subscriber)
    return () => this.#subscribers.delete(subscriber)
  }

  readonly enableScrollRestoration = (positions: Record<string, number>, readPosition: GetScrollPositionFunction) => {
    this.#positions = positions
    this.#readPosition = readPosition
    return () => {
      this.#readPosition = undefined
    }
  }

  readonly navigate = async (to: number | To | null, options: RouterNavigateOptions = {}) => {
    if (typeof to === 'number') return this.#history.go(to)
    const { replace, preventScrollReset, flushSync, state = null } = options
    const path = resolvePath(to ?? this.state.location, this.state.location.pathname)
    await this.#go({
      action: replace === true ? NavigationType.Replace : NavigationType.Push,
      location: { ...path, state, key: Math.random().toString(36).slice(2, 10) },
      preventScrollReset,
      flushSync,
    })
  }

  async #go(change: Change): Promise<void> {
    this.#latest = change
    const { action, location, preventScrollReset, flushSync = false } = change
    if (this.#readPosition) this.#positions[this.state.location.key] = this.#readPosition()
    const matches = this.match(location) ?? []
    try {
      await this.#loadPage(matches)
    } catch (problem) {
      // A newer build has replaced the files, or the connection failed: the browser loads the page, or says why it cannot.
      console.warn('The page could not be loaded.', problem)
      if (this.#latest === change) window.location.assign(createPath(location))
      return
    }
    // A later navigation has replaced this one.
    if (this.#latest !== change) return
    if (action === NavigationType.Push) this.#history.push(location, location.state)
    if (action === NavigationType.Replace) this.#history.replace(location, location.state)
    this.state = {
      ...this.state,
      historyAction: action,
      location,
      matches,
      restoreScrollPosition: this.#positions[location.key] ?? null,
      preventScrollReset: preventScrollReset === true,
    }
    for (const told of this.#subscribers) told(this.state, { deletedFetchers: [], newErrors: null, flushSync })
  }
}
