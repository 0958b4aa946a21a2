/** Sessions: opened by every sign-in, ended by signing out. Refreshing is refresh.ts's. */
import { and, eq, lte, ne, sql } from 'drizzle-orm'
import { after, hours } from '../lib/clock.ts'
import type { Tx } from '../lib/db/db.ts'
import type { Job } from '../lib/jobs.ts'
import { getAccount, userJson, type Account } from './accounts.ts'
import type { Auth } from './auth.ts'
import { refreshToken } from './refresh-tokens.ts'
import { sessions, users, type AuthMethod, type Session } from './schema.ts'
import { signAccessToken } from './tokens.ts'
import { TOKEN_SECONDS } from './signing-keys.ts'

/** A session that nobody refreshed for so long has ended. */
export const SESSION_IDLE_MAX = hours(90 * 24)

/** Where a request comes from, as far as it says. */
export interface Origin {
  readonly userAgent: string
  readonly address: string
}

/** What a session's answer is made of (docs/protocols/auth.md section 3.4). */
export type SessionFacts = Pick<Session, 'id' | 'aal' | 'amr' | 'refreshCounter'>

/** A session that was just opened, with the account as its answer shows it. */
export interface OpenedSession {
  readonly session: SessionFacts
  readonly account: Account
}

/**
 * Opens a session: one more each time, beside those there are.
 * @param method how the person proved who they are
 */
export async function openSession(
  auth: Auth,
  tx: Tx,
  userId: string,
  method: AuthMethod,
  { userAgent, address }: Origin,
): Promise<OpenedSession> {
  const now = auth.clock.now()
  await tx.update(users).set({ lastSignInAt: now }).where(eq(users.id, userId))
  const session = {
    id: crypto.randomUUID(),
    userId,
    refreshCounter: 1,
    aal: 'aal1' as const,
    amr: [{ method, timestamp: Math.floor(now.getTime() / 1000) }],
    userAgent: userAgent.slice(0, 300),
    address,
    createdAt: now,
    refreshedAt: now,
  }
  await tx.insert(sessions).values(session)
  return { session, account: await getAccount(tx, userId) }
}

/** The session as it is answered: with a fresh access token, and the refresh token of its counter. */
export async function sessionJson(auth: Auth, { session, account }: OpenedSession) {
  const { token, expiresAt } = await signAccessToken(auth, account, session)
  return {
    access_token: token,
    token_type: 'bearer',
    expires_in: TOKEN_SECONDS,
    expires_at: expiresAt,
    refresh_token: refreshToken(auth.keys.refreshTokens, { sessionId: session.id, counter: session.refreshCounter }),
    user: userJson(account),
  }
}

/** Which sessions a person ends: all of them, this one, or all but this one. */
export const SIGN_OUT_SCOPES = ['global', 'local', 'others'] as const
export type SignOutScope = (typeof SIGN_OUT_SCOPES)[number]

/** Ends sessions of a person: all, the one that asks, or all but that one. Their tokens are refused from now on. */
export async function endSessions(
  tx: Pick<Tx, 'delete'>,
  userId: string,
  scope: SignOutScope,
  sessionId: string,
): Promise<void> {
  const own = eq(sessions.userId, userId)
  const which = {
    global: own,
    local: and(own, eq(sessions.id, sessionId)),
    others: and(own, ne(sessions.id, sessionId)),
  }
  await tx.delete(sessions).where(which[scope])
}

/** Forgets sessions that were unused for 90 days, and what was asked or mailed and ended a day ago. */
export const sessionsCleanup: Job = {
  name: 'auth.sessions',
  everyMilliseconds: hours(1),
  async run({ db, clock }) {
    await db.delete(sessions).where(lte(sessions.refreshedAt, after(clock.now(), -SESSION_IDLE_MAX)))
    const aDayAgo = after(clock.now(), -hours(24)).toISOString()
    await db.execute(sql`delete from flow_states where created_at < ${aDayAgo}
                           and not exists (select 1 from one_time_tokens where flow_id = flow_states.id and expires_at > ${clock.now().toISOString()})`)
    await db.execute(sql`delete from challenges where created_at < ${aDayAgo}`)
    await db.execute(sql`delete from one_time_tokens where expires_at < ${aDayAgo}`)
  },
}
