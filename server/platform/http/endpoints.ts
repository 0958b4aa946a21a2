/**
 * Serves our API from the contract's declarations. A feature has a handler for each of its endpoints; everything around it (guard,
 * size limit, JSON, validation, rate limit, idempotency header, encoding of the answer) happens here, the same for all.
 */
import { Hono, type Context } from 'hono'
import { z } from 'zod'
import {
  BODY_BYTES_MAX,
  isPrivate,
  type Endpoint,
  type Endpoints,
  type Guard,
} from '../../../contract/platform/endpoint.ts'
import type { LanguageTag } from '../../../contract/platform/language-tags.ts'
import type { FieldError } from '../../../contract/platform/errors.ts'
import type { Core } from '../core.ts'
import { AppError, invariant } from '../errors.ts'
import { languageOfPage } from '../languages.ts'
import { countRequest } from '../rate-limits.ts'
import { readBrowser } from './browser-secret.ts'
import {
  findCaller,
  findCallerAgain,
  isBeyondTicket,
  lacksSecondStep,
  partSessionRefusal,
  staffRefusal,
  type Caller,
} from './callers.ts'
import { clientAddress, isLocal } from './client-address.ts'
import { parseJson } from './json.ts'
import { serveCalls, type Parsed, type Protocol } from './serve-calls.ts'
import { sendText } from './send-text.ts'
import { sendFile, streamText } from './streams.ts'

type Reply<E extends Endpoint> = z.output<E['reply']['schema']>

interface Arrived {
  /** The body's bytes, unchanged. Only with `rawBody`. */
  bytes: Uint8Array
  /** Empty unless the endpoint is `idempotent`. */
  idempotencyKey: string
  /** The secret of the caller's browser. Empty unless the endpoint `knowsBrowser`. */
  browser: string
  /** The client's address, for rate limits that a handler counts itself. */
  client: string
  /** The same as in the log and in the answer's header. */
  requestId: string
  /** The language of the page that asks; null: English, or unknown. */
  page: LanguageTag | null
  header: (name: string) => string | undefined
}

/** The caller that a handler gets, by guard. */
interface CallerBehind {
  anyone: null
  provider: null
  operator: null
  session: Caller
  signed_in: Caller
  admin: Caller
}

export type Call<E extends Endpoint> = Arrived & {
  params: Parsed<E['params']>
  query: Parsed<E['query']>
  body: Parsed<E['body']>
  caller: CallerBehind[E['guard']]
}

export type Handlers<All> = {
  [Key in keyof All]: All[Key] extends Endpoint
    ? (call: Call<All[Key]>) => Promise<Reply<All[Key]>> | Reply<All[Key]>
    : never
}

type AnyCall = Arrived & { params: unknown; query: unknown; body: unknown; caller: unknown }

type Find = (c: Context) => Promise<Caller | null>

/** Each guard refuses or returns the caller. A guard that is missing here does not compile. */
const guards: Record<Guard, (core: Core, c: Context, declaration: Endpoint, find: Find) => ReturnType<Find> | null> = {
  anyone: () => null,
  // The signature covers the raw bytes, so the route checks it first.
  provider: () => null,
  operator: (_core, c) => {
    if (!isLocal(c))
      throw new AppError('forbidden', { detail: 'This address answers only requests from the server itself.' })
    return null
  },
  session: (_core, c, declaration, find) => requireCaller(c, declaration, find),
  signed_in: async (_core, c, declaration, find) => {
    const caller = await requireCaller(c, declaration, find)
    if (lacksSecondStep(caller)) throw new AppError('mfa_required')
    return caller
  },
  admin: async ({ env }, c, declaration, find) => {
    const { duty } = declaration
    invariant(duty, 'an endpoint of the staff names its duty')
    const caller = await requireCaller(c, declaration, find)
    const refusal = staffRefusal(env, caller, duty)
    if (refusal) throw new AppError(refusal)
    return caller
  },
}

async function requireCaller(c: Context, declaration: Endpoint, find: Find): Promise<Caller> {
  const caller = await find(c)
  if (!caller) throw new AppError('unauthorized')
  const refusal = partSessionRefusal(caller, declaration)
  if (refusal) throw new AppError(refusal)
  if (isBeyondTicket(caller, declaration)) throw new AppError('forbidden')
  return caller
}

