/** Undo of a decision or a request for papers while its letter still waits: no one is mailed, and the timeline of staff shows both. */
import { and, eq, isNull } from 'drizzle-orm'
import type { z } from 'zod'
import { LEASE_MINUTES } from '../../../contract/aid/queue-fields.ts'
import type { Administering } from '../../record/audit/audit.ts'
import { after, minutes } from '../../platform/clock.ts'
import type { Core } from '../../platform/core.ts'
import type { Tx } from '../../platform/db/db.ts'
import { AppError, invariant } from '../../platform/errors.ts'
import { newId } from '../../platform/ids.ts'
import { auditRequest } from '../requests/audit-request.ts'
import { ownerWhoDecides } from '../requests/statuses.ts'
import { lockBeneficiaryOf, takeMarkBack } from './identity.ts'
import { auditFields, change, getReviewed, lockForReview, recordAct, type Acting } from './lock-for-review.ts'
import type { ReviewedApplication } from './review-list.ts'
import { aidApplications, applicationEvents, paperRequests, type Application } from '../requests/schema.ts'
import { Before, takeLetter } from './waiting-letters.ts'

/** Withdraws the proposed award of a request that is no longer approved. @throws AppError `award_open`: it is granted already */
export type WithdrawAward = (tx: Tx, by: Administering, applicationId: string, now: Date) => Promise<void>

/** Takes back the caller's last change. The request is as before, and theirs for the length of a lease. */
export async function takeBack(
  core: Core,
  by: Administering,
  { id, version }: { id: string; version: number },
  withdrawAward: WithdrawAward,
): Promise<ReviewedApplication> {
  const acting = { by, now: core.clock.now() }
  return core.db.transaction(async (tx) => {
    // Before the request, as a decision does: the mark may go with it.
    await lockBeneficiaryOf(tx, id)
    const found = await lockForReview(tx, by, id, version)
    const before = await takeBackIn(tx, found, acting, withdrawAward)
    const lease = { heldBy: by.userId, heldUntil: after(acting.now, minutes(LEASE_MINUTES)) }
    if (before.dueAt) await tx.update(aidApplications).set(lease).where(eq(aidApplications.id, id))
    return getReviewed(tx, acting, id)
  })
}

/**
 * Takes back the caller's last change of a locked request.
 * @param withdrawAward needed where it may be approved: while an award is open, the database keeps it so
 * @returns what the request is again
 * @throws AppError `undo_too_late`, or `award_open`
 */
export async function takeBackIn(
  tx: Tx,
  found: Application,
  acting: Acting,
  withdrawAward?: WithdrawAward,
): Promise<z.output<typeof Before>> {
  const { id } = found
  const letter = await takeLetter(tx, found, acting)
  if (!letter) throw new AppError('undo_too_late')
  const before = Before.parse(letter.before)
  if (found.status === 'approved') {
    invariant(withdrawAward, 'takeBackIn: an approval may have an award')
    await withdrawAward(tx, acting.by, id, acting.now)
    await takeMarkBack(tx, acting, found.beneficiaryId, letter.createdAt)
  }
  await reopenPapers(tx, found, letter, acting)
  await change(tx, id, acting, { ...before, assignedTo: ownerWhoDecides })
  if (letter.stepId !== null) await recordStepBack(tx, found, acting, { to: before.status, step: letter.stepId })
  await recordAct(tx, id, acting, { act: 'taken_back' })
  const changed = { before: auditFields(found), after: auditFields(before) }
  await auditRequest(tx, acting, 'application.taken_back', id, changed)
  return before
}

async function recordStepBack(
  tx: Tx,
  { id, status }: Application,
  { by, now }: Acting,
  { to, step }: { to: Application['status']; step: string },
): Promise<void> {
  await tx.insert(applicationEvents).values({
    id: newId(),
    applicationId: id,
    userId: by.userId,
    fromStatus: status,
    toStatus: to,
    takesBack: step,
    createdAt: now,
  })
}

/** A request for papers is closed again, and one that the change had closed is open again. */
async function reopenPapers(
  tx: Tx,
  { id }: Application,
  { paperRequestId, createdAt }: { paperRequestId: string | null; createdAt: Date },
  { now }: Acting,
): Promise<void> {
  if (paperRequestId !== null)
    await tx.update(paperRequests).set({ closedAt: now, takenBackAt: now }).where(eq(paperRequests.id, paperRequestId))
  await tx
    .update(paperRequests)
    .set({ closedAt: null })
    .where(
      and(
        eq(paperRequests.applicationId, id),
        eq(paperRequests.closedAt, createdAt),
        isNull(paperRequests.takenBackAt),
      ),
    )
}
