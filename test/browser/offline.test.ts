/** Pages without a connection: the form to ask for aid works, and every other page says what is missing and opens by itself later. */
import type { Page } from 'playwright-core'
import { expect, onTestFinished, test } from 'vitest'
import { RESUMABLE_PATH } from '../../contract/aid/document-limits.ts'
import { violations } from '../support/axe.ts'
import { choose, fillRequest, keepDraft, openStep, paper, send, toast, whatIsThere } from '../support/asking-page.ts'
import { useBrowser } from '../support/browser.ts'
import { startProxy } from '../support/proxy.ts'
import { routeOnce } from '../support/routing.ts'
import { signInByForm, signUp, STORAGE_KEY, storeSession } from '../support/signing-in.ts'
import { useSite } from '../support/site.ts'

const open = useBrowser([
  /'sessionStorage' property/,
  /ERR_INTERNET_DISCONNECTED/,
  /ERR_FAILED/,
  /Failed to fetch/,
  /status of (?:401|409|502)/,
])
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

test('a proxy that answers while the server is replaced is not the page: the form opens, and other pages are awaited', async () => {
  const proxy = await startProxy(site.url, { namesClients: false })
  onTestFinished(() => proxy.close())
  const page = await open(`${proxy.url}/register/aid`, { serviceWorkers: 'allow' })
  await kept(page)
  await goOffline(page)
  await page.goto(`${proxy.url}/donate`)
  await page.getByRole('heading', { level: 1, name: 'No connection' }).waitFor()
  proxy.answerWith(502)
  const tried = page.waitForResponse((answer) => answer.status() === 502 && answer.request().method() === 'HEAD')
  await page.context().setOffline(false)
  await tried
  await page.getByRole('button', { name: 'Try again' }).waitFor()
  expect(page.url()).toContain('/offline?from=%2Fdonate')
  await page.goto(`${proxy.url}/register/aid`)
  await page.getByRole('heading', { level: 1, name: 'Ask for aid' }).waitFor()
  await page.goto(`${proxy.url}/offline?from=%2Fdonate`)
  proxy.answerWith(undefined)
  await page.waitForURL(`${proxy.url}/donate`)
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

/** Stored replies of the worker, but for the files that pages load. */
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

/** States of the requests that the worker has. Their content can be read by no one but the worker. */
const handedOver = (page: Page) =>
  page.evaluate(async () => {
    const opening = indexedDB.open('taimako-sending')
    await new Promise((resolve) => opening.addEventListener('success', resolve))
    if (!opening.result.objectStoreNames.contains('requests')) return []
    const request = opening.result.transaction('requests').objectStore('requests').getAll()
    await new Promise((resolve) => request.addEventListener('success', resolve))
    opening.result.close()
    if (JSON.stringify(request.result).includes('School')) throw new Error('a request lies open')
    return request.result.map(({ state, sealed }: { state?: string; sealed?: unknown }) =>
      sealed instanceof ArrayBuffer ? 'waiting' : state,
    )
  })

/** Fires the event as the browser does once there is a connection: no page is open. */
async function fireSync(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  const registration = new Promise<string>((resolve) =>
    session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations: [first] }) => {
      if (first) resolve(first.registrationId)
    }),
  )
  await session.send('ServiceWorker.enable')
  const about = { origin: site.url, registrationId: await registration, tag: 'taimako-sending', lastChance: false }
  await session.send('ServiceWorker.dispatchSyncEvent', about)
}

/** On the last step, with leave to send. */
async function openForm(email: string): Promise<Page> {
  const page = await open('about:blank', { serviceWorkers: 'allow', viewport: { width: 360, height: 740 } })
  await storeSession(page, await signUp(site.url, email))
  await page.goto(`${site.url}/apply-for-aid`)
  await kept(page)
  return page
}

async function fillAll(page: Page): Promise<void> {
  await fillRequest(page)
  await choose(page, paper('fees.pdf', 90_000))
  await openStep(page, 'Check your answers')
}

async function fillToSend(email: string): Promise<Page> {
  const page = await openForm(email)
  await Promise.all([page.waitForResponse('**/api/applications/sending'), fillAll(page)])
  return page
}

/** @returns the session before */
const exchangeSession = (page: Page, session: string) =>
  page.evaluate(
    ([key, next]) => {
      const before = localStorage.getItem(key) ?? ''
      localStorage.setItem(key, next)
      return before
    },
    [STORAGE_KEY, session] as const,
  )

async function pressSendOffline(email: string): Promise<Page> {
  const page = await fillToSend(email)
  await goOffline(page)
  await send(page)
  await page.getByText('Your answers lie sealed here for at most 7 days').waitFor()
  expect(await violations(page)).toEqual([])
  return page
}

test('a request whose page is gone is sent by the worker once there is a connection', async () => {
  const email = 'page-gone@mail.example'
  const page = await pressSendOffline(email)
  expect(await handedOver(page)).toEqual(['waiting'])
  await page.goto('about:blank')
  await page.context().setOffline(false)
  await page.goto(`${site.url}/offline`)
  await fireSync(page)
  await expect.poll(() => handedOver(page)).toEqual(['sent'])
  const { applications, documents } = await whatIsThere(site.url, email)
  expect([applications.length, documents.length]).toEqual([1, 1])
  // Someone else who uses the telephone by then is told nothing.
  const own = await exchangeSession(page, JSON.stringify(await signUp(site.url, 'uses-it-too@mail.example')))
  await page.goto(`${site.url}/apply-for-aid`, { waitUntil: 'networkidle' })
  expect(await page.getByText('while this page was closed').count()).toBe(0)
  expect(await page.getByLabel('Description').inputValue()).toBe('')
  await exchangeSession(page, own)
  await page.goto(`${site.url}/apply-for-aid`)
  await page.getByText('It was sent while this page was closed.').waitFor()
  expect(await page.getByLabel('Description').inputValue()).toBe('')
  await page.getByRole('button', { name: 'OK', exact: true }).click()
  await expect.poll(() => handedOver(page)).toEqual([])
})

