/** The templates of what applicants read: edited in the settings, chosen in the review, filled in and previewed. */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { toast } from '../support/account-page.ts'
import { violations } from '../support/axe.ts'
import { useBrowser } from '../support/browser.ts'
import { administratorSession, askForAid, composer, reloadWithDrafts } from '../support/reviewing-page.ts'
import { arrange, useSite } from '../support/site.ts'
import { storeSession, type StoredSession } from '../support/signing-in.ts'

// A text that cannot be filled in, and a stale version, are refused on purpose, which the browser logs as an error.
const open = useBrowser([/status of 40[09]/])
const site = useSite()
let session: StoredSession
arrange(site, async () => {
  session = await administratorSession(site.url)
})

async function openPage(path: string, options = {}): Promise<Page> {
  const page = await open('about:blank', { viewport: { width: 1440, height: 900 }, ...options })
  await storeSession(page, session)
  await page.goto(site.url + path)
  return page
}

test('a template is edited in the settings, and its next version is what reviewers choose', async () => {
  const { id } = await askForAid(site.url, 'edited@mail.example', { name: 'Edited Ade' })
  const page = await openPage('/admin/settings')
  const first = page.getByRole('navigation', { name: 'Settings' }).getByRole('link').first()
  await expect.poll(() => first.getAttribute('aria-current')).toBe('page')
  const row = page.getByRole('listitem').filter({ hasText: 'Original text' }).first()
  const title = await row.locator('summary span').first().innerText()
  await row.locator('summary').click()
  await row.getByRole('button', { name: 'Edit' }).click()
  const dialog = page.getByRole('dialog')
  const text = dialog.getByLabel('Text')
  await text.fill('')
  await dialog.getByRole('button', { name: 'Save as a new version' }).click()
  await dialog.getByText('Enter a text.').waitFor()
  expect(await violations(page)).toEqual([])
  await text.fill('Dear {nickname}, no.')
  await dialog.getByRole('button', { name: 'Save as a new version' }).click()
  await toast(page, 'Failed to save the template').waitFor()
  expect(await text.inputValue()).toBe('Dear {nickname}, no.')
  await text.fill('Dear {first_name}, we could not confirm it.')
  await dialog.getByRole('button', { name: 'Save as a new version' }).click()
  await toast(page, 'Template saved').waitFor()
  await dialog.waitFor({ state: 'detached' })
  await page.getByText('Version 2').waitFor()

  await page.goto(`${site.url}/admin/applications/${id}`)
  await page.getByRole('button', { name: 'Reject', exact: true }).click()
  await composer(page).getByRole('button', { name: title }).click()
  expect(await page.getByLabel('Reason').inputValue()).toBe('Dear Edited, we could not confirm it.')
  await composer(page).getByRole('button', { name: 'Preview' }).click()
  await composer(page)
    .getByRole('region', { name: 'Preview' })
    .getByText('Dear Edited, we could not confirm it.')
    .waitFor()
  await composer(page)
    .getByText(/^In the email: /)
    .waitFor()
  expect(await violations(page)).toEqual([])
})

test('a template that a colleague changed meanwhile is refused in words, and the text stays', async () => {
  const [mine, theirs] = [await openPage('/admin/settings'), await openPage('/admin/settings')]
  for (const page of [mine, theirs]) {
    const row = page.getByRole('listitem').filter({ hasText: 'Original text' }).last()
    await row.locator('summary').click()
    await row.getByRole('button', { name: 'Edit' }).click()
    await page
      .getByRole('dialog')
      .getByLabel('Text')
      .fill(page === mine ? 'Mine.' : 'Theirs.')
  }
  await theirs.getByRole('button', { name: 'Save as a new version' }).click()
  await toast(theirs, 'Template saved').waitFor()
  await mine.getByRole('button', { name: 'Save as a new version' }).click()
  await toast(mine, 'Failed to save the template')
    .getByText(/Another administrator has edited/)
    .waitFor()
  expect(await mine.getByRole('dialog').getByLabel('Text').inputValue()).toBe('Mine.')
  expect(await violations(mine)).toEqual([])
})

test('an unknown placeholder is refused in words: nothing is decided, and the text stays', async () => {
  const { id } = await askForAid(site.url, 'unknown@mail.example', { name: 'Unfilled Ade' })
  const page = await openPage(`/admin/applications/${id}`)
  const text = 'Dear {nickname}, we cannot pay for this.'
  await page.getByRole('button', { name: 'Reject', exact: true }).click()
  await composer(page).getByLabel('Reason').fill(text)
  await composer(page).getByRole('button', { name: 'Reject', exact: true }).click()
  await toast(page, 'The request was not changed').getByText('{nickname} is no placeholder.').waitFor()
  expect(await composer(page).getByLabel('Reason').inputValue()).toBe(text)
  await reloadWithDrafts(page, 1)
  await page.getByRole('button', { name: 'Reject', exact: true }).click()
  expect(await composer(page).getByLabel('Reason').inputValue()).toBe(text)
})

test('{papers} in a text is filled with the papers that the reviewer names', async () => {
  const { id, session: applicant } = await askForAid(site.url, 'named@mail.example', { name: 'Named Ade' })
  const page = await openPage(`/admin/applications/${id}`)
  await page.getByRole('button', { name: 'Ask for papers' }).click()
  await composer(page).getByLabel('Which papers are missing?').fill('Please send:\n{papers}')
  await composer(page).getByLabel('The papers in place of {papers}').fill('Hospital bill\n\nSchool letter')
  await composer(page).getByRole('button', { name: 'Ask for papers', exact: true }).click()
  await toast(page, 'We have asked the applicant for papers').waitFor()
  const headers = { Authorization: `Bearer ${applicant.access_token}` }
  const seen = await (await fetch(`${site.url}/api/applications/${id}`, { headers })).text()
  expect(seen).toMatch(/Hospital bill.*School letter/)
  expect(seen).not.toContain('{papers}')
})

test('templates that come late, or never, move no button that is on the screen', async () => {
  const { id } = await askForAid(site.url, 'late@mail.example', { name: 'Late Ade' })
  const page = await openPage('/admin/settings')
  let answer = () => {}
  const held = new Promise<void>((resolve) => (answer = resolve))
  await page.route('**/api/admin/reason-templates*', async (route) => held.then(() => route.continue()))
  await page.goto(`${site.url}/admin/applications/${id}`)
  await page.getByRole('button', { name: 'Reject', exact: true }).click()
  await page.getByRole('region', { name: 'Decide' }).getByRole('button').waitFor({ state: 'detached' })
  expect(await page.getByLabel('Reason').count()).toBe(0)
  answer()
  await page.getByLabel('Reason').waitFor()
  expect(await composer(page).getByRole('group', { name: 'Templates' }).getByRole('button').count()).toBeGreaterThan(3)

  await page.route('**/api/admin/reason-templates*', (route) => route.fulfill({ status: 400, json: {} }))
  await page.reload()
  await page.getByRole('button', { name: 'Reject', exact: true }).click()
  await page.getByLabel('Reason').fill('One can still write.')
})
