/**
 * Rotation of refresh tokens (docs/protocols/auth.md section 7; stricter for parents, decision 0012). Each refresh retires the token
 * it used. A retired token that returns means a lost answer (the parent rule), two tabs at once, or a thief: the first two get the
 * current token, the third ends the session.
 */
import { eq, sql } from 'drizzle-orm'
import { z } from 'zod'
import { ASSURANCE_LEVELS } from '../../../contract/people/account.ts'
import { after, seconds } from '../../platform/clock.ts'
import { hmacSha256, sameBytes } from '../../platform/crypto.ts'
import type { Tx } from '../../platform/db/db.ts'
import { preparedRows } from '../../platform/db/prepared.ts'
import { accountColumns, AccountRow, getAccount, isBanned } from './accounts.ts'
import type { Auth } from './auth.ts'
import { readRefreshToken } from './refresh-tokens.ts'
import { AuthRefusal } from './refusals.ts'
import { amrEntries, sessions, users, type Session } from './schema.ts'
import { SESSION_IDLE_MAX, type OpenedSession, type Origin } from './sessions.ts'
import { isStaffSessionOver, staffLimits } from './staff-sessions.ts'

/** Within this time, reusing an older token counts as a slow tab, not as theft. */
const REUSE_INTERVAL = seconds(10)
/** Within this time, the parent of the current token is accepted once more from the same device: it lost the answer. */
const PARENT_ACCEPTED_FOR = seconds(60)

const RotatedRow = AccountRow.extend({
  session_id: z.string(),
  aal: z.enum(ASSURANCE_LEVELS),
  amr: amrEntries,
  refresh_counter: z.number(),
  recovery_ends_at: z.coerce.date().nullable(),
  limited: z.boolean(),
})

// The usual case takes one statement: the token is current, and becomes the parent of the next.
const rotate = preparedRows(
  'auth_rotate_session',
  {
    sessionId: sessions.id,
    counter: sessions.refreshCounter,
    now: sessions.refreshedAt,
    aliveSince: sessions.refreshedAt,
    bannedUntil: users.bannedUntil,
    staffSince: sessions.createdAt,
    staffUsedSince: sessions.createdAt,
    userAgent: sessions.userAgent,
    address: sessions.address,
    deviceHash: sessions.deviceHash,
  },
  RotatedRow,
  ({
    sessionId,
    counter,
    now,
    aliveSince,
    bannedUntil,
    staffSince,
    staffUsedSince,
    userAgent,
    address,
    deviceHash,
  }) => sql`
    with rotated as (
      update sessions set refresh_counter = refresh_counter + 1, parent_accepted = false, refreshed_at = ${now},
             user_agent = ${userAgent}, address = ${address}, device_hash = ${deviceHash}
        from users join profiles on profiles.user_id = users.id
       where sessions.id = ${sessionId} and sessions.refresh_counter = ${counter} and sessions.refreshed_at > ${aliveSince}
         and users.id = sessions.user_id and (users.banned_until is null or users.banned_until <= ${bannedUntil})
         and (sessions.recovery_ends_at is null or sessions.recovery_ends_at > ${now})
         and (profiles.role <> 'admin' or (sessions.created_at > ${staffSince}
              and coalesce(sessions.used_at, sessions.created_at) > ${staffUsedSince}))
      returning sessions.id, sessions.user_id, sessions.aal, sessions.amr, sessions.refresh_counter, sessions.recovery_ends_at, sessions.limited)
    select rotated.id::text as session_id, rotated.aal, rotated.amr, rotated.refresh_counter, rotated.recovery_ends_at, rotated.limited,
           ${accountColumns}
      from rotated join users on users.id = rotated.user_id join profiles on profiles.user_id = users.id`,
)

/**
 * Continues a session. Concurrent calls with the same token all get the same new one.
 * @throws AuthRefusal `refresh_malformed`, `refresh_not_found`, `refresh_banned`, `refresh_expired`, `refresh_reused`,
 * `refresh_not_ours`
 */
