/** The list of payouts in the browser, and the page of one. */
import { sql } from 'drizzle-orm'
import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { z } from 'zod'
import { rows } from '../../server/platform/db/db.ts'
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

/** Lets the server ask the provider now, not within half a minute. A question that is being asked has a longer lease, and stays alone. */
async function askNow(site: Site): Promise<void> {
  await site.database.db.execute(
    sql`update payout_attempts set next_check_at = now() where next_check_at between now() and now() + interval '30 seconds'`,
  )
}

/**
 * Waits until the payout of this amount is in this state, and the provider has said this about its transfer. Jobs send and ask, so a page
 * would have to be loaded again and again.
 */
export async function awaitPayout(
  site: Site,
  naira: number,
  reached: { state: string; provider: string },
): Promise<void> {
  const found = async () => {
    await askNow(site)
    return rows(
      site.database.db,
      sql`select disbursements.state, coalesce(provider_status, 'none') as provider
            from disbursements join payout_attempts on disbursement_id = disbursements.id
           where disbursements.amount = ${naira * 100} order by payout_attempts.created_at desc limit 1`,
      z.object({ state: z.string(), provider: z.string() }),
    )
  }
  await expect.poll(found, { timeout: 90_000, interval: 250 }).toEqual([reached])
}
