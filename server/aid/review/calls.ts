/** Calls to the applicant, in the timeline and in the audit. */
import type { CallOutcome } from '../../../contract/aid/queue-fields.ts'
import type { Administering } from '../../record/audit/audit.ts'
import type { Core } from '../../platform/core.ts'
import type { Tx } from '../../platform/db/db.ts'
import { AppError } from '../../platform/errors.ts'
import { newId } from '../../platform/ids.ts'
import { beginReview, change, lockForReview, recordAct, requireUndecided, type Acting } from './lock-for-review.ts'
import { auditRequest } from '../requests/audit-request.ts'
import { insertNote, lockApplicantOf } from '../requests/notes.ts'
import { morningOf, setWait } from './queue/waiting.ts'
import type { Application } from '../requests/schema.ts'

interface Call {
  readonly outcome: CallOutcome
  /** The call's content, for staff; kept as a note. */
  readonly text: string | undefined
  /** A day in Lagos after today: the request is set aside until then. */
  readonly callAgainOn?: string | undefined
  readonly expectedVersion: number | undefined
  /** Refuses it while the request is locked. */
  readonly refuse?: (tx: Tx) => Promise<void>
}

/** @throws AppError `not_found`, `own_request`, `already_decided`; with a day `invalid_input`, `request_late`, `request_waits` */
export async function recordCall(core: Core, by: Administering, id: string, call: Call) {
  const { outcome, text, callAgainOn } = call
  const acting = { by, now: core.clock.now() }
  const until = callAgainOn === undefined ? null : morningOf(callAgainOn, acting.now, 'call_again_on')
  return core.db.transaction(async (tx) => {
    const applicantId = await lockApplicantOf(tx, id)
    const found = await lockForReview(tx, by, id, call.expectedVersion)
    await call.refuse?.(tx)
    const noteId = text === undefined ? null : newId()
    if (noteId !== null && text !== undefined)
      await insertNote(core, tx, applicantId, {
        id: noteId,
        applicationId: id,
        userId: by.userId,
        text,
        createdAt: acting.now,
      })
    const actId = await recordAct(tx, id, acting, { act: outcome, until, noteId })
    const hasBegun = await beginReview(tx, found, acting)
    if (callAgainOn === undefined && !hasBegun) await change(tx, id, acting)
    if (callAgainOn !== undefined) await setAside(tx, found, acting, callAgainOn)
    const told = { outcome, ...(callAgainOn !== undefined && { call_again_on: callAgainOn }) }
    await auditRequest(tx, acting, 'application.called', id, { personId: applicantId, after: told })
    return { id: actId }
  })
}

/** A request that waits for the applicant is in no queue, so it would not come back on that day. */
async function setAside(tx: Tx, found: Application, acting: Acting, date: string): Promise<void> {
  await requireUndecided(tx, found)
  if (found.waitingSince) throw new AppError('request_waits')
  await setWait(tx, found, acting, { kind: 'date', date })
}
