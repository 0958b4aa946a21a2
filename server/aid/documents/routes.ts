/** HTTP for documents: the list in our API, and the storage protocol. */
import type { Hono } from 'hono'
import {
  DOCUMENT_BYTES_MAX,
  DOCUMENTS_BUCKET,
  PREPARE,
  SIGNED_SECONDS_MAX,
} from '../../../contract/aid/document-limits.ts'
import { documentEndpoints, storageCalls } from '../../../contract/aid/documents.ts'
import { administering, recordAudit } from '../../record/audit/audit.ts'
import { findCallerBySession } from '../../people/sign-in/callers.ts'
import { after, seconds } from '../../platform/clock.ts'
import { hasClaimed } from '../../people/households/claimed.ts'
import { lacksSecondStep, partSessionRefusal, staffRefusal, type Caller } from '../../platform/http/callers.ts'
import { serveEndpoints } from '../../platform/http/endpoints.ts'
import { withFreeSpace } from './free-space.ts'
import { withReceivedFile } from './incoming-file.ts'
import { deleteDocuments, findDocument, findVersion, isReceipt, listDocuments, type Documents } from './documents.ts'
import { serveStorageCalls } from './http.ts'
import { ingest } from './ingest.ts'
import { documentUrl, parsePath, type DocumentPath } from './paths.ts'
import { StorageRefusal } from './refusals.ts'
import type { Document } from './schema.ts'
import { sendDocument } from './download.ts'
import { readSignature, signDocument } from './signatures.ts'

export function documentRoutes(core: Documents): Hono {
  return serveEndpoints(core, documentEndpoints, {
    'GET /api/documents': async ({ caller }) => ({
      items: (await listDocuments(core.db, caller.userId)).map((document) => ({
        id: document.id,
        path: document.path,
        url: documentUrl(core.env, document.path),
        filename: document.filename,
        content_type: document.contentType,
        bytes: document.bytes,
        scan: document.scan,
        is_evidence: document.evidenceAt !== null,
        created_at: document.createdAt,
      })),
    }),
  })
}

export function storageRoutes(core: Documents): Hono {
  return serveStorageCalls(core, storageCalls, {
    'POST /object/:bucket/*': ({ c, caller, place }) =>
      upload(core, c.req.raw, requireOwnPath(place, caller), c.req.header('x-upsert') === 'true'),
    'PUT /object/:bucket/*': ({ c, caller, place }) => upload(core, c.req.raw, requireOwnPath(place, caller), true),
    'DELETE /object/:bucket/*': async ({ caller, place }) => {
      const gone = await deleteDocuments(core, caller.userId, [requireOwnPath(place, caller).path])
      if (gone.length === 0) throw new StorageRefusal('not_found')
      return { message: 'Successfully deleted' }
    },
    'DELETE /object/:bucket': async ({ caller, body }) => {
      const paths = body.prefixes.map((text) => parsePath(text)?.path).filter((path) => path !== undefined)
      return (await deleteDocuments(core, caller.userId, paths)).map(toStorageObject)
    },
    'POST /object/sign/:bucket/*': async ({ c, caller, place, body }) => {
      const document = await findReadable(core, place, caller, body.versionId)
      await recordAccess(core, 'document.signed', caller, document, c.get('requestId'))
      return { signedURL: signedUrl(core, document, caller, body.expiresIn) }
    },
    'POST /object/sign/:bucket': ({ c, caller, body }) =>
      Promise.all(body.paths.map((path) => signPath(core, path, caller, body.expiresIn, c.get('requestId')))),
    'GET /object/sign/:bucket/*': async ({ c, place }) => {
      if (!place) throw new StorageRefusal('not_found')
      const token = c.req.query('token') ?? ''
      const signed = readSignature(core.keys.documentAddresses, place.path, token, core.clock.now())
      const caller = signed && (await findCallerBySession(core, signed.sessionId))
      if (!caller || lacksSecondStep(caller) || partSessionRefusal(caller, {}))
        throw new StorageRefusal('expired_signature')
      const document = await findReadable(core, place, caller, signed.id)
      const action = c.req.query('purpose') === PREPARE ? 'document.prepared' : 'document.opened'
      if (c.req.method !== 'HEAD') await recordAccess(core, action, caller, document, c.get('requestId'))
      return sendDocument(core, document, {
        range: c.req.header('range'),
        download: c.req.query('download'),
        headOnly: c.req.method === 'HEAD',
      })
    },
  })
}

