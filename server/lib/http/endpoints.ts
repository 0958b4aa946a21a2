/**
 * Serves the contract's declarations. A feature brings a handler for each of its endpoints; what happens around it (guard,
 * size, JSON, validation, rate limit, idempotency header, encoding of the answer) is the same for all and lives here.
 */
import { Hono, type Context, type MiddlewareHandler } from 'hono'
import { z } from 'zod'
import { BODY_BYTES_MAX, type Endpoint, type Endpoints, type Guard } from '../../../contract/endpoint.ts'
import type { FieldError } from '../../../contract/errors.ts'
import type { Core } from '../core.ts'
import { AppError, invariant } from '../errors.ts'
import { countRequest } from '../rate-limits.ts'
import { limitBody } from './body-limit.ts'
import { findCaller, adminRefusal, type Caller } from './callers.ts'
import { clientAddress, isLocal } from './client-address.ts'
import { parseJson } from './json.ts'
import { sendFile, streamText } from './streams.ts'

type Parsed<S> = S extends z.ZodType ? z.output<S> : undefined
type Reply<E extends Endpoint> = z.output<E['reply']['schema']>

interface Arrived {
  /** Only with `rawBody`: the bytes as they came. */
  bytes: Uint8Array
  /** Only with `idempotent`; otherwise empty. */
  idempotencyKey: string
  /** The client's address, for limits that a handler counts itself. */
  client: string
  /** As it stands in the log and in the answer's header. */
  requestId: string
  header: (name: string) => string | undefined
}

/** Whom a handler finds behind each guard. */
interface CallerBehind {
  anyone: null
  provider: null
  operator: null
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

/** Refuses, or lets pass whom it names. A guard that an endpoint names and this table lacks does not compile. */
const guards: Record<Guard, (core: Core, c: Context) => Promise<Caller | null> | null> = {
  anyone: () => null,
  // The signature is over the raw bytes, so the route itself checks it before anything else.
  provider: () => null,
  operator: (_core, c) => {
    if (!isLocal(c)) throw new AppError('forbidden', { detail: 'This address answers only on the machine itself.' })
    return null
  },
  signed_in: (_core, c) => requireCaller(c),
  admin: async ({ env }, c) => {
    const caller = await requireCaller(c)
    const refusal = adminRefusal(env, caller)
    if (refusal) throw new AppError(refusal)
    return caller
  },
}

async function requireCaller(c: Context): Promise<Caller> {
  const caller = await findCaller(c)
  if (!caller) throw new AppError('unauthorized')
  return caller
}

/** The routes of one feature: a handler for each declaration, typed by it. */
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
  const methodsByPath = new Map<string, string[]>()
  for (const [key, declaration] of Object.entries(declarations)) {
    const [method = '', path = ''] = key.split(' ')
    const handler = handlers[key]
    invariant(handler, `there is no handler for ${key}`)
    methodsByPath.set(path, [...(methodsByPath.get(path) ?? []), method])
    const limit = limitBody(declaration.bodyBytesMax ?? BODY_BYTES_MAX, () => {
      throw new AppError('body_too_large')
    })
    routes.on(method, path, nameRoute(path), limit, (c) => answer(core, declaration, handler, c))
  }
  for (const [path, methods] of methodsByPath) {
    routes.all(path, nameRoute(path), (c) => {
      c.header('Allow', methods.join(', '))
      throw new AppError('method_not_allowed')
    })
  }
  return routes
}

function nameRoute(path: string): MiddlewareHandler {
  return (c, next) => {
    c.set('route', path)
    return next()
  }
}

async function answer(
  core: Core,
  declaration: Endpoint,
  handler: (call: AnyCall) => unknown,
  c: Context,
): Promise<Response> {
  const caller = await guards[declaration.guard](core, c)
  const call = { ...(await readCall(core, declaration, c)), caller }
  if (declaration.limit !== 'none') await countRequest(core, declaration.limit, call.client)
  const result = await handler(call)
  const { status, schema, contentType, download } = declaration.reply
  c.header('Cache-Control', declaration.secret ? 'no-store' : 'no-cache')
  if (declaration.secret) c.header('Referrer-Policy', 'no-referrer')
  if (download) return sendFile(c, await streamText(core, result), download, contentType)
  if (contentType) return c.body(z.string().parse(result), status, { 'content-type': contentType })
  return c.json(encodeReply(schema, result), status)
}

/** The answer as it travels. Encoding checks it too: a row that breaks the contract is a bug here, not at the reader. */
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
    client: clientAddress(c, core.env.trustProxy),
    requestId: c.get('requestId'),
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

/** What the schema makes of a value; undefined where the endpoint declares none. */
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
        message: 'This field is not known here.',
      }))
    })
    .slice(0, FIELDS_NAMED_MAX)
}
