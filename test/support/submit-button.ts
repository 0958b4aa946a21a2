import type { Locator, Page } from 'playwright-core'

/** The submit button of a form. It exists only once React runs. */
export const submitButton = (page: Page): Locator => page.getByRole('main').locator('button[type=submit]')
