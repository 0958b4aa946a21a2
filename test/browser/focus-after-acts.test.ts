/** Keyboards keep their focus in lists of staff when the focused element leaves the page. */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { toast } from '../support/account-page.ts'
import { useBrowser } from '../support/browser.ts'
import { administratorSession, askForAid } from '../support/reviewing-page.ts'
import { storeSession, type StoredSession } from '../support/signing-in.ts'
import { arrange, useSite } from '../support/site.ts'

const open = useBrowser()
const site = useSite()
let staff: StoredSession
arrange(site, async () => {
  staff = await administratorSession(site.url)
})

async function openAt(path: string): Promise<Page> {
  const page = await open('about:blank', { viewport: { width: 1366, height: 900 } })
  await storeSession(page, staff)
  await page.goto(site.url + path)
  return page
}
const focused = (page: Page) => page.locator(':focus')
const send = (path: string, body: object) =>
  fetch(site.url + path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'Idempotency-Key': crypto.randomUUID() },
    body: JSON.stringify(body),
  })

const writeToUs = (subject: string) =>
  send('/api/contact-messages', {
    first_name: 'Bola',
    last_name: 'Ade',
    email: 'bola@mail.example',
    subject,
    message: 'Call me.',
  })

test('a search keeps its field, its button and its link focused', async () => {
  await askForAid(site.url, 'amina@mail.example', { name: 'Amina Yusuf' })
  const page = await openAt('/admin/beneficiaries')
  const field = page.getByRole('searchbox')
  await field.fill('amina')
  await field.press('Enter')
  await page.waitForURL(/search=amina/)
  expect(await focused(page).getAttribute('name')).toBe('search')
  await field.fill('no one')
  await page.getByRole('button', { name: 'Show', exact: true }).press('Enter')
  await page.waitForURL(/search=no/)
  expect(await focused(page).textContent()).toBe('Show')
  await page.getByRole('search').or(page.getByRole('form')).getByRole('link', { name: /clear/i }).press('Enter')
  await page.waitForURL(`${site.url}/admin/beneficiaries`)
  expect(await focused(page).getAttribute('name')).toBe('search')
})

test('filters that fold over the list keep the focus where they open, and Back fills the fields as they were', async () => {
  const page = await openAt('/admin/payouts')
  const filters = page.locator('.admin-fold > summary')
  await filters.press('Enter')
  const kind = page.locator('.admin-fold select').first()
  await kind.selectOption({ index: 1 })
  await page.getByRole('button', { name: 'Show', exact: true }).press('Enter')
  await page.waitForURL(/\?/)
  expect(await focused(page).textContent()).toBe('Filters')
  expect(await kind.isVisible()).toBe(false)
  expect(await kind.evaluate((field: HTMLSelectElement) => field.selectedIndex)).toBe(1)
  const search = page.getByRole('searchbox')
  await search.fill('amina')
  await search.press('Enter')
  await page.waitForURL(/search=amina/)
  await page.goBack()
  await page.waitForURL((url) => !url.search.includes('amina'))
  await expect.poll(() => search.inputValue()).toBe('')
  await page.goBack()
  await expect.poll(() => kind.evaluate((field: HTMLSelectElement) => field.selectedIndex)).toBe(0)
})

test('an acknowledged complaint keeps the focus at its title', async () => {
  await send('/api/complaints', { kind: 'money', about: 'none', text: 'The money is late.' })
  const page = await openAt('/admin/complaints')
  await page.getByRole('button', { name: 'Acknowledge' }).press('Enter')
  await toast(page, 'Those who ask with the number now read that a person looks at it').waitFor()
  await expect.poll(() => focused(page).textContent()).toBe('Money')
})

test('taking a message moves the focus to who answers it', async () => {
  await writeToUs('My number')
  const page = await openAt('/admin/messages')
  await page.getByRole('link', { name: 'My number' }).press('Enter')
  await page.getByRole('button', { name: 'I answer this' }).press('Enter')
  await expect.poll(() => focused(page).evaluate((field) => field.tagName)).toBe('SELECT')
})
