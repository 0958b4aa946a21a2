/**
 * Serves the calls of contract/people/auth.ts as the protocol requires: it checks the caller before the body, supports both error shapes,
 * and is open to front ends of any origin (docs/protocols/auth.md sections 1 and 2).
 */
import { Hono, type Context, type MiddlewareHandler } from 'hono'
import { setCookie } from 'hono/cookie'
import { cors } from 'hono/cors'
import { z } from 'zod'
import { AUTH_PATH, type AuthCall, type AuthCallKey } from '../../../contract/people/auth.ts'
import { seconds } from '../../platform/clock.ts'
import { answerError, type ErrorProtocol, type Failure } from '../../platform/http/answer-error.ts'
import { partSessionRefusal } from '../../platform/http/callers.ts'
import { clientAddress } from '../../platform/http/client-address.ts'
import { fillPage, type Filled, type PageTemplate } from '../../platform/http/page-template.ts'
import { serveCalls, type Parsed, type Protocol } from '../../platform/http/serve-calls.ts'
import { limitTime } from '../../platform/http/timeouts.ts'
import { languageOfPage } from '../../platform/languages.ts'
import { countRequest } from '../../platform/rate-limits.ts'
import type { Auth } from './auth.ts'
import { readAuthBody } from './body.ts'
import { requireSignedIn, type SignedIn } from './callers.ts'
import { AuthRefusal, type RefusalName } from './refusals.ts'
import { readSecret } from '../../platform/http/browser-secret.ts'
import { DEVICE_COOKIE, DEVICE_COOKIE_MAX_AGE } from './devices.ts'
import type { Origin } from './sessions.ts'

const BODY_BYTES_MAX = 1024 * 1024
const ANSWER_MILLISECONDS_MAX = seconds(10)
/** Clients that send this version date or a later one get the newer error shape. */
const NEW_ERRORS_SINCE = '2024-01-01'

declare module 'hono' {
  interface ContextVariableMap {
    /** The secret of the calling device. */
    device: string
  }
}

interface Arrived {
  readonly params: Readonly<Record<string, string>>
  readonly origin: Origin
  readonly header: (name: string) => string | undefined
}

interface CallerBehind {
  anyone: null
  user: SignedIn
}

/** A parsed call of the protocol, with its caller. */
export type AuthRequest<C extends AuthCall> = Arrived & {
  readonly query: Parsed<C['query']>
  readonly body: Parsed<C['body']>
  readonly caller: CallerBehind[C['guard']]
}

type AnyRequest = Arrived & { query: unknown; body: unknown; caller: unknown }

/** Answers with a redirect instead of JSON. */
export class RedirectTo {
  readonly location: string
  readonly status: 302 | 303
  constructor(location: string, status: 302 | 303) {
    this.location = location
    this.status = status
  }
}

/** JSON that caches may keep. */
export class Cacheable {
  readonly body: object
  readonly seconds: number
  constructor(body: object, seconds: number) {
    this.body = body
    this.seconds = seconds
  }
}

/** Answers with a page that the server fills in. */
export class FilledPage {
  readonly template: PageTemplate
  readonly values: Filled
  readonly formTargets: readonly string[]
  /** @param formTargets what the policy lets its form lead to */
  constructor(template: PageTemplate, values: Filled, formTargets: readonly string[]) {
    this.template = template
    this.values = values
    this.formTargets = formTargets
  }
}

/** A handler's answer: JSON, a redirect, a page, or nothing (204). */
export type AuthReply = object | RedirectTo | Cacheable | FilledPage | null

type AuthHandlers<All> = {
  [Key in keyof All]: All[Key] extends AuthCall
    ? (call: AuthRequest<All[Key]>) => Promise<AuthReply> | AuthReply
    : never
}

/** The routes: a handler for each declaration, typed by it. */
export function serveAuthCalls<const All extends Readonly<Record<AuthCallKey, AuthCall>>>(
  auth: Auth,
  calls: All,
  handlers: AuthHandlers<All>,
): Hono
export function serveAuthCalls(
  auth: Auth,
  calls: Readonly<Record<string, AuthCall>>,
  handlers: Readonly<Record<string, (call: AnyRequest) => Promise<AuthReply> | AuthReply>>,
): Hono {
  const routes = new Hono()
  routes.use(openToAll)
  routes.use(limitTime(ANSWER_MILLISECONDS_MAX))
  routes.use(refuseHead)
  routes.onError((error, c) => answerError(c, error, auth.log, authErrors))
  const protocol: Protocol<AuthCall, AnyRequest, AuthReply> = {
    prefix: AUTH_PATH,
    bodyBytesMax: () => BODY_BYTES_MAX,
    refuseBody() {
      throw new AuthRefusal('body_too_large')
    },
    read: (call, c) => readRequest(auth, call, c),
    reply: (call, c, result) => reply(auth, call, c, result),
  }
  serveCalls(routes, protocol, calls, handlers)
  return routes
}

/** Hono answers a HEAD like a GET. Programs that look at links send it, so it is left to the page that changes nothing. */
const refuseHead: MiddlewareHandler = (c, next) => {
  if (c.req.method === 'HEAD' && c.req.path !== `${AUTH_PATH}/verify`) throw new AuthRefusal('not_found')
  return next()
}

const EXPOSED_HEADERS = ['X-Total-Count', 'Link', 'X-Supabase-Api-Version', 'Retry-After']

