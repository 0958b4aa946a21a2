/** Sessions of administrators end after half an hour without use, and after twelve hours at the latest. */
import { eq, sql } from 'drizzle-orm'
import type { Role } from '../../../contract/record/profile-fields.ts'
import { after, hours, minutes } from '../../platform/clock.ts'
import type { Tx } from '../../platform/db/db.ts'
import { prepared } from '../../platform/db/prepared.ts'
import type { Auth } from './auth.ts'
import { sessions, type Session } from './schema.ts'

const IDLE_MAX = minutes(30)
const LENGTH_MAX = hours(12)
/** How exactly the last use is noted. */
const NOTED_EVERY = minutes(1)

const noteUse = prepared('auth_note_use', { id: sessions.id, usedAt: sessions.usedAt }, (db, { id, usedAt }) =>
  db
    .update(sessions)
    .set({ usedAt: sql`${usedAt}` })
    .where(eq(sessions.id, id)),
)

/** The columns that end a session of an administrator. */
export type SessionUse = Pick<Session, 'createdAt' | 'usedAt'>

/** The same limits for a query: a session must have been opened and used after these. */
export function staffLimits(now: Date): { staffSince: Date; staffUsedSince: Date } {
  return { staffSince: after(now, -LENGTH_MAX), staffUsedSince: after(now, -IDLE_MAX) }
}

/** Ends all sessions of a person whose roles change: what a session knows of them is never older than the sign-in. */
export async function endSessionsOf(tx: Tx, userId: string): Promise<void> {
  await tx.delete(sessions).where(eq(sessions.userId, userId))
}

/** Whether the session of a person with this role has ended. */
export function isStaffSessionOver(
  { clock }: Pick<Auth, 'clock'>,
  role: Role,
  { createdAt, usedAt }: SessionUse,
): boolean {
  if (role !== 'admin') return false
  const now = clock.now()
  return after(usedAt ?? createdAt, IDLE_MAX) <= now || after(createdAt, LENGTH_MAX) <= now
}

/**
 * Notes a call in a session. Refreshing tokens is not a call: a page left open does that without a person.
 * @returns false if the session has ended, and then deletes it
 */
export async function useSession(
  auth: Pick<Auth, 'db' | 'clock'>,
  role: Role,
  sessionId: string,
  use: SessionUse,
): Promise<boolean> {
  if (role !== 'admin') return true
  if (isStaffSessionOver(auth, role, use)) {
    await auth.db.delete(sessions).where(eq(sessions.id, sessionId))
    return false
  }
  const now = auth.clock.now()
  if (after(use.usedAt ?? use.createdAt, NOTED_EVERY) <= now) await noteUse(auth.db, { id: sessionId, usedAt: now })
  return true
}
