/** Going from page to page: without loading the document again, and with it when the page's file is missing. */
import { expect, test } from 'vitest'
import type { Page } from 'playwright-core'
import { toast } from '../support/account-page.ts'
import { useBrowser, waitUntilRunning } from '../support/browser.ts'
import { useSite } from '../support/site.ts'
import { routeOnce } from '../support/routing.ts'
import { signInByForm, signUp, storeSession } from '../support/signing-in.ts'

const open = useBrowser([/Failed to load resource/])
const site = useSite()

const mark = (page: Page) => page.evaluate(() => document.body.classList.add('same-document'))
const isSameDocument = (page: Page) => page.evaluate(() => document.body.classList.contains('same-document'))
/** Two frames later, what follows a navigation has happened. */
const settled = (page: Page) =>
  page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))
const footerLink = (page: Page, name: string) => page.getByRole('contentinfo').getByRole('link', { name }).click()

test('a link shows the next page in the same document, and Back returns to the scroll position', async () => {
  const page = await open(site.url)
  await waitUntilRunning(page)
  await mark(page)
  await footerLink(page, 'About Us')
  await page.waitForURL(`${site.url}/about`)
  await page.getByRole('heading', { level: 1, name: 'About Us' }).waitFor()
  expect([await page.title(), await isSameDocument(page)]).toEqual(['About Us · Taimako', true])
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0)

  await page.goBack()
  await page.getByRole('heading', { name: 'What we do' }).waitFor()
  expect(await isSameDocument(page)).toBe(true)
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(500)
})

test('Back returns to where the page before was read, also after a reload', async () => {
  const page = await open(site.url)
  await waitUntilRunning(page)
  await footerLink(page, 'About Us')
  await page.getByRole('heading', { level: 1, name: 'About Us' }).waitFor()
  await page.reload()
  await waitUntilRunning(page)
  await page.goBack()
  await page.getByRole('heading', { name: 'What we do' }).waitFor()
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(500)
})

test('the link to the content leads past the header, and stays there', async () => {
  const page = await open(site.url, { viewport: { width: 360, height: 740 } })
  await page.getByText('0+', { exact: true }).waitFor()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await page.waitForURL(`${site.url}/#content`)
  const top = () => page.locator('#content').evaluate((content) => Math.round(content.getBoundingClientRect().top))
  // Below the edge by the margin of the page. At first the header is above it.
  await expect.poll(top).toBeLessThan(40)
  await settled(page)
  expect(await top()).toBeLessThan(40)
  await footerLink(page, 'About Us')
  await page.getByRole('heading', { level: 1, name: 'About Us' }).waitFor()
  await page.goBack()
  await page.getByRole('heading', { name: 'What we do' }).waitFor()
  expect(new URL(page.url()).hash).toBe('#content')
})

test('of two links pressed at once the later one is shown, and has one entry in the history', async () => {
  const page = await open(site.url)
  await waitUntilRunning(page)
  const before = await page.evaluate(() => window.history.length)
  const released = Promise.withResolvers<void>()
  await routeOnce(page, '**/assets/about-*.js', async (route) => {
    await released.promise
    await route.continue()
  })
  await footerLink(page, 'About Us')
  await footerLink(page, 'Questions and answers')
  await page.waitForURL(`${site.url}/faq`)
  released.resolve()
  await page.getByRole('heading', { level: 1, name: 'Questions and answers' }).waitFor()
  expect(await page.evaluate(() => [window.history.length, window.location.pathname])).toEqual([before + 1, '/faq'])
})

test('a page whose file is missing is loaded by the browser', async () => {
  const page = await open(site.url)
  await waitUntilRunning(page)
  await mark(page)
  await routeOnce(page, '**/assets/about-*.js', (route) => route.fulfill({ status: 404 }))
  await footerLink(page, 'About Us')
  await page.getByRole('heading', { level: 1, name: 'About Us' }).waitFor()
  expect([page.url(), await isSameDocument(page)]).toEqual([`${site.url}/about`, false])
})

test('what a person chooses while signing in ends is where they stay', async () => {
  await signUp(site.url, 'goes-elsewhere@mail.example')
  const page = await open(`${site.url}/login`)
  const { promise: chosen, resolve: choose } = Promise.withResolvers<void>()
  const { promise: answered, resolve: answer } = Promise.withResolvers<void>()
  // It decides where signing in leads to.
  await page.route('**/api/applications?limit=1', (route) => chosen.then(() => route.continue()))
  await signInByForm(page, 'goes-elsewhere@mail.example')
  const aid = page.getByRole('banner').getByRole('link', { name: 'My requests' })
  await aid.waitFor()
  await page.route('**/assets/**', (route) => answered.then(() => route.continue()))
  const begun = page.waitForRequest('**/assets/**')
  await Promise.all([begun, aid.click()])
  const landing = page.waitForResponse('**/api/applications?limit=1')
  choose()
  await Promise.all([landing, landing.then((response) => response.finished())])
  await settled(page)
  answer()
  await page.getByRole('heading', { level: 1, name: 'Beneficiary Dashboard' }).waitFor()
  await settled(page)
  expect(page.url()).toBe(`${site.url}/beneficiary/dashboard`)
})

/** Signs out from the wallet while the server does not answer yet. @returns lets it answer */
async function signOutUnanswered(page: Page): Promise<() => void> {
  await page.goto(`${site.url}/wallet`)
  // A link that is pressed before the script has come takes the place of an earlier press.
  await waitUntilRunning(page)
  const { promise: answered, resolve: answer } = Promise.withResolvers<void>()
  await page.route('**/auth/v1/logout*', (route) => answered.then(() => route.continue()))
  await page.getByRole('button', { name: 'Sign Out' }).click()
  await page.waitForURL(`${site.url}/login`)
  return answer
}

test('who signs out is led to the sign-in page at once, and stays where they go before the server has answered', async () => {
  const page = await open('about:blank', { viewport: { width: 1366, height: 800 } })
  await storeSession(page, await signUp(site.url, 'leaves@mail.example'))
  const answer = await signOutUnanswered(page)
  await footerLink(page, 'About Us')
  await page.waitForURL(`${site.url}/about`)
  answer()
  await toast(page, 'Signed out').waitFor()
  await settled(page)
  expect(page.url()).toBe(`${site.url}/about`)
})

test('the next person who signs in hears nothing of the sign-out before', async () => {
  const page = await open('about:blank', { viewport: { width: 1366, height: 800 } })
  await signUp(site.url, 'next@mail.example')
  await storeSession(page, await signUp(site.url, 'before@mail.example'))
  const answer = await signOutUnanswered(page)
  await signInByForm(page, 'next@mail.example')
  await toast(page, 'Welcome back!').waitFor()
  const ended = page.waitForResponse('**/auth/v1/logout*')
  answer()
  await ended.then((response) => response.finished())
  await settled(page)
  expect(await toast(page, 'Signed out').count()).toBe(0)
})
