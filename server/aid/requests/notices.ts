/** Mails due to staff about single requests. server/office/team/notices.ts sends them. */
import { sql, type SQL } from 'drizzle-orm'
import { z } from 'zod'
import type { NoticeTime } from '../../../contract/office/team-fields.ts'
import type { Core } from '../../platform/core.ts'
import { rows, type Tx } from '../../platform/db/db.ts'
import { requestNotices } from './schema.ts'

/** Keeps what these people are to be mailed about the request. */
export async function notice(
  tx: Tx,
  applicationId: string,
  userIds: readonly string[],
  what: 'mentioned' | 'assigned',
  now: Date,
): Promise<void> {
  await tx
    .insert(requestNotices)
    // In one order, so that two transactions never wait for each other.
    .values(userIds.toSorted().map((userId) => ({ userId, applicationId, [what]: true, since: now })))
    .onConflictDoUpdate({
      target: [requestNotices.userId, requestNotices.applicationId],
      set: { [what]: true, since: sql`case when ${UNTOLD} then request_notices.since else excluded.since end` },
    })
}

const UNTOLD = sql`(request_notices.mentioned or request_notices.assigned)`

const Untold = z.object({ user_id: z.string() })

/** The user ids of those who are still to be told something. */
export async function findUntold({ db }: Core): Promise<readonly string[]> {
  const found = await rows(db, sql`select distinct user_id::text from request_notices where ${UNTOLD}`, Untold)
  return found.map(({ user_id: userId }) => userId)
}

/** Even at once, there is at most one email about a request in 15 minutes, so that a long exchange of notes does not flood anyone's mailbox. */
function isDue(when: NoticeTime, now: Date): SQL {
  const moment = sql`${now.toISOString()}::timestamptz`
  if (when === 'never') return sql`true`
  if (when === 'hourly') return sql`since < date_trunc('hour', ${moment})`
  return sql`(mailed_at is null or mailed_at <= ${moment} - interval '15 minutes')`
}

const Claimed = z.object({ application_id: z.string(), mentioned: z.boolean(), assigned: z.boolean() })
export type ClaimedNotice = z.output<typeof Claimed>

/**
 * Takes what is due for one person, depending on when they want it. Another process that does the same waits for these rows, and then
 * finds none due.
 */
export function claimNotices(
  tx: Tx,
  userId: string,
  { when, now }: { when: NoticeTime; now: Date },
): Promise<ClaimedNotice[]> {
  return rows(
    tx,
    sql`with due as (
          select application_id, mentioned, assigned from request_notices
           where user_id = ${userId}::uuid and ${UNTOLD} and ${isDue(when, now)} order by application_id for update)
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
