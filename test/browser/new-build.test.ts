/** Pages that were opened before an update, whose files are gone by the time they are needed. */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { choose, fillRequest, openStep, paper, send, toast, whatIsThere } from '../support/asking-page.ts'
import { useBrowser, waitUntilRunning } from '../support/browser.ts'
import { signUp, storeSession } from '../support/signing-in.ts'
import { payButton } from '../support/giving-page.ts'
import { useSite } from '../support/site.ts'
import { fill } from '../support/wallet-page.ts'

const open = useBrowser([/status of 404/, /Failed to fetch/, /status of 400/])
const site = useSite()

/** Loses what the page has not loaded to run. */
async function loseFiles(page: Page): Promise<void> {
  await waitUntilRunning(page)
  await page.route('**/assets/*.js*', (route) => route.fulfill({ status: 404 }))
}

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

const MISSING = 'This page is incomplete. Reload it.'

test('who signs out, or in, is told to load the page again', async () => {
  const page = await open('about:blank')
  await storeSession(page, await signUp(site.url, 'shared-phone@mail.example'))
  // It comes with the session.
  await page.route('**/assets/leave-session*', (route) => route.fulfill({ status: 404 }))
  await page.goto(`${site.url}/about`)
  await page.getByRole('button', { name: 'Sign Out' }).first().click()
  await toast(page, 'Sign out failed').getByText(MISSING).waitFor()
  const other = await open(`${site.url}/login`)
  await loseFiles(other)
  await other.getByLabel('Email').fill('no-such@mail.example')
  await other.getByLabel('Password', { exact: true }).fill('a wrong one')
  await other.getByRole('button', { name: 'Sign In', exact: true }).click()
  await other.getByText(MISSING).first().waitFor()
  expect(await other.getByLabel('Email').inputValue()).toBe('no-such@mail.example')
})

/** Signs this address up, and fills a request up to its last step. */
async function openFilled(email: string): Promise<Page> {
  const page = await open('about:blank')
  await storeSession(page, await signUp(site.url, email))
  await page.goto(`${site.url}/apply-for-aid`)
  await fillRequest(page)
  await choose(page, paper('fees.pdf'))
  await openStep(page, 'Check your answers')
  return page
}

async function sendAgain(page: Page): Promise<void> {
  await page.reload()
  await openStep(page, 'Check your answers')
  await send(page)
  await toast(page, 'Request sent').waitFor()
}

test('who sends a request is told to load the page again, which keeps what was typed', async () => {
  const email = 'asks@mail.example'
  const page = await openFilled(email)
  await page.route('**/assets/send-with-toast*', (route) => route.fulfill({ status: 404 }))
  await send(page)
  await toast(page, 'Error').getByText(MISSING).waitFor()
  await page.unroute('**/assets/send-with-toast*')
  await sendAgain(page)
  expect((await whatIsThere(site.url, email)).applications).toHaveLength(1)
})

test('who sends a request hears to load the page again when a part of sending is missing, and for nothing else', async () => {
  const email = 'asks-again@mail.example'
  const page = await openFilled(email)
  await page.evaluate(() =>
    Reflect.set(navigator.locks, 'request', () => {
      throw new TypeError('a fault of ours')
    }),
  )
  await send(page)
  await toast(page, 'Error').getByText('Unexpected error during submission.').waitFor()
  await page.evaluate(() => Reflect.deleteProperty(navigator.locks, 'request'))
  // It comes with the first document, and only then.
  await page.route('**/assets/upload-document*', (route) => route.fulfill({ status: 404 }))
  await send(page)
  await toast(page, 'Error').getByText(MISSING).waitFor()
  await page.unroute('**/assets/upload-document*')
  await sendAgain(page)
  expect((await whatIsThere(site.url, email)).documents.map(({ filename }) => filename)).toEqual(['fees.pdf'])
})

test('a gift that cannot be paid, or lacks a part of the wallet, keeps its page', async () => {
  const person = await signUp(site.url, 'gives@mail.example')
  await fill(site.url, person, 1000)
  const page = await open('about:blank')
  await storeSession(page, person)
  await page.goto(`${site.url}/donate`)
  const wallet = page.getByRole('radio', { name: 'My wallet: ₦1,000.00' })
  await wallet.waitFor()
  await loseFiles(page)
  await page.getByLabel('Or another amount').fill('2500')
  await wallet.check()
  await page.getByText('which is not enough for this gift').waitFor()
  expect(await page.getByRole('main').getByRole('link', { name: 'Wallet' }).getAttribute('href')).toBe('/wallet')
  await page.getByRole('radio', { name: 'Card, transfer or USSD' }).check()
  await payButton(page).click()
  await page.getByText('Load this page again.').waitFor()
  expect(await page.getByLabel('Or another amount').inputValue()).toBe('2500')
})
