/**
 * The auth protocol (`/auth/v1`) as `@supabase/auth-js` speaks it. Routes, the fuzzer and the matrix of routes and roles are
 * derived from this table. It is not part of `api`: errors, unknown fields and `null` follow the protocol.
 *
 * Bodies are parsed leniently, as in the protocol: unknown keys are ignored, `null` means absent, and an absent text is empty.
 * Each call validates its values itself, with the protocol's own messages.
 */
import { z } from 'zod'
import type { RateLimitName } from '../platform/rate-limits.ts'

/** Mount path of the protocol. */
export const AUTH_PATH = '/auth/v1'

/** A call of the auth protocol (docs/protocols/auth.md section 5). Unlike our own endpoints it ignores unknown keys. */
export interface AuthCall {
  readonly summary: string
  /** `user`: a bearer token with a live session. */
  readonly guard: 'anyone' | 'user'
  readonly query?: z.ZodObject
  readonly body?: z.ZodObject
  readonly limit: RateLimitName | 'none'
  /** It may open a session, so the answer gives the device its cookie. */
  readonly marksDevice?: true
  /** Answers the session of a recovery too, which otherwise may do nothing. */
  readonly duringRecovery?: true
  /** Answers a session by text too whose number may have a new owner. */
  readonly whenLimited?: true
}

/** Method and path, without `AUTH_PATH`. */
export type AuthCallKey = `${'GET' | 'POST' | 'PUT' | 'DELETE'} /${string}`

const text = z
  .string()
  .nullish()
  .transform((value) => value ?? '')
const data = z.record(z.string(), z.unknown()).nullish()

const redirect = z.object({ redirect_to: text })
const challenge = { code_challenge: text, code_challenge_method: text }
const captcha = {
  gotrue_meta_security: z
    .object({ captcha_token: text })
    .nullish()
    .transform((security) => security?.captcha_token ?? ''),
}

