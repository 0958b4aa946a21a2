/** The second step: uploads every document of the draft that is not stored yet, one by one. A failure stops the flow. */
import { bearer } from '../../api/session/bearer.ts'
import { loadPart } from '../../lib/load-part.ts'
import type { AidRequest } from './aid-request.ts'
import { isStored, pathOf, type DraftDocument } from './draft.ts'
import { loadFile } from './file-storage.ts'

/** Names the file that could not be uploaded (section 8 of the spec). */
export class UploadFailure extends Error {
  readonly filename: string
  /** The user stopped it. */
  readonly stopped: boolean

  constructor(filename: string, stopped: boolean, options: ErrorOptions) {
    super(`Failed to upload ${filename}`, options)
    this.name = 'UploadFailure'
    this.filename = filename
    this.stopped = stopped
  }
}

const stops = new Map<string, AbortController>()

/** Stops the upload of one document; the part that has arrived stays. */
export function stopUpload(id: string): void {
  stops.get(id)?.abort()
}

/** @param gone the message about a file that this device no longer has */
export async function sendDocuments(request: AidRequest, gone: string): Promise<void> {
  const userId = request.read().draft.progress.userId ?? ''
  for (;;) {
    // Read again each time: documents may be added or removed meanwhile.
    const document = request.read().draft.documents.find((each) => !isStored(each, userId))
    if (!document) return
    await sendOne(request, document, userId, gone)
  }
}

async function sendOne(request: AidRequest, document: DraftDocument, userId: string, gone: string): Promise<void> {
  const { id, name, type } = document
  const path = pathOf(userId, document)
  const stop = new AbortController()
  stops.set(id, stop)
  request.setUpload(id, { is: 'sending', bytes: 0 })
  let refusalOf = (_cause: unknown): string | null => null
  try {
    const file = await loadFile(id)
    // Loaded with the first document: most of it is the client of resumable uploads.
    const { uploadDocument, UploadRefusal } = await loadPart(() => import('./upload-document.ts'))
    refusalOf = (cause) => (cause instanceof UploadRefusal ? cause.message : null)
    if (!file) throw new UploadRefusal(0, gone)
    await uploadDocument({
      file,
      path,
      type,
      bearer,
      signal: stop.signal,
      onSent: (bytes) => request.setUpload(id, { is: 'sending', bytes }),
    })
    request.change((draft) => ({
      ...draft,
      documents: draft.documents.map((each) => (each.id === id ? { ...each, storedAt: path } : each)),
    }))
    request.setUpload(id, null)
  } catch (cause) {
    const stopped = stop.signal.aborted
    request.setUpload(id, stopped ? { is: 'stopped' } : { is: 'failed', sentence: refusalOf(cause) })
    throw new UploadFailure(name, stopped, { cause })
  } finally {
    stops.delete(id)
  }
}
