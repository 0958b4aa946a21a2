/** Many requests at once: selected by keyboard, tried dry, changed, taken back. */
import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { toast } from '../support/account-page.ts'
import { violations } from '../support/axe.ts'
import { useBrowser } from '../support/browser.ts'
import { expectFits } from '../support/fitting.ts'
import { newAdministrator } from '../support/paying-out-site.ts'
import { administratorSession, askForAid } from '../support/reviewing-page.ts'
import { routeOnce } from '../support/routing.ts'
import { dialog, press, row, select } from '../support/selected-rows.ts'
import { arrange, useSite } from '../support/site.ts'
import { storeSession, type StoredSession } from '../support/signing-in.ts'

const open = useBrowser()
const site = useSite()
let session: StoredSession
/** In the order of the list: newest first. */
const NAMES = ['Fourth Ade', 'Third Ade', 'Second Ade', 'First Ade']
arrange(site, async () => {
  session = await administratorSession(site.url)
  for (const name of NAMES.toReversed())
    await askForAid(site.url, `${name.replace(' ', '.')}@mail.example`, { name, request: { urgency: 'low' } })
})

async function openList(options = {}): Promise<Page> {
  const page = await open('about:blank', { viewport: { width: 1440, height: 900 }, ...options })
  await storeSession(page, session)
  await page.goto(`${site.url}/admin/applications`)
  await page.getByRole('link', { name: 'First Ade' }).waitFor()
  return page
}

test('rows are selected by x and Shift, and are assigned after a dry run that says who is left out; one undo takes all back', async () => {
  const page = await openList()
  await page.keyboard.press('j')
  await page.keyboard.press('x')
  for (const _ of NAMES.slice(1)) await page.keyboard.press('j')
  await page.keyboard.press('Shift+X')
  await page.getByText('4 requests selected').waitFor()

  // A colleague decides about one of them while the dialog is open.
  await press(page, 'Assign')
  const colleague = await newAdministrator(site, 'bola@taimako.example')
  const headers = { Authorization: `Bearer ${colleague.access_token}`, 'Content-Type': 'application/json' }
  const href = await row(page, 'Third Ade').getByRole('link').getAttribute('href')
  const list = await fetch(`${site.url}/api/admin/applications?search=${href?.split('/').at(-1)}`, { headers })
  const id = /"id":"([\da-f-]{36})"/.exec(await list.text())?.[1]
  const body = JSON.stringify({ status: 'approved' })
  expect((await fetch(`${site.url}/api/admin/applications/${id}`, { method: 'PATCH', headers, body })).status).toBe(200)

  await dialog(page).getByLabel('Assign to').selectOption({ index: 1 })
  await dialog(page).getByRole('button', { name: 'Assign' }).click()
  await dialog(page).getByText('3 requests will change, 1 will not.').waitFor()
  expect(await violations(page)).toEqual([])
  const owners = () => page.locator('.queue-owner').filter({ hasText: 'No owner' }).count()
  expect(await owners()).toBe(4)
  await dialog(page).getByRole('button', { name: 'Change 3 requests' }).click()
  await expect.poll(owners).toBe(1)
  await page.getByText('3 requests assigned.').waitFor()
  await page.keyboard.press('u')
  await toast(page, 'Taken back').waitFor()
  await expect.poll(owners).toBe(4)
})

/** Calls the API as the administrator, or as someone else. */
async function api(method: string, path: string, body?: object, by = session): Promise<unknown> {
  const headers = { Authorization: `Bearer ${by.access_token}`, 'Content-Type': 'application/json' }
  const response = await fetch(site.url + path, { method, headers, ...(body && { body: JSON.stringify(body) }) })
  expect([path, response.ok]).toEqual([path, true])
  return response.json()
}

