/** Notes of staff about a request: who is mentioned in them; calls, and the history that shows them. */
import { sql } from 'drizzle-orm'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { errors } from '../../contract/platform/errors.ts'
import { toast } from '../support/account-page.ts'
import { violationsInBothThemes } from '../support/axe.ts'
import { useBrowser } from '../support/browser.ts'
import { expectFits } from '../support/fitting.ts'
import { newAdministrator } from '../support/paying-out-site.ts'
import { administratorSession, askForAid } from '../support/reviewing-page.ts'
import { arrange, useSite } from '../support/site.ts'
import { storeSession, type StoredSession } from '../support/signing-in.ts'

// A refused mention and a cut line are what two tests are about; the browser logs both as errors.
const open = useBrowser([/status of 409/, /ERR_FAILED/])
const site = useSite()
let session: StoredSession
arrange(site, async () => {
  session = await administratorSession(site.url)
  const bola = await newAdministrator(site, 'bola@taimako.example')
  const headers = { Authorization: `Bearer ${bola.access_token}`, 'Content-Type': 'application/json' }
  const body = JSON.stringify({ full_name: 'Bola Ade' })
  await fetch(`${site.url}/api/profile`, { method: 'PUT', headers, body })
})

async function openRequest(email: string, width = 1440, withDocuments = false): Promise<Page> {
  const { id } = await askForAid(site.url, `${email}@mail.example`, { name: 'Noted Ade', withDocuments })
  const page = await open('about:blank', { viewport: { width, height: 900 } })
  await storeSession(page, session)
  await page.goto(`${site.url}/admin/applications/${id}`)
  await field(page).waitFor()
  return page
}
const field = (page: Page) => page.getByRole('textbox', { name: /^New note/ })
const choices = (page: Page) => page.getByRole('group', { name: 'Colleagues to mention' })
const told = (page: Page) => page.getByText('We email Bola Ade the case number, without the note.')

test('typing @ offers colleagues, by keyboard too, and the note tells the chosen one', async () => {
  const page = await openRequest('mention')
  await field(page).pressSequentially('Please look, @bo')
  await choices(page).getByRole('button', { name: 'Bola Ade' }).waitFor()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  expect(await field(page).inputValue()).toBe('Please look, @Bola Ade ')
  await told(page).waitFor()
  // The cursor is back in the text.
  await page.keyboard.type('and call.')
  expect(await choices(page).count()).toBe(0)
  const sending = page.waitForRequest((request) => request.method() === 'POST' && request.url().endsWith('/notes'))
  await page.getByRole('button', { name: 'Save note' }).click()
  expect((await sending).postDataJSON()).toEqual({
    text: 'Please look, @Bola Ade and call.',
    mentions: [expect.any(String)],
  })
  const note = history(page).getByRole('listitem').filter({ hasText: 'Please look, @Bola Ade and call.' })
  await note.getByText('Staff only', { exact: true }).waitFor()
  expect(await field(page).inputValue()).toBe('')
  // One filter shows what the applicant sees, another the rest.
  const filter = (name: string) => page.getByRole('group', { name: 'What the timeline shows' }).getByText(name)
  await filter('Applicant').click()
  await note.waitFor({ state: 'detached' })
  await history(page).getByText('Sent', { exact: true }).waitFor()
  await filter('Staff').click()
  await note.waitFor()
  expect(await history(page).getByText('Sent', { exact: true }).count()).toBe(0)
})

test('an unknown name tells no one and says so; a refused mention keeps the text', async () => {
  const page = await openRequest('nobody')
  await field(page).pressSequentially('@zz')
  await page.getByText('No colleague of this name sees this request, so no one is told.').waitFor()
  await field(page).fill('@Bola Ade please look.')
  await told(page).waitFor()
  await page.route('**/notes', (route) =>
    route.fulfill({
      status: 409,
      json: { code: 'not_mentionable', detail: 'Someone you mention cannot see this request.' },
    }),
  )
  await page.getByRole('button', { name: 'Save note' }).click()
  await toast(page, 'Note not saved').waitFor()
  expect(await field(page).inputValue()).toBe('@Bola Ade please look.')
})

test('the choices are accessible and fit every width', async () => {
  const page = await openRequest('fits')
  await field(page).pressSequentially('@')
  await choices(page).waitFor()
  await expectFits(page, () => choices(page).waitFor())
})

