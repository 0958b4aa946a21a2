/**
 * The identity providers. All speak OpenID Connect, so Google and any other provider work the same way. A provider is discovered
 * by its issuer when first used, never at startup, so starting needs no network.
 */
import * as client from 'openid-client'
import type { OAuthSettings } from '../../../platform/env/accounts.ts'
import { hours, seconds } from '../../../platform/clock.ts'
import type { Auth } from '../auth.ts'
import { AuthRefusal } from '../refusals.ts'

/** For one request to a provider. */
const REQUEST_SECONDS_MAX = 5
/** For all provider calls of one request: less than our own limit (http.ts), so that users are redirected in time. */
const CALL_MILLISECONDS_MAX = seconds(8)
/** Providers' endpoints change, but rarely. */
const REMEMBERED_FOR = hours(24)

interface Found {
  readonly at: Date
  readonly provider: Promise<client.Configuration>
}

const found = new WeakMap<OAuthSettings, Found>()

/** @throws AuthRefusal `unsupported_provider` if it is unknown or not configured */
export function findProvider({ env }: Auth, id: string): OAuthSettings {
  const settings = env.accounts.oauth.find((provider) => provider.id === id)
  if (!settings) throw new AuthRefusal('unsupported_provider')
  return settings
}

/** The redirect URI registered with the provider. It comes from PUBLIC_URL only. */
export function callbackAddress(auth: Auth): string {
  return `${auth.issuer}/callback`
}

/**
 * Discovers a provider's endpoints: once, and again after a failure.
 * @throws AuthRefusal `provider_unreachable`
 */
export async function discover(auth: Auth, settings: OAuthSettings): Promise<client.Configuration> {
  const now = auth.clock.now()
  const before = found.get(settings)
  if (before && now.getTime() - before.at.getTime() < REMEMBERED_FOR) return before.provider
  const issuer = new URL(settings.issuer)
  const provider = client
    .discovery(issuer, settings.clientId, undefined, authenticateClient(settings.clientSecret), {
      timeout: REQUEST_SECONDS_MAX,
      execute: [
        // The token comes directly from the provider over TLS. Its signature is checked anyway.
        client.enableNonRepudiationChecks,
        // Only on this machine: server/platform/env/accounts.ts refuses other issuers without https.
        ...(issuer.protocol === 'http:' ? [client.allowInsecureRequests] : []),
      ],
    })
    .catch((error: unknown) => {
      found.delete(settings)
      logFailure(auth, settings, error)
      throw new AuthRefusal('provider_unreachable', { cause: error })
    })
  found.set(settings, { at: now, provider })
  return provider
}

/** Authenticates by header, which is the default, or in the body if the provider supports only that. */
function authenticateClient(secret: string): client.ClientAuth {
  const byHeader = client.ClientSecretBasic(secret)
  const byBody = client.ClientSecretPost(secret)
  return (provider, ...rest) => {
    const ways = provider.token_endpoint_auth_methods_supported ?? ['client_secret_basic']
    return (ways.includes('client_secret_basic') ? byHeader : byBody)(provider, ...rest)
  }
}

/**
 * Calls a provider, with a time limit.
 * @throws AuthRefusal `provider_unreachable` if it does not answer, `provider_refused` if its answer is not valid
 */
export async function callProvider<T>(auth: Auth, settings: OAuthSettings, work: () => Promise<T>): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new AuthRefusal('provider_unreachable')), CALL_MILLISECONDS_MAX)
  try {
    return await Promise.race([work(), late])
  } catch (error) {
    if (error instanceof AuthRefusal && error.refusal === 'provider_unreachable') throw error
    logFailure(auth, settings, error)
    throw new AuthRefusal(isUnreachable(error) ? 'provider_unreachable' : 'provider_refused', { cause: error })
  } finally {
    clearTimeout(timer)
  }
}

function isUnreachable(error: unknown): boolean {
  // Thrown by fetch without an answer.
  if (error instanceof TypeError) return true
  if (!(error instanceof client.ClientError)) return false
  return error.code === 'OAUTH_TIMEOUT' || (error.cause instanceof Response && error.cause.status >= 500)
}

/** Logs only the messages of the error: its details contain personal data from the provider. */
function logFailure(auth: Auth, { id }: OAuthSettings, error: unknown): void {
  const reasons: string[] = []
  for (let current = error; current instanceof Error && reasons.length < 4; current = current.cause)
    reasons.push(current.message)
  if (error instanceof client.ResponseBodyError) reasons.push(error.error.slice(0, 60))
  auth.log.warn({ provider: id, reasons }, 'auth: a sign-in provider did not answer as it should')
}
