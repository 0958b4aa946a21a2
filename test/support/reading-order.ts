/** Whether what is read and reached by Tab one after the other also stands so on the screen (WCAG 1.3.2, 2.4.3). */
import type { Locator } from 'playwright-core'

/** @returns what stands above the one before it, or left of it on the same line, in the order of the document */
export function outOfOrder(parts: Locator): Promise<string[]> {
  return parts.evaluateAll((elements) => {
    const shown = elements.filter((element) => element.checkVisibility() && element.getBoundingClientRect().width > 1)
    return shown.flatMap((element, at) => {
      const [before, here] = [shown[at - 1]?.getBoundingClientRect(), element.getBoundingClientRect()]
      if (!before) return []
      const isSameLine = here.top < before.bottom - 1 && before.top < here.bottom - 1
      const isBefore = isSameLine ? here.left < before.left : here.top < before.top
      return isBefore ? [element.textContent] : []
    })
  })
}