test('duplicates are closed after their exact letter was shown; the first of them and a request without one stay, and one undo takes all back', async () => {
  const alone = { name: 'Alone Bello', phone: '+234 809 111 2222', request: { urgency: 'low' } }
  await askForAid(site.url, 'alone@mail.example', alone)
  const page = await openList()
  await select(page, 'Alone Bello', 'First Ade', 'Second Ade')
  await press(page, 'Close as duplicate')
  await dialog(page).getByText('1 request will change, 2 will not.').waitFor()
  const refusal = dialog(page).getByRole('listitem').filter({ hasText: 'It does not repeat an earlier request.' })
  expect(await refusal.innerText()).toMatch(/^2: .*Alone Bello.*First Ade|^2: .*First Ade.*Alone Bello/s)
  const letter = dialog(page).getByRole('region', { name: 'Preview' })
  await letter.getByText(/^Dear Second,/).waitFor()
  const shown = await letter.locator('.request-text').first().innerText()
  expect(shown).toMatch(/sent the same request before.*T-\d+-\d{4}-\d/s)
  expect(await violations(page)).toEqual([])
  await dialog(page).getByRole('button', { name: 'Close 1 request' }).click()
  await page.getByText('1 request closed as duplicate.').waitFor()
  await row(page, 'Second Ade').getByText('Rejected').waitFor()
  const id = await row(page, 'Second Ade').locator('[data-row]').getAttribute('data-row')
  expect(await api('GET', `/api/admin/applications/${id}`)).toMatchObject({
    history: [{}, { reason: shown, reason_code: 'duplicate' }],
  })
  expect(await row(page, 'Alone Bello').getByText('Pending').count()).toBe(1)
  await page.keyboard.press('u')
  await toast(page, 'Taken back').waitFor()
  await row(page, 'Second Ade').getByText('Pending').waitFor()
})

test('a request that does not wait for 30 days is not closed for want of an answer', async () => {
  const page = await openList()
  await select(page, 'Fourth Ade', 'Second Ade')
  await press(page, 'Close: no answer in 30 days')
  await dialog(page).getByText('0 requests will change, 2 will not.').waitFor()
  await dialog(page)
    .getByText('2: The applicant was asked for papers less than 30 days ago, or has written in that time.')
    .waitFor()
  expect(await dialog(page).getByRole('button').allInnerTexts()).toEqual(['Cancel'])
  expect(await dialog(page).getByRole('region', { name: 'What they will read' }).count()).toBe(0)
  await dialog(page).getByRole('button', { name: 'Cancel' }).click()
  await page.getByText('2 requests selected').waitFor()
})

test('a row that is changed stays so, also where the list that was asked for before is answered later', async () => {
  const page = await openList()
  await select(page, 'Second Ade')
  await press(page, 'Assign')
  await dialog(page).getByLabel('Assign to').selectOption({ index: 1 })
  await dialog(page).getByRole('button', { name: 'Assign' }).click()
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  const { promise: answered, resolve: answer } = Promise.withResolvers<void>()
  await routeOnce(page, /api\/admin\/applications(?:\?|$)/, async (route) => {
    const response = await route.fetch()
    await released
    // Canceled, it has no one to answer.
    await route.fulfill({ response }).catch(() => {})
    answer()
  })
  const asking = page.waitForRequest(/api\/admin\/applications(?:\?|$)/)
  await dialog(page).getByRole('button', { name: 'Change 1 request' }).click()
  await asking
  await row(page, 'Fourth Ade')
    .getByRole('button', { name: /^Actions for/ })
    .click()
  await dialog(page).getByRole('button', { name: 'Until tomorrow' }).click()
  const waits = row(page, 'Fourth Ade').getByText(/^Waits until/)
  await waits.waitFor()
  release()
  await answered
  await page.evaluate(() => new Promise<void>((resolve) => requestIdleCallback(() => resolve())))
  expect(await waits.count()).toBe(1)
})

test('the selected rows alone are saved as CSV', async () => {
  const page = await openList()
  await select(page, 'Third Ade', 'First Ade')
  const saving = page.waitForEvent('download')
  await press(page, 'Download as CSV')
  const file = await saving
  expect(file.suggestedFilename()).toMatch(/^taimako-chosen-applications-.*\.csv$/)
  const text = await readFile(await file.path(), 'utf8')
  expect(text.match(/\w+ Ade/g)).toEqual(['Third Ade', 'First Ade'])
})

test('the bar of the selected rows is accessible and fits every width', async () => {
  const page = await openList()
  await page.getByRole('checkbox', { name: 'Select Second Ade' }).check()
  await page.getByText('1 request selected').waitFor()
  await expectFits(page)
})
