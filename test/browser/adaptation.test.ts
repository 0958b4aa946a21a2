/** Every page is accessible in both themes, and adapts to its reader: a small phone, text twice as large, colours of their own, no motion, and paper. */
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { SECTIONS } from '../support/account-page.ts'
import {
  brokenWords,
  controlsOnPaper,
  cutTexts,
  inkOnPaper,
  moving,
  setTextSize,
  stickingOut,
  unseenFocus,
  withoutEdge,
} from '../support/adapting.ts'
import { violations, violationsInBothThemes } from '../support/axe.ts'
import { useBrowser } from '../support/browser.ts'
import { expectFits } from '../support/fitting.ts'
import { isNightly } from '../support/nightly.ts'
import { administratorSession, askForAid } from '../support/reviewing-page.ts'
import { signUp, storeSession, type StoredSession } from '../support/signing-in.ts'
import { useSite } from '../support/site.ts'
import { callAs, fill, payAt } from '../support/wallet-page.ts'

// A missing page answers 404, which the browser logs as an error.
const open = useBrowser([/status of 404/, /Page not found/])
const site = useSite()
let receipt: string
let applicant: StoredSession
let administrator: StoredSession
beforeAll(async () => {
  const Gift = z.object({ receipt_code: z.string(), access_code: z.string() })
  const give = async () => Gift.parse(await post('/api/donations', { amount: 2500, donation_type: 'school' }))
  receipt = (await give()).receipt_code
  await payAt(`${site.url}/sandbox/paystack/checkout/${(await give()).access_code}`)
  const bola = { first_name: 'Bola', last_name: 'Ade', email: 'bola@mail.example' }
  await post('/api/contact-messages', { ...bola, subject: 'Hello', message: 'A word.' })
  const email = 'amina.with.a.long.address@northern-relief.example'
  applicant = (await askForAid(site.url, email, { name: 'Amina Abdulkadir-Suleiman', withDocuments: true })).session
  administrator = await administratorSession(site.url)
})

async function post(path: string, body: object): Promise<unknown> {
  const headers = { 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID() }
  const response = await fetch(site.url + path, { method: 'POST', headers, body: JSON.stringify(body) })
  return response.json()
}

const PHONE = { width: 320, height: 640 }
/** Each page loads once: a test per page would take twice the time. */
const WHOLE_SWEEP = { timeout: 900_000 }

/** Looked at by every reader in each run. The other pages are made of the same parts, and follow in `npm run nightly`. */
const BY_ALL_READERS = new Set(['/', '/donate', '/register/aid', '/beneficiary/dashboard'])

/** Shows the page at this address to one reader after the other. @returns a line for each fault, with the situation in which it shows */
async function faultsOf(page: Page, address: string, wide = violationsInBothThemes): Promise<string[]> {
  const faults: string[] = []
  const look = async (situation: string, ...checks: ((page: Page) => Promise<string[]>)[]) => {
    for (const check of checks) faults.push(...(await check(page)).map((fault) => `${address}, ${situation}: ${fault}`))
  }
  await page.setViewportSize(PHONE)
  await page.goto(site.url + address)
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  await page.waitForFunction(() => document.fonts.status === 'loaded' && !document.querySelector('[aria-busy="true"]'))
  await look('at 320 px', stickingOut, moving)
  await page.setViewportSize({ width: 1280, height: 800 })
  await look('at 1280 px', wide)
  await page.emulateMedia({ colorScheme: 'light' })
  if (!isNightly && !BY_ALL_READERS.has(address)) return faults

  await page.setViewportSize(PHONE)
  await page.emulateMedia({ forcedColors: 'active' })
  await look('in forced colours', withoutEdge)
  for (const _ of [1, 2, 3]) {
    await page.keyboard.press('Tab')
    await look('in forced colours', unseenFocus)
  }

  await page.emulateMedia({ forcedColors: 'none', media: 'print' })
  await page.setViewportSize({ width: 718, height: 1000 })
  await look('on paper', stickingOut, inkOnPaper, controlsOnPaper)

  await page.emulateMedia({ media: 'screen' })
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.evaluate(() => (document.documentElement.style.fontSize = '200%'))
  await look('with large text', stickingOut, cutTexts)
  await page.evaluate(() => (document.documentElement.style.fontSize = ''))
  await page.setViewportSize(PHONE)
  await setTextSize(page, 32)
  await look('at 320 px with large text', stickingOut)
  await setTextSize(page, 16)
  return faults
}

