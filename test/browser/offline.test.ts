/** Pages without a connection: the form to ask for aid works, and every other page says what is missing and opens by itself later. */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { violations } from '../support/axe.ts'
import { fillRequest, keepDraft, send, toast, whatIsThere } from '../support/asking-page.ts'
import { useBrowser } from '../support/browser.ts'
import { signUp, storeSession } from '../support/signing-in.ts'
import { useSite } from '../support/site.ts'

const open = useBrowser([/'sessionStorage' property/, /ERR_INTERNET_DISCONNECTED/, /ERR_FAILED/, /Failed to fetch/])
const site = useSite()

/** Until the worker has kept a page. */
async function kept(page: Page, address = '/register/account') {
  await expect.poll(() => page.evaluate(async (kept) => (await caches.match(kept)) !== undefined, address)).toBe(true)
  return page.evaluate(() => navigator.serviceWorker.ready.then(({ active }) => active?.scriptURL))
}

/** Until the page itself reports it: a page that was just loaded may do so late. */
async function goOffline(page: Page): Promise<void> {
  await page.context().setOffline(true)
  await expect.poll(() => page.evaluate(() => navigator.onLine)).toBe(false)
}

test('the form opens again without a connection, and is sent when it returns', async () => {
  const email = 'reloaded-offline@mail.example'
  const page = await open('about:blank', { serviceWorkers: 'allow', viewport: { width: 360, height: 740 } })
  await storeSession(page, await signUp(site.url, email))
  await page.goto(`${site.url}/apply-for-aid`)
  expect(await kept(page)).toBe(`${site.url}/service-worker.js`)

  await goOffline(page)
  await page.reload()
  await goOffline(page)
  await fillRequest(page)
  await keepDraft(page)
  await send(page)
  await page.getByText('we send them as soon as you are back online').waitFor()
  await page.reload()
  await page.context().setOffline(false)
  await toast(page, 'Request sent').waitFor()
  expect((await whatIsThere(site.url, email)).applications).toHaveLength(1)
})

test('a line that returns as the form opens is tried again at once', async () => {
  const page = await open('about:blank')
  await storeSession(page, await signUp(site.url, 'returns-meanwhile@mail.example'))
  let lost = 0
  await page.route('**/api/profile', (route) => (lost++ === 0 ? route.abort() : route.continue()))
  await page.goto(`${site.url}/apply-for-aid`)
  await page.getByLabel('Aid type').waitFor()
  expect(lost).toBe(2)
})

test('the form opens where a device reports a connection and nothing arrives', async () => {
  const page = await open('about:blank')
  await storeSession(page, await signUp(site.url, 'nothing-arrives@mail.example'))
  await page.route('**/api/profile', (route) => route.abort())
  await page.goto(`${site.url}/apply-for-aid`)
  await page.getByLabel('Aid type').waitFor()
  expect(await page.evaluate(() => navigator.onLine)).toBe(true)
})

test('any other page says that there is no connection, and opens when it returns', async () => {
  const page = await open(`${site.url}/register/aid`, {
    serviceWorkers: 'allow',
    viewport: { width: 320, height: 640 },
  })
  await kept(page)
  await goOffline(page)
  await page.goto(`${site.url}/donate?fund=school`)
  await page.getByRole('heading', { level: 1, name: 'No connection' }).waitFor()
  expect(page.url()).toBe(`${site.url}/offline?from=%2Fdonate%3Ffund%3Dschool`)
  expect(await violations(page)).toEqual([])
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
  expect(await page.getByRole('link', { name: 'Open the form' }).getAttribute('href')).toBe('/apply-for-aid')
  await page.context().setOffline(false)
  await page.waitForURL(`${site.url}/donate?fund=school`)
})

test('who only gives keeps one page of 10 kB, which offers no form', async () => {
  const page = await open(`${site.url}/donate`, { serviceWorkers: 'allow' })
  await kept(page, '/offline')
  expect(await keptPaths(page)).toEqual(['/offline'])
  expect((await (await fetch(`${site.url}/offline`)).arrayBuffer()).byteLength).toBeLessThan(10_000)
  await goOffline(page)
  await page.goto(`${site.url}/receipts`)
  await page.getByRole('heading', { level: 1, name: 'No connection' }).waitFor()
  expect(await page.getByRole('link').count()).toBe(0)
  await page.context().setOffline(false)
  await page.waitForURL(`${site.url}/receipts`)
})

/** What the worker keeps, but for the files that pages load. */
const keptPaths = (page: Page) =>
  page.evaluate(async () => {
    const caches = await Promise.all((await self.caches.keys()).map((name) => self.caches.open(name)))
    const requests = (await Promise.all(caches.map((cache) => cache.keys()))).flat()
    const paths = requests.map(({ url }) => new URL(url).pathname)
    return paths.filter((path) => !path.startsWith('/assets/')).toSorted()
  })

test('nothing is kept but the pages of the form and what they load', async () => {
  const page = await open('about:blank', { serviceWorkers: 'allow' })
  await storeSession(page, await signUp(site.url, 'nothing-kept@mail.example'))
  await page.goto(`${site.url}/apply-for-aid`)
  await kept(page)
  // A page that the worker has under its control, and what it asks of us.
  await page.goto(`${site.url}/wallet`)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.goto(`${site.url}/register/aid`)
  expect(await keptPaths(page)).toEqual([
    '/aid',
    '/aid/ask',
    '/apply-for-aid',
    '/offline',
    '/register',
    '/register/account',
    '/register/aid',
  ])
})

test('the worker may speak to us alone, and is asked for anew each time', async () => {
  const { headers } = await fetch(`${site.url}/service-worker.js`)
  expect(headers.get('content-security-policy')).toBe("default-src 'none'; connect-src 'self'")
  expect(headers.get('cache-control')).toBe('no-cache')
})
