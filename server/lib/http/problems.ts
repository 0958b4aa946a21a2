/** The only place where errors become answers: RFC 9457 problem documents. */
import type { Context } from 'hono'
import { HTTPException } from 'hono/http-exception'
import { errors, type Problem } from '../../../contract/errors.ts'
import { isDatabaseUnavailable } from '../db/errors.ts'
import { AppError } from '../errors.ts'
import type { Logger } from '../log.ts'
import { clientDisconnected } from './timeouts.ts'

/** Answers an error: refusals by their code, an unreachable database as 503, anything else as 500, and logged. */
export function problemResponse(c: Context, error: unknown, log: Logger): Response {
  const refusal = clientDisconnected(c, error) ? new AppError('request_timeout') : asRefusal(error)
  const requestId: unknown = c.get('requestId')
  if (refusal.code === 'internal' || refusal.code === 'unavailable') {
    log.error({ err: error, request_id: requestId }, refusal.code === 'internal' ? 'unexpected error' : 'cannot answer')
  }
  const problem: Problem = {
    type: `/problems/${refusal.code}`,
    title: errors[refusal.code].sentence,
    status: refusal.status,
    code: refusal.code,
    ...(refusal.detail !== undefined && { detail: refusal.detail }),
    ...(refusal.fields && { fields: refusal.fields }),
    ...(refusal.reference !== undefined && { reference: refusal.reference }),
    ...(refusal.decision && { decision: refusal.decision }),
    ...(typeof requestId === 'string' && { request_id: requestId }),
  }
  if (refusal.retryAfterSeconds !== undefined) c.header('Retry-After', String(refusal.retryAfterSeconds))
  c.header('Cache-Control', 'no-store')
  return c.body(JSON.stringify(problem), refusal.status, { 'content-type': 'application/problem+json' })
}

function asRefusal(error: unknown): AppError {
  if (error instanceof AppError) return error
  if (error instanceof HTTPException && error.status === 413) return new AppError('body_too_large')
  if (error instanceof HTTPException && error.status === 408) return new AppError('request_timeout')
  if (error instanceof HTTPException && error.status < 500) return new AppError('invalid_input', { cause: error })
  if (error instanceof HTTPException && error.status === 504)
    return new AppError('unavailable', { cause: error, retryAfterSeconds: 10 })
  if (isDatabaseUnavailable(error)) return new AppError('unavailable', { cause: error, retryAfterSeconds: 5 })
  return new AppError('internal', { cause: error })
}
