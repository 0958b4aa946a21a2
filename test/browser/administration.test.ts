/** Administration as a reviewer does it: signing in, requests with their documents, decisions, people. */
import type { Page, Route } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { toast } from '../support/account-page.ts'
import { violationsInEachTheme } from '../support/axe.ts'
import { useBrowser } from '../support/browser.ts'
import { routeForNow } from '../support/routing.ts'
import { ADMIN, useSite } from '../support/site.ts'
import { administratorSession, askForAid, composer, enterAsAdministrator } from '../support/reviewing-page.ts'
import { enrolApp, PASSWORD, signUp, STORAGE_KEY, storeSession, type StoredSession } from '../support/signing-in.ts'

// Some tests cause refusals on purpose, which the browser logs as errors.
const open = useBrowser([/status of [45]\d\d/])
const site = useSite()

const stored = (page: Page) => page.evaluate((key) => localStorage.getItem(key), STORAGE_KEY)
const rail = (page: Page) => page.getByRole('navigation', { name: 'Administration' })
const place = (page: Page, name: string) => rail(page).getByRole('link', { name, exact: true })
const current = (page: Page) => rail(page).locator('[aria-current=page]')
const button = (page: Page, name: string) => page.getByRole('main').getByRole('button', { name, exact: true })

/** One session of the administrator for all tests; signing in has its own tests. */
let session: StoredSession | undefined
async function openAsAdministrator(place: string, width = 1280): Promise<Page> {
  session ??= await administratorSession(site.url)
  const page = await open('about:blank', { viewport: { width, height: 800 } })
  await storeSession(page, session)
  await page.goto(`${site.url}/admin/${place}`)
  return page
}
describe('signing in', () => {
  test('leads an administrator to the requested page, and says at each visit that a second step is missing', async () => {
    const page = await open(`${site.url}/admin/beneficiaries?status=approved`)
    await page.waitForURL(`${site.url}/admin-auth?from=%2Fadmin%2Fbeneficiaries%3Fstatus%3Dapproved`)
    await enterAsAdministrator(page)
    await toast(page, 'Admin access granted').waitFor()
    await page.waitForURL(`${site.url}/admin/beneficiaries?status=approved`)
    await page.getByRole('heading', { level: 1, name: 'Beneficiaries', exact: true }).waitFor()
    const words = 'Queue Payouts Books Beneficiaries Donors Messages Calls Decisions Overview'
    expect((await rail(page).getByRole('listitem').allTextContents()).join(' ')).toBe(words)
    expect(await current(page).textContent()).toBe('Beneficiaries')
    await rail(page).getByText('More', { exact: true }).click()
    expect((await rail(page).getByRole('listitem').allTextContents()).join(' ')).toBe(
      `${words} Complaints In their words Audit Team Settings`,
    )
    await page.reload()
    await page.getByText('Your account has no second step yet').waitFor()
    const step = page.getByRole('main').getByRole('link', { name: 'Add a second step' })
    expect(await step.getAttribute('href')).toBe('/account?section=two-step')
    // Stays off paper: a slip goes to its recipient.
    await page.emulateMedia({ media: 'print' })
    expect(await step.isVisible()).toBe(false)
    await page.emulateMedia({ media: 'screen' })
    await page.goto(`${site.url}/admin-auth`)
    await page.waitForURL(`${site.url}/admin/dashboard`)
    await page.getByRole('heading', { level: 1, name: 'Admin Dashboard', exact: true }).waitFor()
    await current(page).getByText('Queue').waitFor()
  })

  test('refuses a beneficiary, keeps no session of the attempt, and keeps the earlier session', async () => {
    const amina = await signUp(site.url, 'notadmin@mail.example')
    const page = await open(`${site.url}/admin-auth`)
    const left = page.waitForResponse('**/auth/v1/logout?scope=local')
    await enterAsAdministrator(page, 'notadmin@mail.example', PASSWORD)
    await toast(page, 'Error').getByText('This account has no administrator access.', { exact: true }).waitFor()
    expect((await left).status()).toBe(204)
    expect(await stored(page)).toBeNull()
    expect(page.url()).toBe(`${site.url}/admin-auth`)

    const other = await open('about:blank')
    await storeSession(other, amina)
    await other.goto(`${site.url}/admin/dashboard`)
    await other.getByText('This account has no administrator access.', { exact: true }).waitFor()
    expect(await other.getByRole('table').count()).toBe(0)
    await other.getByRole('link', { name: 'Sign in as an administrator' }).click()
    await enterAsAdministrator(other, 'notadmin@mail.example', PASSWORD)
    await toast(other, 'Error').waitFor()
    expect(await stored(other)).toContain(amina.refresh_token)
    await enterAsAdministrator(other, ADMIN.email, 'not this one')
    await toast(other, 'Error').getByText('Invalid login credentials').waitFor()
  })
})

