/** For a part that its own button removes, such as a proposal that was confirmed: the focus moves on instead of being lost. */
import { useLayoutEffect, useRef, type RefObject } from 'react'

/**
 * @param findNext finds what gets the focus; without it, the title of the card around the part
 * @returns for the part
 */
export function useFocusOnRemoval<Part extends HTMLElement>(
  findNext: (part: Part) => Element | null | undefined = findTitleAround,
): RefObject<Part | null> {
  const part = useRef<Part>(null)
  useLayoutEffect(() => {
    const shown = part.current
    return () => {
      // The part is still in the document here.
      if (!shown?.contains(document.activeElement)) return
      focusOn(findNext(shown))
      // The card may leave with its last part.
      queueMicrotask(() => {
        if (document.activeElement === document.body) focusOn(document.querySelector('h1'))
      })
    }
  }, [findNext])
  return part
}

function focusOn(element: Element | null | undefined): void {
  if (!(element instanceof HTMLElement)) return
  // A title takes the focus only so.
  if (element.tabIndex < 0) element.tabIndex = -1
  element.focus({ preventScroll: true })
}

function findTitleAround(part: HTMLElement): Element | null | undefined {
  return part.closest('section, article')?.querySelector('h2, h3')
}
