/** Tests the public figures of each fund: on the donate page, on /transparency and on a receipt. */
import { sql } from 'drizzle-orm'
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { violationsInEachTheme } from '../support/axe.ts'
import { useBrowser } from '../support/browser.ts'
import { useSite } from '../support/site.ts'
import { insertEarlierTotals } from '../support/earlier-totals.ts'
import { payAt } from '../support/wallet-page.ts'

const open = useBrowser()
const site = useSite()
let receipt: string
beforeAll(async () => {
  const started = await fetch(`${site.url}/api/donations`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID() },
    body: JSON.stringify({ amount: 90_000, donation_type: 'school' }),
  })
  const gift = z.object({ receipt_code: z.string(), access_code: z.string(), reference: z.string() })
  const { receipt_code: code, access_code: access, reference } = gift.parse(await started.json())
  receipt = code
  await payAt(`${site.url}/sandbox/paystack/checkout/${access}`)
  await fetch(`${site.url}/functions/v1/verify`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ reference }),
  })
  // Expect ten households each, as server/proof/log/outflows.test.ts shows how they come about. School Fees has no loss.
  for (const [scope, promised, paidOut, lost] of [
    ['school', 20_000, 31_000, null],
    ['all', 25_000, 45_000, 1_000],
  ] as const)
    await site.database.db.execute(
      sql`insert into published_outflows (scope, published_at, promised, granted, paid_out, lost, granted_until, handed_until, lost_until, households)
          values (${scope}, '2026-10-31T22:00:00Z', ${promised * 100}, ${(promised + paidOut + (lost ?? 0)) * 100}, ${paidOut * 100},
                  ${lost === null ? null : lost * 100}, '2026-09-30T10:00:00Z', '2026-10-31T22:00:00Z',
                  ${lost === null ? null : '2026-10-31T22:00:00Z'}::timestamptz, 10)`,
    )
  await insertEarlierTotals(site.database, 'medical', new Date('2026-08-31T12:00:00Z'))
})

const openAt = (path: string) => open(site.url + path, { viewport: { width: 360, height: 1600 } })

async function expectWhole(page: Page) {
  expect(await violationsInEachTheme(page)).toEqual([])
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
}

test('the card of a fund on the donate page, in both themes', async () => {
  const page = await openAt('/donate?fund=school')
  const card = page.getByRole('region', { name: 'Your Impact' })
  await page.getByLabel('Choose a fund').selectOption({ label: 'School Fees' })
  await card.locator('.pairs dt').first().waitFor()
  expect(await card.locator('.pairs dt').allTextContents()).toEqual(['Promised', 'Paid out', 'Still there'])
  expect(await card.locator('.pairs dd').allTextContents()).toEqual([
    '₦20,000.00as of September 2026',
    '₦31,000.00as of October 2026',
    '₦39,000.00',
  ])
  await page.getByLabel('Choose a fund').selectOption({ label: 'Medical Aid' })
  await card.getByText('appears once ten households share the figure').waitFor()
  await expectWhole(page)
})

const fold = (page: Page, title: string) => page.locator('summary', { hasText: title }).click()

test('/transparency opens with four figures on two screens of a phone, and an address opens what is folded', async () => {
  const page = await openAt('/transparency')
  await expect.poll(() => page.locator('[aria-labelledby=headline] dd').allTextContents()).toContain('₦45,000.00')
  expect(await page.locator('[aria-labelledby=headline] dd').count()).toBe(4)
  expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThanOrEqual(3000)
  await page.goto(`${site.url}/transparency/failures`)
  await page.goto(`${site.url}/transparency#approves`)
  await page.getByText('An award of more than ₦500,000.00 needs three people.').waitFor()
  const plain = await open(`${site.url}/transparency#match`, { javaScriptEnabled: false })
  await plain.getByText('A match does not say that aid arrived.').waitFor()
})

test('all funds on /transparency, in both themes', async () => {
  const page = await openAt('/transparency')
  for (const title of ['The funds', 'Who approves a payment']) await fold(page, title)
  const row = (fund: string) => page.getByRole('row', { name: fund })
  await row('School Fees').waitFor()
  expect(await row('School Fees').getByRole('cell').allTextContents()).toEqual([
    '₦90,000.00',
    '₦20,000.00as of September 2026',
    '₦31,000.00as of October 2026',
    '₦39,000.00',
  ])
  expect(await row('Food Program').getByRole('cell').allTextContents()).toEqual(['₦0.00', '–', '–', '–'])
  // An earlier version said ₦0.00 of it.
  expect(await row('Medical Aid').getByRole('cell').allTextContents()).toEqual(['₦0.00', '–', '–', '–'])
  expect(await page.locator('[aria-labelledby=headline] dd').allTextContents()).toEqual(
    expect.arrayContaining(['₦45,000.00', '₦25,000.00']),
  )
  await page.getByText('₦1,000.00 left us and reached no one, all funds together, as of October 2026.').waitFor()
  await page.getByText('A figure that we published was false').click()
  await page
    .getByText(
      /^Medical Aid, 31 August 2026: Promised said ₦5,850.00, and .*; Paid out said ₦0.00, .*; Lost said ₦0.00.* Entry \d+/,
    )
    .waitFor()
  await page.getByRole('heading', { name: 'Who approves a payment' }).waitFor()
  await page.getByText('An award of more than ₦500,000.00 needs three people.').waitFor()
  await page.getByText('Nothing is sent to a changed bank account for a minute').waitFor()
  await expectWhole(page)
})