/** The routes of one feature: a handler for each declaration, typed by that declaration. */
export function serveEndpoints<const All extends Endpoints>(
  core: Core,
  declarations: All,
  handlers: Handlers<All>,
): Hono
export function serveEndpoints(
  core: Core,
  declarations: Endpoints,
  handlers: Readonly<Record<string, (call: AnyCall) => unknown>>,
): Hono {
  const routes = new Hono()
  const protocol: Protocol<Endpoint, AnyCall> = {
    prefix: '',
    bodyBytesMax: ({ bodyBytesMax }) => bodyBytesMax ?? BODY_BYTES_MAX,
    refuseBody() {
      throw new AppError('body_too_large')
    },
    async read(declaration, c) {
      const caller = await guards[declaration.guard](core, c, declaration, findCaller)
      c.set('caller', caller)
      const call = { ...(await readCall(core, declaration, c)), caller }
      if (caller?.sends !== undefined && declaration.idempotent && caller.sends !== call.idempotencyKey)
        throw new AppError('forbidden')
      if (declaration.limit !== 'none') await countRequest(core, declaration.limit, call.client)
      return call
    },
    reply: (declaration, c, result) => reply(core, declaration, c, result),
  }
  for (const [path, methods] of serveCalls(routes, protocol, declarations, handlers)) {
    routes.all(path, (c) => {
      c.set('route', path)
      c.header('Allow', methods.join(', '))
      throw new AppError('method_not_allowed')
    })
  }
  return routes
}

async function reply(core: Core, declaration: Endpoint, c: Context, result: unknown): Promise<Response> {
  const { status, schema, contentType, download } = declaration.reply
  c.header('Cache-Control', isPrivate(declaration) ? 'no-store' : 'no-cache')
  if (isPrivate(declaration)) c.header('Referrer-Policy', 'no-referrer')
  if (download) {
    // A file is sent as slowly as it is taken: who has lost session or duty meanwhile gets no more of it.
    const mayGoOn = () => guards[declaration.guard](core, c, declaration, findCallerAgain)
    return sendFile(c, await streamText(core, result, mayGoOn), download, contentType)
  }
  const text = contentType ? z.string().parse(result) : JSON.stringify(encodeReply(schema, result))
  return sendText(c, text, status, { 'content-type': contentType ?? 'application/json' })
}

/** Encodes an answer, which also checks it: a row that breaks the contract fails here, not in the client. */
function encodeReply(schema: z.ZodType, result: unknown): object {
  const encoded: unknown = z.encode(schema, result)
  invariant(typeof encoded === 'object' && encoded !== null, 'an answer is an object')
  return encoded
}

async function readCall(core: Core, declaration: Endpoint, c: Context): Promise<Omit<AnyCall, 'caller'>> {
  const bytes = declaration.body || declaration.rawBody ? await c.req.arrayBuffer() : new ArrayBuffer(0)
  return {
    params: checked(declaration.params, c.req.param()),
    query: checked(declaration.query, c.req.query()),
    body: checked(declaration.body, declaration.body && parseJsonBody(c, bytes)),
    bytes: new Uint8Array(bytes),
    idempotencyKey: declaration.idempotent ? readIdempotencyKey(c) : '',
    browser: declaration.knowsBrowser ? readBrowser(core.env, c, declaration.knowsBrowser) : '',
    client: clientAddress(c, core.env.trustProxy),
    requestId: c.get('requestId'),
    page: languageOfPage(c.req.header('referer')),
    header: (name) => c.req.header(name),
  }
}

function parseJsonBody(c: Context, bytes: ArrayBuffer): unknown {
  if (!/^application\/json\b/i.test(c.req.header('content-type') ?? '')) throw new AppError('unsupported_media_type')
  return parseJson(bytes)
}

function readIdempotencyKey(c: Context): string {
  const key = c.req.header('idempotency-key')
  if (!key || !/^[\w-]{16,200}$/.test(key)) throw new AppError('idempotency_key_missing')
  return key
}

/** Parses a value; undefined where the endpoint declares no schema. */
function checked(schema: z.ZodType | undefined, value: unknown): unknown {
  if (!schema) return undefined
  const result = schema.safeParse(value)
  if (result.success) return result.data
  throw new AppError('invalid_input', { fields: fieldErrors(result.error) })
}

const FIELDS_NAMED_MAX = 20

function fieldErrors(error: z.ZodError): FieldError[] {
  return error.issues
    .flatMap((issue): FieldError[] => {
      const path = issue.path.map(String)
      if (issue.code !== 'unrecognized_keys') return [{ field: path.join('.'), message: issue.message }]
      return issue.keys.map((key) => ({
        field: [...path, key.slice(0, 100)].join('.'),
        message: 'Unknown field.',
      }))
    })
    .slice(0, FIELDS_NAMED_MAX)
}
