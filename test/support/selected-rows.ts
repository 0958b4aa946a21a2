/** The rows of the queue, their selection, and what is done with it. */
import type { Page } from 'playwright-core'

export const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })
export const dialog = (page: Page) => page.getByRole('dialog')

export async function select(page: Page, ...names: string[]): Promise<void> {
  for (const name of names) await page.getByRole('checkbox', { name: `Select ${name}`, exact: true }).check()
}

/** Presses a button of the bar of the selected rows. */
export async function press(page: Page, name: string): Promise<void> {
  await page.getByRole('region', { name: 'Selected requests' }).getByRole('button', { name }).click()
}
