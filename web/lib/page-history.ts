/** The browser's history of the pages. A page is loaded before its address is shown, so the one before stays until then. */

import { isRecord } from '../api/is-record.ts'
import { addressOf, withoutLanguage } from './language.ts'

/** An address within the site: as text, or in parts, where a missing path is that of the page. */
export type To = string | { pathname?: string; search?: string; hash?: string }

export interface PageLocation {
  readonly pathname: string
  /** With its question mark, or empty. */
  readonly search: string
  /** With its `#`, or empty. */
  readonly hash: string
  /** Passed by the navigation, and kept in the history entry. */
  readonly state: unknown
  /** Names the history entry. */
  readonly key: string
}

export interface NavigateOptions {
  /** Takes the place of the current history entry. */
  replace?: boolean | undefined
  state?: unknown
  /** Leaves the page where it is scrolled to. */
  keepsScroll?: boolean | undefined
  /** The page where it was asked for, where a call comes first: a person who has gone elsewhere meanwhile stays there. */
  askedOn?: PageLocation
}

export type NavigateFunction = (to: To | number, options?: NavigateOptions) => Promise<void>

/** A page with the address that it is shown for. */
export interface Shown<Page> {
  readonly page: Page
  readonly location: PageLocation
}

/** The history, as the router reads it. */
export interface History<Page> {
  readonly shown: Shown<Page>
  readonly subscribe: (listener: () => void) => () => void
  readonly navigate: NavigateFunction
  /** Scrolls to where the page shown belongs. */
  readonly scroll: () => void
}

const FIRST = 'first'
const POSITIONS = 'scroll-positions'

export function hrefOf(to: To): string {
  if (typeof to === 'string') return to
  const { pathname = '', search = '', hash = '' } = to
  return pathname + marked('?', search) + marked('#', hash)
}

const marked = (mark: string, text: string) => (text === '' || text.startsWith(mark) ? text : mark + text)

export class PageHistory<Page> implements History<Page> {
  shown: Shown<Page>
  private readonly load: (pathname: string) => Promise<Page>
  private readonly listeners = new Set<() => void>()
  /** Scroll position of each history entry, by its key. */
  private readonly positions: Map<string, number>
  private latest: PageLocation
  private keepsScroll = true

  /** @param page that the document shows. @param load must resolve at once for a page that is loaded */
  constructor(page: Page, load: (pathname: string) => Promise<Page>) {
    this.shown = { page, location: currentLocation() }
    this.latest = this.shown.location
    this.load = load
    this.positions = readPositions()
    window.addEventListener('popstate', () => void this.show(currentLocation(), 'back'))
    window.addEventListener('pagehide', () => {
      this.storePosition()
      writePositions(this.positions)
      // The browser knows where a document was that it loads again.
      window.history.scrollRestoration = 'auto'
    })
  }

  readonly subscribe = (listener: () => void) => {
    this.listeners.add(listener)
    return () => this.listeners.delete(listener)
  }

  readonly navigate = async (
    to: To | number,
    { replace, state = null, keepsScroll, askedOn }: NavigateOptions = {},
  ) => {
    if (askedOn && askedOn.pathname !== this.latest.pathname) return
    if (typeof to === 'number') return window.history.go(to)
    const { pathname, search, hash, href } = import.meta.env.TRANSLATED
      ? withoutLanguage(new URL(addressOf(hrefOf(to)), window.location.href))
      : new URL(hrefOf(to), window.location.href)
    const key = Math.random().toString(36).slice(2, 10)
    const isReplacing = replace ?? href === window.location.href
    await this.show({ pathname, search, hash, state, key }, isReplacing ? 'replace' : 'push', keepsScroll === true)
  }

  private async show(location: PageLocation, how: 'push' | 'replace' | 'back', keepsScroll = false): Promise<void> {
    this.latest = location
    this.storePosition()
    const { pathname, search, hash, state, key } = location
    const address = (import.meta.env.TRANSLATED ? addressOf(pathname) : pathname) + search + hash
    let page: Page
    try {
      page = await this.load(pathname)
    } catch (problem) {
      // A newer build has replaced the files, or the connection failed: the browser loads the page, or says why it cannot.
      console.warn(problem)
      if (this.latest === location) window.location.assign(address)
      return
    }
    // A later navigation has replaced this one.
    if (this.latest !== location) return
    window.history.scrollRestoration = 'manual'
    if (how === 'push') window.history.pushState({ key, state }, '', address)
    if (how === 'replace') window.history.replaceState({ key, state }, '', address)
    this.keepsScroll = keepsScroll
    this.shown = { page, location }
    for (const listener of this.listeners) listener()
  }

  readonly scroll = () => {
    const { key, hash } = this.shown.location
    const position = this.positions.get(key)
    const target = hash === '' ? null : document.getElementById(decodeURIComponent(hash.slice(1)))
    target?.closest('details')?.setAttribute('open', '')
    // The document is where the browser put it until the first navigation.
    const isFirst = window.history.scrollRestoration === 'auto'
    if (isFirst) return
    if (position !== undefined) window.scrollTo(0, position)
    else if (target) target.scrollIntoView()
    else if (!this.keepsScroll) window.scrollTo(0, 0)
  }

  private storePosition(): void {
    this.positions.set(this.shown.location.key, window.scrollY)
  }
}

function currentLocation(): PageLocation {
  const { pathname, search, hash } = import.meta.env.TRANSLATED ? withoutLanguage(window.location) : window.location
  const entry: unknown = window.history.state
  // A place on the page that the browser went to has no entry of ours.
  const { key, state } = isEntry(entry) ? entry : { key: FIRST + hash, state: null }
  return { pathname, search, hash, state, key }
}

function isEntry(entry: unknown): entry is { key: string; state: unknown } {
  return isRecord(entry) && typeof entry.key === 'string'
}

function writePositions(positions: ReadonlyMap<string, number>): void {
  try {
    sessionStorage.setItem(POSITIONS, JSON.stringify([...positions]))
  } catch {
    // The browser refuses its storage: pages before a reload are shown from their top.
  }
}

function readPositions(): Map<string, number> {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(POSITIONS) ?? '[]')
    return new Map(Array.isArray(stored) ? stored.filter(isPosition) : [])
  } catch {
    return new Map()
  }
}

const isPosition = (entry: unknown): entry is [string, number] =>
  Array.isArray(entry) && typeof entry[0] === 'string' && typeof entry[1] === 'number'
