/**
 * Browser contexts, each with a page, that the tests of a worker use one after the other, cleared in between. A new one starts a process
 * that reads fonts, and parses and compiles scripts again: half of the processor time of a page.
 */
import type { Browser, BrowserContext, BrowserContextOptions, CDPSession, Page } from 'playwright-core'

/** Events that tests listen to. */
const EVENTS = [
  'console',
  'dialog',
  'download',
  'pageerror',
  'popup',
  'request',
  'requestfailed',
  'requestfinished',
  'response',
] as const
/** Those of a new context. */
const VIEWPORT = { width: 1280, height: 720 }
const MEDIA = {
  media: null,
  colorScheme: 'light',
  reducedMotion: 'reduce',
  forcedColors: 'none',
  contrast: 'no-preference',
} as const

export interface Profile {
  readonly context: BrowserContext
  readonly page: Page
  /**
   * Removes what a test has left, except what HTTP caches and compiled scripts hold.
   * @returns false if something may be left: the context must then be closed
   */
  clear(): Promise<boolean>
}

/** Twice the time that Playwright waits for a page: on a busy machine, thirty seconds can pass. */
const PATIENCE_MILLISECONDS = 60_000

export async function newContext(browser: Browser, options: BrowserContextOptions): Promise<BrowserContext> {
  const context = await browser.newContext(options)
  context.setDefaultTimeout(PATIENCE_MILLISECONDS)
  return context
}

/** @param prepare called with its page */
export async function newProfile(
  browser: Browser,
  options: BrowserContextOptions,
  prepare: (page: Page) => void,
): Promise<Profile> {
  const context = await newContext(browser, options)
  const page = await context.newPage()
  prepare(page)
  const devtools = await context.newCDPSession(page)
  const left = watch(context, page)
  const clear = async () => {
    const others = context.pages().filter((other) => other !== page)
    await Promise.all(others.map((other) => other.close()))
    for (const event of EVENTS) page.removeAllListeners(event)
    await context.setOffline(false)
    await emptyTab(page, devtools)
    await Promise.all([
      page.unrouteAll({ behavior: 'ignoreErrors' }),
      context.unrouteAll({ behavior: 'ignoreErrors' }),
      left.removeScripts(),
      context.clearCookies(),
      context.clearPermissions(),
      page.setViewportSize(VIEWPORT),
      page.emulateMedia(MEDIA),
      ...left.origins().map((origin) => devtools.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' })),
    ])
  }
  return {
    context,
    page,
    clear: () =>
      left.isLasting()
        ? Promise.resolve(false)
        : clear().then(
            () => true,
            () => false,
          ),
  }
}

/** Only a page of the same origin can clear the storage of a tab, and must not fill it again when it is left. */
async function emptyTab(page: Page, devtools: CDPSession): Promise<void> {
  if (page.url() !== 'about:blank')
    await page.evaluate(() => {
      window.sessionStorage.clear()
      Storage.prototype.setItem = () => {}
    })
  await page.goto('about:blank')
  await page.mouse.move(-1, -1)
  await devtools.send('Page.resetNavigationHistory')
}

/** Notes what must be removed, and whether there is anything that cannot be. */
function watch(context: BrowserContext, page: Page) {
  const origins = new Set<string>()
  const ofTab = new Set<string>()
  let scripts: { dispose(): Promise<void> }[] = []
  let isLasting = false
  const follow = (one: Page) =>
    one.on('framenavigated', (frame) => {
      const { origin } = new URL(frame.url())
      // Blank pages and errors have none.
      if (origin === 'null') return
      origins.add(origin)
      if (frame === page.mainFrame()) ofTab.add(origin)
    })
  follow(page)
  context.on('page', follow)
  page.on('close', () => (isLasting = true))
  for (const one of [context, page]) {
    const add = one.addInitScript.bind(one)
    one.addInitScript = async (...script) => {
      const added = await add(...script)
      scripts.push(added)
      return added
    }
    // Every call of it replaces the clock of all pages of the context, for good.
    const { clock } = one
    Object.defineProperty(one, 'clock', {
      get() {
        isLasting = true
        return clock
      },
    })
  }
  const newPage = context.newPage.bind(context)
  context.newPage = async () => {
    const other = await newPage()
    await other.setViewportSize(page.viewportSize() ?? VIEWPORT)
    return other
  }
  const newSession = context.newCDPSession.bind(context)
  context.newCDPSession = (of) => {
    isLasting = true
    return newSession(of)
  }
  return {
    origins: () => {
      const all = [...origins]
      origins.clear()
      ofTab.clear()
      return all
    },
    // Only the storage of the origin that the tab shows can be cleared.
    isLasting: () => isLasting || [...ofTab].some((origin) => origin !== new URL(page.url()).origin),
    removeScripts: () => Promise.all(scripts.splice(0).map((script) => script.dispose())),
  }
}
