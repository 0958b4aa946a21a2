/** The status of a request, its history, and how long decisions take. Permissions are checked elsewhere (reviews.ts). */
import { and, eq, isNull, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { ApplicationStatus } from '../../../contract/aid/handling-fields.ts'
import type { Reason } from '../../../contract/aid/reason-fields.ts'
import { after, hours } from '../../platform/clock.ts'
import type { Core } from '../../platform/core.ts'
import { onlyRow, type Tx } from '../../platform/db/db.ts'
import { newId } from '../../platform/ids.ts'
import { withDuty } from '../../record/profiles/profiles.ts'
import { aidApplications, applicationEvents, paperRequests, type Application } from './schema.ts'
import { isTiedTo } from './impartial.ts'
import { lockRequest, noSuchRequest } from './wake.ts'

export interface StatusChange {
  applicationId: string
  to: ApplicationStatus
  /** The reviewer. */
  userId: string
  /** Shown to the applicant. */
  reason: string | null
  /** Only for template rejections. */
  reasonCode?: Reason | null
  templateVersion?: number | null
  /** The appeal that makes it undecided again. */
  appealId?: string
}

const isDecision = (status: ApplicationStatus) => status === 'approved' || status === 'rejected'

/**
 * Sets the status and adds it to the history. Any status may follow any other; setting the current status changes nothing.
 * @returns the id of the new step; null when nothing changed
 * @throws AppError `not_found`: no such request, or its account is closed
 */
export async function changeStatus(tx: Tx, change: StatusChange, now: Date): Promise<string | null> {
  const { applicationId, to, userId, reason, reasonCode = null, templateVersion = null, appealId = null } = change
  const before = await lockRequest(tx, applicationId)
  if (!before || before.erasedAt) throw noSuchRequest()
  if (before.status === to) return null
  await tx
    .update(aidApplications)
    .set({
      status: to,
      decidedAt: isDecision(to) ? now : null,
      waitingSince: null,
      reasonCode,
      ...(!isDecision(to) && {
        dueAt: before.decidedAt ? dueAnew(now, appealId !== null) : dueAgain(before, now),
        assignedTo: ownerWhoDecides,
      }),
      changedBy: userId,
      changedAt: now,
    })
    .where(eq(aidApplications.id, applicationId))
  const id = newId()
  await tx.insert(applicationEvents).values({
    id,
    applicationId,
    userId,
    fromStatus: before.status,
    toStatus: to,
    reason,
    reasonCode,
    templateVersion,
    appealId,
    dueAt: isDecision(to) ? dueAgain(before, now) : null,
    createdAt: now,
  })
  await closePaperRequest(tx, before, now)
  return id
}

/** The owner of a request that is undecided again: no one, if they have stopped deciding requests since, or are tied to it by now. */
export const ownerWhoDecides = sql`(
  select profiles.user_id from profiles where profiles.user_id = ${aidApplications.assignedTo} and ${withDuty('decide_requests')}
     and not ${isTiedTo(sql`profiles.user_id`, sql`${aidApplications.id}`)})`

/** When a request is due that is undecided again. */
const dueAnew = (now: Date, isAppeal: boolean) =>
  isAppeal ? sql`appeal_due_after(${now.toISOString()})` : sql`due_after(urgency, ${now.toISOString()})`

/** When a request is due whose wait for the applicant ends now: the wait does not count. */
export function dueAgain({ dueAt, waitingSince }: Application, now: Date): Date | null {
  return dueAt && waitingSince ? after(dueAt, now.getTime() - waitingSince.getTime()) : dueAt
}

/** A status change ends the wait for papers. */
async function closePaperRequest(tx: Tx, { id, waitingSince }: Application, now: Date): Promise<void> {
  if (!waitingSince) return
  await tx
    .update(paperRequests)
    .set({ closedAt: now })
    .where(and(eq(paperRequests.applicationId, id), isNull(paperRequests.answeredAt), isNull(paperRequests.closedAt)))
}

const LOOKS_BACK = hours(90 * 24)
/** Fewer say nothing about the next decision. */
const DECISIONS_MIN = 20
/** Enough for a median, and a limit on the cost of the query. */
const DECISIONS_MAX = 10_000

/**
 * The expected wait: the median time to a decision in the last 90 days.
 * @returns seconds; null with fewer than 20 decisions
 */
export async function typicalDecisionSeconds({ db, clock }: Core): Promise<number | null> {
  const since = after(clock.now(), -LOOKS_BACK).toISOString()
  const { decisions, median } = await onlyRow(
    db,
    sql`select count(*)::int as decisions,
               percentile_cont(0.5) within group (order by extract(epoch from decided_at - created_at))::float8 as median
          from (select created_at, decided_at from aid_applications
                 where decided_at > ${since} order by decided_at desc limit ${DECISIONS_MAX}) as recent`,
    z.object({ decisions: z.number(), median: z.number().nullable() }),
  )
  return median === null || decisions < DECISIONS_MIN ? null : Math.round(median)
}
