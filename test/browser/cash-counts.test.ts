/** Counting cash as two members of staff do: the holder records what is there, and who counted with them confirms it. */
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { expectBalanced } from '../support/balanced.ts'
import { toast } from '../support/account-page.ts'
import { violations, violationsInEachTheme } from '../support/axe.ts'
import { useBrowser } from '../support/browser.ts'
import { sitePayouts, type SitePayouts } from '../support/paying-out-site.ts'
import { routeOnce } from '../support/routing.ts'
import { storeSession } from '../support/signing-in.ts'
import { useSite } from '../support/site.ts'

const open = useBrowser([/status of 4\d\d/])
const site = useSite()
let payouts: SitePayouts
beforeAll(async () => {
  payouts = await sitePayouts(site)
  const on = new Date(Date.now() + 3_600_000).toISOString().slice(0, 10)
  const { user } = z.object({ user: z.object({ id: z.uuid() }) }).parse(payouts.sessions[1])
  await payouts.act('/cash', { holder: user.id, direction: 'drawn', amount: 20_000, on })
})

async function openAs(who: 0 | 1, options = {}): Promise<Page> {
  const page = await open('about:blank', options)
  await storeSession(page, payouts.sessions[who])
  await page.goto(`${site.url}/admin/payouts/cash`)
  return page
}
const card = (page: Page) => page.getByRole('region', { name: 'Cash in hand' })

test('Escape while a count is on the way leaves its dialog: after a failure what was typed is there', async () => {
  const musa = await openAs(1)
  const { promise: pressed, resolve } = Promise.withResolvers<void>()
  await routeOnce(musa, '**/api/admin/cash/counts', async (route) => {
    await pressed
    await route.fulfill({ status: 409, contentType: 'application/problem+json', json: { code: 'already_decided' } })
  })
  await card(musa)
    .getByRole('button', { name: /^Count the cash of/ })
    .click()
  const dialog = musa.getByRole('dialog', { name: /^Count the cash of/ })
  await dialog.getByLabel('Counted').fill('19,500')
  await dialog.getByLabel('Why it differs from the books').fill('A note of ₦500 was missing.')
  await dialog.getByRole('button', { name: 'Record' }).click()
  await dialog.locator('[aria-busy=true]').waitFor()
  for (const _ of [1, 2]) await musa.keyboard.press('Escape')
  resolve()
  await musa.locator('.toast-destructive').waitFor({ timeout: 10_000 })
  await dialog.waitFor({ timeout: 5000 })
  expect(await dialog.getByLabel('Why it differs from the books').inputValue()).toBe('A note of ₦500 was missing.')
})

test('the holder counts, a second person confirms, and the books show what was counted', async () => {
  const musa = await openAs(1)
  await card(musa)
    .getByRole('button', { name: /^Count the cash of/ })
    .click()
  const dialog = musa.getByRole('dialog', { name: /^Count the cash of/ })
  await dialog.getByRole('button', { name: 'Record' }).click()
  await dialog.getByText('Enter what you counted in naira, such as 45,000 or 0.').waitFor()
  await dialog.getByLabel('Counted').fill('19,500')
  await dialog.getByRole('button', { name: 'Record' }).click()
  await dialog.getByText('This is not what the books say. Write why.').waitFor()
  expect(await violations(musa)).toEqual([])
  await dialog.getByLabel('Why it differs from the books').fill('A note of ₦500 was missing.')
  await dialog.getByRole('button', { name: 'Record' }).press('Enter')
  await toast(musa, 'Count recorded').waitFor()
  await card(musa).getByText('The books say ₦20,000.00: ₦500.00 is missing.').waitFor()
  expect(
    await card(musa)
      .getByRole('button', { name: /^Confirm the decision on/ })
      .count(),
  ).toBe(0)

  const narrow = await openAs(0, { viewport: { width: 360, height: 900 } })
  await card(narrow).getByText('A note of ₦500 was missing.').scrollIntoViewIfNeeded()
  expect(await violationsInEachTheme(narrow)).toEqual([])
  expect(await narrow.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
  const halima = await openAs(0)
  await card(halima)
    .getByRole('button', { name: /^Confirm the decision on/ })
    .click()
  const sure = halima.getByRole('dialog', { name: 'Book a cash count' })
  await sure.getByRole('button', { name: 'Confirm' }).click()
  await toast(halima, 'Decision recorded').waitFor()
  await card(halima).getByText('₦19,500.00', { exact: true }).waitFor()
  await card(halima)
    .getByText(/^Last counted .*: ₦500\.00 is missing$/)
    .waitFor()
  await expectBalanced(site.database.db)
})
