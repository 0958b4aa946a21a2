/** F6 moves the focus between the case, the papers and the decision, Shift F6 back. With the keys off, F6 is the browser's. */
import { useEffect, useEffectEvent, type RefObject } from 'react'
import { areShortcutsOn } from '../../desk/keys/shortcuts.ts'

const LANDMARKS = '.review-case, .review-papers > section, .review-decision > section:first-child'

/** @param review what is around them. They are in its order, which differs by width; on a phone the papers are within the case. */
export function useLandmarks(review: RefObject<HTMLElement | null>): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    const { key, shiftKey: isBack, altKey, ctrlKey, metaKey } = event
    if (key !== 'F6' || altKey || ctrlKey || metaKey || !areShortcutsOn()) return
    if (document.querySelector('dialog[open]')) return
    const places = [...(review.current?.querySelectorAll<HTMLElement>(LANDMARKS) ?? [])]
    const at = places.map((place) => place.contains(document.activeElement)).lastIndexOf(true)
    const place = places.at(isBack ? (at === -1 ? -1 : at - 1) : (at + 1) % places.length)
    if (!place) return
    event.preventDefault()
    place.tabIndex = -1
    place.focus()
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => press(event)
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])
}