test('a request that found no connection for seven days is deleted, and its sender is told whenever they come back', async () => {
  const email = 'seven-days@mail.example'
  const page = await pressSendOffline(email)
  await page.goto('about:blank')
  await page.context().setOffline(false)
  await page.goto(`${site.url}/offline`)
  await page.evaluate(async () => {
    const opening = indexedDB.open('taimako-sending')
    await new Promise((resolve) => opening.addEventListener('success', resolve))
    const requests = opening.result.transaction('requests', 'readwrite').objectStore('requests')
    const cursor = requests.openCursor()
    await new Promise((resolve) => cursor.addEventListener('success', resolve))
    cursor.result?.update({ ...cursor.result.value, until: Date.now() - 1 })
    opening.result.close()
  })
  await fireSync(page)
  await expect.poll(() => handedOver(page)).toEqual(['failed'])
  await fireSync(page)
  expect((await whatIsThere(site.url, email)).applications).toEqual([])
  // The tab that had the answers is gone.
  await page.evaluate(() => sessionStorage.clear())
  await page.goto(`${site.url}/beneficiary/dashboard`)
  await page.getByText('Your request was not sent').waitFor()
  await page.getByRole('button', { name: 'OK', exact: true }).click()
  await expect.poll(() => handedOver(page)).toEqual([])
})

test('a request that its sender deletes is not sent, and neither is one that changed', async () => {
  const email = 'taken-back@mail.example'
  const page = await pressSendOffline(email)
  await page.getByRole('button', { name: 'Delete it' }).click()
  await expect.poll(() => handedOver(page)).toEqual([])
  await send(page)
  await expect.poll(() => handedOver(page)).toEqual(['waiting'])
  await openStep(page, 'What you need')
  await page.getByLabel('Amount', { exact: false }).first().fill('50000')
  await expect.poll(() => handedOver(page)).toEqual([])
  expect((await whatIsThere(site.url, email)).applications).toHaveLength(0)
})

test('what the server refused, or a person signed out from, is not sent later', async () => {
  const page = await fillToSend('refused@mail.example')
  const problem = {
    type: '/problems/too_many_open_requests',
    code: 'too_many_open_requests',
    title: 'Too many',
    status: 409,
  }
  await page.route('**/api/applications', (route) => route.fulfill({ status: 409, json: problem }))
  await send(page)
  await toast(page, 'Submission failed').waitFor()
  await expect.poll(() => handedOver(page)).toEqual([])

  const other = await pressSendOffline('signed-out@mail.example')
  expect(await handedOver(other)).toEqual(['waiting'])
  await other.route('**/api/applications', (route) => route.abort())
  // The upload that begins with the line fails once its sender is gone.
  const { promise: gone, resolve: leave } = Promise.withResolvers<void>()
  const begun = other.waitForRequest(`**${RESUMABLE_PATH}*`)
  await other.route(`**${RESUMABLE_PATH}*`, (route) => gone.then(() => route.abort()))
  await other.context().setOffline(false)
  await begun
  const failed = other.waitForEvent('console', (line) => line.text().includes('The request stopped'))
  await other.setViewportSize({ width: 1366, height: 800 })
  await other.getByRole('button', { name: 'Sign Out' }).click()
  await toast(other, 'Signed out').waitFor()
  leave()
  await failed
  expect(await toast(other, 'Upload failed').count()).toBe(0)
  expect(await other.evaluate(() => JSON.stringify([sessionStorage, localStorage]))).not.toContain('my daughter')
  await expect.poll(() => handedOver(other)).toEqual([])
})

test('a request that was begun in a session before is sent with the leave of the one that followed', async () => {
  const email = 'signed-in-again@mail.example'
  const page = await openForm(email)
  // The first session's leave comes once that session has ended.
  const signedOut = Promise.withResolvers<void>()
  const late = Promise.withResolvers<void>()
  await routeOnce(page, '**/api/applications/sending', async (route) => {
    const response = await route.fetch()
    await signedOut.promise
    await route.fulfill({ response })
    late.resolve()
  })
  await fillAll(page)
  await keepDraft(page, 'For 7 days')
  await page.setViewportSize({ width: 1366, height: 800 })
  await page.getByRole('button', { name: 'Sign Out' }).click()
  await toast(page, 'Signed out').waitFor()
  signedOut.resolve()
  await late.promise
  await signInByForm(page, email)
  await page.getByRole('link', { name: 'My requests' }).click()
  await page.getByRole('link', { name: 'Continue', exact: true }).click()
  await Promise.all([page.waitForResponse('**/api/applications/sending'), openStep(page, 'Check your answers')])
  await goOffline(page)
  await send(page)
  await page.getByText('Your answers lie sealed here for at most 7 days').waitFor()
  await page.goto('about:blank')
  await page.context().setOffline(false)
  await page.goto(`${site.url}/offline`)
  await fireSync(page)
  await expect.poll(() => handedOver(page)).toEqual(['sent'])
  expect((await whatIsThere(site.url, email)).applications).toHaveLength(1)
})
