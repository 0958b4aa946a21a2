/** The list of payouts in the browser, and the page of one. */
import type { Locator, Page } from 'playwright-core'

/** The row of the list whose cells have all these texts. */
export function payoutRow(page: Page, ...texts: readonly string[]): Locator {
  let row = page.locator('tbody tr')
  for (const text of texts) row = row.filter({ hasText: text })
  return row.first()
}

/** Opens the page of a payout from the list of all. @param name such as `Cash, ₦20,000.00` */
export async function openPayout(page: Page, url: string, name: string): Promise<void> {
  await page.goto(`${url}/admin/payouts?view=all`)
  await payoutRow(page, ...name.split(/, (?=₦)/))
    .getByRole('link')
    .click()
  await page.getByText(name, { exact: true }).first().waitFor()
}
