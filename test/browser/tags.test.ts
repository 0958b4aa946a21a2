/** Tags of requests: in the queue, in the review, and never on paper. */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { toast } from '../support/account-page.ts'
import { violations } from '../support/axe.ts'
import { useBrowser } from '../support/browser.ts'
import { administratorSession, askForAid } from '../support/reviewing-page.ts'
import { dialog, row } from '../support/selected-rows.ts'
import { arrange, useSite } from '../support/site.ts'
import { storeSession, type StoredSession } from '../support/signing-in.ts'

// A stale page is refused on purpose.
const open = useBrowser([/status of 409/])
const site = useSite()
let session: StoredSession
let first: string
let third: string
let fourth: string
arrange(site, async () => {
  session = await administratorSession(site.url)
  const ask = async (name: string) => (await askForAid(site.url, `${name.replace(' ', '.')}@mail.example`, { name })).id
  first = await ask('First Ade')
  await ask('Second Ade')
  third = await ask('Third Ade')
  fourth = await ask('Fourth Ade')
})

async function openList(): Promise<Page> {
  const page = await open('about:blank', { viewport: { width: 1440, height: 900 } })
  await storeSession(page, session)
  await page.goto(`${site.url}/admin/applications`)
  await page.getByRole('link', { name: 'First Ade' }).waitFor()
  return page
}

test('a tag is shown in the rows, and found by the filter, which the address keeps', async () => {
  const page = await openList()
  const tagged = () => page.locator('.queue-marks').filter({ hasText: '#Home visit' }).count()
  for (const id of [first, third]) {
    const body = JSON.stringify({ tag: 'Home visit', on: true, expected_version: 1 })
    const headers = { Authorization: `Bearer ${session.access_token}`, 'Content-Type': 'application/json' }
    expect(
      (await fetch(`${site.url}/api/admin/applications/${id}/tags`, { method: 'POST', headers, body })).status,
    ).toBe(200)
  }
  await page.reload()
  await expect.poll(tagged).toBe(2)
  await page.getByText('Filters').click()
  await page.getByLabel('Tag (staff only)').selectOption('Home visit')
  await page.getByRole('button', { name: 'Show' }).click()
  await expect.poll(() => page.getByRole('rowheader').allInnerTexts()).toEqual(['Third Ade', 'First Ade'])
  // The address keeps the filter.
  await page.reload()
  await expect.poll(() => page.getByRole('rowheader').allInnerTexts()).toEqual(['Third Ade', 'First Ade'])
})

test('a tag is added and removed in the review, where a stale page is refused and keeps what was typed', async () => {
  const page = await openList()
  await row(page, 'Fourth Ade').getByRole('link').click()
  const button = page.getByRole('button', { name: 'Tags', exact: true })
  await button.click()
  await dialog(page).getByText('Staff only: the applicant never sees tags.').waitFor()
  await dialog(page).getByRole('button', { name: 'Add tag' }).click()
  await dialog(page).getByText('Enter a tag.').waitFor()
  await dialog(page).getByLabel('Tag', { exact: true }).fill('School list 2026')
  await dialog(page).getByRole('button', { name: 'Add tag' }).click()
  await dialog(page).getByRole('button', { name: 'Remove tag: School list 2026' }).waitFor()
  expect(await violations(page)).toEqual([])
  await dialog(page).getByRole('button', { name: 'Close' }).click()
  await page.locator('.request-head').getByText('#School list 2026').waitFor()
  const added = page
    .locator('.review-case ol.way')
    .getByRole('listitem')
    .filter({ hasText: 'Tag added: School list 2026' })
  await added.waitFor()
  // On paper there is neither the badge nor the name in the timeline.
  await page.emulateMedia({ media: 'print' })
  expect(await page.getByText('School list 2026').filter({ visible: true }).count()).toBe(0)
  await page.emulateMedia({ media: 'screen' })
  await button.click()
  const headers = { Authorization: `Bearer ${session.access_token}`, 'Content-Type': 'application/json' }
  const note = { method: 'POST', headers, body: JSON.stringify({ text: 'Meanwhile.' }) }
  expect((await fetch(`${site.url}/api/admin/applications/${fourth}/notes`, note)).status).toBe(201)
  await dialog(page).getByLabel('Tag', { exact: true }).fill('Too late')
  await dialog(page).getByRole('button', { name: 'Add tag' }).click()
  await toast(page, 'Failed to change the tags').waitFor()
  expect(await dialog(page).getByLabel('Tag', { exact: true }).inputValue()).toBe('Too late')
  await page.keyboard.press('Escape')
  await page.goto(`${site.url}/admin/audit?action=application.tagged`)
  await page.getByText('Tag: School list 2026', { exact: true }).waitFor()
  await page.goBack()
  await button.click()
  await dialog(page).getByRole('button', { name: 'Remove tag: School list 2026' }).click()
  await dialog(page).getByText('This request has no tags.').waitFor()
  // The button that was pressed is gone.
  await dialog(page).locator('input:focus').waitFor()
})
