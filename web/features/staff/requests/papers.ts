/** The papers of one request, each fetched once: showing it again, or over the whole screen, is no second opening. */
import type { ApplicationDetailsJson } from '../../../../contract/admin.ts'
import type { Bearer } from '../../../api/authorization.ts'
import { loadPart } from '../../../lib/load-part.ts'
import { fetchDocument, isShown } from '../../../lib/open-document.ts'
import type { PdfView } from '../papers/pdf-view.tsx'

type Document = ApplicationDetailsJson['documents'][number]

/** What is shown of a document. The PDF viewer is loaded with the first PDF. */
type Shown =
  | { readonly is: 'picture'; readonly address: string }
  | { readonly is: 'pdf'; readonly file: Blob; readonly View: typeof PdfView }
  | { readonly is: 'file' }

export class Papers {
  readonly #loaded = new Map<string, Promise<Shown>>()

  /** @throws as `fetchDocument` does; the next call tries again */
  load(document: Document, bearer: Bearer): Promise<Shown> {
    const known = this.#loaded.get(document.id)
    if (known) return known
    const loading = fetchShown(document, bearer)
    this.#loaded.set(document.id, loading)
    loading.catch(() => this.#loaded.delete(document.id))
    return loading
  }
}

async function fetchShown(document: Document, bearer: Bearer): Promise<Shown> {
  if (!isShown(document)) return { is: 'file' }
  if (document.content_type.startsWith('image/'))
    return { is: 'picture', address: await toAddress(await fetchDocument(document, bearer)) }
  const [{ PdfView: View }, file] = await Promise.all([
    loadPart(() => import('../papers/pdf-view.tsx')),
    fetchDocument(document, bearer),
  ])
  return { is: 'pdf', file, View }
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
