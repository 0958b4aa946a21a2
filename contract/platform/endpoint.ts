/**
 * How an endpoint is declared. A declaration has four uses: the server's routes (guard, limits, validation), the OpenAPI
 * document, the browser's typed client, and the tests that call every route.
 */
import type { z } from 'zod'
import type { ErrorCode } from './errors.ts'
import type { RateLimitName } from './rate-limits.ts'
import type { Duty } from './staff-roles.ts'

/**
 * Callers admitted. `signed_in`: a live session that has passed the account's second step, if there
 * is one. `session`: also one that has not. `admin`: a live session of a member of staff whose
 * roles have the endpoint's duty. `provider`: a message with the
 * provider's signature. `operator`: a request from the server itself, not through a proxy.
 */
export type Guard = 'anyone' | 'session' | 'signed_in' | 'admin' | 'provider' | 'operator'

/** The largest body, unless an endpoint declares another limit. */
export const BODY_BYTES_MAX = 32 * 1024

/** The declaration of an endpoint. */
export interface Endpoint {
  readonly summary: string
  readonly guard: Guard
  /** With the guard `admin`, and only with it. */
  readonly duty?: Duty
  readonly params?: z.ZodObject
  readonly query?: z.ZodObject
  readonly body?: z.ZodObject
  /** The route gets the raw bytes, because a signature covers bytes. */
  readonly rawBody?: true
  readonly bodyBytesMax?: number
  readonly reply: {
    readonly status: 200 | 201
    readonly schema: z.ZodType
    readonly contentType?: string
    /** The answer is streamed as a download with this file name. */
    readonly download?: string
  }
  /** The endpoint's own refusals. `possibleErrors` adds those that follow from the rest of the declaration. */
  readonly errors?: readonly ErrorCode[]
  readonly limit: RateLimitName | 'none'
  /** Must not happen twice, for example because it moves money: requires an `Idempotency-Key` header. */
  readonly idempotent?: true
  /** Tells browsers apart by a secret in a cookie for this path. The answer sets it where the browser sent none. */
  readonly knowsBrowser?: string
  /** Answers the session of a recovery too, which otherwise may only save a new password. */
  readonly duringRecovery?: true
  /** Answers a session by text too whose number may have a new owner, which is refused everything else. */
  readonly whenLimited?: true
  /** Answers a worker that sends one request too, which is refused everything else. */
  readonly whenSending?: true
  /** Private although anyone may call it. What a guard protects is private in any case (`isPrivate`). */
  readonly secret?: true
}

/** Whether the answer is never cached, and its URL never sent as a referrer. */
export function isPrivate({ guard, secret }: Pick<Endpoint, 'guard' | 'secret'>): boolean {
  return secret === true || guard === 'session' || guard === 'signed_in' || guard === 'admin'
}

/** Declares an endpoint, keeping the literal types that the client and the routes infer from. */
export function endpoint<const E extends Endpoint>(declaration: E): E {
  return declaration
}

/** Guard and rate limit, for callers with an account. */
export function signedIn<const L extends RateLimitName>(limit: L) {
  return { guard: 'signed_in', limit } as const
}

/** Guard and rate limit, for callers with or without an account. */
export function anyone<const L extends RateLimitName | 'none'>(limit: L) {
  return { guard: 'anyone', limit } as const
}

/** `'POST /api/donations'`: the key of a declaration is its method and path. */
export type EndpointKey = `${'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'} /${string}`

export type Endpoints = Readonly<Record<EndpointKey, Endpoint>>

/** The JSON of the answer: naira are numbers, timestamps are text. */
export type ReplyJson<E extends Endpoint> = z.input<E['reply']['schema']>
/** The JSON of the request body. */
export type BodyJson<E extends Endpoint> = E['body'] extends z.ZodType ? z.input<E['body']> : undefined
