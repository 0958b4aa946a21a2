/** A request that its sender takes back while the service worker is sending it. */
import { expect, test } from 'vitest'
import { SENDING_DATABASE } from '../../contract/aid/handling-fields.ts'
import { fillRequest, send, whatIsThere } from '../support/asking-page.ts'
import { useBrowser } from '../support/browser.ts'
import { signUp, storeSession } from '../support/signing-in.ts'
import { useSite } from '../support/site.ts'

const open = useBrowser([/'sessionStorage' property/, /ERR_INTERNET_DISCONNECTED/, /Failed to fetch/])
const site = useSite()

test('is not sent any more, also where the call before is answered late', async () => {
  const email = 'changes-mind@mail.example'
  const page = await open('about:blank', { serviceWorkers: 'allow' })
  await storeSession(page, await signUp(site.url, email))
  await page.goto(`${site.url}/apply-for-aid`)
  await expect.poll(() => page.evaluate(async () => (await caches.match('/register/account')) !== undefined)).toBe(true)
  await Promise.all([page.waitForResponse('**/api/applications/sending'), fillRequest(page)])
  await page.context().setOffline(true)
  await expect.poll(() => page.evaluate(() => navigator.onLine)).toBe(false)
  await send(page)
  await page.getByText('If you sign out, they are deleted').waitFor()
  await page.goto('about:blank')
  await page.context().setOffline(false)
  await page.goto(`${site.url}/offline`)
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>()
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await page.context().route('**/api/profile', async (route) => {
    begin()
    await released
    await route.continue()
  })
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has none
  await page.evaluate(() => navigator.serviceWorker.ready.then(({ active }) => active?.postMessage('send what waits')))
  await begun
  // Takes it back as the page does.
  await page.evaluate(
    (name) =>
      new Promise<void>((resolve) => {
        const opening = indexedDB.open(name)
        opening.addEventListener('success', () => {
          const transaction = opening.result.transaction('requests', 'readwrite')
          transaction.objectStore('requests').clear()
          transaction.addEventListener('complete', () => resolve())
          opening.result.close()
        })
      }),
    SENDING_DATABASE,
  )
  release()
  // The worker holds it while it sends.
  await page.evaluate(() => navigator.locks.request('taimako-request', () => {}))
  expect((await whatIsThere(site.url, email)).applications).toEqual([])
})

test('a request that was sent is not said to wait, on a device where no worker runs', async () => {
  const email = 'no-worker@mail.example'
  const page = await open('about:blank')
  await storeSession(page, await signUp(site.url, email))
  await page.goto(`${site.url}/apply-for-aid`)
  await fillRequest(page)
  await send(page)
  await page.getByText('We have your request').waitFor()
  await page.goto(`${site.url}/apply-for-aid`, { waitUntil: 'networkidle' })
  await page.getByLabel('Description').waitFor()
  expect(await page.getByText('Your request waits on this device').count()).toBe(0)
  expect((await whatIsThere(site.url, email)).applications).toHaveLength(1)
})
