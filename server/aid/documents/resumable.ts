/**
 * Resumable uploads: tus 1.0.0 as clients of the storage use it, served by `@tus/server`. Every request is authenticated, and an
 * upload belongs to the person who created it.
 */
import { ERRORS, MemoryLocker, Server, type Upload } from '@tus/server'
import { DOCUMENT_BYTES_MAX, DOCUMENTS_BUCKET, RESUMABLE_PATH } from '../../../contract/aid/document-limits.ts'
import { seconds } from '../../platform/clock.ts'
import { newId } from '../../platform/ids.ts'
import { findDocument, type Documents } from './documents.ts'
import { toRefusal } from '../../platform/http/answer-error.ts'
import { requireFreeSpace } from './free-space.ts'
import { ingest } from './ingest.ts'
import { parsePath, type DocumentPath } from './paths.ts'
import { storageErrors, StorageRefusal } from './refusals.ts'
import { ResumableStore } from './resumable-store.ts'
import { claimUpload } from './resumable-uploads.ts'

/** A client may reconnect while its broken request is still being read. That request ends within this time and keeps its bytes. */
const BROKEN_REQUEST_MILLISECONDS_MAX = seconds(1)

export type Resumable = (request: Request, userId: string) => Promise<Response>

/** @returns a handler for requests at {@link RESUMABLE_PATH} and below, from a signed-in person */
export function createResumable(core: Documents): Resumable {
  const store = new ResumableStore(core)
  // The hooks get only the request, so this maps it to its caller.
  const callers = new WeakMap<object, string>()

  const server = new Server({
    path: RESUMABLE_PATH,
    datastore: store,
    // Keeps two requests at this process apart. Between processes the row of the offset does (upload-bytes.ts).
    locker: new MemoryLocker(),
    lockDrainTimeout: BROKEN_REQUEST_MILLISECONDS_MAX,
    relativeLocation: true,
    maxSize: DOCUMENT_BYTES_MAX,
    namingFunction: () => newId(),
    onIncomingRequest: async (request, id) => {
      // A new upload has no row yet.
      if (request.method === 'POST') return
      const { userId } = await store.find(id)
      if (userId !== callers.get(request)) throw toTusError(new StorageRefusal('not_found'))
    },
    onUploadCreate: async (request, upload) => {
      const overwrite = request.headers.get('x-upsert') === 'true'
      const userId = callers.get(request) ?? ''
      await beginUpload(core, upload, { userId, overwrite }).catch((error: unknown) => {
        throw toTusError(error)
      })
      return {}
    },
    onUploadFinish: async (_request, upload) => {
      const finished = store.finish(
        upload.id,
        async ({ metadata, overwrite, userId }, file) => {
          await ingest(core, { file, place: placeOf(metadata, userId), overwrite })
        },
        // A timeout is the storage's.
        (error) => error instanceof StorageRefusal && error.status < 500 && error.refusal !== 'timeout',
      )
      await finished.catch((error: unknown) => {
        throw toTusError(error)
      })
      return {}
    },
    onResponseError: (request, error) => {
      if ('status_code' in error && error.status_code === 413)
        return toTusError(
          new StorageRefusal(request.method === 'POST' && isTooLarge(request) ? 'too_large' : 'too_long'),
        )
      if ('status_code' in error) return undefined
      core.log.error({ err: error }, 'storage: an upload failed')
      return toTusError(error)
    },
  })

  return async (request, userId) => {
    callers.set(request, userId)
    return server.handleWeb(request)
  }
}

async function beginUpload(
  core: Documents,
  upload: Upload,
  { userId, overwrite }: { userId: string; overwrite: boolean },
): Promise<void> {
  const metadata = upload.metadata ?? {}
  if (metadata['bucketName'] !== DOCUMENTS_BUCKET) throw new StorageRefusal('bucket_not_found')
  const { path } = placeOf(metadata, userId)
  if (upload.size === 0) throw new StorageRefusal('empty')
  if (!overwrite && (await findDocument(core.db, path))) throw new StorageRefusal('duplicate')
  const bytes = upload.size ?? 0
  await requireFreeSpace(core, bytes)
  await claimUpload(core, { id: upload.id, userId, bytes, overwrite, metadata })
}

function placeOf(metadata: Readonly<Record<string, string | null>>, userId: string): DocumentPath {
  const place = parsePath(metadata['objectName'] ?? '')
  if (!place) throw new StorageRefusal('invalid_key')
  if (place.userId !== userId) throw new StorageRefusal('not_found')
  return place
}

function isTooLarge({ headers }: Pick<Request, 'headers'>): boolean {
  return Number(headers.get('upload-length')) > DOCUMENT_BYTES_MAX
}

/** A refusal in the form that @tus/server expects. */
function toTusError(error: unknown): { status_code: number; body: string } {
  const own = Object.values(ERRORS).find((known) => known === error)
  if (own) return own
  const refusal = toRefusal(error, storageErrors)
  return { status_code: refusal.status, body: JSON.stringify(refusal.body) }
}
