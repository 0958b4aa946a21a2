/**
 * Reads PDFs with pdf.js, in a worker that ends with the document. Loaded with the first PDF: it is as large as all our other
 * scripts together.
 */
import {
  getDocument,
  GlobalWorkerOptions,
  PasswordException,
  VerbosityLevel,
  type PDFDocumentProxy,
} from 'pdfjs-dist/legacy/build/pdf.mjs'
// oxlint-disable-next-line import/default -- not its content, but its address
import worker from 'pdfjs-dist/legacy/build/pdf.worker.min.mjs?url'
import dingbats from 'pdfjs-dist/standard_fonts/FoxitDingbats.pfb?url'
import symbol from 'pdfjs-dist/standard_fonts/FoxitSymbol.pfb?url'
import jbig2 from 'pdfjs-dist/wasm/jbig2.wasm?url'
import openjpeg from 'pdfjs-dist/wasm/openjpeg.wasm?url'

GlobalWorkerOptions.workerSrc = worker

/** Resources that a PDF may rely on: check marks and Greek letters, and the decoders of scanned and faxed pages. */
const FILES = new Map([
  ['FoxitDingbats.pfb', dingbats],
  ['FoxitSymbol.pfb', symbol],
  ['jbig2.wasm', jbig2],
  ['openjpeg.wasm', openjpeg],
])

export interface OpenPdf {
  readonly document: PDFDocumentProxy
  /** Height by width of the first page; most others are alike. */
  readonly shape: number
}

export interface OpeningPdf {
  /** @throws what {@link faultOf} understands */
  readonly opened: Promise<OpenPdf>
  /** Settled when something cannot be drawn, because it needs a resource that we do not have. */
  readonly incomplete: Promise<void>
  /** Ends the worker, and frees its memory. */
  readonly close: () => void
}

export function openPdf(file: Blob): OpeningPdf {
  let beIncomplete = () => {}
  const incomplete = new Promise<void>((resolve) => {
    beIncomplete = resolve
  })
  class OurFiles {
    async fetch({ filename }: { filename: string }): Promise<Uint8Array> {
      try {
        return await fetchFile(filename)
      } catch (problem) {
        beIncomplete()
        throw problem
      }
    }
  }
  let isClosed = false
  let end = () => {}
  const open = async () => {
    const data = await file.arrayBuffer()
    if (isClosed) throw new Error('it was closed before it was open')
    const task = getDocument({ data, BinaryDataFactory: OurFiles, verbosity: VerbosityLevel.ERRORS })
    end = () => void task.destroy()
    const document = await task.promise
    const { width, height } = (await document.getPage(1)).getViewport({ scale: 1 })
    return { document, shape: height / width }
  }
  return {
    opened: open(),
    incomplete,
    close: () => {
      isClosed = true
      end()
    },
  }
}

async function fetchFile(name: string): Promise<Uint8Array> {
  const address = FILES.get(name)
  if (address === undefined) throw new Error(`there is no ${name} here`)
  const response = await fetch(address)
  if (!response.ok) throw new Error(`${address} answered ${response.status}`)
  return new Uint8Array(await response.arrayBuffer())
}

export type PdfFault = 'locked' | 'broken'

/** Why a PDF could not be opened: it needs a password, or cannot be read. */
export function faultOf(problem: unknown): PdfFault {
  return problem instanceof PasswordException ? 'locked' : 'broken'
}
