/** Lists a user's sessions and ends them remotely. */
import { and, desc, eq } from 'drizzle-orm'
import type { AccountSession } from '../../../contract/people/account.ts'
import { sessions, signIns } from './schema.ts'
import type { Core } from '../../platform/core.ts'
import { AppError } from '../../platform/errors.ts'
import type { Caller } from '../../platform/http/callers.ts'

type Listed = Omit<AccountSession, 'created_at' | 'last_seen_at'> & { created_at: Date; last_seen_at: Date }

/** The user's sessions, most recently used first. */
export async function listSessions({ db }: Core, { userId, sessionId }: Caller): Promise<Listed[]> {
  const found = await db
    .select()
    .from(sessions)
    .where(eq(sessions.userId, userId))
    .orderBy(desc(sessions.refreshedAt), desc(sessions.id))
  return found.map(({ id, createdAt, refreshedAt, userAgent, address, aal }) => ({
    id,
    created_at: createdAt,
    last_seen_at: refreshedAt,
    user_agent: userAgent,
    address,
    aal,
    current: id === sessionId,
  }))
}

/** How many sign-ins a person sees. */
const SIGN_INS_MAX = 200

/** The user's sign-ins of the last 90 days, most recent first. */
export function listSignIns({ db }: Core, { userId }: Pick<Caller, 'userId'>) {
  return db
    .select({
      id: signIns.id,
      created_at: signIns.createdAt,
      method: signIns.method,
      user_agent: signIns.userAgent,
      address: signIns.address,
    })
    .from(signIns)
    .where(eq(signIns.userId, userId))
    .orderBy(desc(signIns.createdAt), desc(signIns.id))
    .limit(SIGN_INS_MAX)
}

/**
 * Ends one of the user's sessions, including the current one. Its tokens are refused from now on.
 * @throws AppError `not_found` if the user has no such session
 */
export async function endSession({ db }: Core, { userId }: Caller, id: string): Promise<void> {
  const ended = await db
    .delete(sessions)
    .where(and(eq(sessions.id, id), eq(sessions.userId, userId)))
    .returning({ id: sessions.id })
  if (ended.length === 0) throw new AppError('not_found')
}