/** Every call that we serve, with the protocol's own names. */
export const authCalls = {
  'POST /signup': {
    summary: 'Creates an account with a password and an email address or a telephone number.',
    guard: 'anyone',
    query: redirect,
    body: z.object({ email: text, phone: text, password: text, data, ...challenge, ...captcha }),
    limit: 'auth_messages',
    marksDevice: true,
  },
  'POST /token': {
    summary: 'Opens or refreshes a session: by password, refresh token, or the auth code of a PKCE flow.',
    guard: 'anyone',
    query: z.object({ grant_type: text }),
    body: z.object({
      email: text,
      phone: text,
      password: text,
      refresh_token: text,
      auth_code: text,
      code_verifier: text,
      ...captcha,
    }),
    limit: 'tokens',
    marksDevice: true,
  },
  'POST /logout': {
    summary: 'Ends all sessions (`global`), the current one (`local`), or all others (`others`).',
    guard: 'user',
    query: z.object({ scope: text }),
    limit: 'accounts',
    duringRecovery: true,
    whenLimited: true,
  },
  'POST /recover': {
    summary: 'Mails a link and a code to reset the password. The answer does not tell whether the address is known.',
    guard: 'anyone',
    query: redirect,
    body: z.object({ email: text, ...challenge, ...captcha }),
    limit: 'auth_messages',
  },
  'POST /verify': {
    summary: 'Redeems a mailed or texted code, or the token of a mailed link, and opens a session.',
    guard: 'anyone',
    query: redirect,
    body: z.object({ type: text, email: text, phone: text, token: text, token_hash: text, redirect_to: text }),
    limit: 'auth_codes',
    marksDevice: true,
  },
  'GET /verify': {
    summary: 'The link in a mail: a page with a button. Changes nothing, because programs open links too.',
    guard: 'anyone',
    query: z.object({ token: text, type: text, redirect_to: text }),
    limit: 'auth_codes',
  },
  'POST /verify/link': {
    summary: 'The button of a mailed link’s page: redeems the token and redirects.',
    guard: 'anyone',
    body: z.object({ token: text, type: text, redirect_to: text }),
    limit: 'auth_codes',
    marksDevice: true,
  },
  'POST /otp': {
    summary: 'Texts a code that signs a telephone number in. The answer does not tell whether the number is known.',
    guard: 'anyone',
    body: z.object({
      email: text,
      phone: text,
      data,
      create_user: z.boolean().nullish(),
      channel: text,
      ...challenge,
      ...captcha,
    }),
    limit: 'auth_messages',
  },
  'POST /resend': {
    summary: 'Mails or texts a confirmation again.',
    guard: 'anyone',
    query: redirect,
    body: z.object({ type: text, email: text, phone: text, ...challenge, ...captcha }),
    limit: 'auth_messages',
  },
  'GET /user': {
    summary: 'The signed-in user.',
    guard: 'user',
    limit: 'accounts',
    duringRecovery: true,
    whenLimited: true,
  },
  'PUT /user': {
    summary:
      'Changes metadata, password, email address or telephone number. A `nonce` or `current_password` alone confirms the session for ten minutes.',
    guard: 'user',
    query: redirect,
    body: z.object({
      email: text,
      phone: text,
      password: z.string().nullish(),
      current_password: text,
      nonce: text,
      data,
      app_metadata: z.unknown().optional(),
      channel: text,
      ...challenge,
    }),
    limit: 'auth_messages',
    duringRecovery: true,
  },
  'GET /reauthenticate': {
    summary: 'Mails a code that confirms a change of the account: the `nonce` of `PUT /user`.',
    guard: 'user',
    limit: 'auth_messages',
  },
  'GET /user/identities/authorize': {
    summary: "The provider's URL for linking it to the caller's account.",
    guard: 'user',
    query: z.looseObject({ provider: text, redirect_to: text, scopes: text, skip_http_redirect: text, ...challenge }),
    limit: 'accounts',
  },
  'DELETE /user/identities/:identity_id': {
    summary: 'Unlinks an identity. The last usable one cannot be unlinked.',
    guard: 'user',
    limit: 'accounts',
  },
  'GET /authorize': {
    summary: 'Sends the browser to a provider to sign in.',
    guard: 'anyone',
    query: z.looseObject({ provider: text, redirect_to: text, scopes: text, ...challenge }),
    limit: 'auth_codes',
  },
  'GET /callback': {
    summary: 'The callback that a provider redirects to.',
    guard: 'anyone',
    query: z.object({ code: text, state: text, error: text, error_description: text, iss: text }),
    limit: 'auth_codes',
    marksDevice: true,
  },
  'POST /callback': {
    summary: 'The callback for providers that post a form.',
    guard: 'anyone',
    body: z.object({ code: text, state: text, error: text, error_description: text, iss: text }),
    limit: 'auth_codes',
  },
  'POST /factors': {
    summary: 'Enrols a second step: an authenticator app (`totp`) or a phone.',
    guard: 'user',
    body: z.object({ friendly_name: text, factor_type: text, issuer: text, phone: text }),
    limit: 'accounts',
  },
  'DELETE /factors/:factor_id': { summary: 'Removes a second step.', guard: 'user', limit: 'accounts' },
  'POST /factors/:factor_id/challenge': {
    summary: 'Starts a challenge. A phone is sent a code.',
    guard: 'user',
    body: z.object({ channel: text }),
    limit: 'auth_messages',
    duringRecovery: true,
    whenLimited: true,
  },
  'POST /factors/:factor_id/verify': {
    summary: 'Verifies a code, and raises the session to aal2.',
    guard: 'user',
    body: z.object({ challenge_id: text, code: text }),
    limit: 'auth_codes',
    duringRecovery: true,
    whenLimited: true,
  },
  'GET /.well-known/jwks.json': {
    summary: 'The public keys that verify access tokens.',
    guard: 'anyone',
    limit: 'none',
  },
  'GET /settings': { summary: 'The sign-in methods of this instance.', guard: 'anyone', limit: 'none' },
  'GET /health': { summary: 'The name and version of this service.', guard: 'anyone', limit: 'none' },
} as const satisfies Readonly<Record<AuthCallKey, AuthCall>>

export type AuthCalls = typeof authCalls
