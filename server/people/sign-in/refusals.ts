/**
 * The refusals of the auth protocol, with their exact codes and messages (docs/protocols/auth.md sections 4 to 6). Clients match
 * the code, and some match the message.
 */

import { Refusal } from '../../platform/errors.ts'

type Status = 400 | 401 | 403 | 404 | 408 | 409 | 413 | 422 | 429 | 500 | 503 | 504

export const refusals = {
  bad_json: [400, 'bad_json', 'Could not parse request body as JSON'],
  body_too_large: [413, 'request_entity_too_large', 'Request body is too large'],
  request_too_slow: [408, 'request_timeout', 'The request took too long. Please try again.'],
  request_timeout: [504, 'request_timeout', 'Request timed out'],
  rate_limited: [429, 'over_request_rate_limit', 'Request rate limit reached'],
  unexpected: [500, 'unexpected_failure', 'Unexpected failure, please check server logs for more information'],
  busy: [503, 'unexpected_failure', 'Many people are signing in at the moment. Please try again in a few seconds.'],
  unavailable: [503, 'unexpected_failure', 'We cannot answer right now. Please try again in a minute.'],
  not_found: [404, 'not_found', 'Not found'],

  no_authorization: [401, 'no_authorization', 'This endpoint requires a valid Bearer token'],
  bad_jwt: [403, 'bad_jwt', 'invalid JWT: unable to parse or verify signature'],
  sub_missing: [403, 'bad_jwt', 'invalid claim: missing sub claim'],
  sub_no_uuid: [400, 'bad_jwt', 'invalid claim: sub claim must be a UUID'],
  session_id_no_uuid: [403, 'bad_jwt', 'invalid claim: session_id claim must be a UUID'],
  user_not_found: [403, 'user_not_found', 'User from sub claim in JWT does not exist'],
  session_not_found: [403, 'session_not_found', 'Session from session_id claim in JWT does not exist'],
  audience_mismatch: [400, 'validation_failed', "Token audience doesn't match request audience"],
  banned: [403, 'user_banned', 'User is banned'],
  not_admin: [403, 'not_admin', 'User not allowed'],

  otp_disabled: [422, 'otp_disabled', 'Signups and sign-ins by one-time code are disabled'],
  saml_disabled: [404, 'saml_provider_disabled', 'SAML 2.0 is disabled'],
  passkey_disabled: [404, 'passkey_disabled', 'Passkeys are disabled'],
  oauth_server_disabled: [404, 'feature_disabled', 'OAuth server is disabled'],
  aal2_to_end_sessions: [403, 'mfa_required', 'Please confirm with your second step first.'],
  unsupported_scope: [400, 'validation_failed', 'Unsupported logout scope'],

  signup_disabled: [422, 'signup_disabled', 'Signups not allowed for this instance'],
  signup_without_password: [400, 'validation_failed', 'Signup requires a valid password'],
  weak_password: [422, 'weak_password', 'Password should be at least 6 characters.'],
  password_too_long: [400, 'validation_failed', 'Password cannot be longer than 72 characters'],
  invalid_email: [400, 'validation_failed', 'Unable to validate email address: invalid format'],
  metadata_too_large: [400, 'validation_failed', 'User metadata is too large'],
  anonymous_disabled: [422, 'anonymous_provider_disabled', 'Anonymous sign-ins are disabled'],
  phone_disabled: [422, 'phone_provider_disabled', 'Phone signups are disabled'],
  phone_login_disabled: [422, 'phone_provider_disabled', 'Phone logins are disabled'],
  user_already_exists: [422, 'user_already_exists', 'User already registered'],
  pkce_incomplete: [400, 'validation_failed', 'PKCE flow requires code_challenge_method and code_challenge'],
  pkce_method: [400, 'validation_failed', 'code_challenge_method must be s256 or plain'],
  pkce_challenge: [
    400,
    'validation_failed',
    'code challenge has to be between 43 and 128 characters of A-Z, a-z, 0-9, -, ., _ and ~',
  ],
  captcha_failed: [400, 'captcha_failed', 'captcha protection: request disallowed'],

  invalid_credentials: [400, 'invalid_credentials', 'Invalid login credentials'],
  device_unknown: [
    400,
    'reauthentication_needed',
    'Too many wrong passwords were entered for this account. We have emailed you a code: enter it, then sign in again.',
  ],
  phone_passwords_tried: [
    400,
    'reauthentication_needed',
    'Too many wrong passwords were entered for this number. Sign in with a code by text message.',
  ],
  unsupported_grant: [400, 'invalid_credentials', 'unsupported_grant_type'],
  sign_in_without_address: [400, 'validation_failed', 'missing email or phone'],
  sign_in_with_both: [400, 'validation_failed', 'Only an email address or phone number should be provided on login.'],
  email_not_confirmed: [400, 'email_not_confirmed', 'Email not confirmed'],
  banned_at_sign_in: [400, 'user_banned', 'User is banned'],
  id_token_disabled: [400, 'provider_disabled', 'Unsupported provider: provider is not enabled'],
  web3_disabled: [400, 'web3_provider_disabled', 'Web3 sign-ins are disabled'],

  refresh_malformed: [400, 'validation_failed', 'Refresh token is not valid'],
  refresh_not_found: [400, 'refresh_token_not_found', 'Invalid Refresh Token: Refresh Token Not Found'],
  refresh_banned: [400, 'user_banned', 'Invalid Refresh Token: User Banned'],
  refresh_expired: [400, 'session_expired', 'Invalid Refresh Token: Session Expired (Inactivity)'],
  refresh_reused: [400, 'refresh_token_already_used', 'Invalid Refresh Token: Already Used'],
  refresh_not_ours: [400, 'validation_failed', 'Invalid Refresh Token: Not Issued By This Server'],

  recovery_without_address: [400, 'validation_failed', 'Password recovery requires an email'],
  resend_type: [400, 'validation_failed', 'Missing one of these types: signup, email_change, sms, phone_change'],
  resend_without_address: [400, 'validation_failed', 'Type provided requires an email address'],
  resend_without_any_address: [400, 'validation_failed', 'Missing email address or phone number'],
  address_or_phone: [400, 'validation_failed', 'Only an email address or phone number should be provided.'],
  invalid_phone: [400, 'validation_failed', 'Invalid phone number format (E.164 required)'],
  mail_too_soon: [
    429,
    'over_email_send_rate_limit',
    'For security purposes, you can only request this after 60 seconds.',
  ],

  verify_without_type: [400, 'validation_failed', 'Verify requires a verification type'],
  verify_type: [400, 'validation_failed', 'Unsupported verification type'],
  verify_without_token: [400, 'validation_failed', 'Verify requires either a token or a token hash'],
  verify_hash_alone: [400, 'validation_failed', 'Only the token_hash and type should be provided'],
  verify_address_or_phone: [
    400,
    'validation_failed',
    'Only an email address or phone number should be provided on verify',
  ],
  verify_email: [422, 'validation_failed', 'Invalid email format'],
  code_expired: [403, 'otp_expired', 'Token has expired or is invalid'],
  mailed_token_used: [403, 'otp_expired', 'Email link is invalid or has expired'],

  app_metadata_not_admin: [403, 'not_admin', 'Updating app_metadata requires admin privileges'],
  phone_change_disabled: [422, 'phone_provider_disabled', 'Phone changes are disabled'],
  phone_of_staff: [422, 'phone_provider_disabled', 'Staff do not sign in with a telephone number'],
  phone_is_second_step: [
    422,
    'validation_failed',
    'This number is your second step. Remove that first, or sign in with another number.',
  ],
  aal2_to_change_user: [
    401,
    'insufficient_aal',
    'AAL2 session is required to update email or password when MFA is enabled.',
  ],
  second_fact_first: [403, 'second_fact_needed', 'Give your name and the year you were born first, or call us.'],
  password_first: [403, 'password_change_required', 'Save a new password first.'],
  reauthentication_needed: [
    400,
    'reauthentication_needed',
    'You signed in more than ten minutes ago. Confirm that it is you with your password or an emailed code.',
  ],
  reauthentication_not_valid: [422, 'reauthentication_not_valid', 'The code is wrong, or it has expired.'],
  reauthentication_without_email: [
    422,
    'validation_failed',
    'Reauthentication requires the user to have an email or a phone number',
  ],
  same_password: [422, 'same_password', 'New password should be different from the old password.'],
  current_password_invalid: [400, 'current_password_invalid', 'Current password required when setting new password.'],
  email_exists: [422, 'email_exists', 'A user with this email address has already been registered'],

  pkce_empty: [400, 'validation_failed', 'invalid request: both auth code and code verifier should be non-empty'],
  flow_not_found: [404, 'flow_state_not_found', 'invalid flow state, no valid flow state found'],
  flow_expired: [422, 'flow_state_expired', 'invalid flow state, flow state has expired'],
  bad_verifier: [400, 'bad_code_verifier', 'code challenge does not match previously saved code verifier'],

  factor_type: [400, 'validation_failed', 'factor_type needs to be totp, phone, or webauthn'],
  factor_name_too_long: [400, 'validation_failed', 'friendly_name cannot be longer than 100 characters'],
  factor_issuer_too_long: [400, 'validation_failed', 'issuer cannot be longer than 100 characters'],
  phone_enrol_disabled: [422, 'mfa_phone_enroll_not_enabled', 'MFA enroll is disabled for Phone'],
  factor_phone_signs_in: [
    422,
    'validation_failed',
    'You sign in with this number, so it is no second step. Choose another number or an authenticator app.',
  ],
  factor_phone_missing: [400, 'validation_failed', 'Phone number required to enroll Phone factor'],
  factor_phone_verified: [
    422,
    'mfa_verified_factor_exists',
    'A verified phone factor already exists, unenroll the existing factor to continue',
  ],
  factor_name_taken: [422, 'mfa_factor_name_conflict', 'A factor with the friendly name for this user already exists'],
  too_many_factors: [
    422,
    'too_many_enrolled_mfa_factors',
    'Maximum number of verified factors reached, unenroll to continue',
  ],
  aal2_to_enrol: [403, 'insufficient_aal', 'AAL2 required to enroll a new factor'],
  aal2_to_remove_factor: [422, 'insufficient_aal', 'AAL2 required to unenroll verified factor'],
  factor_no_uuid: [404, 'validation_failed', 'factor_id must be an UUID'],
  factor_not_found: [404, 'mfa_factor_not_found', 'Factor not found'],
  challenge_channel: [400, 'validation_failed', "Invalid channel, supported values are 'sms' or 'whatsapp'"],
  text_too_soon: [
    429,
    'over_sms_send_rate_limit',
    'For security purposes, you can only request this after 60 seconds.',
  ],
  code_empty: [400, 'validation_failed', 'Code needs to be non-empty'],
  totp_not_accepted: [422, 'mfa_verification_failed', 'Invalid TOTP code entered'],
  phone_code_not_accepted: [422, 'mfa_verification_failed', 'Invalid MFA Phone code entered'],
  challenge_not_found: [422, 'mfa_factor_not_found', 'MFA factor with the provided challenge ID not found'],
  challenge_mismatch: [422, 'mfa_ip_address_mismatch', 'Challenge and verify IP addresses mismatch.'],
  challenge_expired: [
    422,
    'mfa_challenge_expired',
    'MFA challenge has expired, verify against another challenge or create a new challenge.',
  ],

  unsupported_provider: [400, 'validation_failed', 'Unsupported provider: provider is not enabled'],
  provider_unreachable: [
    503,
    'unexpected_failure',
    'The sign-in provider is not responding. Please try again in a minute.',
  ],
  provider_refused: [500, 'unexpected_failure', 'Unable to exchange external code'],
  state_missing: [400, 'bad_oauth_callback', 'OAuth state parameter missing'],
  state_unknown: [400, 'bad_oauth_state', 'OAuth state not found or expired'],
  state_used: [400, 'flow_state_already_used', 'OAuth state has already been used'],
  code_missing: [400, 'bad_oauth_callback', 'OAuth code parameter missing'],
  address_in_use: [
    422,
    'email_exists',
    'An account with this email address already exists. Sign in with its password and link the provider on the account page, or reset the password first.',
  ],
  manual_linking_disabled: [404, 'manual_linking_disabled', 'Manual linking is disabled'],
  link_needs_aal2: [403, 'insufficient_aal', 'AAL2 required to link an identity'],
  unlink_needs_aal2: [422, 'insufficient_aal', 'AAL2 required to unlink an identity'],
  identity_already_linked: [422, 'identity_already_exists', 'Identity is already linked'],
  identity_linked_elsewhere: [422, 'identity_already_exists', 'Identity is already linked to another user'],
  identity_id_no_uuid: [404, 'validation_failed', 'identity_id must be an UUID'],
  last_identity: [422, 'single_identity_not_deletable', 'User must have at least 1 identity after unlinking'],
  identity_not_found: [422, 'identity_not_found', "Identity doesn't exist"],
  email_conflict: [422, 'email_conflict_identity_not_deletable', 'Unable to unlink identity due to email conflict'],
} as const satisfies Record<string, readonly [Status, string, string]>

/** Our own name for a refusal: several may share a code of the protocol. */
export type RefusalName = keyof typeof refusals

interface Details {
  /** Replaces the table's message where the protocol includes a value. */
  message?: string
  /** Only for `weak_password`. */
  reasons?: readonly ('length' | 'characters' | 'pwned')[]
  cause?: unknown
}

/** A refusal of the auth protocol. Any other error is a bug or a database failure. */
export class AuthRefusal extends Refusal {
  readonly refusal: RefusalName
  readonly status: Status
  readonly code: string
  readonly reasons: Details['reasons']

  /** A full queue is refused on purpose. */
  override get isOurFault() {
    return super.isOurFault && this.refusal !== 'busy'
  }

  constructor(name: RefusalName, { message, reasons, cause }: Details = {}) {
    const [status, code, text] = refusals[name]
    super(message ?? text, { cause })
    this.name = 'AuthRefusal'
    this.refusal = name
    this.status = status
    this.code = code
    this.reasons = reasons
  }
}
