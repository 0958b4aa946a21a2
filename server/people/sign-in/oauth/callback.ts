/**
 * The provider's callback (docs/protocols/auth.md section 5.15). Checks the provider's answer, and redirects the browser to the
 * page it came from with a code, a session or an error.
 */
import { eq } from 'drizzle-orm'
import * as client from 'openid-client'
import { after, minutes } from '../../../platform/clock.ts'
import { sha256 } from '../../../platform/crypto.ts'
import type { Tx } from '../../../platform/db/db.ts'
import { isUniqueViolation } from '../../../platform/db/errors.ts'
import type { Auth } from '../auth.ts'
import { rememberDeviceAndNotify } from '../devices.ts'
import { issueAuthCode, type ProviderTokens } from '../flows.ts'
import { toRefusal } from '../../../platform/http/answer-error.ts'
import { authErrors, RedirectTo } from '../http.ts'
import { sessionParams } from '../redirect-params.ts'
import { withFragment, withQuery } from '../redirects.ts'
import { AuthRefusal } from '../refusals.ts'
import { flowStates, type FlowState } from '../schema.ts'
import { openSession, type OpenedSession, type Origin } from '../sessions.ts'
import { openSecrets, type FlowSecrets } from './authorize.ts'
import { requireLinkable } from './link.ts'
import type { OAuthProfile } from './oauth-profile.ts'
import { readProfile } from './profile.ts'
import { callbackAddress, discover, findProvider, callProvider } from './providers.ts'
import { redirectWithProviderError, redirectWithRefusal } from './error-redirects.ts'
import { findOrCreateAccount } from './sign-in.ts'

/** Time to choose an account at the provider and complete its sign-in. */
const STATE_VALID_FOR = minutes(10)

/** The provider's answer, through the browser. Untrusted until checked with the flow's secrets. */
export interface ProviderAnswer {
  readonly code: string
  readonly state: string
  readonly error: string
  readonly error_description: string
  /** The issuer, from providers that send it (RFC 9207). */
  readonly iss: string
}

interface Claimed {
  readonly flow: FlowState
  readonly secrets: FlowSecrets
}

/** Handles a provider's callback. Every error is redirected to the page, never shown as a page of ours. */
export async function handleCallback(auth: Auth, answer: ProviderAnswer, origin: Origin): Promise<RedirectTo> {
  let claimed: Claimed
  try {
    claimed = await claimFlow(auth, answer.state)
  } catch (error) {
    return redirectWithRefusal(auth.env.publicUrl, logAndRefuse(auth, error), 303)
  }
  const { redirectTo } = claimed.flow
  if (answer.error !== '') return redirectWithProviderError(redirectTo, answer.error, answer.error_description)
  try {
    const { profile, tokens } = await exchangeCode(auth, claimed, answer)
    return await completeFlow(auth, claimed.flow, profile, tokens, origin)
  } catch (error) {
    return redirectWithRefusal(redirectTo, logAndRefuse(auth, error))
  }
}

function logAndRefuse(auth: Auth, error: unknown): AuthRefusal {
  if (!(error instanceof AuthRefusal)) auth.log.error({ err: error }, 'auth: cannot finish a sign-in from a provider')
  return toRefusal(error, authErrors)
}

/**
 * Claims the flow of a state. Only the first request gets it.
 * @throws AuthRefusal `state_missing`, `state_unknown`, `state_used`
 */
async function claimFlow(auth: Auth, state: string): Promise<Claimed> {
  if (state === '') throw new AuthRefusal('state_missing')
  return auth.db.transaction(async (tx) => {
    const [flow] = await tx
      .select()
      .from(flowStates)
      .where(eq(flowStates.stateHash, sha256(state)))
      .for('update')
    if (!flow) throw new AuthRefusal('state_unknown')
    // Claiming removes the secrets; later the column holds the provider's tokens, or nothing.
    if (flow.sealed === null || flow.codeIssuedAt) throw new AuthRefusal('state_used')
    if (after(flow.createdAt, STATE_VALID_FOR) <= auth.clock.now()) throw new AuthRefusal('state_unknown')
    await tx.update(flowStates).set({ sealed: null }).where(eq(flowStates.id, flow.id))
    return { flow, secrets: openSecrets(auth, flow.sealed) }
  })
}

/** @throws AuthRefusal `code_missing`, `provider_unreachable`, `provider_refused`, `unsupported_provider` */
async function exchangeCode(auth: Auth, { flow, secrets }: Claimed, answer: ProviderAnswer) {
  if (answer.code === '') throw new AuthRefusal('code_missing')
  const settings = findProvider(auth, flow.provider ?? '')
  return callProvider(auth, settings, async () => {
    const provider = await discover(auth, settings)
    const { code, state, iss } = answer
    const address = new URL(withQuery(callbackAddress(auth), { code, state, iss: iss || undefined }))
    const tokens = await client.authorizationCodeGrant(provider, address, {
      // The flow was found by this state.
      expectedState: state,
      expectedNonce: secrets.nonce,
      pkceCodeVerifier: secrets.verifier,
      ...(secrets.maxAge !== undefined && { maxAge: secrets.maxAge }),
    })
    const profile = await readProfile(settings, provider, tokens)
    const { access_token: token, refresh_token: refreshToken } = tokens
    const providerTokens: ProviderTokens = {
      provider_token: token,
      ...(refreshToken !== undefined && { provider_refresh_token: refreshToken }),
    }
    return { profile, tokens: providerTokens }
  })
}

/** Finds or creates the account and completes the flow, in one transaction. */
async function completeFlow(
  auth: Auth,
  flow: FlowState,
  profile: OAuthProfile,
  tokens: ProviderTokens,
  origin: Origin,
): Promise<RedirectTo> {
  const run = () => auth.db.transaction((tx) => completeInTransaction(auth, tx, flow, profile, tokens, origin))
  let ended: string | OpenedSession
  try {
    ended = await run()
  } catch (error) {
    // A concurrent request created the account, most likely the same person clicking twice: find it now.
    const raced = ['users_email_taken', 'identities_subject_taken'].some((name) => isUniqueViolation(error, name))
    if (!raced) throw error
    ended = await run()
  }
  if (typeof ended === 'string') return new RedirectTo(withQuery(flow.redirectTo, { code: ended }), 302)
  // The provider's tokens are left out: a URL is not a safe place for them (docs/protocols/auth.md section 12).
  return new RedirectTo(withFragment(flow.redirectTo, await sessionParams(auth, ended)), 302)
}

/** @returns the code to exchange with PKCE, otherwise a session */
async function completeInTransaction(
  auth: Auth,
  tx: Tx,
  flow: FlowState,
  profile: OAuthProfile,
  tokens: ProviderTokens,
  origin: Origin,
): Promise<string | OpenedSession> {
  if (flow.purpose === 'link') {
    const { id } = await requireLinkable(auth, tx, flow, profile)
    return issueAuthCode(auth, tx, flow.id, id, { ...tokens, linked: profile })
  }
  const userId = await findOrCreateAccount(auth, tx, profile, origin)
  if (flow.codeChallenge !== null) return issueAuthCode(auth, tx, flow.id, userId, tokens)
  const opened = await openSession(auth, tx, userId, 'oauth', origin)
  await rememberDeviceAndNotify(auth, tx, opened.account, origin)
  return opened
}