/** People write only to their own folder. For everyone else, including administrators, it does not exist. */
function requireOwnPath(place: DocumentPath | null, caller: Caller): DocumentPath {
  if (!place || place.userId !== caller.userId) throw new StorageRefusal('not_found')
  return place
}

async function upload(core: Documents, request: Request, place: DocumentPath, overwrite: boolean) {
  // Checked again when the row is written. This check saves the person the upload.
  if (!overwrite && (await findDocument(core.db, place.path))) throw new StorageRefusal('duplicate')
  const length = request.headers.get('content-length')
  const sent = {
    body: request.body,
    contentType: request.headers.get('content-type') ?? '',
    length: length === null ? undefined : Number(length),
  }
  const document = await withFreeSpace(core, place.userId, Math.min(sent.length ?? Infinity, DOCUMENT_BYTES_MAX), () =>
    withReceivedFile(core.env.dataDir, sent, (file) => ingest(core, { file, place, overwrite })),
  )
  return { Id: document.id, Key: `${DOCUMENTS_BUCKET}/${document.path}` }
}

/** People may read their own documents and those of profiles that they claimed, staff who see requests all documents, and the receipts that they uploaded. */
async function findReadable(
  core: Documents,
  place: DocumentPath | null,
  caller: Caller,
  versionId?: string,
): Promise<Document> {
  if (!place) throw new StorageRefusal('not_found')
  const isOwnFolder = place.userId === caller.userId
  if (!isOwnFolder) {
    if (caller.role === 'admin') requireSeesRequests(core, caller)
    else if (!(await hasClaimed(core.db, { userId: place.userId, by: caller.userId })))
      throw new StorageRefusal('not_found')
  }
  const document =
    versionId === undefined
      ? await findDocument(core.db, place.path)
      : await findVersion(core.db, place.path, versionId)
  if (!document) throw new StorageRefusal('not_found')
  if (isOwnFolder && (await isReceipt(core.db, document.id))) {
    if (caller.role !== 'admin') throw new StorageRefusal('not_found')
    requireSeesRequests(core, caller)
  }
  return document
}

function requireSeesRequests({ env }: Documents, caller: Caller): void {
  const code = staffRefusal(env, caller, 'see_requests')
  if (code) throw new StorageRefusal('may_not_administer', { code })
}

/** Access of staff to another person's document is audited before the URL or the bytes are given out. */
async function recordAccess(
  { db, clock }: Documents,
  action: 'document.signed' | 'document.opened' | 'document.prepared',
  caller: Caller,
  { id, userId }: Document,
  requestId: string,
): Promise<void> {
  if (caller.role !== 'admin') return
  const ofRequest = await isReceipt(db, id)
  if (userId === caller.userId && !ofRequest) return
  const by = administering({ caller, requestId })
  // A receipt is not about who uploaded it.
  const about = { subject: 'document', subjectId: id, ...(!ofRequest && { personId: userId }) } as const
  await recordAudit(db, { by, action, ...about }, clock.now())
}

/** Relative to the protocol's root, with an unencoded path: the client completes both. */
function signedUrl({ clock, keys }: Documents, document: Document, { sessionId }: Caller, expiresIn: number): string {
  const expiresAt = after(clock.now(), seconds(Math.min(expiresIn, SIGNED_SECONDS_MAX)))
  const token = signDocument(keys.documentAddresses, document, sessionId, expiresAt)
  return `/object/sign/${DOCUMENTS_BUCKET}/${document.path}?token=${token}`
}

async function signPath(core: Documents, path: string, caller: Caller, expiresIn: number, requestId: string) {
  try {
    const document = await findReadable(core, parsePath(path), caller)
    await recordAccess(core, 'document.signed', caller, document, requestId)
    return { path, signedURL: signedUrl(core, document, caller, expiresIn), error: null }
  } catch (error) {
    if (!(error instanceof StorageRefusal)) throw error
    return { path, signedURL: null, error: error.message }
  }
}

function toStorageObject({ id, path, bytes, contentType, createdAt }: Document) {
  return {
    id,
    name: path,
    bucket_id: DOCUMENTS_BUCKET,
    created_at: createdAt.toISOString(),
    metadata: { size: bytes, mimetype: contentType },
  }
}
