/** Layout shifts of a page, as the browser measures them. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { z } from 'zod'

const Shifts = z.object({
  /** The sum of the browser's scores; 0 if nothing moved. */
  score: z.number(),
  /** Elements that moved, each with its old and new place. */
  moved: z.array(z.string()),
})

const FONTS = join(import.meta.dirname, '../../web/fonts')

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

/** The faces of tokens.css that every page shows. */
const FACES = [
  ['latin', 'U+0020-007E, U+00A0-00FF, U+2013-2014, U+2018-2019, U+201C-201D, U+2022, U+2026'],
  ['naira', 'U+0143-0144, U+20A6'],
] as const

/**
 * Gives the page the site's font before its first paint. Without one of the fallback fonts in web/ui/tokens.css, as on a minimal
 * machine, its arrival can move text by a few pixels, and even from the cache it may arrive after the first paint.
 */
export async function fetchFont(page: Page): Promise<void> {
  const faces = FACES.map(([name, unicodeRange]) => ({
    unicodeRange,
    bytes: readFileSync(join(FONTS, `bricolage-grotesque-${name}.woff2`)).toString('base64'),
  }))
  await page.addInitScript((given) => {
    for (const { bytes, unicodeRange } of given) {
      const font = Uint8Array.from(atob(bytes), (letter) => letter.charCodeAt(0))
      document.fonts.add(new FontFace('Bricolage Grotesque', font, { weight: '400 700', unicodeRange }))
    }
  }, faces)
}

export async function shiftsOf(page: Page) {
  return Shifts.parse(await page.evaluate(() => Reflect.get(window, 'shifts')))
}
