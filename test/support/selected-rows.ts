/** The rows of the queue, their selection, and what is done with it. */
import type { Page } from 'playwright-core'

export const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })
export const dialog = (page: Page) => page.getByRole('dialog')

export async function select(page: Page, ...names: string[]): Promise<void> {
  for (const name of names) await page.getByRole('checkbox', { name: `Select ${name}`, exact: true }).check()
}

/** Presses a button of the bar that is behind More. */
export async function behindMore(page: Page, name: string): Promise<void> {
  const bar = page.getByRole('region', { name: 'Selected requests' })
  await bar.getByRole('button', { name: 'More' }).click()
  await bar.getByRole('button', { name }).click()
}
