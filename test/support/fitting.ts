/** Checks one page at several widths, without loading it again. */
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { violationsIn, violationsInBothThemes } from './axe.ts'
import { isNightly } from './nightly.ts'

/** A large screen, a small one, a tablet and a phone. */
const WIDTHS = [1440, 1024, 768, 360] as const
type Width = (typeof WIDTHS)[number]
/** Between them, the layouts are made of the same parts. Colours are those of the theme at each width, so each theme is checked at one. */
const THEMES: ReadonlyMap<Width, 'light' | 'dark'> = new Map([
  [1440, 'light'],
  [360, 'dark'],
])

/**
 * Expects that no width scrolls sideways, and that axe finds nothing on the largest screen in the light theme, and on the smallest in the
 * dark one. `npm run nightly` checks both themes on both.
 * @param look further checks at each width
 * @param axeAt where axe looks, for a sweep of pages that share their parts and take turns
 */
export async function expectFits(
  page: Page,
  look: (width: Width) => Promise<void> = async () => {},
  axeAt: readonly Width[] = WIDTHS,
): Promise<void> {
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 800 })
    const theme = THEMES.get(width)
    if (theme && (isNightly || axeAt.includes(width)))
      expect([width, await (isNightly ? violationsInBothThemes(page) : violationsIn(theme, page))]).toEqual([width, []])
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
    await look(width)
  }
}
