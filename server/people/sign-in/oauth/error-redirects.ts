/** Redirects with an error, in the query and in the fragment (docs/protocols/auth.md section 5.15). */
import { RedirectTo } from '../http.ts'
import { oauthErrorFor } from '../redirect-params.ts'
import { withFragment, withQuery } from '../redirects.ts'
import type { AuthRefusal } from '../refusals.ts'

/** These codes are `access_denied`, whatever their status. */
const ACCESS_DENIED_CODES = new Set(['signup_disabled', 'user_banned', 'provider_email_needs_verification'])

/** The error parameters that a page reads from its URL. */
interface Failure {
  readonly error: string
  readonly error_code?: string
  readonly error_description?: string
}

/** Redirects with one of our refusals. */
export function redirectWithRefusal(redirectTo: string, refusal: AuthRefusal, status: 302 | 303 = 302): RedirectTo {
  const error = ACCESS_DENIED_CODES.has(refusal.code)
    ? 'access_denied'
    : (oauthErrorFor(refusal.status) ?? 'server_error')
  return redirectWithError(redirectTo, { error, error_code: refusal.code, error_description: refusal.message }, status)
}

/** Redirects with the provider's own error, shortened and without control characters. */
export function redirectWithProviderError(redirectTo: string, error: string, description: string): RedirectTo {
  const shown = description
    .replaceAll(/[^\p{L}\p{M}\p{N}\p{P}\p{S}]+/gu, ' ')
    .trim()
    .slice(0, 300)
    .toWellFormed()
  return redirectWithError(redirectTo, {
    error: /^[\w.-]{1,60}$/.test(error) ? error : 'server_error',
    ...(shown !== '' && { error_description: shown }),
  })
}

function redirectWithError(redirectTo: string, failure: Failure, status: 302 | 303 = 302): RedirectTo {
  return new RedirectTo(withFragment(withQuery(redirectTo, { ...failure }), { ...failure }), status)
}
