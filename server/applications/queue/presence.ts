/** Who has a request open. Pages report it every half minute, so nothing here is audited, versioned or backed up. */
import { and, eq, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { PresenceMode } from '../../../contract/queue-fields.ts'
import type { Administering } from '../../audit/audit.ts'
import { after, minutes } from '../../lib/clock.ts'
import type { Core } from '../../lib/core.ts'
import { AppError } from '../../lib/errors.ts'
import type { Job } from '../../lib/jobs.ts'
import { rows } from '../../lib/db/db.ts'
import { findReviewed } from '../review-list.ts'
import { requestPresence } from '../schema.ts'
import { GONE_AFTER } from './here.ts'
import { LEASE } from './leases.ts'

/**
 * A heartbeat: records what the caller does there, and renews their lease if they have one.
 * @throws AppError `not_found`
 */
export async function beat(core: Core, by: Administering, id: string, mode: PresenceMode | 'left') {
  const { db, clock } = core
  const reading = { userId: by.userId, now: clock.now() }
  const found = await findReviewed(db, reading, id)
  if (!found) throw new AppError('not_found', { detail: 'There is no such request.' })
  if (mode === 'left') await leave(core, by, id)
  else await stay(core, by, id, mode)
  const { version, here, held_by: heldBy } = found
  if (heldBy?.user_id !== by.userId || mode === 'left') return { version, here, held_by: heldBy }
  const until = await renew(core, by, id)
  return { version, here, held_by: until && { ...heldBy, until } }
}

async function stay({ db, clock }: Core, { userId }: Administering, id: string, mode: PresenceMode): Promise<void> {
  const now = clock.now()
  const gone = sql`${requestPresence.seenAt} <= ${after(now, -GONE_AFTER).toISOString()}::timestamptz`
  await db
    .insert(requestPresence)
    .values({ applicationId: id, userId, mode, since: now, seenAt: now })
    .onConflictDoUpdate({
      target: [requestPresence.applicationId, requestPresence.userId],
      set: { mode, seenAt: now, since: sql`case when ${gone} then excluded.since else ${requestPresence.since} end` },
    })
}

async function leave({ db }: Core, { userId }: Administering, id: string): Promise<void> {
  await db.delete(requestPresence).where(and(eq(requestPresence.applicationId, id), eq(requestPresence.userId, userId)))
}

/** @returns until when; null when the lease has ended meanwhile */
async function renew({ db, clock }: Core, { userId }: Administering, id: string): Promise<Date | null> {
  const now = clock.now()
  const until = after(now, LEASE)
  const renewed = await rows(
    db,
    sql`update aid_applications set held_until = ${until.toISOString()}::timestamptz
         where id = ${id}::uuid and held_by = ${userId}::uuid and held_until > ${now.toISOString()}::timestamptz returning 1`,
    z.unknown(),
  )
  return renewed.length > 0 ? until : null
}

/** Deletes what pages left behind that were closed without a word. */
export const presenceCleanup: Job = {
  name: 'applications.forget-presence',
  everyMilliseconds: minutes(5),
  async run({ db, clock }) {
    await db.execute(
      sql`delete from request_presence where seen_at <= ${after(clock.now(), -GONE_AFTER).toISOString()}::timestamptz`,
    )
  },
}
