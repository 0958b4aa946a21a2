/** A person who cannot send a request comes in: staff looks them up, enters the request with a photographed paper, and gives them a slip. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { photo } from '../support/acceptance.ts'
import { violations, violationsInEachTheme } from '../support/axe.ts'
import { useBrowser, waitUntilRunning } from '../support/browser.ts'
import { newAdministrator } from '../support/paying-out-site.ts'
import { administratorSession, askForAid } from '../support/reviewing-page.ts'
import { arrange, useSite } from '../support/site.ts'
import { signInByForm, signUp, storeSession, type StoredSession } from '../support/signing-in.ts'

// Some tests cause refusals and a lost connection on purpose, which the browser logs as errors.
const open = useBrowser([/status of 40[39]/, /ERR_INTERNET_DISCONNECTED|Failed to load resource/])
const site = useSite()
// A second try begins with no one but the administrator known.
arrange(site, () => Promise.resolve())

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

async function openAs(session: StoredSession, path: string, width: number, height: number): Promise<Page> {
  const page = await open('about:blank', { viewport: { width, height }, hasTouch: width < 768 })
  await storeSession(page, session)
  await page.goto(site.url + path)
  return page
}

async function lookUp(page: Page, typed: string): Promise<void> {
  await page.getByLabel('Telephone number or name').fill(typed)
  await button(page, 'Look up').click()
}

async function fillNeed(page: Page): Promise<void> {
  await page.getByLabel('Aid type').selectOption('food')
  await page.getByLabel('Amount requested').fill('12k')
  await page.getByLabel('Description').fill('Rice and oil for six people until the harvest.')
  await page.getByRole('radio', { name: 'Came to us' }).check()
}

test('a walk-in with a photo on a phone: the duplicate is seen first, and a colleague can decide', async () => {
  await askForAid(site.url, 'known@mail.example', { name: 'Ladi Bello', phone: '0803 111 2222' })
  const page = await openAs(await administratorSession(site.url), '/admin/dashboard', 360, 740)
  await page.getByText('Menu', { exact: true }).click()
  await page.getByRole('link', { name: 'New request' }).click()

  await lookUp(page, '0803 111 2222')
  await page.getByText('1 person found').waitFor()
  expect(await violationsInEachTheme(page)).toEqual([])
  await button(page, 'Enter someone new').click()
  expect(await page.getByRole('textbox', { name: 'Phone' }).inputValue()).toBe('0803 111 2222')
  await button(page, 'Enter the request').click()
  await page.getByText('Enter the full name.').waitFor()
  expect(await page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('full_name')
  await page.getByLabel('Full name').fill('Hauwa Bello')
  await page.getByLabel('Address', { exact: true }).fill('The blue gate behind the market, Kano')
  await fillNeed(page)
  await page.getByLabel('Take a photo').setInputFiles(await photo())
  await page.getByLabel('Name of document 1').fill('Letter of the village head')

  // Without consent nothing is entered.
  await button(page, 'Enter the request').click()
  await page.getByText('We can only enter the request if they agree.').waitFor()
  await page.getByLabel('They agree').check()
  expect(await violations(page)).toEqual([])
  await button(page, 'Enter the request').click()
  await page.getByRole('heading', { name: 'The request is entered' }).waitFor()
  const slip = page.getByRole('region', { name: /^T-\d+-\d{4}-\d$/ })
  expect(await slip.textContent()).toContain('Hauwa Bello')
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true)

  // The form is empty for the next person.
  const number = (await slip.getAttribute('aria-label')) ?? ''
  await button(page, 'Enter another request').click()
  expect(await page.getByLabel('Telephone number or name').inputValue()).toBe('')
  await page.goto(`${site.url}/admin/applications/${number}`)
  await page.getByText('You are tied to this request', { exact: false }).waitFor()

  const bola = await newAdministrator(site, 'bola@taimako.example')
  const colleague = await openAs(bola, `/admin/applications/${number}`, 1440, 900)
  await colleague.getByText(/^Came to us, entered by/).waitFor()
  await colleague.getByText('Letter of the village head').first().waitFor()
  await button(colleague, 'Approve').waitFor()
  await colleague.getByText('We have no email for this person. Tell them by telephone what you decided.').waitFor()
})

test('what was typed stays through a reload and a lost connection, and is entered once', async () => {
  await askForAid(site.url, 'sani@mail.example', { name: 'Sani Abdu', phone: '0809 444 5555' })
  const page = await openAs(await administratorSession(site.url), '/admin/dashboard', 1440, 900)
  await page.getByRole('link', { name: 'New request' }).click()
  await lookUp(page, 'Sani')
  await button(page, 'Choose Sani Abdu').click()
  // Their open request is seen before another is entered.
  await page.getByText('One of their requests is not decided yet').waitFor()
  await page.getByRole('link', { name: /^T-\d+-\d{4}-\d · School fees/ }).waitFor()
  await fillNeed(page)
  await page.reload()
  await page.getByRole('heading', { name: 'Sani Abdu' }).waitFor()
  expect(await page.getByLabel('Description').inputValue()).toContain('until the harvest')
  expect(await page.getByLabel('Came to us').isChecked()).toBe(true)
  expect(await page.getByLabel('They agree').isChecked()).toBe(false)

  await page.getByLabel('They agree').check()
  await page.context().setOffline(true)
  await button(page, 'Enter the request').click()
  await page.getByText('The request was not entered').waitFor()
  await page.context().setOffline(false)
  expect(await page.getByLabel('Description').inputValue()).toContain('until the harvest')
  await button(page, 'Enter the request').click()
  await page.getByRole('heading', { name: 'The request is entered' }).waitFor()
  await page.goto(`${site.url}/admin/beneficiaries`)
  await button(page, 'Details of Sani Abdu').click()
  await page
    .getByRole('dialog')
    .getByText(/₦12,000\.00$/)
    .waitFor()
  expect(
    await page
      .getByRole('dialog')
      .getByText(/^T-\d+-\d{4}-\d · /)
      .count(),
  ).toBe(2)
})

test('the keyboard stays among the papers after one was removed', async () => {
  const page = await openAs(await administratorSession(site.url), '/admin/applications/new', 1440, 900)
  await lookUp(page, '0803 555 9999')
  await button(page, 'Enter someone new').click()
  for (const count of [1, 2]) {
    await page.getByLabel('Take a photo').setInputFiles(await photo())
    await page.getByLabel(`Name of document ${count}`).waitFor()
  }
  const removals = page.getByRole('list', { name: 'Your documents' }).getByRole('button')
  await removals.first().focus()
  await page.keyboard.press('Enter')
  await expect.poll(() => removals.count()).toBe(1)
  const focused = () => page.evaluate(() => document.activeElement?.textContent)
  expect(await focused()).toMatch(/^Remove/)
  await page.keyboard.press('Enter')
  await expect.poll(() => removals.count()).toBe(0)
  expect(await focused()).toBe('Their papers')
})

test('with a code by text message the person adds what staff entered to their own account, on a phone', async () => {
  const page = await openAs(await administratorSession(site.url), '/admin/applications/new', 1440, 900)
  await lookUp(page, '0803 555 7777')
  await page.getByText('We know no one by this name or number.').waitFor()
  await button(page, 'Enter someone new').click()
  await page.getByLabel('Full name').fill('Asabe Garba')
  await page.getByLabel('Address', { exact: true }).fill('Beside the well, Zaria')
  await fillNeed(page)
  await page.getByLabel('They agree').check()
  await button(page, 'Enter the request').click()
  await page.getByText('With an account of your own you can follow it at').waitFor()
  const number = (await page.getByRole('region', { name: /^T-\d+-\d{4}-\d$/ }).getAttribute('aria-label')) ?? ''
  await button(page, 'Text them a code').click()
  await page.getByText('A code was sent to the number ending in 7777.').waitFor()
  expect(await violations(page)).toEqual([])
  await expect.poll(lastText).toContain(`/claim?case=${number}`)
  const text = lastText()

  await signUp(site.url, 'asabe@mail.example')
  const own = await open(`${site.url}/claim?case=${number}`, { viewport: { width: 360, height: 740 }, hasTouch: true })
  await own.getByRole('heading', { name: 'Sign in first' }).waitFor()
  expect(await violations(own)).toEqual([])
  await own.getByRole('link', { name: 'Sign in or create an account' }).click()
  await signInByForm(own, 'asabe@mail.example')
  await own.getByLabel('Case number').waitFor()
  expect(await own.getByLabel('Case number').inputValue()).toBe(number)
  expect(await violationsInEachTheme(own)).toEqual([])
  await button(own, 'Add it to my account').click()
  await own.getByText('Enter your code.').waitFor()
  const [code = ''] = /^\d{8}/.exec(text) ?? []
  await own.getByRole('textbox', { name: 'Code' }).fill(code === '11111111' ? '22222222' : '11111111')
  await button(own, 'Add it to my account').click()
  await own.getByText('do not belong together', { exact: false }).waitFor()
  await own.getByRole('textbox', { name: 'Code' }).fill(code)
  await button(own, 'Add it to my account').click()
  await own.getByText('Rice and oil for six people until the harvest.').waitFor()
  expect(new URL(own.url()).pathname).toBe('/beneficiary/dashboard')
})

/** Reads the last text message. */
function lastText(): string {
  const folder = join(site.dataDir, 'sms')
  const name = existsSync(folder) ? readdirSync(folder).toSorted().at(-1) : undefined
  return name === undefined ? '' : (readFileSync(join(folder, name), 'utf8').split('\n\n').at(-1) ?? '')
}

test('with a keyboard, the cursor is in the search at once, and again for someone else', async () => {
  const page = await openAs(await administratorSession(site.url), '/admin/dashboard', 1440, 900)
  await page.getByRole('heading', { name: 'Admin Dashboard' }).waitFor()
  await waitUntilRunning(page)
  await page.keyboard.press('c')
  const search = page.locator('input[name=person]:focus')
  await search.waitFor()
  await page.keyboard.type('0803 999 0001')
  await page.keyboard.press('Enter')
  await button(page, 'Enter someone new').click()
  await button(page, 'Choose someone else').click()
  await search.waitFor()
  expect(await search.inputValue()).toBe('')
})
