/** A real browser for tests: the system's Chromium if there is one, otherwise the one from npm. */
import { existsSync, mkdirSync, renameSync, rmSync, statfsSync } from 'node:fs'
import { join } from 'node:path'
import { chromium, type Browser, type BrowserContextOptions, type LaunchOptions, type Page } from 'playwright-core'
import { afterEach, beforeAll, expect } from 'vitest'
import { newContext, newProfile, type Profile } from './profiles.ts'

const SYSTEM = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']
const CACHE = join(import.meta.dirname, '../../node_modules/.cache/chromium')
/**
 * The package's fonts.conf names folders of the cloud service that it was made for. Without any font, the browser works
 * until a page needs a system font, as the provider's popup does, and then crashes.
 */
const FONTS = join(import.meta.dirname, 'fonts.conf')
const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  // A process less for each browser: without a graphics card it only copies pixels.
  '--in-process-gpu',
  // The pages of a test that share a context share a process: starting one costs more than loading a page.
  '--process-per-site',
  '--renderer-process-limit=1',
  '--no-first-run',
  '--disable-quic',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // Without hinting, screenshots look the same on every machine.
  '--font-render-hinting=none',
]
/** One of Playwright's own flags. */
const NO_SHARED_MEMORY = '--disable-dev-shm-usage'
const SHARED_BYTES_MIN = 512 * 1024 * 1024

/** @param more additional flags */
export async function launchBrowser(more: readonly string[] = []): Promise<Browser> {
  const system = SYSTEM.find((path) => existsSync(path))
  const options = { args: [...FLAGS, ...more], ...(hasSharedMemory() && { ignoreDefaultArgs: [NO_SHARED_MEMORY] }) }
  return system ? start({ ...options, executablePath: system }) : launchPackaged(options)
}

const STARTS_MAX = 5

/** Starts it again where it crashes before it answers: two of its threads race for the environment (getenv in ThreadPoolForeg). */
async function start(options: LaunchOptions, attempt = 1): Promise<Browser> {
  try {
    return await chromium.launch(options)
  } catch (error) {
    const hasCrashed = error instanceof Error && error.message.includes('signal=SIGSEGV')
    if (!hasCrashed || attempt === STARTS_MAX) throw error
    return start(options, attempt + 1)
  }
}

/** Containers often have 64 MB, with which pages crash; the browser then shares memory through files, and writes them to the disk. */
function hasSharedMemory(): boolean {
  if (!existsSync('/dev/shm')) return false
  const { bavail, bsize } = statfsSync('/dev/shm')
  return bavail * bsize >= SHARED_BYTES_MIN
}

/** The package includes libraries that a minimal Debian lacks, but unpacks them only when it detects a cloud function. */
async function launchPackaged(options: LaunchOptions & { args: string[] }): Promise<Browser> {
  if (!existsSync(CACHE)) await unpack()
  return start({
    ...options,
    executablePath: join(CACHE, 'chromium'),
    args: [...options.args, '--headless=shell'],
    env: { ...process.env, LD_LIBRARY_PATH: join(CACHE, 'al2023', 'lib'), FONTCONFIG_FILE: FONTS },
  })
}

/** Unpacks to a temporary folder and renames it, because another worker may do the same. */
async function unpack(): Promise<void> {
  const before = { ...process.env }
  const partial = `${CACHE}-${process.pid}`
  mkdirSync(partial, { recursive: true })
  process.env['TMPDIR'] = partial
  process.env['AWS_LAMBDA_JS_RUNTIME'] = 'nodejs24.x'
  const { default: packaged } = await import('@sparticuz/chromium')
  await packaged.executablePath()
  for (const name of ['TMPDIR', 'AWS_LAMBDA_JS_RUNTIME', 'LD_LIBRARY_PATH', 'FONTCONFIG_PATH', 'HOME'])
    restore(name, before[name])
  try {
    renameSync(partial, CACHE)
  } catch {
    // Another worker was faster.
    rmSync(partial, { recursive: true, force: true })
  }
}

function restore(name: string, value: string | undefined): void {
  if (value === undefined) delete process.env[name]
  else process.env[name] = value
}

interface PageOptions extends BrowserContextOptions {
  /** In a new context, whose caches are empty: for tests of weights and layout shifts. */
  readonly fresh?: true
}

export interface OpenPage {
  /** Opens an address without cookies and storage. */
  (address: string, options?: PageOptions): Promise<Page>
}

/** The browser that all files of this worker share. It ends with the worker. */
let launched: Promise<Browser> | undefined
/** Profiles of that browser that no test is using, by the options of their contexts. */
let free = new Map<string, Profile[]>()
/** Block service workers: their answers bypass the rules of a test (`page.route`). */
const DEFAULTS = { locale: 'en-NG', reducedMotion: 'reduce', serviceWorkers: 'block' } as const

