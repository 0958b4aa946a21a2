/**
 * The providers that people sign in through. All speak OpenID Connect, so there is one way for Google and for any other: it is
 * found by its issuer when somebody first asks for it, never at the start, which needs no network.
 */
import * as client from 'openid-client'
import type { OAuthSettings } from '../../env-accounts.ts'
import { hours, seconds } from '../../lib/clock.ts'
import type { Auth } from '../auth.ts'
import { AuthRefusal } from '../refusals.ts'

/** For one request to a provider. */
const REQUEST_SECONDS_MAX = 5
/** For all requests that one of ours leads to: less than it may take itself (http.ts), so that people are sent back in time. */
const CALL_MILLISECONDS_MAX = seconds(8)
/** Addresses of providers change, though seldom. */
const REMEMBERED_FOR = hours(24)

interface Found {
  readonly at: Date
  readonly provider: Promise<client.Configuration>
}

const found = new WeakMap<OAuthSettings, Found>()

/** @throws AuthRefusal `unsupported_provider` for one that is unknown, or not configured here */
export function findProvider({ env }: Auth, id: string): OAuthSettings {
  const settings = env.accounts.oauth.find((provider) => provider.id === id)
  if (!settings) throw new AuthRefusal('unsupported_provider')
  return settings
}

/** Where a provider sends people back to: it has to be registered there, so it comes from PUBLIC_URL only. */
export function callbackAddress(auth: Auth): string {
  return `${auth.issuer}/callback`
}

/**
 * What a provider says of itself: asked once, and again after a failure.
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
        // The token comes straight from the provider. Its signature is checked all the same, as for one from anywhere.
        client.enableNonRepudiationChecks,
        // Only on this machine: server/env-accounts.ts refuses other issuers without https.
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

/** By the header, which is what providers expect of a client that says nothing else, or in the body where that is all they take. */
function authenticateClient(secret: string): client.ClientAuth {
  const byHeader = client.ClientSecretBasic(secret)
  const byBody = client.ClientSecretPost(secret)
  return (provider, ...rest) => {
    const ways = provider.token_endpoint_auth_methods_supported ?? ['client_secret_basic']
    return (ways.includes('client_secret_basic') ? byHeader : byBody)(provider, ...rest)
  }
}

/**
 * Talks to a provider, and gives up in time.
 * @throws AuthRefusal `provider_unreachable` when it does not answer, `provider_refused` when what it answers is not right
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
  // What fetch throws when there is no answer.
  if (error instanceof TypeError) return true
  if (!(error instanceof client.ClientError)) return false
  return error.code === 'OAUTH_TIMEOUT' || (error.cause instanceof Response && error.cause.status >= 500)
}

/** By the words of the failure only: its details hold what the provider says of the person. */
function logFailure(auth: Auth, { id }: OAuthSettings, error: unknown): void {
  const reasons: string[] = []
  for (let current = error; current instanceof Error && reasons.length < 4; current = current.cause)
    reasons.push(current.message)
  if (error instanceof client.ResponseBodyError) reasons.push(error.error.slice(0, 60))
  auth.log.warn({ provider: id, reasons }, 'auth: a sign-in provider did not answer as it should')
}
