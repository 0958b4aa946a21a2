/** A PDF in place, page below page, in a scrolling frame. One that cannot be drawn says why, and can be saved. */
import { useEffect, useRef, useState, type RefObject } from 'react'
import { Banner } from '../../../ui/banner.tsx'
import { Button } from '../../../ui/button.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { lists } from '#words/administration.ts'
import { review } from '#words/review.ts'
import { useShortcuts } from '../keys/shortcuts.ts'
import { faultOf, openPdf, type OpenPdf, type PdfFault } from './pdf-document.ts'
import { PdfPage } from './pdf-page.tsx'
import './pdf.css'

const { pdf: words } = review

type View =
  | { readonly is: 'opening' }
  | { readonly is: 'there'; readonly pdf: OpenPdf }
  | { readonly is: 'faulty'; readonly fault: PdfFault }

/** @param file its bytes. @param name its readable name */
export function PdfView({ file, name }: { file: Blob; name: string }) {
  const [view, setView] = useState<View>({ is: 'opening' })
  const [isIncomplete, setIncomplete] = useState(false)
  useEffect(() => {
    let isOpen = true
    const show = (news: View) => isOpen && setView(news)
    const { opened, close } = openPdf(file, () => isOpen && setIncomplete(true))
    opened.then(
      (pdf) => show({ is: 'there', pdf }),
      (problem: unknown) => show({ is: 'faulty', fault: faultOf(problem) }),
    )
    return () => {
      isOpen = false
      close()
    }
  }, [file])
  if (view.is === 'faulty') {
    return (
      <div role="alert" className="mt-2 mb-4">
        <Banner tone="bad" title={words.faults[view.fault].title}>
          <p>{words.faults[view.fault].text}</p>
        </Banner>
      </div>
    )
  }
  if (view.is === 'opening') {
    return (
      <div aria-busy="true" className="mt-2 mb-4">
        <output className="sr-only">{lists.loading}</output>
        <Skeleton className="pdf-skeleton" />
      </div>
    )
  }
  return (
    <>
      {isIncomplete && (
        <output className="mt-2 block">
          <Banner tone="note" title={words.incompleteTitle}>
            <p>{words.incomplete}</p>
          </Banner>
        </output>
      )}
      <Pages pdf={view.pdf} name={name} />
    </>
  )
}

/** The width of a page, relative to the frame. */
const ZOOMS = [1, 1.25, 1.5, 2, 3]

/** It scrolls, so it must be reachable by keyboard. */
const FOCUSABLE = { tabIndex: 0 }

function Pages({ pdf, name }: { pdf: OpenPdf; name: string }) {
  const frame = useRef<HTMLElement>(null)
  const pages = useRef<HTMLOListElement>(null)
  const [step, setStep] = useState(0)
  const [current, setCurrent] = useState(1)
  const width = useWidth(pages)
  const count = pdf.document.numPages
  const zoom = ZOOMS[step] ?? 1
  const zoomTo = (to: number) => setStep(Math.min(Math.max(to, 0), ZOOMS.length - 1))
  useShortcuts({ '+': () => zoomTo(step + 1), '-': () => zoomTo(step - 1), '0': () => zoomTo(0) })
  const findCurrent = () => {
    const { scrollTop = 0, clientHeight = 0, scrollHeight = 0 } = frame.current ?? {}
    // A short last page never reaches the middle.
    if (scrollTop > 0 && scrollTop + clientHeight >= scrollHeight - 1) return setCurrent(count)
    const middle = scrollTop + clientHeight / 2
    const tops = Array.from(pages.current?.children ?? [], (page) => (page instanceof HTMLElement ? page.offsetTop : 0))
    setCurrent(Math.max(1, tops.findLastIndex((top) => top <= middle) + 1))
  }
  return (
    <div className="pdf">
      <div className="pdf-tools">
        <p className="whitespace-nowrap">{words.pageOf(current, count)}</p>
        <div className="flex items-center gap-2">
          <Zoom to={step - 1} name={words.smaller} sign="−" onZoom={setStep} />
          <output className="pdf-zoom">{words.percent(zoom * 100)}</output>
          <Zoom to={step + 1} name={words.larger} sign="+" onZoom={setStep} />
        </div>
      </div>
      <section
        ref={frame}
        aria-label={review.pictureOf(name)}
        {...FOCUSABLE}
        className="pdf-frame"
        onScroll={findCurrent}
      >
        <ol ref={pages} className="pdf-pages" style={{ width: `${zoom * 100}%` }}>
          {Array.from({ length: count }, (_, index) => (
            <PdfPage key={index} pdf={pdf} number={index + 1} width={width} frame={frame} />
          ))}
        </ol>
      </section>
    </div>
  )
}

interface ZoomProps {
  /** The zoom step that it leads to; beyond the last one it does nothing, and keeps the focus. */
  to: number
  name: string
  sign: string
  onZoom: (step: number) => void
}

function Zoom({ to, name, sign, onZoom }: ZoomProps) {
  const isEnd = ZOOMS[to] === undefined
  return (
    <Button
      look="outline"
      className="button-small"
      aria-label={name}
      aria-disabled={isEnd}
      onClick={() => !isEnd && onZoom(to)}
    >
      {sign}
    </Button>
  )
}

/** The size of an element, in whole pixels; 0 before it is measured. */
function useWidth(part: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0)
  useEffect(() => {
    if (!part.current) return
    const observer = new ResizeObserver(([entry]) => entry && setWidth(Math.floor(entry.contentRect.width)))
    observer.observe(part.current)
    return () => observer.disconnect()
  }, [part])
  return width
}
