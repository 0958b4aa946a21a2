/**
 * Every refusal the API can answer, once: code → HTTP status → the sentence a person reads. The server's `AppError` and
 * the browser's messages both come from here, so a code without a status or a sentence does not compile.
 */

interface Refusal {
  readonly status: 400 | 401 | 403 | 404 | 405 | 408 | 409 | 413 | 415 | 422 | 429 | 500 | 503
  readonly sentence: string
}

export const errors = {
  invalid_input: { status: 400, sentence: 'Something in this request is missing or not as it should be.' },
  malformed_json: { status: 400, sentence: 'The body of this request is not readable JSON.' },
  idempotency_key_missing: {
    status: 400,
    sentence:
      'This request must not happen twice, so it needs an Idempotency-Key header: 16 to 200 letters, digits, "-" or "_".',
  },
  invalid_signature: { status: 401, sentence: 'The signature of this message is missing or wrong.' },
  unauthorized: { status: 401, sentence: 'Please sign in first.' },
  forbidden: { status: 403, sentence: 'Your account may not do this.' },
  not_found: { status: 404, sentence: 'There is nothing at this address.' },
  method_not_allowed: { status: 405, sentence: 'This address does not answer that method.' },
  request_timeout: { status: 408, sentence: 'The request took too long to arrive. Please try again.' },
  idempotency_key_reused: {
    status: 409,
    sentence: 'This Idempotency-Key was already used for a different request.',
  },
  request_in_flight: { status: 409, sentence: 'The same request is still being worked on. Please wait a moment.' },
  body_too_large: { status: 413, sentence: 'This request is larger than we accept.' },
  unsupported_media_type: { status: 415, sentence: 'Please send JSON (content-type: application/json).' },
  payment_refused: { status: 422, sentence: 'The payment provider refused this payment.' },
  rate_limited: { status: 429, sentence: 'Too many requests from your network. Please wait a moment and try again.' },
  internal: { status: 500, sentence: 'Something went wrong on our side. Nothing was charged by this request.' },
  provider_unavailable: {
    status: 503,
    sentence: 'The payment provider does not answer right now. Nothing was charged. Please try again in a minute.',
  },
  unavailable: { status: 503, sentence: 'We cannot answer right now. Please try again in a minute.' },
} as const satisfies Record<string, Refusal>

export type ErrorCode = keyof typeof errors

/** One field of a request that was refused, by its path: `amount`, or `items.0.name`. */
export interface FieldError {
  field: string
  message: string
}

/** RFC 9457, `application/problem+json`, with our `code`. */
export interface Problem {
  type: string
  title: string
  status: number
  code: ErrorCode
  /** What this occurrence adds to the title, such as the provider's own reason. */
  detail?: string
  request_id?: string
  fields?: FieldError[]
}

export function isErrorCode(code: unknown): code is ErrorCode {
  return typeof code === 'string' && Object.hasOwn(errors, code)
}
