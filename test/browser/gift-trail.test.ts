/** A receipt shows where the gift went, and the browser checks it against the public log. */
import { sql } from 'drizzle-orm'
import { beforeAll, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { violations } from '../support/axe.ts'
import { useBrowser } from '../support/browser.ts'
import { useSite } from '../support/site.ts'
import { payAt } from '../support/wallet-page.ts'

const open = useBrowser()
const site = useSite()
let receipt: string
beforeAll(async () => {
  const post = (path: string, body: object) =>
    fetch(site.url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID() },
      body: JSON.stringify(body),
    })
  const started = await post('/api/donations', { amount: 2500, donation_type: 'school' })
  const gift = z.object({ receipt_code: z.string(), access_code: z.string(), reference: z.string() })
  const { receipt_code: code, access_code: access, reference } = gift.parse(await started.json())
  receipt = `/receipts/${code}`
  await payAt(`${site.url}/sandbox/paystack/checkout/${access}`)
  await post('/functions/v1/verify', { reference })
  // The next checkpoint is due now.
  await site.database.db.execute(sql`update jobs set next_run_at = '2026-01-01' where name like 'log.%'`)
  const Trail = z.looseObject({ logged: z.boolean() })
  const isLogged = async () => Trail.parse(await (await fetch(`${site.url}/api${receipt}/trail`)).json()).logged
  await vi.waitUntil(isLogged, { timeout: 60_000, interval: 250 })
})

const openAt = (path: string, colorScheme: 'light' | 'dark' = 'light') =>
  open(site.url + path, { colorScheme, viewport: { width: 360, height: 1600 } })

test.each(['light', 'dark'] as const)(
  'the browser proves a gift step by step, in the %s theme',
  async (colorScheme) => {
    const page = await openAt(receipt, colorScheme)
    const part = page.getByRole('region', { name: 'Where your naira went' })
    await part.getByText('₦2,500.00 is waiting in the fund School Fees').waitFor()
    await part.getByRole('button', { name: 'Check it now' }).click()
    await part.getByText('Everything fits').waitFor()
    expect(await part.locator('.check-steps strong').allTextContents()).toEqual([
      'Correct',
      'Nothing to compare yet',
      'Correct',
      'Nothing to compare yet',
      'Correct',
    ])
    await part.getByRole('img', { name: 'QR code' }).waitFor()
    const saved = page.waitForEvent('download')
    await part.getByRole('button', { name: 'Save the proof file' }).click()
    expect((await saved).suggestedFilename()).toBe('gift.tlog-proof')
    // The browser has kept the checkpoint, and compares with it.
    await part.getByRole('button', { name: 'Check again' }).click()
    await expect.poll(() => part.locator('.check-steps strong').nth(1).textContent()).toBe('Correct')
    expect(await violations(page)).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
  },
)

test('a server that shows another amount is caught, and the step is named', async () => {
  const page = await openAt(receipt)
  await page.route('**/api/receipts/*/proof', async (route) => {
    const answer = await route.fetch()
    await route.fulfill({ response: answer, body: (await answer.text()).replace('"250000"', '"250100"') })
  })
  const part = page.getByRole('region', { name: 'Where your naira went' })
  await part.getByRole('button', { name: 'Check it now' }).click()
  await part.getByText('Something does not fit').waitFor()
  const wrong = part.locator('[data-outcome=does_not_fit]')
  expect(await wrong.textContent()).toMatch(
    /^Your gift is in the log.*is not in the log with these values\..*Does not fit$/,
  )
})

test('the home page and the questions promise no more than the receipt shows', async () => {
  const page = await openAt('/')
  await page.getByRole('heading', { level: 1, name: /all the way to the person/ }).waitFor()
  await page.getByText(/^Taimako is Hausa for help\..* Your receipt shows where your gift went\.$/).waitFor()
  await page.goto(`${site.url}/faq`)
  await page.getByText('Where did my gift go?').click()
  await page.getByText('Your receipt shows it.').waitFor()
  await page.goto(site.url + receipt)
  const part = page.getByRole('region', { name: 'Where your naira went' })
  await part.getByText('is waiting in the fund').waitFor()
  expect(await part.getByRole('button', { name: 'Check it now' }).isVisible()).toBe(true)
})

test('/log shows the newest checkpoint', async () => {
  const page = await openAt('/log')
  await page.getByText('127.0.0.1').first().waitFor()
  await page.getByText('What it does not prove').waitFor()
  expect(await violations(page)).toEqual([])
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
})
