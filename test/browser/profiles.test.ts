/** Tests share the pages of their worker's browser (test/support/profiles.ts): the next one finds nothing that the one before has left. */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { useBrowser } from '../support/browser.ts'
import { useSite } from '../support/site.ts'

const open = useBrowser()
const site = useSite()

/** Traces that a page can read of an earlier one. */
const found = (page: Page) =>
  page.evaluate(async () => ({
    cookie: document.cookie,
    stored: JSON.stringify([localStorage, sessionStorage]),
    databases: (await indexedDB.databases()).length,
    caches: await caches.keys(),
    history: window.history.length,
    script: 'left' in window,
    isDark: matchMedia('(prefers-color-scheme: dark)').matches,
    isForced: matchMedia('(forced-colors: active)').matches,
    size: [innerWidth, innerHeight],
    isOnline: navigator.onLine,
    permission: (await navigator.permissions.query({ name: 'geolocation' })).state,
    answer: await (await fetch('/health/live')).text(),
  }))

let first: Page
let touched: Page
let heard = 0
let before: Awaited<ReturnType<typeof found>>

test('one test leaves everything that a test can leave', async () => {
  touched = await open(`${site.url}/faq`, { hasTouch: true })
  first = await open(`${site.url}/faq`)
  before = await found(first)
  await first.context().addInitScript(() => Reflect.set(window, 'left', true))
  await first.context().grantPermissions(['geolocation'])
  await first.route('**/health/live', (route) => route.fulfill({ body: 'left' }))
  first.on('request', () => (heard += 1))
  await first.evaluate(async () => {
    document.cookie = 'left=1'
    localStorage.setItem('left', '1')
    sessionStorage.setItem('left', '1')
    indexedDB.open('left')
    await caches.open('left')
    addEventListener('pagehide', () => sessionStorage.setItem('left', '1'))
  })
  await first.goto(`${site.url}/terms`)
  await first.setViewportSize({ width: 360, height: 500 })
  await first.emulateMedia({ colorScheme: 'dark', forcedColors: 'active' })
  await first.context().setOffline(true)
  expect(await first.evaluate(() => Reflect.get(window, 'left'))).toBe(true)
})

test('the next one has the same page, and finds it as it was', async () => {
  heard = 0
  const page = await open(`${site.url}/faq`)
  expect(page).toBe(first)
  expect(await found(page)).toEqual(before)
  expect(heard).toBe(0)
  // Nothing replaces it again.
  await page.clock.setFixedTime(new Date())
})

test('a page with other options is used again for the same ones alone', async () => {
  expect(await open(`${site.url}/faq`)).not.toBe(touched)
  const page = await open(`${site.url}/faq`, { hasTouch: true })
  expect(page).toBe(touched)
  expect(await page.evaluate(() => navigator.maxTouchPoints)).toBe(1)
})

test('a page whose clock was stopped is not used again', async () => {
  const page = await open(site.url)
  expect(page).not.toBe(first)
  await page.clock.install()
  first = page
})

test('a page whose clock was replaced is not used again', async () => {
  expect(await open(site.url)).not.toBe(first)
})
