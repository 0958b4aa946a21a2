/** Pages that were opened before an update, whose files are gone by the time they are needed. */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { choose, fillRequest, openStep, paper, send, toast, whatIsThere } from '../support/asking-page.ts'
import { useBrowser } from '../support/browser.ts'
import { signUp, storeSession } from '../support/signing-in.ts'
import { useSite } from '../support/site.ts'

const open = useBrowser([/status of 404/, /Failed to fetch/, /status of 400/])
const site = useSite()

const loseFiles = (page: Page) => page.route('**/assets/*.js*', (route) => route.fulfill({ status: 404 }))

test('a request that was begun at a first visit is sent', async () => {
  const email = 'first-visit@mail.example'
  const page = await open('about:blank', { serviceWorkers: 'allow' })
  await storeSession(page, await signUp(site.url, email))
  await page.goto(`${site.url}/apply-for-aid`)
  await page.evaluate(() => navigator.serviceWorker.ready)
  await expect.poll(() => page.evaluate(async () => (await caches.match('/register/account')) !== undefined)).toBe(true)
  await loseFiles(page)
  await fillRequest(page)
  await choose(page, paper('fees.pdf'))
  await openStep(page, 'Check your answers')
  await send(page)
  await toast(page, 'Request sent').waitFor()
  expect((await whatIsThere(site.url, email)).applications).toHaveLength(1)
})

test('who forgot a password comes to the page that mails a link', async () => {
  const page = await open(`${site.url}/login`)
  await page.getByLabel('Email').fill('no-such@mail.example')
  await page.getByLabel('Password', { exact: true }).fill('a wrong one')
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
  const recover = page.getByRole('button', { name: 'Email me a link to a new password' })
  await recover.waitFor()
  await page.route('**/assets/ask-recovery*', (route) => route.fulfill({ status: 404 }))
  await recover.click()
  await expect.poll(() => page.url()).toBe(`${site.url}/forgot-password`)
})
