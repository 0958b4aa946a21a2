/**
 * Leases: who works on which request now, so that two people do not start on the same one. A lease lasts five minutes and is renewed by
 * the page that shows the request. It is temporary: neither audited nor in the timeline, except that someone took a request over.
 */
import { and, eq, sql, type SQL } from 'drizzle-orm'
import { z } from 'zod'
import { LEASE_MINUTES } from '../../../../contract/aid/queue-fields.ts'
import { recordAudit, type Administering } from '../../../record/audit/audit.ts'
import { after, minutes } from '../../../platform/clock.ts'
import type { Core } from '../../../platform/core.ts'
import { rows, type Tx } from '../../../platform/db/db.ts'
import { AppError } from '../../../platform/errors.ts'
import { change, getReviewed, lockForReview, recordAct, refuseHeld, requireUndecided } from '../lock-for-review.ts'
import { findReviewed } from '../review-list.ts'
import { auditRequest } from '../../requests/audit-request.ts'
import { aidApplications } from '../../requests/schema.ts'
import { inView } from './views.ts'

export const LEASE = minutes(LEASE_MINUTES)

/**
 * Takes the first free request of the view Next. Requests that the caller already holds in that view come first. Audited as a look at the list.
 * @param except requests that the caller does not want now
 * @returns null when there is none
 */
export async function takeNext(core: Core, by: Administering, except: readonly string[]) {
  const now = core.clock.now()
  const until = after(now, LEASE)
  return core.db.transaction(async (tx) => {
    // A page may ask again before it is answered: the row that one call is taking would be skipped by the other.
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('taking of ' || ${by.userId}, 0))`)
    const wanted = sql`applications.id <> all(${sql.param([...except])}::uuid[])`
    const next = sql`${inView('next', { userId: by.userId, now })} and ${wanted}`
    const own = sql`applications.held_by = ${by.userId}::uuid and applications.held_until > ${now.toISOString()}::timestamptz and ${next}`
    const id = (await holdFirst(tx, by, own, until)) ?? (await holdFirst(tx, by, next, until))
    if (id === undefined) return null
    // Taking the list row by row is a look at it too.
    const look = { action: 'list.read', subject: 'list', subjectId: 'applications' } as const
    await recordAudit(tx, { by, ...look, after: { filters: 'next', rows: 1 } }, now)
    return { application: await getReviewed(tx, { by, now }, id), until }
  })
}

/** Rows that others are just taking are skipped: their transactions may take them, and then they are no longer free. */
async function holdFirst(tx: Tx, by: Administering, where: SQL, until: Date): Promise<string | undefined> {
  const [held] = await rows(
    tx,
    sql`update aid_applications set held_by = ${by.userId}::uuid, held_until = ${until.toISOString()}::timestamptz
         where id = (select applications.id from aid_applications as applications where ${where}
                      order by applications.due_at, applications.id limit 1 for update skip locked)
        returning id::text`,
    z.object({ id: z.string() }),
  )
  return held?.id
}

/**
 * Takes one request, or renews the caller's lease.
 * @param takeOver takes it from its holder: audited, and in the timeline
 */
export async function takeLease(core: Core, by: Administering, id: string, takeOver: boolean) {
  const now = core.clock.now()
  const until = after(now, LEASE)
  return core.db.transaction(async (tx) => {
    const acting = { by, now }
    const found = await lockForReview(tx, by, id, undefined)
    await requireUndecided(tx, found)
    const { heldBy, heldUntil } = found
    if (!takeOver) await refuseHeld(tx, found, acting)
    else if (heldBy && heldUntil && heldBy !== by.userId && heldUntil > now) {
      await recordAct(tx, id, acting, { act: 'taken_over', otherId: heldBy })
      await auditRequest(tx, acting, 'application.taken_over', id)
      await change(tx, id, acting)
    }
    await tx.update(aidApplications).set({ heldBy: by.userId, heldUntil: until }).where(eq(aidApplications.id, id))
    return { application: await getReviewed(tx, acting, id), until }
  })
}

/** Reads the current holder of a request, for a page that shows it. */
export async function readLease({ db, clock }: Core, { userId }: Administering, id: string) {
  const found = await findReviewed(db, { userId, now: clock.now() }, id)
  if (!found) throw new AppError('not_found', { detail: 'There is no such request.' })
  return { version: found.version, held_by: found.held_by }
}

/** Ends the caller's lease. @returns whether they had one */
export async function releaseLease({ db }: Core, { userId }: Administering, id: string): Promise<boolean> {
  const released = await db
    .update(aidApplications)
    .set({ heldBy: null, heldUntil: null })
    .where(and(eq(aidApplications.id, id), eq(aidApplications.heldBy, userId)))
    .returning({ id: aidApplications.id })
  return released.length > 0
}
