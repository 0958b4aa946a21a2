/** Explains each error code to developers, for `/problems/<code>`. The sentence for users is in errors.ts. */
import { requestErrorHelp } from './error-help-requests.ts'
import type { ErrorCode } from './errors.ts'

interface Help {
  readonly meaning: string
  readonly action: string
}

const RETRY_LATER =
  'Wait as long as the Retry-After header says, then send the request again, with the same Idempotency-Key.'
const RELOAD = 'Load the current state, then decide again.'

export const errorHelp: Readonly<Record<ErrorCode, Help>> = {
  ...requestErrorHelp,
  invalid_input: {
    meaning: 'The JSON is valid, but a parameter or a field of the body is missing, unknown or out of range.',
    action: 'Read `fields`: each entry names a field by its path and says what is expected.',
  },
  payee_not_usable: {
    meaning: 'No account is named, it waits after a change or for two people, or it was replaced or erased.',
    action: 'Read the payee: `usable_from` and `needs_check` say what it waits for.',
  },
  applicant_changed: {
    meaning:
      'The name or telephone of the profile differs from the approved one, and changed a day ago or less, or after the proposal.',
    action: 'Read `changes` of the award, check with the applicant, and propose the payment again after a day.',
  },
  transfer_not_ours: {
    meaning: 'No transfer with this reference, amount and recipient is being sent now.',
    action: 'If people did not start it at the provider, its key or dashboard is in the wrong hands.',
  },
  account_not_found: {
    meaning: 'The provider resolved no name. It does not tell an account that does not exist from a bank that is down.',
    action: 'Let the person check the number, and offer another try. Never say that the account does not exist.',
  },
  account_name_differs: {
    meaning: 'The name that the bank gives has no word in common with the name of the applicant.',
    action: 'Another account, the correct name in the profile, or `receiver`, where someone else receives it for them.',
  },
  account_name_changed: {
    meaning: '`account_name` is not the name that the bank gives now.',
    action: 'Ask for the name again, show it, and send what the person has confirmed.',
  },
  malformed_json: {
    meaning: 'The body could not be parsed, is not UTF-8, or is nested too deeply.',
    action: 'Send one JSON object, encoded as UTF-8.',
  },
  idempotency_key_missing: {
    meaning: 'The endpoint must not run twice for one intent, and the Idempotency-Key header is missing or malformed.',
    action: 'Create a key once for each intent, such as a UUID, and send it with every retry.',
  },
  invalid_signature: {
    meaning: 'The webhook is not signed with PAYSTACK_SECRET_KEY, or the cosignature not by one of LOG_WITNESSES.',
    action: 'Check that both sides use the same key, and that no proxy changes the body.',
  },
  unauthorized: {
    meaning: 'The access token is missing, expired or invalid, or its session has ended.',
    action: 'Refresh the session or sign in, then send the token as `Authorization: Bearer …`.',
  },
  wrong_password: {
    meaning: 'The action requires the password of the account, and the given one does not match.',
    action: 'Ask the user for the password again. Attempts are limited.',
  },
  code_not_accepted: {
    meaning: 'The code is wrong, expired or used, or too many wrong codes were tried.',
    action: 'Ask the user for the code again, or request a new one. Attempts are limited.',
  },
  mfa_required: {
    meaning: 'The account has a second step, or its role requires one, and the session has not been verified with it.',
    action: 'Verify the second step (`/auth/v1/factors`), then use the new access token.',
  },
  reauthentication_needed: {
    meaning: 'The action needs a sign-in, or a code of a second step, at most ten minutes old in this session.',
    action:
      'Send the current password, or as `nonce` the code of `GET /auth/v1/reauthenticate`, to `PUT /auth/v1/user`, then repeat the request. Or ask the user to sign in again.',
  },
  password_change_required: {
    meaning: 'The user signed in with a password that an operator chose, or with a recovery mail.',
    action: 'Set a new password (`PUT /auth/v1/user`) first.',
  },
  forbidden: {
    meaning: 'The caller is known, but does not have access to this endpoint.',
    action: 'Use an account with the required role. Endpoints for operators answer only the server itself.',
  },
  role_needed: {
    meaning: 'The caller is a member of staff, but none of their roles has the duty that this endpoint needs.',
    action: 'Leave it to a colleague with the role, or ask an administrator to change the roles.',
  },
  own_request: {
    meaning:
      'The caller sent or entered this request, is of one household with its applicant, or named the same bank account. `detail` says which.',
    action: 'Leave the request to another member of staff.',
  },
  second_administrator_needed: {
    meaning: 'A proposal must be confirmed by a different administrator.',
    action: 'Ask a second administrator to confirm it, or withdraw it.',
  },
  fresh_second_step_needed: {
    meaning: 'Approving an award of this size needs a second step of the last ten minutes in this session.',
    action: 'Verify a second step again (`/auth/v1/factors`), then repeat the request.',
  },
  second_step_needed: {
    meaning: 'Recovery codes replace a second step, and the account has none that is verified.',
    action: 'Add and verify a second step (`/auth/v1/factors`) first.',
  },
  not_found: {
    meaning: 'The path does not exist, or the caller cannot see the row it names. The two cases are not distinguished.',
    action: 'Check the path and the id.',
  },
  method_not_allowed: {
    meaning: 'The path exists, but not with this method.',
    action: 'Use one of the methods in the Allow header.',
  },
  request_timeout: {
    meaning: 'The request did not arrive completely in time.',
    action: 'Send it again, with the same Idempotency-Key.',
  },
  idempotency_key_reused: {
    meaning: 'The key belongs to an earlier request with different content. Nothing was changed.',
    action: 'Use a new key for a new intent. Repeat the earlier request unchanged to get its answer.',
  },
  request_in_flight: {
    meaning: 'A request with the same key is still being processed.',
    action: 'Wait a few seconds, then repeat the request with the same key.',
  },
  address_stopped: {
    meaning: 'Someone used the link in one of our mails that stops all mail to their address.',
    action: 'Reach the person by telephone, or by another address.',
  },
  not_reachable: {
    meaning: 'The person has no address or telephone number for this channel, or the instance sends no text messages.',
    action: 'Use one of the channels that the thread or the request lists, or call the person.',
  },
  receipt_not_mailed: {
    meaning: 'The gift of this receipt is not paid, or its receipt was mailed three times.',
    action: 'Open the receipt with its code, and print or save it.',
  },
  account_not_empty: {
    meaning: 'The wallet has a balance or an unfinished payment, so the account cannot be closed.',
    action: 'Give or settle the balance first. `detail` says what remains.',
  },
  too_many_open_top_ups: {
    meaning: 'Several top-ups of the last hour are unfinished.',
    action: 'Resume or cancel one of them: `POST /api/wallet/top-ups/{reference}/resume` or `…/cancel`.',
  },
  too_many_open_requests: {
    meaning:
      'The household has twelve requests for aid that are pending or under review, or sent six within 24 hours. `detail` says the number, and from when one may ask again.',
    action:
      'Show the requests (`GET /api/applications`). Send the new one later; staff may enter it with `beyond_reason`.',
  },
  insufficient_funds: {
    meaning: 'The wallet balance is lower than the amount. Nothing was changed.',
    action: 'Choose a smaller amount or top up first.',
  },
  wallet_frozen: {
    meaning: 'A top-up was reversed after its money was spent. The wallet takes no top-ups and makes no gifts.',
    action: 'The user should contact the support team.',
  },
  already_decided: {
    meaning:
      'The status or version is no longer the expected one. `decision` says what it is now, who changed it, and when.',
    action: RELOAD,
  },
  held_by_another: {
    meaning: 'Another administrator has a lease on the request. `decision` says who, and until when.',
    action: 'Take the next request, or send `take_over` to `/api/admin/applications/:id/lease`.',
  },
  too_many_views: { meaning: 'The caller has saved 30 views.', action: 'Delete one of them first.' },
  template_changed: {
    meaning: 'The template has another version than `expected_version`.',
    action: 'Load the templates, then edit again.',
  },
  not_closable: {
    meaning:
      'A request closes as a duplicate only after an earlier request, and for want of an answer only after 30 days.',
    action: 'Decide about this request alone.',
  },
  undo_too_late: {
    meaning: 'After 60 seconds, or the last change was not the caller’s decision or request for papers.',
    action: 'Change the status again. The applicant is then told.',
  },
  award_open: {
    meaning: 'A request with a proposed or granted award stays approved, and has no second one.',
    action: 'Cancel the award (`POST /api/admin/awards/{id}/cancel`), or wait until it is closed.',
  },
  award_not_granted: {
    meaning: 'Disbursements need a granted award.',
    action: RELOAD,
  },
  award_paused: {
    meaning: 'The recipient of a disbursement under this award answered that they received part of it, or nothing.',
    action: 'Record a return, a loss or a later answer for that disbursement first.',
  },
  award_exceeded: {
    meaning: 'The disbursements of an award, less what was returned, are at most the award.',
    action: 'Choose at most what `left` of the award says.',
  },
  fund_short: {
    meaning: 'A fund can spend what it holds less its uncovered fees, and all funds together less all fees and losses.',
    action: 'Read `funds` of `GET /api/admin/applications/{id}/awards`, then propose less or split it.',
  },
  fund_below_zero: {
    meaning: 'More was taken back from a fund than it held, so nothing leaves it. Payments of other funds go on.',
    action: 'Cover the fund by closing its difference in Books, cancel the award, or release the payment later.',
  },
  limit_exceeded: {
    meaning: 'One person may release up to a limit in 24 hours, and an only administrator less in seven days.',
    action: 'Ask another administrator to release it, or wait.',
  },
  released_too_early: {
    meaning: 'An administrator alone may release their own proposal after a day (a minute in the sandbox).',
    action: 'Repeat the request at `release_from`, or let a second administrator release it.',
  },
  disbursement_open: {
    meaning: 'A disbursement of the award is released and may be on its way to the recipient.',
    action: 'Record its hand-over or cancel it, then cancel the award.',
  },
  cash_short: {
    meaning: 'The books say that this person holds less cash for handing over.',
    action: 'Record the cash that was drawn for them first (`POST /api/admin/cash`).',
  },
  already_confirmed: {
    meaning: 'The recipient said more than 24 hours ago that all of it came, and this answer is different.',
    action: 'Show the answer that was given.',
  },
  papers_already_requested: {
    meaning: 'A request for documents is open. There can only be one.',
    action: 'Wait for the answer, or change the status of the request.',
  },
  no_papers_requested: {
    meaning: 'There is no open request for documents with this id: it was answered or closed.',
    action: RELOAD,
  },
  already_proposed: {
    meaning: 'A proposal on the same subject is waiting for its confirmation.',
    action: 'Confirm or withdraw that proposal first.',
  },
  proposal_lapsed: {
    meaning: 'The proposal expired, or the person who made it has lost the role since. Nothing was changed.',
    action: 'Check it again, then make a new proposal for a second administrator to confirm.',
  },
  last_administrator: {
    meaning: 'The action would leave the instance without an administrator.',
    action: 'Create another administrator first: `npm run admin -- create EMAIL`.',
  },
  payment_not_for_review: {
    meaning: 'The payment does not need review, or it was already decided.',
    action: RELOAD,
  },
  merge_refused: {
    meaning:
      'One of the two people can sign in or has money in an award, an account or a wallet; or no reviewer has said that they are one person; or a merge can no longer be undone.',
    action: '`detail` says which. People who are said to be one person are shown together without a merge.',
  },
  wallet_decision_refused: {
    meaning: 'The wallet is not frozen, or its loss is settled, must be settled first, or has changed.',
    action: '`detail` says which. Load the books again.',
  },
  payment_cannot_settle: {
    meaning: 'The payment has no recipient any more, for example because the wallet was closed.',
    action: 'Propose `return` instead of `settle`.',
  },
  bank_line_matched: {
    meaning: 'Another caller, or the automatic match, was first.',
    action: RELOAD,
  },
  statement_unreadable: {
    meaning:
      'The file is not CSV or OFX, is too large or in another currency, or has unreadable rows. Nothing was stored.',
    action: 'Read `detail`, and `fields`, which names each row and says why.',
  },
  body_too_large: {
    meaning: 'The body is larger than the endpoint accepts. It was not processed.',
    action: 'Send a smaller body. Upload files through the storage protocol.',
  },
  unsupported_media_type: {
    meaning: 'The endpoint accepts JSON only.',
    action: 'Set the Content-Type header to application/json.',
  },
  payment_refused: {
    meaning: 'The payment provider did not accept the transaction: `detail` says why. Nothing was charged.',
    action: 'Correct the amount or the email address, then use a new Idempotency-Key.',
  },
  rate_limited: {
    meaning: 'The client address sent more requests than the limit of this endpoint allows.',
    action: RETRY_LATER,
  },
  internal: {
    meaning: 'A bug. It was logged with the request id. Whether the request took effect is not known.',
    action: 'Repeat the request with the same Idempotency-Key. If it fails again, report the request id.',
  },
  provider_unavailable: {
    meaning: 'The payment provider did not answer. `detail` says so where nothing was charged.',
    action: RETRY_LATER,
  },
  busy: {
    meaning: 'Too many requests of this kind are waiting. Nothing was changed.',
    action: RETRY_LATER,
  },
  unavailable: {
    meaning:
      'The database or storage did not answer in time, or the process is stopping. The request may have taken effect.',
    action: RETRY_LATER,
  },
}
