/**
 * How an endpoint is declared. One declaration serves four readers: the server's routes (guard, limits, validation),
 * the OpenAPI document, the browser's typed client, and the tests that walk every route.
 */
import type { z } from 'zod'
import type { ErrorCode } from './errors.ts'
import type { RateLimitName } from './rate-limits.ts'

/**
 * Who may call. `signed_in` has a session that lives, `admin` one whose account is an administrator's;
 * `provider` proves itself by the signature of the message; `operator` is whoever reaches the server from the machine itself,
 * not through a proxy.
 */
export type Guard = 'anyone' | 'signed_in' | 'admin' | 'provider' | 'operator'

/** The largest body an endpoint accepts, unless it says otherwise. */
export const BODY_BYTES_MAX = 32 * 1024

/** What is known of an endpoint before anybody calls it. */
export interface Endpoint {
  readonly summary: string
  readonly guard: Guard
  readonly params?: z.ZodObject
  readonly query?: z.ZodObject
  readonly body?: z.ZodObject
  /** The body is read as bytes and checked by the route itself: a signature covers the bytes, not their meaning. */
  readonly rawBody?: true
  readonly bodyBytesMax?: number
  readonly reply: {
    readonly status: 200 | 201
    readonly schema: z.ZodType
    readonly contentType?: string
    /** The answer is streamed, piece by piece, as a file to be kept under this name. */
    readonly download?: string
  }
  /** The refusals of its own, beside those that any endpoint may answer. */
  readonly errors: readonly ErrorCode[]
  readonly limit: RateLimitName | 'none'
  /** Must not happen twice, such as what moves money: an `Idempotency-Key` header is required. */
  readonly idempotent?: true
  /** The answer holds something secret: it is never cached, and its address never sent on as a referrer. */
  readonly secret?: true
}

/** Declares an endpoint, keeping the literal types that the client and the routes infer from. */
export function endpoint<const E extends Endpoint>(declaration: E): E {
  return declaration
}

/** `'POST /api/donations'`: the key of a declaration is its method and path. */
export type EndpointKey = `${'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'} /${string}`

export type Endpoints = Readonly<Record<EndpointKey, Endpoint>>

/** What travels: the JSON of the answer. Naira are numbers here, dates are text. */
export type ReplyJson<E extends Endpoint> = z.input<E['reply']['schema']>
/** What travels the other way: the JSON a caller sends. */
export type BodyJson<E extends Endpoint> = E['body'] extends z.ZodType ? z.input<E['body']> : undefined
