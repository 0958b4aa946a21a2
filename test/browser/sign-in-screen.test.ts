/** The screen of /login and /register: its tabs, and the choice that Register starts with. */
import { expect, test } from 'vitest'
import { useBrowser } from '../support/browser.ts'
import { useSite } from '../support/site.ts'
import { submitButton } from '../support/submit-button.ts'

const open = useBrowser()
const site = useSite()

test('the two tabs follow and replace the address, and work with the arrow keys', async () => {
  const page = await open(`${site.url}/about`)
  await page.goto(`${site.url}/login?from=/donate`)
  const tab = (name: string) => page.getByRole('tab', { name })
  expect(await tab('Sign In').getAttribute('aria-selected')).toBe('true')
  await submitButton(page).waitFor()
  await tab('Sign In').focus()
  await page.keyboard.press('ArrowRight')
  await page.waitForURL(`${site.url}/register?from=/donate`)
  // The address changes first, and the tab with the next render.
  await page.getByRole('tab', { name: 'Register', selected: true }).waitFor()
  expect(await tab('Register').evaluate((element) => element === document.activeElement)).toBe(true)
  expect(await page.title()).toBe('Get started · Taimako')
  // A visitor who came to give meets no form for aid; each choice leads on, and remembers where the visitor came from.
  const start = page.getByRole('tabpanel')
  expect(await start.locator('form').count()).toBe(0)
  expect(await start.getByRole('link', { name: 'Donate' }).getAttribute('href')).toBe('/donate')
  await start.getByRole('link', { name: /^Ask for aid/ }).click()
  await page.waitForURL(`${site.url}/aid?from=/donate`)
  await page.getByRole('link', { name: 'Start my request' }).click()
  await page.getByLabel('First name').waitFor()
  expect(page.url()).toBe(`${site.url}/register/aid?from=/donate`)
  await page.getByRole('link', { name: 'Choose something else' }).click()
  await start.getByRole('link', { name: 'Create an account' }).click()
  await page.getByRole('heading', { level: 1, name: 'Create an account' }).waitFor()
  expect(await tab('Register').getAttribute('aria-selected')).toBe('true')
  for (const _ of [1, 2, 3, 4]) await page.goBack()
  await tab('Sign In').click()
  await page.waitForURL(`${site.url}/login?from=/donate`)
  await page.goBack()
  expect(page.url()).toBe(`${site.url}/about`)
})
