/** A PDF that is opened before it is shown, with its first page drawn, so that it is on the screen in the first paint. */
import { openPdf, type OpeningPdf, type OpenPdf } from './pdf-document.ts'
import { drawPage, type DrawnPage } from './pdf-drawing.ts'

export interface PageAhead extends DrawnPage {
  /** In CSS pixels. At any other width the page is drawn again. */
  readonly width: number
}

export class PdfAhead {
  readonly opening: OpeningPdf
  /** Undefined until it is open. */
  pdf: OpenPdf | undefined
  /** The first page; undefined until it is drawn. */
  page: PageAhead | undefined
  private readonly leaving = new AbortController()

  /** @param widthOf a page of this height for a width of 1, on the screen, in CSS pixels; 0 while it is not known: then no page is drawn */
  constructor(file: Blob, widthOf: (shape: number) => number) {
    this.opening = openPdf(file)
    this.draw(widthOf).catch((problem: unknown) => console.warn('Not drawn ahead.', problem))
  }

  get isClosed(): boolean {
    return this.leaving.signal.aborted
  }

  close(): void {
    this.leaving.abort()
    this.opening.close()
  }

  private async draw(widthOf: (shape: number) => number): Promise<void> {
    const pdf = await this.opening.opened
    this.pdf = pdf
    const width = widthOf(pdf.shape)
    if (width === 0) return
    this.page = { ...(await drawPage(pdf.document, { number: 1, width, turn: 0 }, this.leaving.signal)), width }
  }
}