const answerPreflight = cors({
  origin: '*',
  allowMethods: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
  allowHeaders: [
    'Accept',
    'Authorization',
    'Content-Type',
    'X-Client-IP',
    'X-Client-Info',
    'X-JWT-AUD',
    'x-use-cookie',
    'X-Supabase-Api-Version',
    'apikey',
  ],
  exposeHeaders: EXPOSED_HEADERS,
  maxAge: 600,
})

/**
 * Allows any origin, because no cookie authenticates anything here: the one of the device only raises an allowance. It sets the headers before the handler runs: the `cors`
 * middleware would copy each answer as a stream, which costs more processor time than many answers.
 */
const openToAll: MiddlewareHandler = (c, next) => {
  if (c.req.method === 'OPTIONS') return answerPreflight(c, next)
  c.header('Access-Control-Allow-Origin', '*')
  // Without it, browsers hide the version header and the client loses error.code.
  c.header('Access-Control-Expose-Headers', EXPOSED_HEADERS.join(','))
  return next()
}

async function readRequest(auth: Auth, call: AuthCall, c: Context): Promise<AnyRequest> {
  const header = (name: string) => c.req.header(name)
  const address = clientAddress(c, auth.env.trustProxy)
  const caller =
    call.guard === 'user' ? await requireSignedIn(auth, header('authorization'), header('x-jwt-aud')) : null
  const session = caller && { recovering: caller.account.recovering === true, limited: caller.limited }
  const refusal = session && partSessionRefusal(session, call)
  if (refusal) throw new AuthRefusal(OF_PART_SESSIONS[refusal])
  const body = call.body && parse(call.body, await readAuthBody(c))
  const query = call.query && parse(call.query, c.req.query())
  if (call.limit !== 'none') await countRequest(auth, call.limit, address)
  return {
    params: c.req.param(),
    origin: {
      userAgent: header('user-agent') ?? '',
      address,
      device: readDevice(c),
      language: languageOfPage(header('referer')),
    },
    header,
    caller,
    body,
    query,
  }
}

const OF_PART_SESSIONS = {
  password_change_required: 'password_first',
  second_fact_needed: 'second_fact_first',
} as const

/** The device's secret, for the calls that check or mark the device. One without it gets a new one, which is known to no account yet. */
function readDevice(c: Context): string {
  const secret = readSecret(c, DEVICE_COOKIE)
  c.set('device', secret)
  return secret
}

function markDevice(auth: Auth, c: Context): void {
  setCookie(c, DEVICE_COOKIE, c.get('device'), {
    path: AUTH_PATH,
    maxAge: DEVICE_COOKIE_MAX_AGE,
    httpOnly: true,
    secure: auth.env.publicUrl.startsWith('https:'),
    // Lax: a provider's callback is a visit from another site.
    sameSite: 'Lax',
  })
}

function parse(schema: z.ZodObject, value: unknown): unknown {
  const { success, data, error } = schema.safeParse(value)
  if (success) return data
  const field = error.issues[0]?.path.join('.') ?? ''
  throw new AuthRefusal('bad_json', { message: `Could not parse request body as JSON: ${field} has the wrong type` })
}

function reply(auth: Auth, call: AuthCall, c: Context, answer: AuthReply): Response {
  if (call.marksDevice) markDevice(auth, c)
  c.header('Cache-Control', answer instanceof Cacheable ? `public, max-age=${answer.seconds}` : 'no-store')
  if (answer instanceof Cacheable) return c.json(answer.body)
  if (answer === null) return c.body(null, 204)
  if (!(answer instanceof RedirectTo || answer instanceof FilledPage)) return c.json(answer)
  // The URL may contain a code or tokens.
  c.header('Referrer-Policy', 'no-referrer')
  if (answer instanceof FilledPage) {
    c.header('X-Robots-Tag', 'noindex')
    return fillPage(c, 200, answer.template, answer.values, answer.formTargets)
  }
  return c.redirect(answer.location, answer.status)
}

function writeRefusal(c: Context, refusal: AuthRefusal): Response {
  c.header('X-Sb-Error-Code', refusal.code)
  const weak = refusal.reasons && { weak_password: { reasons: refusal.reasons } }
  if (wantsNewShape(c.req.header('x-supabase-api-version'))) {
    c.header('X-Supabase-Api-Version', NEW_ERRORS_SINCE)
    // With error_code too, codes survive a proxy that strips the header.
    const body = { code: refusal.code, error_code: refusal.code, message: refusal.message, ...weak }
    return c.json(body, refusal.status)
  }
  const body = { code: refusal.status, error_code: refusal.code, msg: refusal.message, ...weak }
  return c.json({ ...body, ...(refusal.status >= 500 && { error_id: c.get('requestId') }) }, refusal.status)
}

function wantsNewShape(version: string | undefined): boolean {
  return version !== undefined && /^\d{4}-\d\d-\d\d$/.test(version) && version >= NEW_ERRORS_SINCE
}

const OF_FAILURES: Readonly<Record<Failure, RefusalName>> = {
  body_too_large: 'body_too_large',
  request_timeout: 'request_too_slow',
  answer_timeout: 'request_timeout',
  rate_limited: 'rate_limited',
  not_found: 'not_found',
  busy: 'busy',
  unavailable: 'unavailable',
  internal: 'unexpected',
}

/** How the auth protocol answers errors. */
export const authErrors: ErrorProtocol<AuthRefusal> = {
  own: (error) => (error instanceof AuthRefusal ? error : undefined),
  fromFailure: (failure, cause) => new AuthRefusal(OF_FAILURES[failure], { cause }),
  write: writeRefusal,
}
