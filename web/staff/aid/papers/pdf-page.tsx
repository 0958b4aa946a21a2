/** One page of a PDF: a space as large as the page, drawn while it is near the visible area, and freed afterwards. */
import { useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react'
import { review } from '#words/aid/review.ts'
import { liesOnItsSide, type Turn } from './paper-frame.tsx'
import type { PageAhead } from './pdf-ahead.ts'
import type { OpenPdf } from './pdf-document.ts'
import { drawPage, type DrawnPage } from './pdf-drawing.ts'

const { pdf: words } = review

interface Drawn extends Pick<DrawnPage, 'shape' | 'hasText'> {
  readonly turn: Turn
}

interface PdfPageProps {
  pdf: OpenPdf
  number: number
  /** In CSS pixels; 0 while unknown. */
  width: number
  turn: Turn
  /** The scrolling element. */
  frame: RefObject<HTMLElement | null>
  /** This page, drawn before: it is shown in the first paint. */
  ahead: PageAhead | undefined
}

export function PdfPage({ pdf: { document, shape: firstShape }, number, width, turn, frame, ahead }: PdfPageProps) {
  const place = useRef<HTMLDivElement>(null)
  const isNear = useNear(place, frame, ahead !== undefined)
  const [drawn, setDrawn] = useState<Drawn | undefined>(ahead && { ...ahead, turn: 0 })
  const [isFaulty, setFaulty] = useState(false)
  useLayoutEffect(() => {
    if (ahead) place.current?.replaceChildren(ahead.canvas, ahead.text)
  }, [ahead])
  useEffect(() => {
    const layers = place.current
    if (!isNear || width === 0 || !layers) return
    const isShown = ahead?.canvas.parentElement === layers && ahead.width === width && turn === 0
    if (isShown) return
    const leaving = new AbortController()
    const draw = async () => {
      try {
        const { canvas, text, hasText, shape } = await drawPage(document, { number, width, turn }, leaving.signal)
        // The previous picture stays until then, stretched, so that nothing flashes.
        layers.replaceChildren(canvas, text)
        setDrawn({ shape, hasText, turn })
        setFaulty(false)
      } catch (problem) {
        if (leaving.signal.aborted) return
        console.warn(`Page ${number} could not be drawn.`, problem)
        setFaulty(true)
      }
    }
    void draw()
    return () => leaving.abort()
  }, [document, number, width, turn, isNear, ahead])
  useEffect(() => {
    const layers = place.current
    if (isNear || !layers) return
    // Some browsers keep the memory of a canvas that is only removed.
    for (const canvas of layers.querySelectorAll('canvas')) canvas.width = canvas.height = 0
    layers.replaceChildren()
  }, [isNear])
  const likely = liesOnItsSide(turn) ? 1 / firstShape : firstShape
  return (
    <li
      aria-label={words.pageOf(number, document.numPages)}
      className="pdf-page"
      style={{ aspectRatio: String(1 / (drawn?.turn === turn ? drawn.shape : likely)) }}
    >
      <div ref={place} />
      {drawn?.hasText === false && <p className="sr-only">{words.noText}</p>}
      {isFaulty && <p className="absolute inset-0 p-4 text-black">{words.pageFailed}</p>}
    </li>
  )
}

/** Whether it is on the screen, or within one screen of it. @param isNearFirst until that is known */
function useNear(
  place: RefObject<HTMLElement | null>,
  frame: RefObject<HTMLElement | null>,
  isNearFirst: boolean,
): boolean {
  const [isNear, setNear] = useState(isNearFirst)
  useEffect(() => {
    if (!place.current) return
    const observer = new IntersectionObserver((entries) => setNear(entries.at(-1)?.isIntersecting ?? false), {
      root: frame.current,
      rootMargin: '100% 0px',
    })
    observer.observe(place.current)
    return () => observer.disconnect()
  }, [place, frame])
  return isNear
}
