/**
 * Calls our API. All types come from the contract's declarations, and the server checks each reply against the same declaration
 * before sending it, so no schema is shipped to the browser.
 */
import type { z } from 'zod'
import type { Api } from '../../contract/api.ts'
import type { BodyJson, Endpoint, ReplyJson } from '../../contract/platform/endpoint.ts'
import type { FieldError } from '../../contract/platform/errors.ts'
import { sendAuthorized, type Bearer } from './authorization.ts'
import { isRecord } from './is-record.ts'

type Key = keyof Api
/** An endpoint that only reads. */
export type ReadKey = Extract<Key, `GET ${string}`>
/** An endpoint that takes an Idempotency-Key. */
export type OnceKey = { [K in Key]: IdempotencyOf<Api[K]> extends { idempotencyKey: string } ? K : never }[Key]
type ParamsOf<E extends Endpoint> = E['params'] extends z.ZodObject ? { params: z.input<E['params']> } : unknown
type QueryOf<E extends Endpoint> = E['query'] extends z.ZodObject ? { query: z.input<E['query']> } : unknown
type BodyOf<E extends Endpoint> = E['body'] extends z.ZodObject ? { body: BodyJson<E> } : unknown
type IdempotencyOf<E extends Endpoint> = E['idempotent'] extends true ? { idempotencyKey: string } : unknown
type BearerOf<E extends Endpoint> = E['guard'] extends 'session' | 'signed_in' | 'admin' ? { bearer: Bearer } : unknown

/** Parameters of the path, query and body. */
export type CallInput<K extends Key> = ParamsOf<Api[K]> &
  QueryOf<Api[K]> &
  BodyOf<Api[K]> & { readonly signal?: AbortSignal }
export type CallRequest<K extends Key> = CallInput<K> & IdempotencyOf<Api[K]> & BearerOf<Api[K]>
export type CallReply<K extends Key> = ReplyJson<Api[K]>

/** The request once its types no longer matter. */
interface Loose {
  params?: Readonly<Record<string, string>>
  query?: Record<string, string>
  body?: unknown
  idempotencyKey?: string
  bearer?: Bearer
  signal?: AbortSignal
}

const ANSWER_MILLISECONDS_MAX = 30_000

/** A refusal by our server, from its problem document. */
export class ApiProblem extends Error {
  /** One of contract/platform/errors.ts; `unreadable` when a proxy or carrier answered instead of our server. */
  declare readonly code: string
  declare readonly status: number
  /** The sentence to show: the server's detail, or the words for its code. */
  declare readonly sentence: string | undefined
  declare readonly fields: readonly FieldError[]
  /** A pending payment that can be continued instead. */
  declare readonly reference: string | undefined
  /** Seconds to wait before retrying, when the server said so. */
  declare readonly retryAfter: number | undefined

  constructor(status: number, problem: ProblemParts, retryAfter: number | undefined) {
    super(`${status} ${problem.code}`)
    Object.assign(this, problem, { name: 'ApiProblem', status, retryAfter })
  }
}

/** No reply: no connection, or a timeout. Whether the server processed the request is unknown. */
export class NetworkFailure extends Error {
  constructor(options?: ErrorOptions) {
    super('network failure', options)
    this.name = 'NetworkFailure'
  }
}

/**
 * Calls one endpoint: `call('GET /api/receipts/:code', { params: { code } })`. A guarded one also takes the session's bearer; a refused
 * token is renewed and the call repeated once.
 * @throws ApiProblem when the server refuses, NetworkFailure when there is no reply
 */
export function call<K extends ReadKey>(key: K, request: CallInput<K> & BearerOf<Api[K]>): Promise<CallReply<K>>
export function call<K extends Key>(key: K, request: CallRequest<K>): Promise<CallReply<K>>
export async function call<K extends Key>(key: K, request: CallRequest<K>): Promise<CallReply<K>> {
  const response = await sendRequest(key, request)
  if (!response.ok) throw await problemOf(response)
  const reply = await response.json().catch((cause: unknown) => {
    throw new NetworkFailure({ cause })
  })
  check(key, reply, response.status)
  return reply
}

/** Without schemas every reply passes: public pages do not load them. */
let check: (key: Key, reply: unknown, status: number) => void = () => {}

/** From now on `call` throws what this check throws, with {@link UNREADABLE}. */
export function checkReplies(checking: typeof check): void {
  check = checking
}

/** Sends the request, with the caller's token where a session is needed. @throws NetworkFailure */
export async function sendRequest(key: string, request: Loose): Promise<Response> {
  const { bearer } = request
  return bearer ? sendAuthorized(bearer, (token) => send(key, request, token)) : send(key, request)
}

async function send(key: string, request: Loose, token?: string): Promise<Response> {
  const [method = 'GET', path = '/'] = key.split(' ')
  const address = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(request.params?.[name] ?? ''))
  const search = request.query ? `?${new URLSearchParams(request.query)}` : ''
  // AbortSignal.any is newer than many donors' phones.
  const ending = new AbortController()
  const end = () => ending.abort()
  const timer = setTimeout(end, ANSWER_MILLISECONDS_MAX)
  request.signal?.addEventListener('abort', end)
  try {
    return await fetch(address + search, {
      method,
      headers: {
        ...(request.body !== undefined && { 'Content-Type': 'application/json' }),
        ...(token !== undefined && { Authorization: `Bearer ${token}` }),
        ...(request.idempotencyKey !== undefined && { 'Idempotency-Key': request.idempotencyKey }),
      },
      ...(request.body !== undefined && { body: JSON.stringify(request.body) }),
      signal: ending.signal,
    })
  } catch (cause) {
    throw new NetworkFailure({ cause })
  } finally {
    clearTimeout(timer)
    request.signal?.removeEventListener('abort', end)
  }
}

interface ProblemParts {
  code: string
  sentence: string | undefined
  fields: FieldError[]
  reference: string | undefined
}

export async function problemOf(response: Response): Promise<ApiProblem> {
  const retryAfter = Number(response.headers.get('Retry-After')) || undefined
  const body: unknown = await response.json().catch(() => null)
  return new ApiProblem(response.status, readProblem(body), retryAfter)
}

export const UNREADABLE: ProblemParts = { code: 'unreadable', sentence: undefined, fields: [], reference: undefined }

/** Checks by hand: the reply may come from anything on the way, such as a carrier's error page. */
function readProblem(body: unknown): ProblemParts {
  if (!isRecord(body) || typeof body.code !== 'string') return UNREADABLE
  const fields = Array.isArray(body.fields) ? body.fields.filter(isFieldError) : []
  const sentence = textOf(body.detail) ?? textOf(body.title)
  return { code: body.code, sentence, fields, reference: textOf(body.reference) }
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined
}

function isFieldError(value: unknown): value is FieldError {
  return isRecord(value) && typeof value.field === 'string' && typeof value.message === 'string'
}
