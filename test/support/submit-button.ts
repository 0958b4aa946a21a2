import type { Locator, Page } from 'playwright-core'

/** What sends the form of a page, once React runs: before that nothing submits, and a press would go nowhere. */
export const submitButton = (page: Page): Locator => page.getByRole('main').locator('button[type=submit]')
