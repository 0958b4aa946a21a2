/**
 * Flows: sign-ins that leave the page and return, by mail or through a provider. With PKCE a flow ends in a code that only the
 * browser that started it can exchange.
 */
import { eq, inArray } from 'drizzle-orm'
import { z } from 'zod'
import { after, minutes } from '../../platform/clock.ts'
import { decrypt, encrypt, sha256 } from '../../platform/crypto.ts'
import type { Tx } from '../../platform/db/db.ts'
import { isBanned } from './accounts.ts'
import type { Auth } from './auth.ts'
import { rememberDeviceAndNotify } from './devices.ts'
import { acceptedChallenges } from './mail-flows.ts'
import { OAuthProfile } from './oauth/oauth-profile.ts'
import { verifierMatches, type CodeChallenge } from './pkce.ts'
import { AuthRefusal } from './refusals.ts'
import { flowStates, users, type AuthMethod, type FlowState } from './schema.ts'
import { openSession, type OpenedSession, type Origin } from './sessions.ts'

/** Counted from when the code is issued, not from the request: a mail may be read an hour later. */
const CODE_VALID_FOR = minutes(5)

const METHODS = {
  oauth: 'oauth',
  link: 'oauth',
  signup: 'email/signup',
  recovery: 'recovery',
  email_change: 'email_change',
} as const satisfies Record<FlowState['purpose'], AuthMethod>

type NewFlow = Pick<FlowState, 'purpose' | 'redirectTo'> &
  Partial<Pick<FlowState, 'stateHash' | 'provider' | 'userId' | 'sessionId' | 'sealed'>> & {
    /** Null in the implicit flow, where the session is in the fragment. */
    challenge: CodeChallenge | null
  }

/** @returns the flow's id */
export async function openFlow(auth: Auth, tx: Pick<Tx, 'insert'>, { challenge, ...flow }: NewFlow): Promise<string> {
  const id = crypto.randomUUID()
  await tx.insert(flowStates).values({ id, ...flow, ...challenge, createdAt: auth.clock.now() })
  return id
}

const Tokens = z.object({ provider_token: z.string(), provider_refresh_token: z.string() }).partial()
/** The provider's own tokens. The browser gets them once, at the exchange; they are not stored on the account. */
export type ProviderTokens = Readonly<z.output<typeof Tokens>>

const Sealed = Tokens.extend({ linked: OAuthProfile.optional() })

/**
 * Issues the auth code that completes the external part of a flow.
 * @param userId the user who was verified
 * @param sealed the provider's tokens, and the identity that the exchange links
 * @returns the code for the browser to exchange
 */
export async function issueAuthCode(
  auth: Auth,
  tx: Tx,
  flowId: string,
  userId: string,
  sealed: z.output<typeof Sealed> = {},
): Promise<string> {
  const code = crypto.randomUUID()
  await tx
    .update(flowStates)
    .set({
      userId,
      authCodeHash: sha256(code),
      codeIssuedAt: auth.clock.now(),
      sealed: encrypt(auth.keys.encryption, Buffer.from(JSON.stringify(sealed))),
    })
    .where(eq(flowStates.id, flowId))
  return code
}

/** Links the identity of a flow that began for it (oauth/link.ts). */
type LinkIdentity = (auth: Auth, tx: Tx, flow: FlowState, profile: OAuthProfile) => Promise<void>

/** The session of an exchanged code, with the provider's tokens if there was a provider. */
export interface ExchangedFlow {
  readonly opened: OpenedSession
  readonly tokens: ProviderTokens
}

/**
 * Exchanges an auth code for a session, once.
 * @throws AuthRefusal `pkce_empty`, `flow_not_found`, `flow_expired`, `bad_verifier`, `banned_at_sign_in`, and those of linking
 */
export async function exchangeAuthCode(
  auth: Auth,
  code: string,
  verifier: string,
  origin: Origin,
  link: LinkIdentity,
): Promise<ExchangedFlow> {
  if (code === '' || verifier === '') throw new AuthRefusal('pkce_empty')
  return auth.db.transaction(async (tx) => {
    const ofCode = eq(flowStates.authCodeHash, sha256(code))
    // Lock the user before the flow: every transaction uses this order.
    const owner = tx.select({ id: flowStates.userId }).from(flowStates).where(ofCode)
    await tx.select({ id: users.id }).from(users).where(inArray(users.id, owner)).for('update')
    const [flow] = await tx.select().from(flowStates).where(ofCode).for('update')
    if (!flow?.codeIssuedAt || flow.userId === null) throw new AuthRefusal('flow_not_found')
    const now = auth.clock.now()
    if (after(flow.codeIssuedAt, CODE_VALID_FOR) <= now) throw new AuthRefusal('flow_expired')
    const challenges = await acceptedChallenges(tx, flow)
    if (!challenges.some((challenge) => verifierMatches(challenge, verifier))) throw new AuthRefusal('bad_verifier')
    const { linked, ...tokens } = flow.sealed
      ? Sealed.parse(JSON.parse(decrypt(auth.keys.encryption, flow.sealed).toString()))
      : {}
    if (linked) await link(auth, tx, flow, linked)
    await tx.delete(flowStates).where(eq(flowStates.id, flow.id))
    const isRecovery = flow.purpose === 'recovery'
    const opened = await openSession(
      auth,
      tx,
      flow.userId,
      METHODS[flow.purpose],
      origin,
      isRecovery ? 'recovery' : null,
    )
    if (isBanned(opened.account, now)) throw new AuthRefusal('banned_at_sign_in')
    // A recovery's device is remembered with its new password.
    if (!isRecovery) await rememberDeviceAndNotify(auth, tx, opened.account, origin)
    return { opened, tokens }
  })
}
