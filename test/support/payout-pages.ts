/** The list of payouts in the browser, and the page of one. */
import { sql } from 'drizzle-orm'
import type { Locator, Page } from 'playwright-core'
import type { Site } from './site.ts'

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

/**
 * Lets the server ask the provider about its payouts now. It would wait up to half a minute, in which a test loads its page again and
 * again. A question that is being asked has a longer lease, and stays alone.
 */
export async function askNow(site: Site): Promise<void> {
  await site.database.db.execute(
    sql`update payout_attempts set next_check_at = now() where next_check_at between now() and now() + interval '30 seconds'`,
  )
}