test('public pages', WHOLE_SWEEP, async () => {
  const page = await open('about:blank')
  const faults = []
  for (const address of [
    '/',
    '/about',
    '/success-stories',
    '/donate',
    '/contact',
    '/complain',
    '/aid',
    '/aid/status',
    '/faq',
    '/privacy',
    '/terms',
    '/refunds',
    '/transparency',
    '/transparency/failures',
    '/confirm',
    '/receipts',
    `/receipts/${receipt}`,
    '/login',
    '/register',
    '/register/aid',
    '/register/account',
    '/forgot-password',
    '/reset-password',
    '/admin-auth',
    '/offline',
    '/nowhere',
  ])
    faults.push(...(await faultsOf(page, address)))
  expect(faults).toEqual([])
})

test('pages of a signed-in user', WHOLE_SWEEP, async () => {
  const page = await open('about:blank')
  await storeSession(page, applicant)
  const faults = []
  for (const address of [
    '/wallet',
    '/wallet/history',
    '/beneficiary/dashboard',
    '/claim',
    '/apply-for-aid',
    ...SECTIONS.map((section) => `/account?section=${section}`),
  ])
    faults.push(...(await faultsOf(page, address)))
  expect(faults).toEqual([])
})

/** Text of each place once it is loaded. The review has this test in a file of its own. */
const PLACES: readonly (readonly [place: string, ready: string])[] = [
  ['overview', 'Gifts in the last 30 days'],
  ['donors', 'Successful transactions'],
  ['messages', '1 unanswered'],
  ['audit', 'changed the roles of'],
  ['books', 'Is it all there?'],
  ['books/months', 'Income and outflows by fund'],
  ['books/match', 'Match now'],
  ['books/statements', 'Upload a statement'],
  ['books/wallets', 'Direction'],
  ['books/losses', 'No wallet is frozen.'],
  ['team', 'See what is waiting, under Decisions'],
  ['decisions', 'Nothing is waiting for you'],
  ['applications', 'Take the next'],
  ['applications/new', 'Telephone number or name'],
  ['beneficiaries', 'Joined'],
  ['payouts', 'Nothing waits here'],
  ['payouts/accounts', 'Add a vendor'],
  ['payouts/cash', 'Record cash'],
  ['payouts/slips', 'No slip was chosen'],
  ['calls', 'No one to call'],
  ['settings', 'Rejections'],
]

test.runIf(isNightly)('staff pages adapt to their reader', WHOLE_SWEEP, async () => {
  const page = await open('about:blank')
  await storeSession(page, administrator)
  const faults = []
  for (const [place] of PLACES) faults.push(...(await faultsOf(page, `/admin/${place}`, async () => [])))
  expect(faults).toEqual([])
})

test('staff pages fit every width', WHOLE_SWEEP, async () => {
  const zainab = await signUp(site.url, 'zainab@mail.example')
  await fill(site.url, zainab, 5000)
  await callAs(zainab, 'POST', `${site.url}/api/wallet/gifts`, { amount: 2000, donation_type: 'medical' })
  const page = await open('about:blank')
  await storeSession(page, administrator)
  for (const [index, [place, ready]] of PLACES.entries()) {
    await page.setViewportSize({ width: 1440, height: 800 })
    await page.goto(`${site.url}/admin/${place}`)
    await page.getByRole('main').getByText(ready).last().waitFor()
    await expectStaffPageFits(page, index % 2 === 0 ? 1440 : 360)
    await page.locator('summary').filter({ hasText: 'Menu' }).click()
    const current = page.getByRole('navigation', { name: 'Menu' }).locator('[aria-current=page] > span').first()
    expect((await current.innerText()).toLowerCase()).toBe(place.replace(/\/.*/, '').replace('applications', 'queue'))
  }
  // The open menu, which is the same on all of them.
  expect(await violations(page)).toEqual([])
})