const request = (id: string) => `applications/${id}`

describe('a request', () => {
  test('is found, read with its documents and approved; the second of two reviewers learns who decided first', async () => {
    // Another person at each attempt.
    const surname = `Yusuf${crypto.randomUUID().slice(0, 8)}`
    const { id } = await askForAid(site.url, `${surname}@mail.example`, {
      name: `Amina ${surname}`,
      withDocuments: true,
    })
    await askForAid(site.url, `twin-${crypto.randomUUID()}@mail.example`, {
      name: 'Amina Y.',
      request: { amount_requested: null },
    })
    const page = await openAsAdministrator('applications')
    await page.getByRole('cell', { name: 'No amount', exact: true }).first().waitFor()
    await page.getByLabel('Search', { exact: true }).fill(surname)
    await page.locator('summary').filter({ hasText: 'Filters' }).click()
    await page.getByLabel('Status', { exact: true }).selectOption({ label: 'Pending' })
    await button(page, 'Show').click()
    await page.waitForURL(`${site.url}/admin/applications?search=${surname}&status=pending`)
    await expect.poll(() => page.getByRole('row').count()).toBe(2)
    const row = page.getByRole('row').nth(1)
    expect(await row.getByRole('cell').allTextContents()).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^T-\d{5}-\d{4}-\d$/),
        'School fees',
        '₦45,000.00',
        'High',
        'In 7 days',
        'No owner',
      ]),
    )
    const number = await row.getByText(/^T-\d{5}-\d{4}-\d$/).textContent()
    await row.getByRole('link', { name: `Amina ${surname}` }).click()
    await page.getByRole('heading', { name: `School fees: Amina ${surname}` }).waitFor()
    expect(page.url()).toBe(`${site.url}/admin/applications/${number}`)
    await page.getByText('Same phone', { exact: true }).first().waitFor()
    await button(page, 'bill.png').click()
    const picture = page.getByRole('img', { name: 'Paper: bill.png' })
    await expect.poll(() => picture.evaluate((img) => img instanceof HTMLImageElement && img.naturalWidth)).toBe(640)
    const paper = page.context().waitForEvent('page')
    await button(page, 'Open in a new tab: bill.png').click()
    await (await paper).close()

    await page.getByLabel('New note').fill('The school confirms the bill.')
    await button(page, 'Save note').click()
    await toast(page, 'Note saved').waitFor()
    await page.getByText('The school confirms the bill.', { exact: true }).waitFor()

    const slower = await openAsAdministrator(request(id))
    await button(slower, 'Reject').waitFor()
    await button(page, 'Approve').click()
    await composer(page).getByRole('button', { name: 'Approve', exact: true }).click()
    await toast(page, 'Request approved').waitFor()
    await button(page, 'Move back to pending').waitFor()
    expect(await page.evaluate(() => document.activeElement?.classList.contains('decision-actions'))).toBe(true)

    await button(slower, 'Reject').click()
    await slower.getByLabel('Reason').fill('The bill is not readable.')
    await composer(slower).getByRole('button', { name: 'Reject', exact: true }).click()
    await slower.getByText('Already decided').waitFor()
    await slower.getByText(/set this request to “Approved” on/).waitFor()
    expect(await slower.getByLabel('Reason').inputValue()).toBe('The bill is not readable.')
    await button(slower, 'Cancel').click()
    await button(slower, 'Move back to pending').waitFor()
    expect(await button(slower, 'Approve').count()).toBe(0)
  })

  test('is rejected only with a reason, which the applicant can read', async () => {
    const { id, session: applicant } = await askForAid(site.url, 'dayo@mail.example', { name: 'Dayo Bello' })
    const page = await openAsAdministrator(request(id))
    await button(page, 'Ask for papers').click()
    await page.getByLabel('Which papers are missing?').fill('A letter of the school.')
    await composer(page).getByRole('button', { name: 'Ask for papers', exact: true }).click()
    await toast(page, 'We have asked the applicant for papers').waitFor()
    await page.getByText('Waits until they answer', { exact: true }).waitFor()

    await button(page, 'Reject').click()
    await composer(page).getByRole('button', { name: 'Reject', exact: true }).click()
    await page.getByText('Enter a reason.').waitFor()
    await page.getByLabel('Reason').fill('The term has not begun yet.')
    await composer(page).getByRole('button', { name: 'Reject', exact: true }).click()
    await toast(page, 'Request rejected').waitFor()

    const dashboard = await open('about:blank')
    await storeSession(dashboard, applicant)
    await dashboard.goto(`${site.url}/beneficiary/dashboard`)
    await dashboard.getByText('The term has not begun yet.', { exact: true }).waitFor()
    expect(await dashboard.getByText('Rejected', { exact: true }).first().isVisible()).toBe(true)
  })
})

