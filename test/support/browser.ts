/** A real browser for tests: the system's Chromium where there is one, else the one that comes as an npm package. */
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { chromium, type Browser, type BrowserContextOptions, type Page } from 'playwright-core'
import { afterEach, beforeAll, expect } from 'vitest'

const SYSTEM = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']
const CACHE = join(import.meta.dirname, '../../node_modules/.cache/chromium')
/**
 * The package's own fonts.conf names folders of the cloud that it was made for. Without a single font the browser runs on
 * as long as a page brings its own, and dies at the first text that asks for another, as the provider's popup does.
 */
const FONTS = join(import.meta.dirname, 'fonts.conf')
const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--no-first-run',
  '--disable-quic',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // Money texts are compared by eye in screenshots: hinting would differ by machine.
  '--font-render-hinting=none',
]

/** @param more flags of the caller's own */
export async function launchBrowser(more: readonly string[] = []): Promise<Browser> {
  const system = SYSTEM.find((path) => existsSync(path))
  const flags = [...FLAGS, ...more]
  return system ? chromium.launch({ executablePath: system, args: flags }) : launchPackaged(flags)
}

/** The packaged one brings the libraries that a bare Debian lacks, but unpacks them only where it believes to be needed. */
async function launchPackaged(flags: readonly string[]): Promise<Browser> {
  if (!existsSync(CACHE)) await unpack()
  return chromium.launch({
    executablePath: join(CACHE, 'chromium'),
    args: [...flags, '--no-zygote', '--headless=shell'],
    env: { ...process.env, LD_LIBRARY_PATH: join(CACHE, 'al2023', 'lib'), FONTCONFIG_FILE: FONTS },
  })
}

/** Unpacked beside and renamed when it is whole: another test file may be waiting for it, or doing the same. */
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
    // Another file was quicker.
    rmSync(partial, { recursive: true, force: true })
  }
}

function restore(name: string, value: string | undefined): void {
  if (value === undefined) delete process.env[name]
  else process.env[name] = value
}

export interface OpenPage {
  /** Opens an address of the site in a fresh context: no cookies, no storage. */
  (address: string, options?: BrowserContextOptions): Promise<Page>
}

/** The browser of this worker, for all its files. It ends with the worker. */
let launched: Promise<Browser> | undefined

async function workersBrowser(): Promise<Browser> {
  const running = await launched
  if (!running?.isConnected()) launched = launchBrowser()
  return launched ?? launchBrowser()
}

/**
 * Opens pages for the tests of a file. A page that logs an error, or breaks its content security policy, fails its test.
 * @param expected texts of console errors that a test of this file brings about on purpose
 */
export function useBrowser(expected: readonly RegExp[] = []): OpenPage {
  let browser: Browser
  let faults: string[] = []
  beforeAll(async () => {
    browser = await workersBrowser()
  })
  afterEach(async ({ task }) => {
    if (task.result?.state === 'fail') await printPages(browser)
    await Promise.all(browser.contexts().map((context) => context.close()))
    const unexpected = faults.filter((fault) => !expected.some((pattern) => pattern.test(fault)))
    faults = []
    expect(unexpected).toEqual([])
  })
  return async (address, options = {}) => {
    const context = await browser.newContext({ locale: 'en-NG', reducedMotion: 'reduce', ...options })
    const page = await context.newPage()
    page.on('pageerror', (error) => faults.push(error.message))
    page.on('console', (message) => {
      if (message.type() === 'error') faults.push(message.text())
    })
    await page.goto(address)
    return page
  }
}

/** What a page shows when its test fails is often the whole explanation. */
async function printPages(browser: Browser): Promise<void> {
  for (const page of browser.contexts().flatMap((context) => context.pages())) {
    const shown = await page.locator('body').ariaSnapshot({ timeout: 5000 }).catch(String)
    process.stderr.write(`\n${page.url()} showed:\n${shown}\n`)
  }
}
