/** What reviewers did outside the page: they called the applicant, or printed the case. Both are in the timeline and in the audit. */
import { eq } from 'drizzle-orm'
import { recordAudit, type Administering } from '../audit/audit.ts'
import type { Core } from '../lib/core.ts'
import type { Tx } from '../lib/db/db.ts'
import { AppError } from '../lib/errors.ts'
import { newId } from '../lib/ids.ts'
import { change, lockForReview, recordAct, type Acting } from './lock-for-review.ts'
import { insertNote, lockApplicantOf } from './notes.ts'
import { aidApplications } from './schema.ts'

interface Call {
  readonly answered: boolean
  /** What was said, for staff; kept as a note. */
  readonly text: string | undefined
  readonly expectedVersion: number | undefined
}

/** @throws AppError `not_found`, `own_request`, `already_decided` */
export async function recordCall(core: Core, by: Administering, id: string, { answered, text, ...seen }: Call) {
  const acting = { by, now: core.clock.now() }
  return core.db.transaction(async (tx) => {
    const applicantId = await lockApplicantOf(tx, id)
    await lockForReview(tx, by, id, seen.expectedVersion)
    const noteId = text === undefined ? null : newId()
    if (noteId !== null && text !== undefined)
      await insertNote(core, tx, applicantId, {
        id: noteId,
        applicationId: id,
        userId: by.userId,
        text,
        createdAt: acting.now,
      })
    await change(tx, id, acting)
    const actId = await recordAct(tx, id, acting, { act: answered ? 'reached' : 'not_reached', noteId })
    const called = {
      action: 'application.called',
      subject: 'application',
      subjectId: id,
      personId: applicantId,
    } as const
    await recordAudit(tx, { by, ...called, after: { answered } }, acting.now)
    return { id: actId }
  })
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
