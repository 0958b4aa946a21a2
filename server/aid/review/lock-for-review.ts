/** The start of every change of a request by staff: locks its row, and makes the refusals that they all share. */
import { desc, eq } from 'drizzle-orm'
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core'
import type { RequestAct } from '../../../contract/aid/queue-fields.ts'
import type { Decision, ErrorCode } from '../../../contract/platform/errors.ts'
import type { Administering } from '../../record/audit/audit.ts'
import { readPerson } from '../../people/sign-in/people.ts'
import type { Tx } from '../../platform/db/db.ts'
import { AppError, invariant } from '../../platform/errors.ts'
import { newId } from '../../platform/ids.ts'
import { auditRequest } from '../requests/audit-request.ts'
import { requireImpartial } from '../requests/impartial.ts'
import { changeStatus } from '../requests/statuses.ts'
import { lockRequestToTell, noSuchRequest } from '../requests/wake.ts'
import { findReviewed, type ReviewedApplication } from './review-list.ts'
import { aidApplications, applicationEvents, requestActs, type Application } from '../requests/schema.ts'

/** A change by staff, at one moment. */
export interface Acting {
  readonly by: Administering
  readonly now: Date
}

/**
 * Locks the request: of two reviewers the second waits here, then sees what the first one did.
 * @param expectedVersion what the reviewer saw; undefined to act regardless
 * @throws AppError `not_found`, `own_request`, `already_decided` with the present state, who and when
 */
export async function lockForReview(
  tx: Tx,
  { userId }: Pick<Administering, 'userId'>,
  id: string,
  expectedVersion: number | undefined,
): Promise<Application> {
  const found = await lockRequestToTell(tx, id)
  if (!found || found.erasedAt) throw noSuchRequest()
  await requireImpartial(tx, id, userId)
  if (expectedVersion !== undefined && found.version !== expectedVersion) throw await alreadyDecided(tx, found)
  return found
}

export async function requireUndecided(tx: Tx, found: Application): Promise<void> {
  if (found.decidedAt) throw await alreadyDecided(tx, found)
}

/** @throws AppError `held_by_another`, with who and until when */
export async function refuseHeld(tx: Tx, found: Application, { by, now }: Acting): Promise<void> {
  const { heldBy, heldUntil } = found
  if (!heldBy || !heldUntil || heldBy === by.userId || heldUntil <= now) return
  throw await withDecision(tx, 'held_by_another', found, { by: heldBy, at: heldUntil })
}

/** The refusal names who made the last change, and when. */
export async function alreadyDecided(tx: Tx, found: Application): Promise<AppError> {
  const { changedBy, changedAt } = found
  const last = changedBy && changedAt ? { by: changedBy, at: changedAt } : await lastStep(tx, found)
  return withDecision(tx, 'already_decided', found, last)
}

async function lastStep(tx: Tx, { id }: Application) {
  const [last] = await tx
    .select({ by: applicationEvents.userId, at: applicationEvents.createdAt })
    .from(applicationEvents)
    .where(eq(applicationEvents.applicationId, id))
    .orderBy(desc(applicationEvents.createdAt), desc(applicationEvents.id))
    .limit(1)
  invariant(last, 'the history of a request starts with its submission')
  return last
}

async function withDecision(
  tx: Tx,
  code: ErrorCode,
  { status, version }: Application,
  { by, at }: { by: string; at: Date },
): Promise<AppError> {
  const actor = await readPerson(tx, by)
  const decision: Decision = { status, by: actor.full_name || actor.email, at: at.toISOString(), version }
  return new AppError(code, { decision })
}

/** Changes columns of a locked request, and with them its version. */
export async function change(
  tx: Tx,
  id: string,
  { by, now }: Acting,
  columns: PgUpdateSetSource<typeof aidApplications> = {},
): Promise<void> {
  await tx
    .update(aidApplications)
    .set({ ...columns, changedBy: by.userId, changedAt: now })
    .where(eq(aidApplications.id, id))
}

/**
 * Puts a pending request under review, because staff wrote about it or to its applicant. The applicant sees it and is not mailed.
 * @returns whether it was pending
 */
export async function beginReview(tx: Tx, found: Application, { by, now }: Acting): Promise<boolean> {
  const { id, status, waitingSince } = found
  if (status !== 'pending') return false
  await changeStatus(tx, { applicationId: id, to: 'under_review', userId: by.userId, reason: null }, now)
  const changed = { before: auditFields(found), after: auditFields({ status: 'under_review', waitingSince }) }
  await auditRequest(tx, { by, now }, 'application.status_changed', id, changed)
  return true
}

/** A request as the audit keeps it. */
export function auditFields({ status, waitingSince }: Pick<Application, 'status' | 'waitingSince'>) {
  return { status, waiting_for_applicant: waitingSince !== null }
}

interface Act {
  readonly act: RequestAct
  readonly otherId?: string | null
  readonly until?: Date | null
  readonly noteId?: string | null
  readonly tag?: string | null
}

/** Adds to the timeline that staff sees. @returns its id */
export async function recordAct(
  tx: Tx,
  applicationId: string,
  { by, now }: Acting,
  { act, otherId = null, until = null, noteId = null, tag = null }: Act,
): Promise<string> {
  const id = newId()
  const row = { id, applicationId, act, userId: by.userId, otherId, until, noteId, tag, createdAt: now }
  await tx.insert(requestActs).values(row)
  return id
}

/** A locked request as the list shows it. */
export async function getReviewed(tx: Tx, { by, now }: Acting, id: string): Promise<ReviewedApplication> {
  const row = await findReviewed(tx, { userId: by.userId, now }, id)
  invariant(row, 'a locked request still exists')
  return row
}