test('each of the three mails is chosen on its own, and what was not saved goes back', async () => {
  const page = await open('about:blank')
  await storeSession(page, session)
  await page.goto(`${site.url}/admin/settings/mails`)
  const mentions = page.getByLabel('When a colleague mentions me')
  const late = page.getByLabel('Email me when requests have become late')
  await mentions.selectOption('Once an hour, all in one email')
  await toast(page, 'Saved').waitFor()
  const saved = page.waitForResponse((response) => response.request().method() === 'PUT')
  await late.uncheck()
  expect((await saved).status()).toBe(200)
  await page.reload()
  await mentions.waitFor()
  await late.waitFor()
  const chosen = async () => [await mentions.inputValue(), await late.isChecked()]
  expect(await chosen()).toEqual(['hourly', false])
  expect(await page.getByLabel('Email me at 07:30').isChecked()).toBe(true)
  await page.route('**/api/admin/notices', (route) => route.abort())
  await mentions.selectOption('Never')
  await toast(page, 'Failed to save').waitFor()
  expect(await chosen()).toEqual(['hourly', false])
})

const history = (page: Page) => page.locator('.review-case ol.way')

test('a call is recorded beside the number, and is in the history with its note', async () => {
  const page = await openRequest('called', 360)
  const link = page.getByRole('link', { name: 'Call +234 803 000 0000' })
  expect(await link.getAttribute('href')).toBe('tel:+2348030000000')
  await page.getByRole('button', { name: 'Record a call' }).click()
  await page.locator('p:focus', { hasText: 'Ask for the applicant by name.' }).waitFor()
  await page.getByRole('textbox', { name: /^What was said/ }).fill('The term begins in May.')
  await page.getByRole('button', { name: 'Save the call' }).click()
  await page.getByText('Choose how the call ended.').waitFor()
  expect(await violationsInBothThemes(page)).toEqual([])
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
  const [answered, day] = [page.getByLabel('They answered'), page.getByLabel('Call again on')]
  await answered.check()
  await day.fill('2099-11-30')
  await page.reload()
  const typed = page.getByRole('textbox', { name: /^What was said/ })
  await typed.waitFor()
  expect(await typed.inputValue()).toBe('The term begins in May.')
  expect([await answered.isChecked(), await day.inputValue()]).toEqual([true, '2099-11-30'])
  await page.getByRole('button', { name: 'Save the call' }).click()
  await toast(page, 'Call recorded').waitFor()
  await page.locator('button:focus', { hasText: 'Record a call' }).waitFor()
  const entry = history(page).getByRole('listitem').filter({ hasText: 'Called the applicant, who answered' })
  const said = entry.getByText('The term begins in May.')
  await said.waitFor()
  // On paper, the call is there without what was said.
  await page.emulateMedia({ media: 'print' })
  await said.waitFor({ state: 'hidden' })
  expect(await entry.isVisible()).toBe(true)
  await page.emulateMedia({ media: 'screen' })
  await page.getByRole('button', { name: 'Record a call' }).click()
  expect([await typed.inputValue(), await answered.isChecked(), await day.inputValue()]).toEqual(['', false, ''])
})

test('a call that reached the wrong person names the day to call again; a refused day keeps all that was entered', async () => {
  const page = await openRequest('wrong', 768)
  await page.getByRole('button', { name: 'Record a call' }).click()
  const day = page.getByLabel('Call again on')
  const save = page.getByRole('button', { name: 'Save the call' })
  await page.getByText('To anyone else, say nothing about this request').waitFor()
  await page.getByLabel('Wrong person').check()
  await page.getByRole('textbox', { name: /^What was said/ }).fill('A man who bought the number.')
  await day.fill('2020-01-01')
  await save.click()
  await page.getByText('Choose a day after today.').waitFor()
  await day.fill('2099-11-30')
  // The request has become late since the page was opened.
  const due = (moment: string) =>
    site.database.db.execute(sql`update aid_applications set due_at = ${moment}::timestamptz`)
  await due('2020-01-01')
  await save.click()
  await toast(page, 'Call not recorded').getByText(errors.request_late.sentence).waitFor()
  await due('2098-01-01')
  // Now or later, the page reads the request again, and then offers no day.
  await page.reload()
  await day.waitFor()
  expect(await day.inputValue()).toBe('2099-11-30')
  expect(await page.getByLabel('Wrong person').isChecked()).toBe(true)
  await save.click()
  await toast(page, 'Call recorded').waitFor()
  const call = 'Called the applicant: wrong person. Call again on Mon, 30 Nov'
  const entry = history(page).getByRole('listitem').filter({ hasText: call })
  await entry.getByText('A man who bought the number.').waitFor()
  await history(page).getByText('Waits until 30 November 2099').waitFor()
})
