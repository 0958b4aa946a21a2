/** A PDF in place, page below page, in a scrolling frame. One that cannot be drawn says why, and can be saved. */
import { useEffect, useRef, useState, type CSSProperties, type RefObject } from 'react'
import { Banner } from '../../../ui/banner.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { lists } from '#words/office/administration.ts'
import { review } from '#words/aid/review.ts'
import type { PageAhead, PdfAhead } from './pdf-ahead.ts'
import { faultOf, openPdf, type OpenPdf, type PdfFault } from './pdf-document.ts'
import { PaperFrame } from './paper-frame.tsx'
import { PdfPage } from './pdf-page.tsx'

const { pdf: words } = review

type View =
  | { readonly is: 'opening' }
  | { readonly is: 'there'; readonly pdf: OpenPdf }
  | { readonly is: 'faulty'; readonly fault: PdfFault }

interface PdfViewProps {
  file: Blob
  /** The document's readable name. */
  name: string
  /** The same file, opened before. It is closed with this view. */
  ahead?: PdfAhead | undefined
}

export function PdfView({ file, name, ahead }: PdfViewProps) {
  const [view, setView] = useState<View>(() =>
    ahead?.pdf && !ahead.isClosed ? { is: 'there', pdf: ahead.pdf } : { is: 'opening' },
  )
  const [isIncomplete, setIncomplete] = useState(false)
  useEffect(() => {
    let isOpen = true
    const show = (news: View) => isOpen && setView(news)
    const { opened, incomplete, close } = ahead && !ahead.isClosed ? ahead.opening : openPdf(file)
    opened.then(
      (pdf) => show({ is: 'there', pdf }),
      (problem: unknown) => show({ is: 'faulty', fault: faultOf(problem) }),
    )
    void incomplete.then(() => isOpen && setIncomplete(true))
    return () => {
      isOpen = false
      close()
      ahead?.close()
    }
  }, [file, ahead])
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
        <Skeleton className="block h-160 w-full" />
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
      <Pages pdf={view.pdf} name={name} ahead={view.pdf === ahead?.pdf ? ahead.page : undefined} />
    </>
  )
}

interface PagesProps {
  pdf: OpenPdf
  name: string
  /** The first page, drawn before. */
  ahead: PageAhead | undefined
}

function Pages({ pdf, name, ahead }: PagesProps) {
  const pages = useRef<HTMLOListElement>(null)
  const [current, setCurrent] = useState(1)
  const width = useWidth(pages)
  const shape: CSSProperties & Record<'--shape', number> = { '--shape': pdf.shape }
  const count = pdf.document.numPages
  const findCurrent = ({ scrollTop, clientHeight, scrollHeight }: HTMLElement) => {
    // A short last page never reaches the middle.
    if (scrollTop > 0 && scrollTop + clientHeight >= scrollHeight - 1) return setCurrent(count)
    const middle = scrollTop + clientHeight / 2
    const tops = Array.from(pages.current?.children ?? [], (page) => (page instanceof HTMLElement ? page.offsetTop : 0))
    setCurrent(Math.max(1, tops.filter((top) => top <= middle).length))
  }
  return (
    <PaperFrame name={name} says={words.pageOf(current, count)} onScroll={findCurrent}>
      {({ turn, frame }) => (
        <ol ref={pages} className="pdf-pages" style={shape}>
          {Array.from({ length: count }, (_, index) => (
            <PdfPage
              key={index}
              pdf={pdf}
              number={index + 1}
              width={width}
              turn={turn}
              frame={frame}
              ahead={index === 0 ? ahead : undefined}
            />
          ))}
        </ol>
      )}
    </PaperFrame>
  )
}

/** While two fingers enlarge it, the pages are stretched, and drawn anew when the fingers rest. */
const RESTING_MILLISECONDS = 150

/** The width of an element, in whole pixels; 0 before it is measured. */
function useWidth(part: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0)
  useEffect(() => {
    if (!part.current) return
    let resting: ReturnType<typeof setTimeout> | undefined
    const observer = new ResizeObserver(([entry]) => {
      if (!entry) return
      const measured = Math.floor(entry.contentRect.width)
      clearTimeout(resting)
      resting = setTimeout(() => setWidth(measured), RESTING_MILLISECONDS)
      setWidth((known) => (known === 0 ? measured : known))
    })
    observer.observe(part.current)
    return () => {
      clearTimeout(resting)
      observer.disconnect()
    }
  }, [part])
  return width
}