test('lists that fail to load say so, with a retry', async () => {
  const page = await openAsAdministrator('books')
  const unavailable = { status: 503, json: {} }
  const recover = await routeForNow(page, /\/api\/admin\/(beneficiaries$|.*\?)/, (route) => route.fulfill(unavailable))
  await place(page, 'Beneficiaries').click()
  await toast(page, 'Failed to load beneficiaries').waitFor()
  recover()
  await button(page, 'Try again').click()
  await page.getByRole('table', { name: 'Beneficiaries' }).waitFor()
  await page.route('**/api/admin/applications*', (route) => route.fulfill(unavailable))
  await place(page, 'Queue').click()
  await toast(page, 'Failed to fetch applications').waitFor()
  await button(page, 'Try again').waitFor()
  expect(await page.getByRole('table', { name: 'Applications' }).count()).toBe(0)
})

test('a reply that breaks its declaration shows an error instead of wrong rows', async () => {
  await askForAid(site.url, 'uche@mail.example', { name: 'Uche Obi' })
  const page = await openAsAdministrator('books')
  await page.getByRole('heading', { level: 1, name: 'Books', exact: true }).waitFor()
  // The schemas are loaded after the first page.
  const loaded = () => page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name))
  await expect.poll(loaded).toContainEqual(expect.stringContaining('/check-replies-'))
  const answer = (status: string) =>
    routeForNow(page, '**/api/admin/applications*', async (route) => {
      const response = await route.fetch()
      await route.fulfill({ response, body: (await response.text()).replaceAll('"status":"pending"', status) })
    })
  await answer('"status":"pending","added_since":{"a":1}')
  const mend = await answer('"status":"lost"')
  await place(page, 'Queue').click()
  await toast(page, 'Failed to fetch applications').getByText('Load the page again').waitFor()
  expect(await page.getByText('Uche Obi').count()).toBe(0)
  mend()
  await button(page, 'Try again').click()
  // A field that a newer server adds changes nothing that this page shows.
  await page.getByRole('table', { name: 'Applications' }).getByText('Uche Obi').first().waitFor()
})

/** Adds to the real answer what a test cannot cause: a difference, with a long account name. */
async function unevenBooks(route: Route): Promise<void> {
  const difference = {
    id: crypto.randomUUID(),
    kind: 'books',
    subject: `balance of wallet:${crypto.randomUUID()}`,
    ledger: null,
    provider: null,
    expected: '9999999999 kobo, 0 gifts',
    found: '0 kobo, 0 gifts',
    amount: 99_999_999.99,
    occurred_at: '2026-11-20T10:00:00.000Z',
    due_at: null,
    age_days: 2,
    first_seen_at: '2026-11-20T10:00:00.000Z',
    last_seen_at: '2026-11-20T10:00:00.000Z',
    assigned_to: null,
    proposal: null,
  }
  const response = await route.fetch()
  const body = (await response.text())
    .replace(/"differences":\[\]/, `"differences":[${JSON.stringify(difference)}]`)
    .replace(/"state":"\w+"/, '"state":"unbalanced"')
  await route.fulfill({ response, body })
}

test('long names, opened details and contradicting books are accessible on a small phone', async () => {
  await askForAid(site.url, 'bisi@mail.example', { name: 'Bisi Ade' })
  const { id: longId } = await askForAid(site.url, 'long@mail.example', { name: 'Oluwasegun'.repeat(10) })
  const page = await openAsAdministrator('applications', 360)
  await page.route('**/api/admin/books', unevenBooks)
  const screens: [place: string, ready: () => Promise<unknown>][] = [
    [request(longId), () => button(page, 'Approve').waitFor()],
    ['beneficiaries', () => button(page, 'Details of Bisi Ade').click()],
    ['books', () => page.getByText('The books contradict themselves').waitFor()],
  ]
  for (const [place, ready] of screens) {
    await page.goto(`${site.url}/admin/${place}`)
    await ready()
    expect(await violationsInEachTheme(page), place).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
  }
})

// Last: it revokes the administrator's other sessions.
test('access is granted only after the second step', async () => {
  const { access_token } = await administratorSession(site.url)
  const codes = await enrolApp(site.url, access_token)
  const page = await open(`${site.url}/admin-auth`)
  await enterAsAdministrator(page)
  await page.getByLabel('Code from your app').waitFor()
  expect(await toast(page, 'Admin access granted').count()).toBe(0)
  await page.goto(`${site.url}/admin`)
  await page.waitForURL(`${site.url}/admin-auth?from=%2Fadmin`)
  await page.getByLabel('Code from your app').fill(codes.generate())
  await toast(page, 'Admin access granted').waitFor()
  await page.waitForURL(`${site.url}/admin`)
  await page.getByRole('heading', { name: 'Admin Dashboard' }).waitFor()
  expect(await page.getByText('Your account has no second step yet').count()).toBe(0)
})
