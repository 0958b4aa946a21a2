/** How large a paper is drawn in its frame: by buttons, by keys, and by two fingers. What one looks at stays in place. */
import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState, type RefObject } from 'react'
import { useShortcuts } from '../../desk/keys/shortcuts.ts'
import { FULL_SCREEN } from './full-screen.tsx'

/** Relative to the size at which it fits. */
const STEPS = [1, 1.25, 1.5, 2, 3, 4]
const LARGEST = 4

interface Point {
  readonly x: number
  readonly y: number
}

export interface Zoom {
  readonly zoom: number
  readonly larger: number | undefined
  readonly smaller: number | undefined
  readonly zoomTo: (to: number) => void
}

/** @param frame the scrolling element */
export function useZoom(frame: RefObject<HTMLElement | null>): Zoom {
  const [zoom, setZoom] = useState(1)
  const held = useRef<Point & { readonly from: number }>(undefined)
  const change = (to: number, at: Point) => {
    held.current = { ...at, from: zoom }
    setZoom(Math.min(Math.max(to, 1), LARGEST))
  }
  const zoomTo = (to: number) =>
    change(to, { x: (frame.current?.clientWidth ?? 0) / 2, y: (frame.current?.clientHeight ?? 0) / 2 })
  useLayoutEffect(() => {
    const [part, point] = [frame.current, held.current]
    held.current = undefined
    if (!part || !point) return
    const by = zoom / point.from
    part.scrollLeft = (part.scrollLeft + point.x) * by - point.x
    part.scrollTop = (part.scrollTop + point.y) * by - point.y
  }, [zoom, frame])
  usePinch(frame, zoom, change)
  const larger = STEPS.find((step) => step > zoom)
  const smaller = STEPS.filter((step) => step < zoom).at(-1)
  const keys = { '+': () => zoomTo(larger ?? zoom), '-': () => zoomTo(smaller ?? zoom), '0': () => zoomTo(1) }
  useShortcuts(keys, FULL_SCREEN)
  return { zoom, larger, smaller, zoomTo }
}

/** Two fingers would otherwise enlarge the whole page, with its bars. */
function usePinch(frame: RefObject<HTMLElement | null>, zoom: number, change: (to: number, at: Point) => void): void {
  const begun = useRef<{ readonly apart: number; readonly zoom: number }>(undefined)
  const begin = useEffectEvent(({ touches: [one, two] }: TouchEvent) => {
    begun.current = one && two && { apart: apart(one, two), zoom }
  })
  const move = useEffectEvent((event: TouchEvent) => {
    const [one, two] = event.touches
    const corner = frame.current?.getBoundingClientRect()
    if (!begun.current || !one || !two || !corner) return
    event.preventDefault()
    const middle = { x: (one.clientX + two.clientX) / 2 - corner.x, y: (one.clientY + two.clientY) / 2 - corner.y }
    change((begun.current.zoom * apart(one, two)) / begun.current.apart, middle)
  })
  useEffect(() => {
    const part = frame.current
    const leaving = new AbortController()
    const { signal } = leaving
    for (const name of ['touchstart', 'touchend'] as const)
      part?.addEventListener(name, (event) => begin(event), { signal, passive: true })
    part?.addEventListener('touchmove', (event) => move(event), { signal, passive: false })
    return () => leaving.abort()
  }, [frame])
}

const apart = (one: Touch, two: Touch) => Math.max(1, Math.hypot(one.clientX - two.clientX, one.clientY - two.clientY))
