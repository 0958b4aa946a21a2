/** Sends a browser to a provider, to sign in there or to link an account (docs/protocols/auth.md sections 5.12 and 5.14). */
import * as client from 'openid-client'
import { z } from 'zod'
import type { OAuthSettings } from '../../../platform/env/accounts.ts'
import { decrypt, encrypt, sha256 } from '../../../platform/crypto.ts'
import type { Auth } from '../auth.ts'
import type { SignedIn } from '../callers.ts'
import { openFlow } from '../flows.ts'
import { RedirectTo } from '../http.ts'
import { readChallenge, type CodeChallenge } from '../pkce.ts'
import { requireChangeAllowed } from '../recent-sign-in.ts'
import { resolveRedirect } from '../redirects.ts'
import { AuthRefusal } from '../refusals.ts'
import { callbackAddress, discover, findProvider } from './providers.ts'
import { redirectWithRefusal } from './error-redirects.ts'

/** The query parameters that are forwarded to the provider. Others, such as our own `redirect_to`, are not. */
const FORWARDED_PARAMS = [
  'access_type',
  'acr_values',
  'display',
  'hd',
  'include_granted_scopes',
  'login_hint',
  'max_age',
  'prompt',
  'ui_locales',
] as const
const CHARACTERS_MAX = 200

const SCOPES = ['openid', 'email', 'profile']
const SCOPES_MAX = 20

/** `GET /authorize`. Further keys are the provider's; only known ones are forwarded. */
export interface AuthorizeQuery {
  readonly provider: string
  readonly redirect_to: string
  readonly scopes: string
  readonly code_challenge: string
  readonly code_challenge_method: string
  readonly [extra: string]: unknown
}

/** Secrets of one authorization request, used to check the provider's answer. */
const Secrets = z.object({
  verifier: z.string(),
  nonce: z.string(),
  maxAge: z.number().optional(),
})
/** The secrets that the callback checks the provider's answer with, from the flow's encrypted column. */
export type FlowSecrets = z.output<typeof Secrets>

/** @param sealed the flow's encrypted secrets, as stored before the callback */
export function openSecrets(auth: Auth, sealed: Buffer): FlowSecrets {
  return Secrets.parse(JSON.parse(decrypt(auth.keys.encryption, sealed).toString()))
}

/**
 * `GET /authorize`. The browser has left its page, so refusals are redirected back to it if that page is allowed.
 * @throws AuthRefusal `unsupported_provider`, `pkce_*`, if `redirect_to` is not allowed
 */
export async function authorize(auth: Auth, query: AuthorizeQuery, referrer: string | undefined): Promise<RedirectTo> {
  const redirectTo = resolveRedirect(auth, query.redirect_to, referrer)
  try {
    const challenge = readChallenge(query)
    const settings = findProvider(auth, query.provider)
    return new RedirectTo(
      await startAuthorization(auth, settings, query, { purpose: 'oauth', redirectTo, challenge }),
      302,
    )
  } catch (error) {
    if (!(error instanceof AuthRefusal)) throw error
    if (query.redirect_to !== redirectTo && error.status < 500) throw error
    return redirectWithRefusal(redirectTo, error)
  }
}

/**
 * `GET /user/identities/authorize`: the provider's URL for linking the caller's account.
 * @throws AuthRefusal `manual_linking_disabled`, `link_needs_aal2`, `reauthentication_needed`, `unsupported_provider`, `provider_unreachable`, `pkce_*`
 */
export async function authorizeLinking(
  auth: Auth,
  caller: SignedIn,
  query: AuthorizeQuery & { readonly skip_http_redirect: string },
  referrer: string | undefined,
): Promise<RedirectTo | { url: string }> {
  if (!auth.env.accounts.manualLinking) throw new AuthRefusal('manual_linking_disabled')
  requireChangeAllowed(auth, caller, 'link_needs_aal2')
  const challenge = readChallenge(query)
  const settings = findProvider(auth, query.provider)
  // Only who has the verifier completes it: another browser could be sent to the provider with this address.
  if (challenge === null) throw new AuthRefusal('pkce_incomplete')
  const url = await startAuthorization(auth, settings, query, {
    purpose: 'link',
    userId: caller.account.id,
    sessionId: caller.sessionId,
    redirectTo: resolveRedirect(auth, query.redirect_to, referrer),
    challenge,
  })
  return query.skip_http_redirect === 'true' ? { url } : new RedirectTo(url, 302)
}

interface AuthorizationStart {
  readonly purpose: 'oauth' | 'link'
  readonly userId?: string
  readonly sessionId?: string
  readonly redirectTo: string
  readonly challenge: CodeChallenge | null
}

/** @returns the provider's URL with its whole query */
async function startAuthorization(
  auth: Auth,
  settings: OAuthSettings,
  query: AuthorizeQuery,
  flow: AuthorizationStart,
): Promise<string> {
  const provider = await discover(auth, settings)
  const state = client.randomState()
  const forwarded = readForwardedParams(query)
  const maxAge = forwarded['max_age'] === undefined ? undefined : Number(forwarded['max_age'])
  const secrets: FlowSecrets = {
    verifier: client.randomPKCECodeVerifier(),
    nonce: client.randomNonce(),
    ...(maxAge !== undefined && { maxAge }),
  }
  await openFlow(auth, auth.db, {
    ...flow,
    provider: settings.id,
    stateHash: sha256(state),
    sealed: encrypt(auth.keys.encryption, Buffer.from(JSON.stringify(secrets))),
  })
  const address = client.buildAuthorizationUrl(provider, {
    ...forwarded,
    redirect_uri: callbackAddress(auth),
    scope: readScopes(query.scopes),
    state,
    nonce: secrets.nonce,
    code_challenge: await client.calculatePKCECodeChallenge(secrets.verifier),
    code_challenge_method: 'S256',
  })
  return address.href
}

function readForwardedParams(query: AuthorizeQuery): Record<string, string> {
  const forwarded: Record<string, string> = {}
  for (const name of FORWARDED_PARAMS) {
    const value = query[name]
    if (typeof value !== 'string' || value === '' || value.length > CHARACTERS_MAX || /\p{Cc}/u.test(value)) continue
    // It is checked again in the callback.
    if (name === 'max_age' && !/^\d{1,9}$/.test(value)) continue
    forwarded[name] = value
  }
  return forwarded
}

/** The scopes we need plus those the page asks for, in the characters RFC 6749 allows. */
function readScopes(asked: string): string {
  const more = asked.split(/\s+/).filter((scope) => /^[\x21\x23-\x5b\x5d-\x7e]{1,100}$/.test(scope))
  return [...new Set([...SCOPES, ...more])].slice(0, SCOPES_MAX).join(' ')
}