test('a table takes the focus only while it scrolls', async () => {
  const page = await openAt('/transparency')
  await fold(page, 'The funds')
  const table = page.locator('.table-scroll').filter({ hasText: 'School Fees' })
  await table.waitFor()
  expect(await table.getAttribute('tabindex')).toBeNull()
  await table.locator('table').evaluate((element) => {
    element.style.width = '3000px'
  })
  await page.locator('.table-scroll[role=region][tabindex="0"]').filter({ hasText: 'School Fees' }).focus()
  await page.keyboard.press('ArrowRight')
  await expect.poll(() => table.evaluate((element) => element.scrollLeft)).toBeGreaterThan(0)
})

test('a receipt shows its fund', async () => {
  const page = await openAt(`/receipts/${receipt}`)
  await fold(page, 'What happens with this fund')
  const fund = page.locator('details', { hasText: 'What happens with this fund' })
  await fund.getByText('School Fees: Received ₦90,000.00').waitFor()
  await fund.getByText('₦39,000.00', { exact: true }).waitFor()
  await expectWhole(page)
})

test('/transparency says the same figures without JavaScript, and nothing of it scrolls sideways', async () => {
  const page = await open(`${site.url}/transparency`, {
    javaScriptEnabled: false,
    viewport: { width: 360, height: 740 },
  })
  expect(await page.locator('noscript dl').first().locator('dd').allTextContents()).toEqual([
    '₦45,000.00, as of October 2026',
    '₦25,000.00, as of September 2026',
    '₦90,000.00',
    '– of –',
  ])
  expect(await page.locator('noscript dl').nth(1).locator('dd').allTextContents()).toEqual(['–'])
  expect(await page.locator('noscript tr', { hasText: 'School Fees' }).locator('td').allTextContents()).toEqual([
    '₦90,000.00',
    '₦20,000.00, as of September 2026',
    '₦31,000.00, as of October 2026',
    '₦39,000.00',
  ])
  expect(await page.locator('noscript tr', { hasText: 'Medical Aid' }).locator('td').allTextContents()).toEqual([
    '₦0.00',
    '–',
    '–',
    '–',
  ])
  expect(await page.getByText('(figure').count()).toBe(0)
  for (const summary of await page.locator('noscript summary').all()) await summary.click()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
  for (const table of await page.locator('.table-scroll').all())
    expect(await table.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0)
})

test('/transparency says that a fund is short, with and without JavaScript', async () => {
  const set = (funds: string) =>
    site.database.db.transaction(async (tx) => {
      await tx.execute(sql`set local session_replication_role = replica`)
      await tx.execute(sql`update published_outflows set short_funds = ${funds}::text[] where scope = 'all'`)
    })
  await set('{school}')
  try {
    const page = await openAt('/transparency')
    await fold(page, 'The funds')
    await page.getByRole('row', { name: 'School Fees' }).getByText('Short: more was taken back').waitFor()
    const plain = await open(`${site.url}/transparency`, { javaScriptEnabled: false })
    const left = plain.locator('noscript tr', { hasText: 'School Fees' }).locator('td').last()
    expect(await left.textContent()).toBe('₦39,000.00, short: more was taken back than it held')
    const other = plain.locator('noscript tr', { hasText: 'Medical Aid' }).locator('td').last()
    expect(await other.textContent()).toBe('–')
  } finally {
    await set('{}')
  }
})

test('/log says when it was last signed, without JavaScript', async () => {
  const page = await open(`${site.url}/log`, { javaScriptEnabled: false })
  await page.getByText(/^Newest checkpoint: (–|\d{1,2} \w+ \d{4}.*)$/).waitFor()
  expect(await page.getByText('(figure').count()).toBe(0)
})

test('our failures on a phone, in both themes', async () => {
  await site.database.db.execute(
    sql`insert into book_outages (scope, started_at, ended_at)
        values ('recent', '2026-10-31T20:00:00Z', '2026-10-31T22:30:00Z') on conflict do nothing`,
  )
  const page = await openAt('/transparency/failures')
  const part = (name: string) => page.getByRole('region', { name, exact: true })
  await part('Money lost').getByText('as of October 2026').waitFor()
  await part('Money lost').getByText('₦1,000.00').waitFor()
  expect(await part('Late decisions').locator('dd').allTextContents()).toEqual(['None', '–', 'None'])
  expect(await part('When no one checked').locator('dd').allTextContents()).toEqual(['1', '3 hours'])
  await part('When no one checked').getByText('31 October 2026').first().waitFor()
  await expectWhole(page)
})

test('what our failures mean reads without JavaScript', async () => {
  const page = await open(`${site.url}/transparency/failures`, { javaScriptEnabled: false })
  await page.getByRole('heading', { name: 'Our failures' }).waitFor()
  expect(await page.getByText('so that no one can be picked out').count()).toBe(1)
})
