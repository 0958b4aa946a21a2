/** The chosen papers of a case as pictures that can be printed. */
import type { ApplicationDetailsJson } from '../../../../contract/aid/admin.ts'
import type { Bearer } from '../../../api/authorization.ts'
import { loadPart } from '../../../lib/load-part.ts'
import { printing as words } from '#words/aid/review-print.ts'
import type { PdfFault } from '../papers/pdf-document.ts'
import type { Papers } from './papers.ts'

type Document = ApplicationDetailsJson['documents'][number]

export interface PrintedPaper {
  readonly id: string
  readonly pages: readonly { readonly title: string; readonly address: string }[]
  /** What is not printed of it. */
  readonly left?: string
}

export type Drawn = PrintedPaper | { readonly id: string; readonly fault: PdfFault }

/** For all papers together: more would fill the memory of a tablet. */
const PAGES_MAX = 60

export const titleOf = ({ label, name }: Document) => label ?? name

/** Those that cannot be printed have a fault. @throws as `Papers.load` does */
export async function drawPapers(documents: readonly Document[], papers: Papers, bearer: Bearer): Promise<Drawn[]> {
  const drawn: Drawn[] = []
  let room = PAGES_MAX
  // One after another: each PDF that is open has a worker of its own.
  for (const document of documents) {
    const paper = await draw(document, await papers.load(document, bearer), room)
    if ('pages' in paper) room = Math.max(0, room - paper.pages.length)
    drawn.push(paper)
  }
  return drawn
}

type Loaded = Awaited<ReturnType<Papers['load']>>

async function draw(document: Document, shown: Loaded, pagesMax: number): Promise<Drawn> {
  const { id } = document
  const title = titleOf(document)
  if (shown.is === 'picture') {
    if (shown.image.naturalWidth === 0) return { id, fault: 'broken' }
    return { id, pages: [{ title, address: shown.address }] }
  }
  if (shown.is === 'file') return { id, fault: 'broken' }
  const { printedPages } = await loadPart(() => import('../papers/pdf-printing.ts'))
  const printed = await printedPages(shown.file, pagesMax)
  if (typeof printed === 'string') return { id, fault: printed }
  const { pages, count } = printed
  return {
    id,
    pages: pages.map((address, at) => ({ title: words.pageOf(title, at + 1, count), address })),
    ...(pages.length < count && { left: words.left(title, pages.length, count) }),
  }
}
