/** What staff are still to be mailed about single requests. server/team/notices.ts mails it. */
import { sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Core } from '../lib/core.ts'
import { rows, type Tx } from '../lib/db/db.ts'
import { requestNotices } from './schema.ts'

/** Keeps what these people are to be mailed about the request. */
export async function notice(
  tx: Tx,
  applicationId: string,
  userIds: readonly string[],
  what: 'mentioned' | 'assigned',
): Promise<void> {
  await tx
    .insert(requestNotices)
    // In one order, so that two transactions never wait for each other.
    .values(userIds.toSorted().map((userId) => ({ userId, applicationId, [what]: true })))
    .onConflictDoUpdate({ target: [requestNotices.userId, requestNotices.applicationId], set: { [what]: true } })
}

const isDue = (now: Date) =>
  sql`(mentioned or assigned) and (mailed_at is null or mailed_at <= ${now.toISOString()}::timestamptz - interval '15 minutes')`

const Untold = z.object({ user_id: z.string() })

/** The user ids of those for whom something is due. */
export async function findUntold({ db }: Core, now: Date): Promise<readonly string[]> {
  const found = await rows(db, sql`select distinct user_id::text from request_notices where ${isDue(now)}`, Untold)
  return found.map(({ user_id: userId }) => userId)
}

const Claimed = z.object({ application_id: z.string(), mentioned: z.boolean(), assigned: z.boolean() })
export type ClaimedNotice = z.output<typeof Claimed>

/** Takes what is due for one person. Another process that does the same waits for these rows, and then finds none due. */
export function claimNotices(tx: Tx, userId: string, now: Date): Promise<ClaimedNotice[]> {
  return rows(
    tx,
    sql`with due as (
          select application_id, mentioned, assigned from request_notices
           where user_id = ${userId}::uuid and ${isDue(now)} order by application_id for update)
        update request_notices set mentioned = false, assigned = false, mailed_at = ${now.toISOString()}::timestamptz
          from due where user_id = ${userId}::uuid and request_notices.application_id = due.application_id
        returning due.application_id::text, due.mentioned, due.assigned`,
    Claimed,
  )
}

/** A row is kept as long as it delays the next mail. */
export async function deleteOldNotices({ db }: Core, now: Date): Promise<void> {
  await db.execute(
    sql`delete from request_notices
         where not mentioned and not assigned and mailed_at < ${now.toISOString()}::timestamptz - interval '1 day'`,
  )
}
