/**
 * A stolen session alone must not take an account: changing how an account is signed in to needs a sign-in of at most ten minutes
 * ago, or proof in this session that it is the owner: the current password, or a code mailed by `GET /reauthenticate`.
 */
import { and, eq } from 'drizzle-orm'
import { after, minutes } from '../../platform/clock.ts'
import type { Core } from '../../platform/core.ts'
import type { Db, Tx } from '../../platform/db/db.ts'
import { enqueueText } from '../../platform/sms/outbox.ts'
import { lockSignInTexts, maySignInByText } from '../../platform/sms/sign-in-texts.ts'
import { codeText } from './account-texts.ts'
import type { Auth } from './auth.ts'
import { mayChangeAccount, type SignedIn } from './callers.ts'
import { mailAccount } from './letters.ts'
import { tooSoon } from './mail-requests.ts'
import { findBySessionCode, issueToken } from './one-time-tokens.ts'
import { AuthRefusal, type RefusalName } from './refusals.ts'
import { oneTimeTokens, sessions, users, type AuthMethod, type OneTimeToken } from './schema.ts'
import type { Origin } from './sessions.ts'

const RECENT = minutes(10)

/** Whether the user has signed in or confirmed with a second step within the last ten minutes, in this session. */
export function isRecent(auth: Auth, { amr }: Pick<SignedIn, 'amr'>): boolean {
  const since = after(auth.clock.now(), -RECENT).getTime() / 1000
  return amr.some(({ timestamp }) => timestamp > since)
}

/** Like {@link requireRecentSignIn}, for calls of our own API. False for a session that has ended. */
export async function isRecentSession(auth: Auth, sessionId: string): Promise<boolean> {
  const [session] = await auth.db.select({ amr: sessions.amr }).from(sessions).where(eq(sessions.id, sessionId))
  return session !== undefined && isRecent(auth, session)
}

const SECOND_STEPS: ReadonlySet<AuthMethod> = new Set(['totp', 'mfa/phone', 'mfa/recovery_code'])

/** When this session began, and when it last passed a second step, to the second; null: never. Null: it has ended. */
export async function findProofs(db: Db | Tx, sessionId: string) {
  const columns = { startedAt: sessions.createdAt, amr: sessions.amr }
  const [session] = await db.select(columns).from(sessions).where(eq(sessions.id, sessionId))
  if (!session) return null
  const passed = session.amr.filter(({ method }) => SECOND_STEPS.has(method)).map(({ timestamp }) => timestamp)
  const lastSecondStep = passed.length > 0 ? new Date(Math.max(...passed) * 1000) : null
  return { startedAt: session.startedAt, lastSecondStep }
}

/** Whether this session has passed a second step within the last ten minutes. For acts that a stolen session must not do. */
export async function hasRecentSecondStep(
  { db, clock }: { readonly db: Db | Tx; readonly clock: Core['clock'] },
  sessionId: string,
): Promise<boolean> {
  const last = (await findProofs(db, sessionId))?.lastSecondStep
  return last ? last > after(clock.now(), -RECENT) : false
}

/** @throws AuthRefusal `reauthentication_needed` */
export function requireRecentSignIn(auth: Auth, caller: Pick<SignedIn, 'amr'>): void {
  if (!isRecent(auth, caller)) throw new AuthRefusal('reauthentication_needed')
}

/**
 * Whether this session may change how the account is signed in to.
 * @param refusal if the account's second step is missing
 * @throws AuthRefusal `refusal`, `reauthentication_needed`
 */
export function requireChangeAllowed(
  auth: Auth,
  caller: Pick<SignedIn, 'account' | 'aal' | 'amr'>,
  refusal: RefusalName,
): void {
  if (!mayChangeAccount(caller)) throw new AuthRefusal(refusal)
  requireRecentSignIn(auth, caller)
}

const TEXT_LATER = 'We have texted this number often lately. Please wait, or sign in again.'

/**
 * `GET /reauthenticate`: mails a code to the account's address, at most once a minute. An account without an address is texted.
 * @throws AuthRefusal `aal2_to_change_user`, `reauthentication_without_email`, `mail_too_soon`, `text_too_soon`
 */
export async function requestReauthentication(
  auth: Auth,
  caller: SignedIn,
  { language: page }: Pick<Origin, 'language'>,
): Promise<void> {
  if (!mayChangeAccount(caller)) throw new AuthRefusal('aal2_to_change_user')
  const { id, email, phone } = caller.account
  const sentTo = email ?? phone
  if (sentTo === null) throw new AuthRefusal('reauthentication_without_email')
  await auth.db.transaction(async (tx) => {
    const [user] = await tx.select().from(users).where(eq(users.id, id)).for('update')
    if (!user || (user.email ?? user.phone) !== sentTo) throw new AuthRefusal('session_not_found')
    const now = auth.clock.now()
    const [last] = await tx
      .select({ createdAt: oneTimeTokens.createdAt })
      .from(oneTimeTokens)
      .where(and(eq(oneTimeTokens.userId, user.id), eq(oneTimeTokens.purpose, 'reauthentication')))
    const refusal = tooSoon(last?.createdAt ?? null, now)
    if (refusal) throw refusal
    const purpose = 'reauthentication'
    const redirectTo = auth.env.publicUrl
    if (email === null) {
      await lockSignInTexts(tx)
      if (!(await maySignInByText(auth, tx, sentTo))) throw new AuthRefusal('text_too_soon', { message: TEXT_LATER })
    }
    const { code } = await issueToken(auth, tx, { userId: id, purpose, email: sentTo, flowId: null, redirectTo })
    if (email !== null) await mailAccount(auth, tx, user, page, 'reauthentication', () => ({ code }))
    else
      await enqueueText(auth, tx, {
        to: sentTo,
        text: await codeText(auth, tx, 'confirmYou', code, { userId: id, page }),
        expiresAt: after(now, minutes(15)),
        signsIn: true,
        evenIfStopped: true,
      })
  })
}

/**
 * Finds the mailed code. Wrong ones count for this session only.
 * @returns the token to use up in the transaction of the change
 * @throws AuthRefusal `reauthentication_not_valid`; AppError `rate_limited`
 */
export async function findNonce(auth: Auth, { account, sessionId }: SignedIn, nonce: string): Promise<OneTimeToken> {
  const caller = { userId: account.id, sessionId, email: account.email ?? account.phone ?? '' }
  const token = await findBySessionCode(auth, 'reauthentication', caller, nonce)
  if (!token) throw new AuthRefusal('reauthentication_not_valid')
  return token
}

/** @throws AuthRefusal `reauthentication_not_valid` if another request was faster */
export async function useNonce(tx: Tx, { linkHash }: OneTimeToken): Promise<void> {
  const used = await tx
    .delete(oneTimeTokens)
    .where(eq(oneTimeTokens.linkHash, linkHash))
    .returning({ id: oneTimeTokens.id })
  if (used.length === 0) throw new AuthRefusal('reauthentication_not_valid')
}

/** Notes that the user has just proven in this session who they are. */
export async function noteProof(auth: Auth, tx: Tx, { sessionId, amr }: SignedIn, method: AuthMethod): Promise<void> {
  const timestamp = Math.floor(auth.clock.now().getTime() / 1000)
  const proven = [{ method, timestamp }, ...amr.filter((entry) => entry.method !== method)]
  await tx.update(sessions).set({ amr: proven }).where(eq(sessions.id, sessionId))
}
