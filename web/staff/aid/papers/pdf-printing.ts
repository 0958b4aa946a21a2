/** Draws the pages of a PDF as pictures for paper. */
import { faultOf, openPdf, type PdfFault } from './pdf-document.ts'
import { drawForPaper } from './pdf-drawing.ts'

export interface PrintedPdf {
  /** Addresses of pictures. */
  readonly pages: readonly string[]
  /** How many it has. */
  readonly count: number
}

/** @param pagesMax further ones are left out */
export async function printedPages(file: Blob, pagesMax: number): Promise<PrintedPdf | PdfFault> {
  const { opened, close } = openPdf(file)
  try {
    const { document } = await opened
    const count = document.numPages
    const pages: string[] = []
    for (let number = 1; number <= Math.min(count, pagesMax); number += 1) {
      const canvas = await drawForPaper(document, number)
      pages.push(canvas.toDataURL('image/jpeg', 0.9))
      // Some browsers keep the memory of a canvas that is only dropped.
      canvas.width = canvas.height = 0
    }
    return { pages, count }
  } catch (problem) {
    console.warn('Not drawn for paper.', problem)
    return faultOf(problem)
  } finally {
    close()
  }
}
