/** Errors of our API: RFC 9457 problem documents. */
import type { Context } from 'hono'
import { errors, type Problem } from '../../../contract/platform/errors.ts'
import { AppError } from '../errors.ts'
import type { Logger } from '../logger.ts'
import { answerError, type ErrorProtocol } from './answer-error.ts'
import { sendText } from './send-text.ts'

const api: ErrorProtocol<AppError> = {
  own: (error) => (error instanceof AppError ? error : undefined),
  fromFailure: (failure, cause) =>
    failure === 'answer_timeout'
      ? new AppError('unavailable', { cause, retryAfterSeconds: 10 })
      : new AppError(failure, { cause }),
  write(c, refusal) {
    const requestId: unknown = c.get('requestId')
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
    return sendText(c, JSON.stringify(problem), refusal.status, { 'content-type': 'application/problem+json' })
  },
}

/** Answers an error of our API: a refusal by its code, an unreachable database as 503, anything else as 500. */
export function problemResponse(c: Context, error: unknown, log: Logger): Response {
  return answerError(c, error, log, api)
}
