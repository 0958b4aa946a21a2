/** For a button that its own press removes: the focus returns to the surrounding part instead of being lost. */
import { useRef, type RefObject } from 'react'
import { flushSync } from 'react-dom'

export function useFocusBack(): {
  /** For the part, which needs a tabIndex of -1. */
  place: RefObject<HTMLDivElement | null>
  /** Makes the change, and moves the focus once it is rendered. */
  focusBack: (change: () => void) => void
} {
  const place = useRef<HTMLDivElement>(null)
  const focusBack = (change: () => void) => {
    // Rendered first: an open dialog lets nothing behind it have the focus.
    flushSync(change)
    place.current?.focus({ preventScroll: true })
  }
  return { place, focusBack }
}
