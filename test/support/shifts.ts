/** How far things on a page moved by themselves, as the browser counts it. */
import type { Page } from 'playwright-core'

/** From the next navigation on. */
export async function watchShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    Reflect.set(window, 'shifted', 0)
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        Reflect.set(window, 'shifted', Reflect.get(window, 'shifted') + Reflect.get(entry, 'value'))
    }).observe({ type: 'layout-shift', buffered: true })
  })
}

/** @returns the sum of the browser's scores; 0 where nothing moved */
export function shiftsOf(page: Page): Promise<number> {
  return page.evaluate(() => Number(Reflect.get(window, 'shifted')))
}
