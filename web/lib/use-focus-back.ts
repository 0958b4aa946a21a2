/** For a press that takes its own button away: the focus goes back to the part it was in, and is not lost. */
import { useRef, type RefObject } from 'react'
import { flushSync } from 'react-dom'

export function useFocusBack(): {
  /** For the part, which needs a tabIndex of -1. */
  place: RefObject<HTMLDivElement | null>
  /** Makes the change, and moves the focus once it is drawn. */
  focusBack: (change: () => void) => void
} {
  const place = useRef<HTMLDivElement>(null)
  const focusBack = (change: () => void) => {
    // Drawn first: a dialog that is still open lets nothing behind it have the focus.
    flushSync(change)
    place.current?.focus({ preventScroll: true })
  }
  return { place, focusBack }
}