export async function refreshSession(auth: Auth, token: string, origin: Origin): Promise<OpenedSession> {
  const parts = readRefreshToken(auth.keys.refreshTokens, token)
  if (!parts) throw new AuthRefusal('refresh_malformed')
  const now = auth.clock.now()
  const [rotated] = await rotate(auth.db, {
    ...parts,
    now,
    aliveSince: after(now, -SESSION_IDLE_MAX),
    bannedUntil: now,
    ...staffLimits(now),
    ...placeOf(auth, origin),
  })
  if (rotated) {
    const {
      session_id: id,
      aal,
      amr,
      refresh_counter: refreshCounter,
      recovery_ends_at: recoveryEndsAt,
      limited,
      ...account
    } = rotated
    return { session: { id, aal, amr, refreshCounter, recoveryEndsAt, limited }, account }
  }
  const outcome = await auth.db.transaction((tx) => handleRetiredToken(auth, tx, parts, origin))
  // Thrown after the commit, so that a session ended in the transaction stays ended.
  if (outcome instanceof AuthRefusal) throw outcome
  return outcome
}

/** Decides about a token that is not current: repeat the current one, or refuse and perhaps end the session. */
async function handleRetiredToken(
  auth: Auth,
  tx: Tx,
  { sessionId, counter }: { readonly sessionId: string; readonly counter: number },
  origin: Origin,
): Promise<OpenedSession | AuthRefusal> {
  const [session] = await tx.select().from(sessions).where(eq(sessions.id, sessionId)).for('update')
  if (!session) return new AuthRefusal('refresh_not_found')
  const now = auth.clock.now()
  const account = await getAccount(tx, session.userId)
  if (isBanned(account, now)) return new AuthRefusal('refresh_banned')
  const isOver =
    session.refreshedAt <= after(now, -SESSION_IDLE_MAX) ||
    (session.recoveryEndsAt !== null && session.recoveryEndsAt <= now) ||
    isStaffSessionOver(auth, account.role, session)
  if (isOver) {
    await tx.delete(sessions).where(eq(sessions.id, sessionId))
    return new AuthRefusal('refresh_expired')
  }
  const current = session.refreshCounter
  if (counter > current) return new AuthRefusal('refresh_not_ours')
  const recent = after(session.refreshedAt, REUSE_INTERVAL) > now
  // A token from before the second step is never exchanged for one after it. Another tab may still hold it for a moment
  // without being a thief.
  if (counter < session.raisedCounter && recent) return new AuthRefusal('refresh_reused')
  if (counter === current || recent) return { session, account }
  const isParent = counter === current - 1 && after(session.refreshedAt, PARENT_ACCEPTED_FOR) > now
  if (isParent && !session.parentAccepted && isSameDevice(auth, session, origin)) {
    await tx.update(sessions).set({ parentAccepted: true }).where(eq(sessions.id, sessionId))
    return { session, account }
  }
  await tx.delete(sessions).where(eq(sessions.id, sessionId))
  auth.log.warn({ session_id: sessionId }, 'a retired refresh token came back: its session was ended')
  return new AuthRefusal('refresh_reused')
}

/** The place of a session, as its row has it. */
function placeOf(auth: Auth, { userAgent, address, device }: Origin) {
  return { userAgent: userAgent.slice(0, 300), address, deviceHash: hmacSha256(auth.keys.devices, `refresh ${device}`) }
}

/** By its cookie; a client that keeps none, by its network and what it calls itself. A thief who takes turns has neither. */
function isSameDevice(auth: Auth, session: Session, origin: Origin): boolean {
  const { userAgent, address, deviceHash } = placeOf(auth, origin)
  const isSamePlace = session.address === address && session.userAgent === userAgent
  return isSamePlace || (session.deviceHash !== null && sameBytes(session.deviceHash, deviceHash))
}
