/**
 * Resumable uploads: tus 1.0.0 as clients of the storage use it, served by `@tus/server`. Every request is authenticated, and an
 * upload belongs to the person who created it.
 */
import { MemoryLocker, Server, type Upload } from '@tus/server'
import { DOCUMENT_BYTES_MAX, DOCUMENTS_BUCKET, RESUMABLE_PATH } from '../../../contract/aid/document-limits.ts'
import { seconds } from '../../platform/clock.ts'
import { newId } from '../../platform/ids.ts'
import { findDocument, type Documents } from './documents.ts'
import { toRefusal } from '../../platform/http/answer-error.ts'
import { requireFreeSpace } from './free-space.ts'
import { resumableFolder } from './incoming-file.ts'
import { ingest } from './ingest.ts'
import { parsePath, type DocumentPath } from './paths.ts'
import { storageErrors, StorageRefusal } from './refusals.ts'
import { OVERWRITE, OWNER, ResumableStore } from './resumable-store.ts'
import { claimUpload } from './resumable-uploads.ts'

/** A client may reconnect while its broken request is still being read. That request ends within this time and keeps its bytes. */
const BROKEN_REQUEST_MILLISECONDS_MAX = seconds(1)

export type Resumable = (request: Request, userId: string) => Promise<Response>

/** @returns a handler for requests at {@link RESUMABLE_PATH} and below, from a signed-in person */
export function createResumable(core: Documents): Resumable {
  const store = new ResumableStore(resumableFolder(core.env.dataDir), core)
  // The hooks get only the request, so this maps it to its caller.
  const callers = new WeakMap<object, string>()

  const server = new Server({
    path: RESUMABLE_PATH,
    datastore: store,
    locker: new MemoryLocker(),
    lockDrainTimeout: BROKEN_REQUEST_MILLISECONDS_MAX,
    relativeLocation: true,
    maxSize: DOCUMENT_BYTES_MAX,
    namingFunction: () => newId(),
    onIncomingRequest: async (request, id) => {
      // A new upload has no facts yet.
      if (request.method === 'POST') return
      const { user_id: owner } = await store.readFacts(id)
      if (owner !== callers.get(request)) throw toTusError(new StorageRefusal('not_found'))
    },
    onUploadCreate: async (request, upload) => {
      const overwrite = request.headers.get('x-upsert') === 'true'
      const userId = callers.get(request) ?? ''
      await beginUpload(core, store, upload, { userId, overwrite }).catch((error: unknown) => {
        throw toTusError(error)
      })
      return { metadata: { ...upload.metadata, [OWNER]: userId, [OVERWRITE]: String(overwrite) } }
    },
    onUploadFinish: async (_request, upload) => {
      const finished = store.finish(
        upload.id,
        async ({ metadata, overwrite, user_id: userId }) => {
          const place = placeOf(metadata, userId)
          await ingest(core, { file: store.bytesOf(upload.id), place, overwrite })
        },
        (error) => error instanceof StorageRefusal && error.status < 500,
      )
      await finished.catch((error: unknown) => {
        throw toTusError(error)
      })
      return {}
    },
    onResponseError: (_request, error) => {
      if ('status_code' in error && error.status_code === 413) return toTusError(new StorageRefusal('too_large'))
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
  store: ResumableStore,
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
  const abandoned = await claimUpload(core, { id: upload.id, userId, bytes, overwrite }, (id) => store.bytesOf(id))
  for (const id of abandoned) await store.remove(id)
}

function placeOf(metadata: Readonly<Record<string, string | null>>, userId: string): DocumentPath {
  const place = parsePath(metadata['objectName'] ?? '')
  if (!place) throw new StorageRefusal('invalid_key')
  if (place.userId !== userId) throw new StorageRefusal('not_found')
  return place
}

/** A refusal in the form that @tus/server expects. */
function toTusError(error: unknown): { status_code: number; body: string } {
  const refusal = toRefusal(error, storageErrors)
  return { status_code: refusal.status, body: JSON.stringify(refusal.body) }
}
