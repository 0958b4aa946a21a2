/**
 * The refusals of the API: code, HTTP status, and a sentence for the user. The server's `AppError`, the browser's messages and the list at
 * `/problems` use this table.
 */

interface Refusal {
  readonly status: 400 | 401 | 403 | 404 | 405 | 408 | 409 | 413 | 415 | 422 | 429 | 500 | 503
  readonly sentence: string
}

/** Gives each code of one status its sentence. */
function withStatus<Code extends string>(
  status: Refusal['status'],
  sentences: Readonly<Record<Code, string>>,
): Readonly<Record<Code, Refusal>>
function withStatus(status: Refusal['status'], sentences: Readonly<Record<string, string>>) {
  return Object.fromEntries(Object.entries(sentences).map(([code, sentence]) => [code, { status, sentence }]))
}

/** A sentence says what happened, whether money moved if that is certain, and what to do next. */
export const errors = {
  ...withStatus(400, {
    invalid_input: 'A field in this request is missing or invalid.',
    malformed_json: 'The body of this request is not valid JSON.',
    idempotency_key_missing:
      'This request must not happen twice, so it needs an Idempotency-Key header: 16 to 200 letters, digits, "-" or "_".',
    transfer_not_ours: 'We are not sending this transfer.',
  }),
  ...withStatus(401, {
    invalid_signature: 'The signature of this message is missing or invalid.',
    unauthorized: 'Please sign in first.',
  }),
  ...withStatus(403, {
    wrong_password: 'That password is not right.',
    code_not_accepted: 'That code is not right, or it has expired.',
    mfa_required: 'Confirm with your second step first.',
    reauthentication_needed:
      'You signed in more than ten minutes ago. Confirm that it is you with an emailed code, or sign in again.',
    password_change_required: 'Choose a new password first.',
    second_fact_needed:
      'Your number may have a new owner, so this shows only where requests are. Give your name and the year you were born, or call us.',
    second_fact_not_accepted:
      'We could not confirm this. Check your name and the year, sign in with your email address, or call us.',
    forbidden: 'Your account does not have access to this.',
    role_needed: 'Your roles do not allow this. An administrator can change them.',
    own_request: 'You are tied to this request. Someone else must act on it.',
    second_administrator_needed: 'You proposed this yourself. A second administrator must confirm it.',
    fresh_second_step_needed: 'This amount needs your second step again. Confirm it, then approve within ten minutes.',
  }),
  ...withStatus(404, { not_found: 'Not found.' }),
  ...withStatus(405, { method_not_allowed: 'This address does not support that method.' }),
  ...withStatus(408, { request_timeout: 'The request took too long to arrive. Please try again.' }),
  ...withStatus(409, {
    second_step_needed: 'Add a second step to your account first.',
    idempotency_key_reused: 'This Idempotency-Key was already used for a different request.',
    request_in_flight: 'The same request is still being processed. Please wait a moment.',
    address_stopped:
      'The reader of this address asked us to send no more email. Nothing was sent. Reach them another way.',
    not_reachable: 'They cannot be reached this way. Nothing was sent.',
    receipt_not_mailed: 'This receipt cannot be emailed: its gift is not paid, or it was emailed three times already.',
    account_not_empty: 'This account still holds money, or a payment is on its way. You can close it once it is empty.',
    too_many_open_top_ups: 'You have several unfinished top-ups. Finish or cancel one of them first.',
    too_many_open_requests:
      'There are as many requests as one household may have. You can send a new one after a decision.',
    insufficient_funds: 'Your wallet balance is too low.',
    wallet_frozen: 'Your wallet is frozen because a top-up was reversed. Please contact us.',
    already_decided: 'Another administrator has changed this request in the meantime.',
    held_by_another: 'A colleague has taken this request. Take it over first, or choose another.',
    not_assignable: 'This person cannot work on this request. Choose another person.',
    too_many_assigned: 'This person already has 25 requests. Choose another person.',
    request_late: 'This request is late, so it cannot be set aside.',
    request_waits: 'This request waits for the applicant, so it cannot be set aside.',
    template_changed: 'Another administrator has edited this template. Read it again.',
    draft_changed: 'Someone else changed this in the meantime. Nothing was saved. Load the page again and compare.',
    nothing_to_change: 'It is like this already.',
    too_many_tags: 'This request has 10 tags. Remove one first.',
    not_closable: 'This request cannot be closed for that reason. Open it and decide.',
    undo_too_late: 'This cannot be taken back any more: it is on its way to the person.',
    no_focal_person: 'There is no one yet who may read a complaint about the people who work here, so it was not sent.',
    words_read: 'Someone has read your words. Withdraw them first, then you can say it anew.',
    not_published: 'Publish the details of the organisation first.',
    own_focal_person:
      'This names you as the person who reads complaints about people who work here. Two others must decide it.',
    payout_held: 'The payouts of this request are held for some days. Its page says until when.',
    already_held: 'This complaint has held the payouts of a request before. It can do so once.',
    not_held: 'This complaint holds no payout now.',
    hold_renewed: 'This hold was made longer before. It ends after its five days.',
    complaint_answered: 'This complaint was answered already.',
    request_not_rejected: 'This request is not refused, so there is nothing to appeal against.',
    already_appealed: 'There was an appeal about this request already. Each request has one.',
    request_decided: 'This request is decided already, so it can no longer be changed or withdrawn.',
    too_many_corrections:
      'This request was corrected 10 times, which is the most. Ask for a call, and tell us what is wrong.',
    no_number_to_call: 'We have no number to call you on. Add one to your details first.',
    call_begun:
      'We called you already, or someone has your request open to call you. The call can no longer be canceled.',
    appeal_too_late: 'A refusal can be appealed against for 30 days. You can send a new request at any time.',
    request_not_approved: 'Only an approved request can be given an award.',
    award_open: 'This request has an open award. Cancel the award first.',
    award_not_granted: 'This award is not granted, or it has ended.',
    award_paused: 'The recipient did not receive everything that was handed over. Settle that first.',
    award_exceeded: 'This is more than what is left of the award.',
    fund_short: 'The fund cannot spend that much now. Choose a smaller amount or a second fund.',
    fund_below_zero:
      'A fund of this payout is below zero. Cover it in Books, cancel the award, or let the payout wait until gifts come in.',
    fund_cannot_move: 'What is left of this fund cannot be moved now.',
    limit_exceeded: 'This is more than one person may release now. Wait, or ask another administrator.',
    released_too_early: 'You proposed this payout yourself. You can release it alone once the waiting time is over.',
    decision_not_final: 'The approval can still be taken back. Release the payout in a minute.',
    maybe_paid:
      'The account number of this payout was read, so it may have been paid. Look at our bank first. If it was paid, record the hand-over.',
    payout_open: 'A payout is released. Record its hand-over, or cancel it first.',
    account_name_changed: 'The bank now gives another name for this account. Check the name again.',
    payee_not_usable:
      'This bank account cannot be used: none is named, it waits after a change, or two people must check it first.',
    applicant_changed:
      'The applicant’s name or telephone changed after the approval. Payments wait after a change, and those proposed before it must be proposed again.',
    number_in_doubt:
      'Their number may have a new owner, so a call does not prove that all of it came. Someone who decides requests must first confirm the number on the person’s page.',
    cash_short: 'This person does not hold that much cash.',
    already_confirmed: 'You answered more than 24 hours ago. Please contact us if something has changed.',
    papers_already_requested: 'The applicant was already asked for documents and has not answered yet.',
    no_papers_requested: 'No documents are requested at the moment.',
    already_proposed: 'A proposal is already waiting for confirmation.',
    proposal_lapsed:
      'This proposal is no longer valid: it has expired, or its proposer is no longer an administrator. Propose it again.',
    last_administrator: 'This is the only administrator. Create a second one first: npm run admin -- create EMAIL.',
    payment_not_for_review: 'This payment does not need review.',
    payment_cannot_settle: 'This payment cannot be credited because it has no recipient. It can be returned.',
    transfer_asked: 'The payment provider is being asked. Please try again in a minute.',
    bank_line_matched: 'This line or one of these entries has been matched meanwhile. Nothing was changed.',
    claim_refused: 'This profile cannot be claimed now.',
    wallet_decision_refused: 'This cannot be decided about this wallet now.',
    month_cannot_close: 'This month cannot be closed now.',
    month_changed: 'The statement of this month has changed since you read it. Nothing was proposed. Load it again.',
  }),
  ...withStatus(413, { body_too_large: 'This request is too large.' }),
  ...withStatus(415, { unsupported_media_type: 'Please send JSON (content-type: application/json).' }),
  ...withStatus(422, {
    account_not_found:
      'The bank gave no name for this account. Check the bank and the number, or try again in a few minutes.',
    account_name_differs:
      'The bank gives another name for this account. Name an account in your name, say who receives it for you, or ask for cash.',
    statement_unreadable: 'This file is not a bank statement that can be read.',
    payment_refused: 'The payment provider refused this payment. Nothing was charged by this request.',
  }),
  ...withStatus(429, { rate_limited: 'Too many requests from your network. Please wait a moment and try again.' }),
  ...withStatus(500, { internal: 'Something went wrong on our side. Please try again.' }),
  ...withStatus(503, {
    provider_unavailable: 'The payment provider is not responding. Please try again in a minute.',
    busy: 'Many people are using this at the moment. Please try again in a few seconds.',
    unavailable: 'The service is temporarily unavailable. Please try again in a minute.',
  }),
}

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
