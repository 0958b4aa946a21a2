/**
 * Serves the calls of contract/aid/documents.ts in the storage protocol's own manner: who asks comes first, then the place, then the
 * body; its shape of errors; open to front ends of any origin. Uploads are handed on as streams.
 */
import { Hono, type Context } from 'hono'
import { cors } from 'hono/cors'
import { z } from 'zod'
import { DOCUMENTS_BUCKET, STORAGE_PATH } from '../../../contract/aid/document-limits.ts'
import { resumableCalls, type StorageCall, type StorageCallKey } from '../../../contract/aid/documents.ts'
import { answerError } from '../../platform/http/answer-error.ts'
import {
  findCaller,
  isBeyondTicket,
  lacksSecondStep,
  partSessionRefusal,
  type Caller,
} from '../../platform/http/callers.ts'
import { clientAddress } from '../../platform/http/client-address.ts'
import { serveCalls, type Parsed, type Protocol } from '../../platform/http/serve-calls.ts'
import { countRequest } from '../../platform/rate-limits.ts'
import type { Documents } from './documents.ts'
import { parseEncodedPath, type DocumentPath } from './paths.ts'
import { storageErrors, StorageRefusal } from './refusals.ts'
import type { Resumable } from './resumable.ts'

interface CallerBehind {
  user: Caller
  signature: null
}

export interface StorageRequest<C extends StorageCall> {
  readonly c: Context
  readonly caller: CallerBehind[C['guard']]
  readonly body: Parsed<C['body']>
  /** Null where the call's path names no file. */
  readonly place: DocumentPath | null
}

type AnyRequest = { c: Context; caller: Caller | null; body: unknown; place: DocumentPath | null }
type Answer = object | Response

type StorageHandlers<All> = {
  [Key in keyof All]: All[Key] extends StorageCall ? (call: StorageRequest<All[Key]>) => Promise<Answer> : never
}

const JSON_BYTES_MAX = 64 * 1024
const RETRY_AFTER_SECONDS = 5

/** The routes: a handler for each declaration, typed by it, and resumable uploads beside them. */
export function serveStorageCalls<const All extends Readonly<Record<StorageCallKey, StorageCall>>>(
  core: Documents,
  calls: All,
  handlers: StorageHandlers<All>,
): Hono
export function serveStorageCalls(
  core: Documents,
  calls: Readonly<Record<string, StorageCall>>,
  handlers: Readonly<Record<string, (call: AnyRequest) => Promise<Answer>>>,
): Hono {
  const routes = new Hono()
  routes.use(openToAll)
  routes.onError((error, c) => answerError(c, error, core.log, storageErrors))
  serveResumable(core, routes)
  const protocol: Protocol<StorageCall, AnyRequest, Answer> = {
    prefix: STORAGE_PATH,
    // A file is streamed, and limited while it arrives.
    bodyBytesMax: ({ body }) => (body ? JSON_BYTES_MAX : Infinity),
    refuseBody() {
      throw new StorageRefusal('too_large')
    },
    read: (call, c) => readRequest(core, call, c),
    reply: (_call, c, result) =>
      result instanceof Response ? result : c.json(result, 200, { 'Cache-Control': 'no-store' }),
  }
  serveCalls(routes, protocol, calls, handlers)
  routes.all('*', () => {
    throw new StorageRefusal('not_found')
  })
  return routes
}

/** Headers that a browser's tus client reads. */
const TUS_HEADERS = [
  'Location',
  'Tus-Resumable',
  'Tus-Version',
  'Tus-Extension',
  'Tus-Max-Size',
  'Upload-Offset',
  'Upload-Length',
  'Upload-Expires',
  'Upload-Metadata',
]

/** Front ends of the protocol live on any origin. Nothing here is proved by a cookie, so there is nothing to share. */
const openToAll = cors({
  origin: '*',
  allowMethods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
  exposeHeaders: ['Content-Range', 'Content-Disposition', 'ETag', 'Retry-After', ...TUS_HEADERS],
  maxAge: 600,
})

function serveResumable(core: Documents, routes: Hono): void {
  // One for all uploads, because it keeps two requests for one upload apart.
  let resumable: Resumable | undefined
  for (const key of resumableCalls) {
    const [method = '', path = ''] = key.split(' ')
    routes.on(method, path, async (c) => {
      c.set('route', `${STORAGE_PATH}${path}`)
      if (c.req.raw.method === 'GET') throw new StorageRefusal('not_found')
      const caller = await requireCaller(c)
      await countRequest(core, 'documents', clientAddress(c, core.env.trustProxy))
      const request = c.req.param('id') === undefined ? c.req.raw : withNamedMethod(c.req.raw)
      // The tus server is large: loaded with the first upload.
      const { createResumable } = await import('./resumable.ts')
      resumable ??= createResumable(core)
      const response = await resumable(request, caller.userId)
      if (response.status === 503) response.headers.set('Retry-After', String(RETRY_AFTER_SECONDS))
      return response
    })
  }
}

/** Some networks and old clients know no PATCH. */
function withNamedMethod(request: Request): Request {
  if (request.method !== 'POST') return request
  const method = request.headers.get('x-http-method-override')
  if (method !== 'PATCH' && method !== 'DELETE') throw new StorageRefusal('not_found')
  return new Request(request, { method })
}

async function readRequest(core: Documents, call: StorageCall, c: Context): Promise<AnyRequest> {
  const caller = call.guard === 'user' ? await requireCaller(c, call) : null
  await countRequest(core, call.limit, clientAddress(c, core.env.trustProxy))
  if (c.req.param('bucket') !== DOCUMENTS_BUCKET) throw new StorageRefusal('bucket_not_found')
  return { c, caller, place: readPlace(c), body: call.body && parse(call.body, await readJson(c)) }
}

async function requireCaller(c: Context, call: Pick<StorageCall, 'whenSending'> = {}): Promise<Caller> {
  const caller = await findCaller(c)
  if (!caller || caller.recovering || isBeyondTicket(caller, call)) throw new StorageRefusal('unauthorized')
  if (partSessionRefusal(caller, {})) throw new StorageRefusal('second_fact_needed')
  if (lacksSecondStep(caller)) throw new StorageRefusal('mfa_required')
  return caller
}

const IN_BUCKET = new RegExp(`^${STORAGE_PATH}/object/(?:sign/)?${DOCUMENTS_BUCKET}/(?<path>.*)$`)

/** From the address as it was sent: a router decodes `%2F` before one can tell it from a part's end. */
function readPlace(c: Context): DocumentPath | null {
  const encoded = IN_BUCKET.exec(new URL(c.req.url).pathname)?.groups?.['path']
  if (encoded === undefined) return null
  const place = parseEncodedPath(encoded)
  if (!place) throw new StorageRefusal('invalid_key')
  return place
}

async function readJson(c: Context): Promise<unknown> {
  try {
    return JSON.parse(await c.req.text())
  } catch (cause) {
    throw new StorageRefusal('invalid_body', { cause })
  }
}

function parse(schema: z.ZodObject, value: unknown): unknown {
  const { success, data, error } = schema.safeParse(value)
  if (!success) throw new StorageRefusal('invalid_body', { cause: error })
  return data
}
