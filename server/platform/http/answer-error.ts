/** The only place where errors become answers. Each protocol maps the same failures to its own refusals and its own form. */
import type { Context } from 'hono'
import { HTTPException } from 'hono/http-exception'
import { isDatabaseUnavailable } from '../db/errors.ts'
import { AppError, type Refusal } from '../errors.ts'
import type { Logger } from '../logger.ts'
import { clientDisconnected } from './timeouts.ts'

const FAILURES = [
  'body_too_large',
  'request_timeout',
  'answer_timeout',
  'rate_limited',
  'not_found',
  'busy',
  'unavailable',
  'internal',
] as const

/** Failures under every protocol. `answer_timeout`: we did not finish in time; `request_timeout`: the client did not. */
export type Failure = (typeof FAILURES)[number]

export interface ErrorProtocol<R extends Refusal, Written = Response> {
  /** The protocol's own refusal, or undefined for any other error. */
  readonly own: (error: unknown) => R | undefined
  readonly fromFailure: (failure: Failure, cause: unknown) => R
  readonly write: (c: Context, refusal: R) => Written
}

/** How long a client should wait when we cannot say more exactly. */
const RETRY_AFTER_SECONDS = 5

/** Answers an error in the form of a protocol, and logs it when it is a fault of ours. */
export function answerError<R extends Refusal, Written>(
  c: Context,
  error: unknown,
  log: Logger,
  protocol: ErrorProtocol<R, Written>,
): Written {
  const refusal = clientDisconnected(c, error)
    ? protocol.fromFailure('request_timeout', error)
    : toRefusal(error, protocol)
  if (refusal.isOurFault) {
    const fields = { err: error, request_id: c.get('requestId'), code: refusal.code }
    log.error(fields, refusal.status === 500 ? 'unexpected error' : 'cannot answer')
  }
  const wait = refusal.retryAfterSeconds ?? (error instanceof AppError ? error.retryAfterSeconds : undefined)
  if (wait !== undefined || refusal.status === 503) c.header('Retry-After', String(wait ?? RETRY_AFTER_SECONDS))
  c.header('Cache-Control', 'no-store')
  return protocol.write(c, refusal)
}

/** Any error as a refusal of the protocol. Unknown errors are faults of ours. */
export function toRefusal<R extends Refusal>(
  error: unknown,
  protocol: Pick<ErrorProtocol<R>, 'own' | 'fromFailure'>,
): R {
  return protocol.own(error) ?? protocol.fromFailure(failureOf(error), error)
}

const FAILURE_OF_STATUS: ReadonlyMap<number, Failure> = new Map([
  [408, 'request_timeout'],
  [413, 'body_too_large'],
  [504, 'answer_timeout'],
])

function failureOf(error: unknown): Failure {
  // Shared code, such as the rate limits, refuses as our API does.
  if (error instanceof AppError) return FAILURES.find((failure) => failure === error.code) ?? 'internal'
  if (error instanceof HTTPException) return FAILURE_OF_STATUS.get(error.status) ?? 'internal'
  return isDatabaseUnavailable(error) ? 'unavailable' : 'internal'
}
