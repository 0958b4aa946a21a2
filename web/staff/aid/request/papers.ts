/**
 * The papers of one request, each fetched once: showing it again, or over the whole screen, is no second opening. What was fetched
 * before the request was opened is recorded as opened when it is shown.
 */
import type { ApplicationDetailsJson } from '../../../../contract/aid/admin.ts'
import type { Bearer } from '../../../api/authorization.ts'
import { loadPart } from '../../../lib/load-part.ts'
import { PREPARE } from '../../../../contract/aid/document-limits.ts'
import { fetchDocument, isShown, recordOpening } from '../../../lib/open-document.ts'
import type { PdfAhead } from '../papers/pdf-ahead.ts'
import type { PdfView } from '../papers/pdf-view.tsx'

type Document = ApplicationDetailsJson['documents'][number]

/** View of a document. The PDF viewer is loaded with the first PDF. */
type Shown =
  | { readonly is: 'picture'; readonly address: string; readonly image: HTMLImageElement }
  | { readonly is: 'pdf'; readonly file: Blob; readonly View: typeof PdfView; readonly ahead: PdfAhead | undefined }
  | { readonly is: 'file' }

/** More would take minutes on a slow line. */
const PREPARED_MAX = 2

export class Papers {
  private readonly loaded = new Map<string, Promise<Shown>>()
  /** Documents that are loaded, by id. */
  private readonly shown = new Map<string, Shown>()
  /** Fetched, and not shown yet. */
  private readonly prepared = new Set<string>()
  private isInUse = false
  private isClosed = false

  /** Reads a loaded document for the first paint; undefined while it is loading, or was never requested. */
  there({ id }: Document): Shown | undefined {
    return this.shown.get(id)
  }

  /** @throws as `fetchDocument` does; the next call tries again */
  load(document: Document, bearer: Bearer): Promise<Shown> {
    this.isInUse = true
    if (this.prepared.delete(document.id)) {
      recordOpening(document, bearer).catch((problem: unknown) => console.warn('Not recorded as opened.', problem))
    }
    return this.fetch(document, bearer, 'open')
  }

  /** For a small picture of it: recorded as loaded ahead until {@link load} shows it. @throws as `fetchDocument` does */
  loadSmall(document: Document, bearer: Bearer): Promise<Shown> {
    if (!this.loaded.has(document.id)) this.prepared.add(document.id)
    return this.fetch(document, bearer, PREPARE)
  }

  /** Fetches the first papers before the request is opened. What fails is fetched again when it is shown. */
  prepare(documents: readonly Document[], bearer: Bearer): void {
    for (const document of documents.filter(isShown).slice(0, PREPARED_MAX)) {
      this.prepared.add(document.id)
      this.fetch(document, bearer, PREPARE).catch((problem: unknown) => console.warn('Not loaded ahead.', problem))
    }
  }

  /** Ends what was opened ahead and is not shown. */
  close(): void {
    this.isClosed = true
    for (const shown of this.shown.values()) if (shown.is === 'pdf') shown.ahead?.close()
  }

  /** The same, unless a page shows these papers: that page closes them. */
  closeUnused(): void {
    if (!this.isInUse) this.close()
  }

  private fetch(document: Document, bearer: Bearer, purpose: 'open' | typeof PREPARE): Promise<Shown> {
    const known = this.loaded.get(document.id)
    if (known) return known
    const loading = fetchShown(document, bearer, purpose)
    this.loaded.set(document.id, loading)
    loading.then(
      (shown) => this.keep(document.id, shown),
      () => {
        this.loaded.delete(document.id)
        this.prepared.delete(document.id)
      },
    )
    return loading
  }

  private keep(id: string, shown: Shown): void {
    this.shown.set(id, shown)
    if (this.isClosed) this.close()
  }
}

async function fetchShown(document: Document, bearer: Bearer, purpose: 'open' | typeof PREPARE): Promise<Shown> {
  if (!isShown(document)) return { is: 'file' }
  if (document.content_type.startsWith('image/')) return pictureOf(await fetchDocument(document, bearer, purpose))
  const [{ PdfView: View }, { PdfAhead }, file] = await Promise.all([
    loadPart(() => import('../papers/pdf-view.tsx')),
    loadPart(() => import('../papers/pdf-ahead.ts')),
    fetchDocument(document, bearer, purpose),
  ])
  return { is: 'pdf', file, View, ahead: purpose === PREPARE ? new PdfAhead(file, widthOfPage) : undefined }
}

const PADDING_REM = 1.5
const LEAST_REM = 26

/** The width of a page of a PDF in the frame that is on the screen, in CSS pixels: what papers.css gives it. @param shape its height for a width of 1 */
function widthOfPage(shape: number): number {
  const frame = window.document.querySelector('.review-papers .paper-frame')
  if (!frame) return 0
  const rem = Number.parseFloat(getComputedStyle(window.document.documentElement).fontSize)
  const padding = PADDING_REM * rem
  const isFitted = getComputedStyle(frame).containerType === 'size'
  const fitted = isFitted ? Math.max(LEAST_REM * rem - padding, (frame.clientHeight - padding) / shape) : Infinity
  return Math.floor(Math.min(frame.clientWidth - padding, fitted))
}

/** Decoded before it is shown. One that cannot be decoded is shown as the browser shows it. */
async function pictureOf(file: Blob): Promise<Shown> {
  const image = new Image()
  image.src = await toAddress(file)
  await image.decode().catch(() => undefined)
  return { is: 'picture', address: image.src, image }
}

/** An address that holds the bytes themselves: the security policy allows no other that outlives its signature. */
function toAddress(file: Blob): Promise<string> {
  const reader = new FileReader()
  const read = new Promise<string>((resolve, reject) => {
    reader.addEventListener('loadend', () => {
      if (typeof reader.result === 'string') resolve(reader.result)
      else reject(reader.error ?? new Error('The picture could not be read.'))
    })
  })
  reader.readAsDataURL(file)
  return read
}
