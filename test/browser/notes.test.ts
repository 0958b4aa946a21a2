/** Notes of staff about a request, calls, and the history that shows them. */
import { sql } from 'drizzle-orm'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { errors } from '../../contract/platform/errors.ts'
import { toast } from '../support/account-page.ts'
import { violationsInEachTheme } from '../support/axe.ts'
import { useBrowser } from '../support/browser.ts'
import { administratorSession, askForAid, reloadWithDrafts } from '../support/reviewing-page.ts'
import { arrange, useSite } from '../support/site.ts'
import { storeSession, type StoredSession } from '../support/signing-in.ts'

// A refused day and a cut line are what two tests are about; the browser logs both as errors.
const open = useBrowser([/status of 409/, /ERR_FAILED/])
const site = useSite()
let session: StoredSession
arrange(site, async () => {
  session = await administratorSession(site.url)
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
test('a note is in the history, which shows what the applicant sees or the rest', async () => {
  const page = await openRequest('noted')
  await field(page).fill('Please read the report.')
  await page.getByRole('button', { name: 'Save note' }).click()
  const note = history(page).getByRole('listitem').filter({ hasText: 'Please read the report.' })
  await note.getByText('Staff only', { exact: true }).waitFor()
  await expect.poll(() => field(page).inputValue()).toBe('')
  const filter = (name: string) => page.getByRole('group', { name: 'What the timeline shows' }).getByText(name)
  await filter('Applicant').click()
  await note.waitFor({ state: 'detached' })
  await history(page).getByText('Sent', { exact: true }).first().waitFor()
  await filter('Staff').click()
  await note.waitFor()
  expect(await history(page).getByText('Sent', { exact: true }).count()).toBe(0)
})

test('each of the two mails is chosen on its own, and what was not saved goes back', async () => {
  const page = await open('about:blank')
  await storeSession(page, session)
  await page.goto(`${site.url}/admin/settings/mails`)
  const digest = page.getByLabel('Email me at 07:30')
  const late = page.getByLabel('Email me when requests have become late')
  await late.uncheck()
  await toast(page, 'Saved').waitFor()
  await page.reload()
  const chosen = async () => [await digest.isChecked(), await late.isChecked()]
  await digest.waitFor()
  await late.waitFor()
  expect(await chosen()).toEqual([true, false])
  await page.route('**/api/admin/digest', (route) => route.abort())
  await digest.click()
  await toast(page, 'Failed to save').waitFor()
  expect(await chosen()).toEqual([true, false])
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
  expect(await violationsInEachTheme(page)).toEqual([])
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
  const [answered, day] = [page.getByLabel('They answered'), page.getByLabel('Call again on')]
  await answered.check()
  await day.fill('2099-11-30')
  await reloadWithDrafts(page, 3)
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
  await reloadWithDrafts(page, 3)
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
