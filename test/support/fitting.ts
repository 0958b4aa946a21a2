/** Checks one page at several widths, without loading it again. */
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { violationsInBothThemes } from './axe.ts'

/** A large screen, a small one, a tablet and a phone. */
const WIDTHS = [1440, 1024, 768, 360] as const
type Width = (typeof WIDTHS)[number]
/** Between them, the layouts are made of the same parts. */
const WITH_AXE: ReadonlySet<Width> = new Set([1440, 360])

/**
 * Expects that no width scrolls sideways, and that axe finds nothing in either theme on the largest and the smallest screen.
 * @param look further checks at each width
 */
export async function expectFits(page: Page, look: (width: Width) => Promise<void> = async () => {}): Promise<void> {
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 800 })
    if (WITH_AXE.has(width)) expect([width, await violationsInBothThemes(page)]).toEqual([width, []])
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
    await look(width)
  }
}
