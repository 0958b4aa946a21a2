/** Buttons that are pressed before the script of their page has come, as on a bad line. */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { toast } from '../support/account-page.ts'
import { applicant } from '../support/applicant.ts'
import { heading } from '../support/asking-page.ts'
import { useBrowser, waitUntilRunning } from '../support/browser.ts'
import { signUp, STORAGE_KEY, storeSession } from '../support/signing-in.ts'
import { useSite } from '../support/site.ts'
import { appeal } from '#words/aid/appeal.ts'
import { standing } from '#words/aid/standing.ts'
import { shell } from '#words/common/shell.ts'
import { sessionToasts } from '#words/people/session-toasts.ts'

// A complaint is asked for by a number that does not exist, which the browser logs as an error.
const open = useBrowser([/status of 404/])
const site = useSite()

const proceed = (page: Page) => page.getByRole('button', { name: 'Continue', exact: true })

/** Opens a page, by default the form of an aid request. @returns lets its scripts come */
async function openWithoutScripts(page: Page, path = '/register/aid'): Promise<() => void> {
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await page.route('**/assets/*.js', async (route) => {
    await released
    await route.continue()
  })
  await page.goto(site.url + path, { waitUntil: 'commit' })
  await page.locator('main form').first().waitFor()
  return release
}

const typed = { 'First name': 'Amina', 'Last name': 'Yusuf', Email: 'early@mail.example' }
const password = 'a lantern in the yard'

test('a button counts once when its script comes, however often it was pressed, with what was typed before', async () => {
  const page = await open('about:blank')
  const release = await openWithoutScripts(page)
  for (const [label, text] of Object.entries(typed))
    await page.getByLabel(label, { exact: true }).pressSequentially(text)
  for (const label of ['Password', 'Confirm password'])
    await page.getByLabel(label, { exact: true }).pressSequentially(password)
  await proceed(page).click()
  await proceed(page).click()
  release()
  await expect.poll(() => heading(page).innerText()).toBe('What you need')
  expect(await page.locator('[aria-invalid=true]:visible').count()).toBe(0)
  expect(await page.locator('[popover].toast').count()).toBe(0)
})

test('a press is forgotten when the user has gone on typing', async () => {
  const page = await open('about:blank')
  const release = await openWithoutScripts(page)
  await proceed(page).click()
  await page.getByLabel('First name', { exact: true }).pressSequentially('Am')
  release()
  await page.locator('.aid-form button[type=submit]').waitFor()
  // A press that was kept would come before the page rests.
  await page.evaluate(() => new Promise<void>((resolve) => requestIdleCallback(() => resolve())))
  expect(await toast(page, 'Missing required fields').count()).toBe(0)
})

test('a tab that is pressed early opens its panel', async () => {
  const page = await open('about:blank')
  const release = await openWithoutScripts(page)
  await page.getByRole('tab', { name: 'Sign In' }).click()
  release()
  await expect.poll(() => page.url()).toBe(`${site.url}/login`)
})

test('a sign-out ends the session of the device at once, and at the server after a link was pressed next', async () => {
  const page = await open('about:blank', { viewport: { width: 1366, height: 800 } })
  const session = await signUp(site.url, 'hastens@mail.example')
  await storeSession(page, session)
  const release = await openWithoutScripts(page, '/contact')
  await page.getByRole('button', { name: shell.signOut }).click()
  expect(await page.evaluate((key) => localStorage.getItem(key), STORAGE_KEY)).toBeNull()
  await page.getByRole('link', { name: 'About' }).first().click({ noWaitAfter: true })
  release()
  await toast(page, sessionToasts.signedOut).waitFor()
  expect(page.url()).toBe(`${site.url}/login`)
  expect(await page.evaluate((key) => localStorage.getItem(key), STORAGE_KEY)).toBeNull()
  const headers = { Authorization: `Bearer ${session.access_token}` }
  expect((await fetch(`${site.url}/auth/v1/user`, { headers })).status).toBe(403)
})

test.each(['/aid/status', '/complain', '/receipts', '/forgot-password', '/confirm', '/login'])(
  'nothing that was typed on %s comes into the address, by Enter or by a press',
  async (path) => {
    const page = await open('about:blank')
    const release = await openWithoutScripts(page, path)
    for (const form of await page.locator('main form:visible').all()) {
      const field = form.locator('input:visible:not([type=radio]), textarea:visible').last()
      await field.pressSequentially('31')
      await field.press('Enter')
      await form.locator('button:visible').last().click()
    }
    expect(page.url()).toBe(site.url + path)
    release()
    await page.locator('main form button[type=submit]').first().waitFor()
    expect(page.url()).toBe(site.url + path)
  },
)

/** Holds back the answer to one call. @returns lets it come */
async function holdBack(page: Page, call: string): Promise<() => void> {
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await page.route(call, async (route) => {
    await released
    await route.continue()
  })
  return release
}

test('who has begun to type stays, where another language was chosen on the device; others go on in that one', async () => {
  const begin = async (path: string) => {
    const page = await open('about:blank')
    await page.addInitScript(() => localStorage.setItem('taimako-language', 'ha'))
    const release = await holdBack(page, '**/api/config')
    await page.goto(site.url + path)
    await waitUntilRunning(page)
    return { page, release }
  }
  for (const [path, label, text] of [
    ['/complain', 'What happened?', 'Bola asked me for money.'],
    ['/aid/status', standing.caseNumber, 'T-10452-0381-3'],
  ] as const) {
    const { page, release } = await begin(path)
    await page.getByLabel(label).fill(text)
    release()
    await page.locator('.language-tab a[hreflang=ha]').waitFor({ state: 'attached' })
    expect(await page.getByLabel(label).inputValue()).toBe(text)
    expect(new URL(page.url()).pathname).toBe(path)
  }
  const reading = await begin('/complain')
  reading.release()
  await reading.page.waitForURL(`${site.url}/ha/complain`)
})

test('who has begun to type stays, where the profile names another language; others go on in that one', async () => {
  const amina = await applicant(site, 'hausa@mail.example')
  await amina.decide(await amina.ask(), 'rejected', 'We lack papers.')
  const saved = await fetch(`${site.url}/api/profile`, {
    method: 'PUT',
    headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${amina.session.access_token}` },
    body: JSON.stringify({ language: 'ha' }),
  })
  expect(saved.status).toBe(200)
  const page = await open('about:blank')
  await storeSession(page, amina.session)
  const release = await holdBack(page, '**/api/profile')
  await page.goto(`${site.url}/beneficiary/dashboard`)
  await page.getByRole('button', { name: appeal.appeal }).click()
  await page.getByLabel(appeal.text).fill('The school wrote again.')
  const answered = page.waitForResponse('**/api/profile')
  release()
  await answered
  // Another page would have begun to load with the next turn of the script.
  await page.locator('.language-tab a[hreflang=ha]').waitFor({ state: 'attached' })
  expect(await page.getByLabel(appeal.text).inputValue()).toBe('The school wrote again.')
  expect(new URL(page.url()).pathname).toBe('/beneficiary/dashboard')
  await page.reload()
  await page.waitForURL(`${site.url}/ha/beneficiary/dashboard`)
})
