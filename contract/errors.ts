/**
 * Every refusal the API can answer, once: code → HTTP status → the sentence a person reads. The server's `AppError` and
 * the browser's messages both come from here, so a code without a status or a sentence does not compile.
 */

interface Refusal {
  readonly status: 400 | 401 | 403 | 404 | 405 | 408 | 409 | 413 | 415 | 422 | 429 | 500 | 503
  readonly sentence: string
}

/** A sentence says what happened, whether money moved, and what to do next. */
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
  wrong_password: { status: 403, sentence: 'That is not the password of this account.' },
  mfa_required: { status: 403, sentence: 'Please confirm with your second step first.' },
  password_change_required: { status: 403, sentence: 'Please choose a password of your own first.' },
  forbidden: { status: 403, sentence: 'Your account may not do this.' },
  own_request: { status: 403, sentence: 'This request is your own. Somebody else decides on it.' },
  second_administrator_needed: {
    status: 403,
    sentence: 'You proposed this yourself. A second administrator has to confirm it.',
  },
  not_found: { status: 404, sentence: 'There is nothing at this address.' },
  method_not_allowed: { status: 405, sentence: 'This address does not answer that method.' },
  request_timeout: { status: 408, sentence: 'The request took too long to arrive. Please try again.' },
  idempotency_key_reused: {
    status: 409,
    sentence: 'This Idempotency-Key was already used for a different request.',
  },
  request_in_flight: { status: 409, sentence: 'The same request is still being worked on. Please wait a moment.' },
  account_not_empty: {
    status: 409,
    sentence: 'This account still holds money, or money is on its way to it. It can be closed once it is empty.',
  },
  too_many_open_top_ups: {
    status: 409,
    sentence: 'You have several top-ups open already. Please go on with one of them first.',
  },
  insufficient_funds: { status: 409, sentence: 'Your wallet does not hold enough for this.' },
  wallet_frozen: {
    status: 409,
    sentence: 'Your wallet is frozen, because money of a top-up was taken back. Please write to us.',
  },
  already_decided: { status: 409, sentence: 'Somebody else has changed this request meanwhile.' },
  papers_already_requested: {
    status: 409,
    sentence: 'The applicant was asked for papers already, and has not answered.',
  },
  no_papers_requested: { status: 409, sentence: 'No papers are asked for at the moment.' },
  already_proposed: {
    status: 409,
    sentence: 'Something is proposed here already, and waits for its confirmation.',
  },
  last_administrator: {
    status: 409,
    sentence: 'This is the only administrator. Make another one first: npm run admin -- create EMAIL.',
  },
  payment_not_for_review: { status: 409, sentence: 'This payment does not need review (any more).' },
  payment_cannot_settle: { status: 409, sentence: 'This payment cannot be credited to anybody. It can be returned.' },
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

/** Who has set which status, and when. */
export interface Decision {
  status: string
  by: string
  /** ISO 8601. */
  at: string
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
  /** A payment that can be gone on with instead. */
  reference?: string
  /** What somebody else decided meanwhile. */
  decision?: Decision
}

/** Whether a code that came from elsewhere is one of ours. */
export function isErrorCode(code: unknown): code is ErrorCode {
  return typeof code === 'string' && Object.hasOwn(errors, code)
}
