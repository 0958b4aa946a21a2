/** Buttons that are pressed before the script of their page has come, as on a bad line. */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { toast } from '../support/account-page.ts'
import { heading } from '../support/asking-page.ts'
import { useBrowser, waitUntilRunning } from '../support/browser.ts'
import { useSite } from '../support/site.ts'

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

test('who has begun to type stays, where another language was chosen on the device; others go on in that one', async () => {
  const begin = async () => {
    const page = await open('about:blank')
    await page.addInitScript(() => localStorage.setItem('taimako-language', 'ha'))
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    await page.route('**/api/config', async (route) => {
      await released
      await route.continue()
    })
    await page.goto(`${site.url}/complain`)
    await waitUntilRunning(page)
    return { page, release }
  }
  const typing = await begin()
  await typing.page.getByLabel('What happened?').fill('Bola asked me for money.')
  typing.release()
  await typing.page.locator('.language-tab a[hreflang=ha]').waitFor({ state: 'attached' })
  expect(await typing.page.getByLabel('What happened?').inputValue()).toBe('Bola asked me for money.')
  expect(new URL(typing.page.url()).pathname).toBe('/complain')
  const reading = await begin()
  reading.release()
  await reading.page.waitForURL(`${site.url}/ha/complain`)
})
