/** Layout shifts of a page, as the browser measures them. */
import type { Page } from 'playwright-core'
import { z } from 'zod'

const Shifts = z.object({
  /** The sum of the browser's scores; 0 if nothing moved. */
  score: z.number(),
  /** What moved, and from where to where. */
  moved: z.array(z.string()),
})

/** Records layout shifts, starting with the next navigation. */
export async function watchShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const shifts: { score: number; moved: string[] } = { score: 0, moved: [] }
    Reflect.set(window, 'shifts', shifts)
    const place = ({ x, y, width, height }: DOMRectReadOnly) => `${x},${y} ${width}×${height}`
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        shifts.score += Number(Reflect.get(entry, 'value'))
        for (const { node, previousRect, currentRect } of Reflect.get(entry, 'sources')) {
          const what = node instanceof Element ? node.outerHTML : node?.textContent
          shifts.moved.push(`${String(what).slice(0, 120)} from ${place(previousRect)} to ${place(currentRect)}`)
        }
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })
}

/**
 * Loads the site's font in advance. Without one of the fallback fonts in web/ui/tokens.css, as on a minimal machine, its
 * arrival can move text by a few pixels.
 */
export async function fetchFont(page: Page, site: string): Promise<void> {
  const other = await page.context().newPage()
  await other.goto(`${site}/faq`)
  await other.evaluate(() => document.fonts.ready)
  await other.close()
}

export async function shiftsOf(page: Page) {
  return Shifts.parse(await page.evaluate(() => Reflect.get(window, 'shifts')))
}
