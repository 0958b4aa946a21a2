/**
 * The refusals of the API: code, HTTP status, and a sentence for the user. The server's `AppError`, the browser's messages and the list at
 * `/problems` use this table.
 */

interface Refusal {
  readonly status: 400 | 401 | 403 | 404 | 405 | 408 | 409 | 413 | 415 | 422 | 429 | 500 | 503
  readonly sentence: string
}

/** A sentence says what happened, whether money moved if that is certain, and what to do next. */
export const errors = {
  invalid_input: { status: 400, sentence: 'A field in this request is missing or invalid.' },
  malformed_json: { status: 400, sentence: 'The body of this request is not valid JSON.' },
  idempotency_key_missing: {
    status: 400,
    sentence:
      'This request must not happen twice, so it needs an Idempotency-Key header: 16 to 200 letters, digits, "-" or "_".',
  },
  transfer_not_ours: { status: 400, sentence: 'We are not sending this transfer.' },
  invalid_signature: { status: 401, sentence: 'The signature of this message is missing or invalid.' },
  unauthorized: { status: 401, sentence: 'Please sign in first.' },
  wrong_password: { status: 403, sentence: 'That password is not right.' },
  code_not_accepted: { status: 403, sentence: 'That code is not right, or it has expired.' },
  mfa_required: { status: 403, sentence: 'Confirm with your second step first.' },
  reauthentication_needed: {
    status: 403,
    sentence: 'You signed in more than ten minutes ago. Confirm that it is you with an emailed code, or sign in again.',
  },
  password_change_required: { status: 403, sentence: 'Choose a new password first.' },
  forbidden: { status: 403, sentence: 'Your account does not have access to this.' },
  role_needed: { status: 403, sentence: 'Your roles do not allow this. An administrator can change them.' },
  own_request: { status: 403, sentence: 'You are tied to this request. Someone else must act on it.' },
  second_administrator_needed: {
    status: 403,
    sentence: 'You proposed this yourself. A second administrator must confirm it.',
  },
  fresh_second_step_needed: {
    status: 403,
    sentence: 'This amount needs your second step again. Confirm it, then approve within ten minutes.',
  },
  second_step_needed: { status: 409, sentence: 'Add a second step to your account first.' },
  not_found: { status: 404, sentence: 'Not found.' },
  method_not_allowed: { status: 405, sentence: 'This address does not support that method.' },
  request_timeout: { status: 408, sentence: 'The request took too long to arrive. Please try again.' },
  idempotency_key_reused: { status: 409, sentence: 'This Idempotency-Key was already used for a different request.' },
  request_in_flight: { status: 409, sentence: 'The same request is still being processed. Please wait a moment.' },
  address_stopped: {
    status: 409,
    sentence: 'The reader of this address asked us to send no more email. Nothing was sent. Reach them another way.',
  },
  not_reachable: {
    status: 409,
    sentence: 'They cannot be reached this way. Nothing was sent.',
  },
  receipt_not_mailed: {
    status: 409,
    sentence: 'This receipt cannot be emailed: its gift is not paid, or it was emailed three times already.',
  },
  account_not_empty: {
    status: 409,
    sentence: 'This account still holds money, or a payment is on its way. You can close it once it is empty.',
  },
  too_many_open_top_ups: {
    status: 409,
    sentence: 'You have several unfinished top-ups. Finish or cancel one of them first.',
  },
  too_many_open_requests: {
    status: 409,
    sentence: 'There are as many requests as one household may have. You can send a new one after a decision.',
  },
  insufficient_funds: { status: 409, sentence: 'Your wallet balance is too low.' },
  wallet_frozen: { status: 409, sentence: 'Your wallet is frozen because a top-up was reversed. Please contact us.' },
  already_decided: { status: 409, sentence: 'Another administrator has changed this request in the meantime.' },
  held_by_another: {
    status: 409,
    sentence: 'A colleague has taken this request. Take it over first, or choose another.',
  },
  not_assignable: { status: 409, sentence: 'This person cannot work on this request. Choose another person.' },
  too_many_assigned: { status: 409, sentence: 'This person already has 25 requests. Choose another person.' },
  request_late: { status: 409, sentence: 'This request is late, so it cannot be set aside.' },
  request_waits: {
    status: 409,
    sentence: 'This request waits for the applicant, so it cannot be set aside.',
  },
  template_changed: {
    status: 409,
    sentence: 'Another administrator has edited this template. Read it again.',
  },
  draft_changed: {
    status: 409,
    sentence: 'Someone else changed this in the meantime. Nothing was saved. Load the page again and compare.',
  },
  nothing_to_change: { status: 409, sentence: 'It is like this already.' },
  too_many_tags: { status: 409, sentence: 'This request has 10 tags. Remove one first.' },
  not_closable: { status: 409, sentence: 'This request cannot be closed for that reason. Open it and decide.' },
  undo_too_late: {
    status: 409,
    sentence: 'This cannot be taken back any more: it is on its way to the person.',
  },
  no_focal_person: {
    status: 409,
    sentence: 'There is no one yet who may read a complaint about the people who work here, so it was not sent.',
  },
  payout_held: {
    status: 409,
    sentence: 'The payouts of this request are held for some days. Its page says until when.',
  },
  already_held: {
    status: 409,
    sentence: 'This complaint has held the payouts of a request before. It can do so once.',
  },
  not_held: { status: 409, sentence: 'This complaint holds no payout now.' },
  hold_renewed: { status: 409, sentence: 'This hold was made longer before. It ends after its five days.' },
  complaint_answered: { status: 409, sentence: 'This complaint was answered already.' },
  request_not_rejected: {
    status: 409,
    sentence: 'This request is not refused, so there is nothing to appeal against.',
  },
  already_appealed: {
    status: 409,
    sentence: 'There was an appeal about this request already. Each request has one.',
  },
  request_decided: {
    status: 409,
    sentence: 'This request is decided already, so it can no longer be changed or withdrawn.',
  },
  too_many_corrections: {
    status: 409,
    sentence: 'This request was corrected 10 times, which is the most. Ask for a call, and tell us what is wrong.',
  },
  no_number_to_call: {
    status: 409,
    sentence: 'We have no telephone number to call you on. Add one to your details first.',
  },
  call_begun: {
    status: 409,
    sentence:
      'We called you already, or someone has your request open to call you. The call can no longer be canceled.',
  },
  appeal_too_late: {
    status: 409,
    sentence: 'A refusal can be appealed against for 30 days. You can send a new request at any time.',
  },
  request_not_approved: { status: 409, sentence: 'Only an approved request can be given an award.' },
  award_open: { status: 409, sentence: 'This request has an open award. Cancel the award first.' },
  award_not_granted: { status: 409, sentence: 'This award is not granted, or it has ended.' },
  award_paused: {
    status: 409,
    sentence: 'The recipient did not receive everything that was handed over. Settle that first.',
  },
  award_exceeded: { status: 409, sentence: 'This is more than what is left of the award.' },
  fund_short: {
    status: 409,
    sentence: 'The fund cannot spend that much now. Choose a smaller amount or a second fund.',
  },
  fund_below_zero: {
    status: 409,
    sentence:
      'A fund of this payout is below zero. Cover it in Books, cancel the award, or let the payout wait until gifts come in.',
  },
  fund_cannot_move: { status: 409, sentence: 'What is left of this fund cannot be moved now.' },
  limit_exceeded: {
    status: 409,
    sentence: 'This is more than one person may release now. Wait, or ask another administrator.',
  },
  released_too_early: {
    status: 409,
    sentence: 'You proposed this payout yourself. You can release it alone once the waiting time is over.',
  },
  decision_not_final: {
    status: 409,
    sentence: 'The approval can still be taken back. Release the payout in a minute.',
  },
  payout_open: {
    status: 409,
    sentence: 'A payout is released. Record its hand-over, or cancel it first.',
  },
  account_name_changed: {
    status: 409,
    sentence: 'The bank now gives another name for this account. Check the name again.',
  },
  payee_not_usable: {
    status: 409,
    sentence:
      'This bank account cannot be used: none is named, it waits after a change, or two people must check it first.',
  },
  applicant_changed: {
    status: 409,
    sentence:
      'The applicant’s name or telephone changed after the approval. Payments wait a day after a change, and those proposed before it must be proposed again.',
  },
  cash_short: { status: 409, sentence: 'This person does not hold that much cash.' },
  already_confirmed: {
    status: 409,
    sentence: 'You answered more than 24 hours ago. Please contact us if something has changed.',
  },
  papers_already_requested: {
    status: 409,
    sentence: 'The applicant was already asked for documents and has not answered yet.',
  },
  no_papers_requested: { status: 409, sentence: 'No documents are requested at the moment.' },
  already_proposed: { status: 409, sentence: 'A proposal is already waiting for confirmation.' },
  proposal_lapsed: {
    status: 409,
    sentence:
      'This proposal is no longer valid: it has expired, or its proposer is no longer an administrator. Propose it again.',
  },
  last_administrator: {
    status: 409,
    sentence: 'This is the only administrator. Create a second one first: npm run admin -- create EMAIL.',
  },
  payment_not_for_review: { status: 409, sentence: 'This payment does not need review.' },
  payment_cannot_settle: {
    status: 409,
    sentence: 'This payment cannot be credited because it has no recipient. It can be returned.',
  },
  bank_line_matched: {
    status: 409,
    sentence: 'This line or one of these entries has been matched meanwhile. Nothing was changed.',
  },
  claim_refused: { status: 409, sentence: 'This profile cannot be claimed now.' },
  wallet_decision_refused: { status: 409, sentence: 'This cannot be decided about this wallet now.' },
  month_cannot_close: { status: 409, sentence: 'This month cannot be closed now.' },
  month_changed: {
    status: 409,
    sentence: 'The statement of this month has changed since you read it. Nothing was proposed. Load it again.',
  },
  body_too_large: { status: 413, sentence: 'This request is too large.' },
  unsupported_media_type: { status: 415, sentence: 'Please send JSON (content-type: application/json).' },
  account_not_found: {
    status: 422,
    sentence: 'The bank gave no name for this account. Check the bank and the number, or try again in a few minutes.',
  },
  account_name_differs: {
    status: 422,
    sentence:
      'The bank gives another name for this account. Name an account in your name, say who receives it for you, or ask for cash.',
  },
  statement_unreadable: { status: 422, sentence: 'This file is not a bank statement that can be read.' },
  payment_refused: {
    status: 422,
    sentence: 'The payment provider refused this payment. Nothing was charged by this request.',
  },
  rate_limited: { status: 429, sentence: 'Too many requests from your network. Please wait a moment and try again.' },
  internal: { status: 500, sentence: 'Something went wrong on our side. Please try again.' },
  provider_unavailable: {
    status: 503,
    sentence: 'The payment provider is not responding. Please try again in a minute.',
  },
  busy: { status: 503, sentence: 'Many people are using this at the moment. Please try again in a few seconds.' },
  unavailable: { status: 503, sentence: 'The service is temporarily unavailable. Please try again in a minute.' },
} as const satisfies Record<string, Refusal>

export type ErrorCode = keyof typeof errors

/** An invalid field, by its path: `amount`, or `items.0.name`. */
export interface FieldError {
  field: string
  message: string
}

/** The present state, and who brought it about. */
export interface Decision {
  status: string
  by: string
  /** ISO 8601. */
  at: string
  /** Only for a request: the `expected_version` to send next. */
  version?: number
}

/** RFC 9457, `application/problem+json`, with our `code`. */
export interface Problem {
  type: string
  title: string
  status: number
  code: ErrorCode
  /** More about this occurrence, such as the provider's reason. */
  detail?: string
  request_id?: string
  fields?: FieldError[]
  /** A payment that can be continued instead. */
  reference?: string
  /** The decision that another administrator made in the meantime. */
  decision?: Decision
}

/** Whether this is a code of our API. */
export function isErrorCode(code: unknown): code is ErrorCode {
  return typeof code === 'string' && Object.hasOwn(errors, code)
}
