/** What reviewers did outside the page: they called the applicant, or printed the case. Both are in the timeline and in the audit. */
import { eq } from 'drizzle-orm'
import type { CallOutcome } from '../../../contract/aid/queue-fields.ts'
import { recordAudit, type Administering } from '../../record/audit/audit.ts'
import type { Core } from '../../platform/core.ts'
import type { Tx } from '../../platform/db/db.ts'
import { AppError } from '../../platform/errors.ts'
import { newId } from '../../platform/ids.ts'
import { change, lockForReview, recordAct, requireUndecided, type Acting } from './lock-for-review.ts'
import { insertNote, lockApplicantOf } from '../requests/notes.ts'
import { morningOf, snooze } from './queue/snoozing.ts'
import { aidApplications, type Application } from '../requests/schema.ts'

interface Call {
  readonly outcome: CallOutcome
  /** What was said, for staff; kept as a note. */
  readonly text: string | undefined
  /** A day in Lagos after today: the request is set aside until then. */
  readonly callAgainOn?: string | undefined
  readonly expectedVersion: number | undefined
}

/** @throws AppError `not_found`, `own_request`, `already_decided`; with a day `invalid_input`, `request_late`, `request_waits` */
export async function recordCall(core: Core, by: Administering, id: string, call: Call) {
  const { outcome, text, callAgainOn } = call
  const acting = { by, now: core.clock.now() }
  const until = callAgainOn === undefined ? null : morningOf(callAgainOn, acting.now, 'call_again_on')
  return core.db.transaction(async (tx) => {
    const applicantId = await lockApplicantOf(tx, id)
    const found = await lockForReview(tx, by, id, call.expectedVersion)
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
    if (callAgainOn === undefined) await change(tx, id, acting)
    else await setAside(tx, found, acting, callAgainOn)
    const called = {
      action: 'application.called',
      subject: 'application',
      subjectId: id,
      personId: applicantId,
    } as const
    const told = { outcome, ...(callAgainOn !== undefined && { call_again_on: callAgainOn }) }
    await recordAudit(tx, { by, ...called, after: told }, acting.now)
    return { id: actId }
  })
}

/** A request that waits for the applicant is in no queue, so it would not come back on that day. */
async function setAside(tx: Tx, found: Application, acting: Acting, date: string): Promise<void> {
  await requireUndecided(tx, found)
  if (found.waitingSince) throw new AppError('request_waits')
  await snooze(tx, found, acting, { kind: 'date', date })
}

/** Changes nothing of the request, so its version stays. @throws AppError `not_found` */
export async function recordPrint(core: Core, by: Administering, id: string) {
  const acting = { by, now: core.clock.now() }
  return core.db.transaction(async (tx) => ({ id: await recordPrintIn(tx, acting, id) }))
}

/** All or none. @returns how many @throws AppError `not_found` */
export async function recordPrints(core: Core, by: Administering, ids: readonly string[]) {
  const acting = { by, now: core.clock.now() }
  return core.db.transaction(async (tx) => {
    for (const id of ids) await recordPrintIn(tx, acting, id)
    return { printed: ids.length }
  })
}

async function recordPrintIn(tx: Tx, acting: Acting, id: string): Promise<string> {
  const [found] = await tx.select().from(aidApplications).where(eq(aidApplications.id, id))
  if (!found || found.erasedAt) throw new AppError('not_found', { detail: 'There is no such request.' })
  const printed = { action: 'case.printed', subject: 'application', subjectId: id, personId: found.userId } as const
  await recordAudit(tx, { by: acting.by, ...printed }, acting.now)
  return recordAct(tx, id, acting, { act: 'printed' })
}
