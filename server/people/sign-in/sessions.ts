/** Opens and ends sessions. refresh.ts refreshes them. */
import { and, eq, lte, ne, or, sql } from 'drizzle-orm'
import type { LanguageTag } from '../../../contract/platform/language-tags.ts'
import { after, hours } from '../../platform/clock.ts'
import type { Tx } from '../../platform/db/db.ts'
import { preparedRows } from '../../platform/db/prepared.ts'
import { invariant } from '../../platform/errors.ts'
import type { Job } from '../../platform/jobs.ts'
import { accountColumns, AccountRow, duringRecovery, userJson, whileLimited, type Account } from './accounts.ts'
import type { Auth } from './auth.ts'
import { refreshToken } from './refresh-tokens.ts'
import { oneTimeTokens, phoneCodes, sessions, signIns, type AuthMethod, type Session } from './schema.ts'
import { signAccessToken } from './tokens.ts'
import { TOKEN_SECONDS } from './signing-keys.ts'

/** A session that was not refreshed for this long has ended. */
export const SESSION_IDLE_MAX = hours(90 * 24)

/** How long the session of a recovery waits for the new password. */
const RECOVERY_MAX = hours(1)

/** Origin of a request. The user agent is as the device sent it. */
export interface Origin {
  readonly userAgent: string
  readonly address: string
  /** The secret of the device's cookie, or a new one (devices.ts). */
  readonly device: string
  /** Language that the path of the asking page names; null: English, or unknown. */
  readonly language: LanguageTag | null
}

/** The facts of a session's answer (docs/protocols/auth.md section 3.4). */
export type SessionFacts = Pick<Session, 'id' | 'aal' | 'amr' | 'refreshCounter' | 'recoveryEndsAt' | 'limited'>

/** A newly opened session and its account. */
export interface OpenedSession {
  readonly session: SessionFacts
  readonly account: Account
}

/** How long a person sees their sign-ins. */
const SIGN_INS_KEPT_FOR = hours(90 * 24)

/** Inserts the session and notes the sign-in, and reads the account as it is then. */
const insertSession = preparedRows(
  'auth_insert_session',
  {
    id: sessions.id,
    userId: sessions.userId,
    refreshCounter: sessions.refreshCounter,
    aal: sessions.aal,
    amr: sessions.amr,
    userAgent: sessions.userAgent,
    address: sessions.address,
    createdAt: sessions.createdAt,
    refreshedAt: sessions.refreshedAt,
    recoveryEndsAt: sessions.recoveryEndsAt,
    byText: sessions.byText,
    limited: sessions.limited,
    method: signIns.method,
  },
  AccountRow,
  ({
    id,
    userId,
    refreshCounter,
    aal,
    amr,
    userAgent,
    address,
    createdAt,
    refreshedAt,
    recoveryEndsAt,
    byText,
    limited,
    method,
  }) => sql`
    with users as (update users set last_sign_in_at = ${createdAt} where id = ${userId} and closed_at is null returning *),
         opened as (
           insert into sessions (id, user_id, refresh_counter, aal, amr, user_agent, address, created_at, refreshed_at, recovery_ends_at, by_text, limited)
           select ${id}::uuid, users.id, ${refreshCounter}::integer, ${aal}, ${amr}::jsonb, ${userAgent}, ${address},
                  ${createdAt}::timestamptz, ${refreshedAt}::timestamptz, ${recoveryEndsAt}::timestamptz, ${byText}::boolean, ${limited}::boolean
             from users),
         noted as (
           insert into sign_ins (id, user_id, method, user_agent, address, created_at)
           select ${id}::uuid, users.id, ${method}, ${userAgent}, ${address}, ${createdAt}::timestamptz from users)
    select ${accountColumns} from users join profiles on profiles.user_id = users.id`,
)

/**
 * Opens a new session beside any existing ones.
 * @param method how the user authenticated
 * @param kind `recovery`: it may only save a new password until it has; `text`: it ends when the account loses its telephone number;
 * `limited`: the same, and it sees state only until it gives a second fact
 */
export async function openSession(
  auth: Auth,
  tx: Tx,
  userId: string,
  method: AuthMethod,
  { userAgent, address }: Origin,
  kind: 'recovery' | 'text' | 'limited' | null = null,
): Promise<OpenedSession> {
  const now = auth.clock.now()
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
    recoveryEndsAt: kind === 'recovery' ? after(now, RECOVERY_MAX) : null,
    byText: kind === 'text' || kind === 'limited',
    limited: kind === 'limited',
  }
  const [account] = await insertSession(tx, { ...session, method })
  invariant(account, 'sessions are opened for existing accounts')
  return { session, account }
}

/** Whether a session sees state only. Passing the second step of the account is a second fact. */
export function isLimited({ limited, aal }: Pick<Session, 'limited' | 'aal'>): boolean {
  return limited && aal === 'aal1'
}

/** The protocol's session answer: a new access token, and the refresh token of the session's counter. */
export async function sessionJson(auth: Auth, { session, account: whole }: OpenedSession) {
  const account = isLimited(session) ? whileLimited(whole) : session.recoveryEndsAt ? duringRecovery(whole) : whole
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

/** Scopes of signing out: all sessions, the current one, or all others. */
export const SIGN_OUT_SCOPES = ['global', 'local', 'others'] as const
export type SignOutScope = (typeof SIGN_OUT_SCOPES)[number]

/** Ends sessions of a user. Their tokens are refused from now on. */
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

/**
 * Ends every session of every user: after a leak of data or keys.
 * @returns how many there were
 */
export async function endEverySession(db: Pick<Tx, 'delete'>): Promise<number> {
  const ended = await db.delete(sessions).returning({ id: sessions.id })
  return ended.length
}

/** Deletes sessions unused and sign-ins older than 90 days, recoveries that ended, and flows, challenges and tokens that ended a day ago. */
export const sessionsCleanup: Job = {
  name: 'auth.sessions',
  everyMilliseconds: hours(1),
  async run({ db, clock }) {
    const isUnused = lte(sessions.refreshedAt, after(clock.now(), -SESSION_IDLE_MAX))
    await db.delete(sessions).where(or(isUnused, lte(sessions.recoveryEndsAt, clock.now())))
    await db.delete(signIns).where(lte(signIns.createdAt, after(clock.now(), -SIGN_INS_KEPT_FOR)))
    const aDayAgo = after(clock.now(), -hours(24))
    await db.execute(sql`delete from flow_states where created_at < ${aDayAgo.toISOString()}
                           and not exists (select 1 from one_time_tokens where flow_id = flow_states.id and expires_at > ${clock.now().toISOString()})`)
    await db.execute(sql`delete from challenges where created_at < ${aDayAgo.toISOString()}`)
    for (const table of [oneTimeTokens, phoneCodes]) await db.delete(table).where(lte(table.expiresAt, aDayAgo))
  },
}