async function workersBrowser(): Promise<Browser> {
  const running = await launched
  if (!running?.isConnected()) {
    free = new Map()
    launched = launchBrowser()
  }
  return launched ?? launchBrowser()
}

/**
 * Opens pages for the tests of a file. A test fails if its page logs an error or violates its content security policy.
 * @param expected console errors that the tests of this file cause on purpose
 */
export function useBrowser(expected: readonly RegExp[] = []): OpenPage {
  let browser: Browser
  let faults: string[] = []
  let used: { readonly kind: string; readonly profile: Profile }[] = []
  beforeAll(async () => {
    browser = await workersBrowser()
  })
  afterEach(async ({ task }) => {
    const hasFailed = task.result?.state === 'fail'
    if (hasFailed) await printPages(browser)
    // A test that failed may have stopped anywhere.
    const cleared = await Promise.all(used.map(async ({ profile }) => !hasFailed && (await profile.clear())))
    if (hasFailed) free = new Map()
    for (const [index, { kind, profile }] of used.entries())
      if (cleared[index]) free.set(kind, [...(free.get(kind) ?? []), profile])
    used = []
    const kept = new Set([...free.values()].flat().map(({ context }) => context))
    const others = browser.contexts().filter((context) => !kept.has(context))
    await Promise.all(others.map((context) => context.close()))
    const unexpected = faults.filter((fault) => !expected.some((pattern) => pattern.test(fault)))
    faults = []
    expect(unexpected).toEqual([])
  })
  const newPage = async ({ fresh, ...options }: PageOptions): Promise<Page> => {
    const { viewport, colorScheme, ...others } = options
    // A worker that has ended may still answer.
    if (fresh || others.serviceWorkers) {
      const page = await (await newContext(browser, { ...DEFAULTS, ...options })).newPage()
      prepare(page)
      return page
    }
    const kind = JSON.stringify(others)
    const profile = free.get(kind)?.pop() ?? (await newProfile(browser, { ...DEFAULTS, ...others }, prepare))
    used.push({ kind, profile })
    const { page } = profile
    if (viewport) await page.setViewportSize(viewport)
    if (colorScheme) await page.emulateMedia({ colorScheme })
    return page
  }
  return async (address, options = {}) => {
    const page = await newPage(options)
    page.on('pageerror', (error) => faults.push(error.message))
    page.on('console', (message) => {
      if (message.type() === 'error') faults.push(message.text())
    })
    await page.goto(address)
    return page
  }
}

function prepare(page: Page): void {
  settleAroundKeys(page)
  handleRejections(page)
}

/**
 * Handles waits that a test began before its act, and abandons where the act fails: closing the page rejects them, which would fail the
 * whole run even if the test passes on its second attempt.
 */
function handleRejections(page: Page): void {
  for (const name of ['waitForEvent', 'waitForRequest', 'waitForResponse'] as const) {
    const apply = (wait: object, _: unknown, given: unknown[]): unknown => {
      const waiting: unknown = typeof wait === 'function' ? Reflect.apply(wait, page, given) : undefined
      if (waiting instanceof Promise) waiting.catch(() => {})
      return waiting
    }
    Reflect.set(page, name, new Proxy(page[name], { apply }))
  }
}

/**
 * A key must not come before its listener, which React adds after it has shown what the test waited for. Nor before a dialog has closed
 * for React: Chromium announces that with the next frame, so on a busy machine a second press opens nothing.
 */
function settleAroundKeys(page: Page): void {
  const { keyboard } = page
  const press = keyboard.press.bind(keyboard)
  keyboard.press = async (...key) => {
    // The browser itself moves the focus.
    if (key[0] === 'Tab') return press(...key)
    await settle(page)
    await press(...key)
    await settle(page)
  }
}

/** Waits until the script of the page runs: before, keys do nothing, and a link loads its page. */
export async function waitUntilRunning(page: Page): Promise<void> {
  await page.waitForFunction(() => Object.keys(document.documentElement).some((key) => key.startsWith('__react')))
}

/** Waits for a frame, and until the page has nothing left to do. */
async function settle(page: Page): Promise<void> {
  const settled = page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        requestAnimationFrame(() => requestIdleCallback(() => resolve()))
        // Something that moves without end leaves no time.
        setTimeout(resolve, 1000)
      }),
  )
  // The key has opened another page.
  await settled.catch(() => {})
}

/** Prints each page when its test fails: its text often explains the failure. */
async function printPages(browser: Browser): Promise<void> {
  for (const page of browser.contexts().flatMap((context) => context.pages())) {
    if (page.url() === 'about:blank') continue
    const shown = await page.locator('body').ariaSnapshot({ timeout: 5000 }).catch(String)
    process.stderr.write(`\n${page.url()} showed:\n${shown}\n`)
  }
}
