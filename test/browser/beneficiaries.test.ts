/** The people who ask for aid, as reviewers see them: the list, the details, and the mark on a person. */
import { sql } from 'drizzle-orm'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { toast } from '../support/account-page.ts'
import { useBrowser } from '../support/browser.ts'
import { administratorSession, askForAid, registerSilently } from '../support/reviewing-page.ts'
import { storeSession, type StoredSession } from '../support/signing-in.ts'
import { useSite } from '../support/site.ts'
import { numberDoubt as words } from '#words/aid/number-doubt.ts'

// One test causes a refusal on purpose, which the browser logs as an error.
const open = useBrowser([/status of 503/])
const site = useSite()

const button = (page: Page, name: string) => page.getByRole('main').getByRole('button', { name, exact: true })

let session: StoredSession | undefined
async function openAsAdministrator(place: string): Promise<Page> {
  session ??= await administratorSession(site.url)
  const page = await open('about:blank', { viewport: { width: 1280, height: 800 } })
  await storeSession(page, session)
  await page.goto(`${site.url}/admin/${place}`)
  return page
}

test('beneficiaries are listed with the texts of the spec, read, approved and unapproved', async () => {
  const userId = await registerSilently(site.url, 'plain@mail.example')
  await askForAid(site.url, 'efe@mail.example', { name: 'Efe Okon' })
  const page = await openAsAdministrator('beneficiaries')
  const plain = page.getByRole('row').filter({ hasText: userId.slice(0, 8) })
  await plain.waitFor()
  for (const text of ['Not provided', 'No phone', 'No address', 'Pending'])
    expect([text, await plain.getByText(text, { exact: true }).count()]).toEqual([text, 1])
  expect(await plain.getByText(userId).count()).toBe(0)

  const row = page.getByRole('row').filter({ hasText: 'Efe Okon' })
  // The list masks contacts. The details show them.
  await row.getByText('•••', { exact: true }).waitFor()
  expect(await row.getByText('Zoo Road').count()).toBe(0)
  await button(page, 'Approve Efe Okon').click()
  // The meaning of the mark is shown before it is set, and nothing is set until then.
  await page.getByText('Without the mark, two people compare each bank account', { exact: false }).waitFor()
  await button(page, 'Cancel').click()
  await row.getByText('Pending', { exact: true }).waitFor()
  await button(page, 'Approve Efe Okon').click()
  await button(page, 'Mark as checked').click()
  await toast(page, 'Beneficiary approved successfully').waitFor()
  await row.getByText('Approved', { exact: true }).waitFor()
  await button(page, 'Unapprove Efe Okon').click()
  await button(page, 'Clear the mark').click()
  await toast(page, 'Beneficiary unapproved successfully').waitFor()
  await row.getByText('Pending', { exact: true }).waitFor()

  await button(page, 'Details of Efe Okon').click()
  const dialog = page.getByRole('dialog')
  for (const text of ['Efe Okon', '12 Zoo Road, beside the old mosque, Kano', 'I sew.', 'School fees'])
    await dialog.getByText(text, { exact: true }).waitFor()
  await dialog.getByText(/^T-\d+-\d{4}-\d · ₦45,000\.00$/).waitFor()
  await dialog.getByRole('button', { name: 'Close' }).click()
  expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe('Details of Efe Okon')

  await page.route('**/api/admin/beneficiaries/*', (route) => route.fulfill({ status: 503, json: {} }))
  await button(page, 'Approve Efe Okon').click()
  await button(page, 'Mark as checked').click()
  await toast(page, 'Failed to update beneficiary status').waitFor()
  await row.getByText('Pending', { exact: true }).waitFor()
})

test('the mark on a person is set where their request is reviewed, and shown there at once', async () => {
  const { id } = await askForAid(site.url, 'marked@mail.example', { name: 'Marked Eze' })
  const page = await openAsAdministrator(`applications/${id}`)
  await page.getByText('Identity not checked', { exact: true }).waitFor()
  await button(page, 'Mark as checked').click()
  await page.getByRole('dialog').getByRole('button', { name: 'Mark as checked' }).click()
  await page.getByText('Identity checked', { exact: true }).waitFor()
  await button(page, 'Clear the mark').waitFor()
  expect(await button(page, 'Mark as checked').count()).toBe(0)
})

test('a number is reported, and said to be still theirs, each with a reason', async () => {
  await askForAid(site.url, 'ngozi@mail.example', { name: 'Ngozi Eze' })
  await site.database.db.execute(sql`update users set phone = '2348031112244', phone_confirmed_at = now()
     where email = 'ngozi@mail.example'`)
  const page = await openAsAdministrator('beneficiaries')
  const openPerson = async () => {
    await page.getByRole('row').filter({ hasText: 'Ngozi Eze' }).getByRole('button').first().click()
    await page.getByRole('heading', { name: words.title }).waitFor()
    return page.getByText(words.doubts.swapped).count()
  }
  const act = async (name: string, confirm: string, reason: string, done: string) => {
    const doubts = await openPerson()
    await button(page, name).click()
    await button(page, confirm).click()
    await page.getByText(words.chooseOne, { exact: true }).last().waitFor()
    await page.getByRole('combobox').last().selectOption({ label: reason })
    await button(page, confirm).click()
    await toast(page, done).waitFor()
    return doubts
  }
  expect(await act(words.report, words.reportButton, words.reports.swapped, words.reported)).toBe(0)
  expect(await act(words.trust, words.trustButton, words.grounds.seen, words.trusted)).toBe(1)
  expect(await openPerson()).toBe(0)
})