const expectStaffPageFits = (page: Page, axeAt: 1440 | 360) => expectFits(page, lookAtStaffPage(page), [axeAt])

const lookAtStaffPage = (page: Page) => async (width: number) => {
  const tables = page.locator('.table-scroll:visible')
  const beyond = await tables.evaluateAll((all) => all.map((each) => each.scrollWidth - each.clientWidth))
  // Half a pixel may be rounded up.
  expect([page.url(), width, beyond.filter((pixels) => pixels > 1)]).toEqual([page.url(), width, []])
  // Filters that open over the page are in the page.
  const filters = page.locator('.admin-fold:visible')
  if ((await filters.count()) === 0) return
  await filters.locator('summary').click()
  const [panel, main] = [page.locator('.admin-filter-fields'), page.locator('.staff-content')]
  expect((await panel.boundingBox())?.x).toBeGreaterThanOrEqual((await main.boundingBox())?.x ?? Infinity)
  await filters.locator('summary').click()
}

test('a toast is not printed over the page', async () => {
  const page = await open(`${site.url}/register/aid`)
  await page.getByRole('button', { name: 'Continue', exact: true }).click()
  await page.locator('.toast').waitFor()
  await page.emulateMedia({ media: 'print' })
  expect(await controlsOnPaper(page)).toEqual([])
})

test('paper cuts no column of a table off', async () => {
  const page = await open(`${site.url}/transparency`, { viewport: { width: 300, height: 740 } })
  await page.locator('.table-scroll').first().waitFor({ state: 'attached' })
  await page.emulateMedia({ media: 'print' })
  const right = await page
    .locator('th:visible')
    .evaluateAll((all) => Math.max(...all.map((each) => each.getBoundingClientRect().right)))
  expect(right).toBeGreaterThan(300)
  // The browser makes a page smaller that is wider than its paper.
  expect(right).toBeLessThanOrEqual(await page.evaluate(() => document.documentElement.scrollWidth))
})

test('text at twice its size keeps short words whole on a phone, and the bar of staff has room for its menu', async () => {
  const page = await open('about:blank', { viewport: { width: 360, height: 740 } })
  await setTextSize(page, 32)
  const look = async (path: string, ready: string) => {
    await page.goto(site.url + path)
    await page.getByRole('main').getByText(ready).last().waitFor()
    expect([path, await brokenWords(page)]).toEqual([path, []])
  }
  await look('/login', 'Forgot your password?')
  await look('/donate', 'Donate ₦0.00 Anonymously')
  await look('/aid', 'Start my request')
  await storeSession(page, administrator)
  await look('/admin', 'Take the next')
  await page.getByRole('link', { name: 'Amina Abdulkadir-Suleiman' }).click()
  await page.getByRole('button', { name: 'Approve' }).waitFor()
  expect(await brokenWords(page)).toEqual([])
  await setTextSize(page, 16)
  await page.setViewportSize({ width: 280, height: 653 })
  await page.goto(`${site.url}/admin/messages`)
  const [search, menu] = [page.locator('.staff-search'), page.locator('.staff-menu > summary')]
  await search.waitFor()
  const [left, right] = [await search.boundingBox(), await menu.boundingBox()]
  expect((left?.x ?? 0) + (left?.width ?? 0) <= (right?.x ?? 0) || (left?.y ?? 0) >= (right?.height ?? 0)).toBe(true)
})
