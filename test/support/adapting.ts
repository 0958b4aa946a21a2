/** Finds faults of a page for a reader with a small screen, large text, colours of their own, or paper. Each function names the elements. */
import type { Page } from 'playwright-core'
import { expect } from 'vitest'

/** Elements that stick out of the page sideways, where nothing around them scrolls or clips. Empty if the page fits. */
export function stickingOut(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const width = document.documentElement.clientWidth
    if (document.documentElement.scrollWidth <= width) return []
    const held = (element: Element): boolean => {
      const parent = element.parentElement
      return parent !== null && (getComputedStyle(parent).overflowX !== 'visible' || held(parent))
    }
    const out = [...document.body.querySelectorAll('*')].filter(
      (element) => element.getBoundingClientRect().right > width + 1 && !held(element),
    )
    return [`${document.documentElement.scrollWidth} px`, ...out.map((element) => element.outerHTML.slice(0, 120))]
  })
}

/** Lines of text in buttons, links, headings and fields' labels of which a part is cut off. */
export function cutTexts(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('button, a, h1, h2, h3, label, legend')]
      .filter((element) => {
        const { overflowX, textOverflow, display } = getComputedStyle(element)
        const cuts = overflowX !== 'visible' && textOverflow !== 'ellipsis' && display !== 'inline'
        return (
          cuts && element.checkVisibility() && element.clientWidth > 1 && element.scrollWidth > element.clientWidth + 1
        )
      })
      .map((element) => element.outerHTML.slice(0, 120)),
  )
}

/** Words of up to ten letters in titles and controls that go over two lines. */
export function brokenWords(page: Page, where = 'h1, button, .button'): Promise<string[]> {
  return page.evaluate((selector) => {
    const texts = [...document.querySelectorAll(selector)]
      .filter((element) => element.checkVisibility() && element.clientWidth > 1)
      .flatMap((element) => [...element.childNodes].filter((node) => node instanceof Text))
    return texts.flatMap((text) =>
      [...text.data.matchAll(/\S+/g)].flatMap(({ 0: word, index }) => {
        const range = new Range()
        range.setStart(text, index)
        range.setEnd(text, index + word.length)
        const lines = new Set([...range.getClientRects()].map(({ top }) => top))
        return word.length <= 10 && lines.size > 1 ? [word] : []
      }),
    )
  }, where)
}

/** Fields and buttons that one could not see the edge of where colours and shadows are the reader's own. */
export function withoutEdge(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('input:not([type=hidden]), select, textarea, button')]
      .filter((element) => {
        const style = getComputedStyle(element)
        const bordered = Number.parseFloat(style.borderBottomWidth) > 0 && style.borderBottomStyle !== 'none'
        const told = element.matches('button') && (element.textContent.trim() !== '' || element.querySelector('svg'))
        const drawnByBrowser = element.matches('[type=checkbox], [type=radio], [type=file]')
        return element.checkVisibility({ opacityProperty: true }) && !bordered && !told && !drawnByBrowser
      })
      .map((element) => element.outerHTML.slice(0, 120)),
  )
}

/** Names the focused element if its focus is not visible. */
export function unseenFocus(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const focused = document.activeElement
    if (focused === null || focused === document.body) return []
    const shows = (element: Element) => {
      const { outlineStyle, outlineWidth } = getComputedStyle(element)
      return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) > 0
    }
    // The edge of a field in a frame, or of a link that fills its card, is drawn around the whole.
    const frame = focused.closest('.field, .card, label, li, td, p, div')
    return shows(focused) || (frame !== null && shows(frame)) ? [] : [focused.outerHTML.slice(0, 120)]
  })
}

/** Animations that go on for a reader who asked for none. */
export function moving(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    document
      .getAnimations()
      .filter(
        (animation) => animation.playState === 'running' && Number(animation.effect?.getComputedTiming().endTime) > 20,
      )
      .map((animation) => {
        const { target } = animation.effect instanceof KeyframeEffect ? animation.effect : { target: null }
        return target?.outerHTML.slice(0, 120) ?? 'an animation'
      }),
  )
}

/** How dark the paper is behind the text, if it is not white. */
export function inkOnPaper(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [document.documentElement, document.body]
      .map((element) => getComputedStyle(element).backgroundColor)
      .filter((colour) => !['rgba(0, 0, 0, 0)', 'rgb(255, 255, 255)'].includes(colour)),
  )
}

/** Controls, which have no use on paper. */
export function controlsOnPaper(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('.button, .toast, .language-tab, .quick-exit')]
      .filter((control) => control.getClientRects().length > 0)
      .map((control) => control.outerHTML.slice(0, 120)),
  )
}

/** Sets the text size as a reader does, in the browser. */
export async function setTextSize(page: Page, standard: number): Promise<void> {
  const settings = await page.context().newCDPSession(page)
  await settings.send('Page.setFontSizes', { fontSizes: { standard, fixed: standard - 3 } })
  await expect
    .poll(() => page.evaluate(() => getComputedStyle(document.documentElement).fontSize))
    .toBe(`${standard}px`)
}
