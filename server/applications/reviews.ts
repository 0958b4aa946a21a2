/**
 * What reviewers do with a request: decide it, ask for more papers, or add a note. Each is one transaction with its history step,
 * audit row and mail. Reviewers cannot do any of it with their own requests.
 */
import { desc, eq } from 'drizzle-orm'
import type { ApplicationStatus } from '../../contract/application-fields.ts'
import type { Decision } from '../../contract/errors.ts'
import { recordAudit, type Administering } from '../audit/audit.ts'
import { readPerson } from '../auth/people.ts'
import type { Core } from '../lib/core.ts'
import type { Tx } from '../lib/db/db.ts'
import { codeOf } from '../lib/db/errors.ts'
import { AppError, invariant } from '../lib/errors.ts'
import { newId } from '../lib/ids.ts'
import { insertNote, lockApplicantOf } from './notes.ts'
import { mailNews } from './request-mail.ts'
import { findReviewed, type ReviewedApplication } from './review-list.ts'
import { aidApplications, applicationEvents, paperRequests, type Application, type RequestNews } from './schema.ts'
import { changeStatus } from './statuses.ts'

export interface StatusDecision {
  readonly status: ApplicationStatus
  /** Shown to the applicant. */
  readonly reason: string | null
  /** The status the reviewer saw; undefined to decide regardless. */
  readonly expectedStatus: ApplicationStatus | undefined
}

/**
 * Sets the status. Setting the current status writes and mails nothing.
 * @throws AppError `not_found`, `own_request`, `already_decided` with who and when, `award_open`
 */
export async function decide(
  core: Core,
  by: Administering,
  id: string,
  { status, reason, expectedStatus }: StatusDecision,
): Promise<ReviewedApplication> {
  const now = core.clock.now()
  return core.db.transaction(async (tx) => {
    const before = await lockForReview(tx, by, id, expectedStatus)
    if (before.status !== status) {
      const change = { applicationId: id, to: status, userId: by.userId, reason }
      await changeStatus(tx, change, now).catch(refuseWithAward)
      await recordAudit(
        tx,
        {
          by,
          action: 'application.status_changed',
          subject: 'application',
          subjectId: id,
          before: auditFields(before),
          after: { status, waiting_for_applicant: false },
        },
        now,
      )
      await mailApplicant(core, tx, before, status, now)
    }
    return getReviewed(tx, by, id)
  })
}

/**
 * Asks the applicant for more papers. The request is then under review.
 * @throws AppError `not_found`, `own_request`, `already_decided`, `papers_already_requested`
 */
export async function requestPapers(
  core: Core,
  by: Administering,
  id: string,
  { text, expectedStatus }: { text: string; expectedStatus: ApplicationStatus | undefined },
): Promise<ReviewedApplication> {
  const now = core.clock.now()
  return core.db.transaction(async (tx) => {
    const before = await lockForReview(tx, by, id, expectedStatus)
    if (before.decidedAt) throw await alreadyDecided(tx, before)
    if (before.waitingSince) throw new AppError('papers_already_requested')
    await changeStatus(tx, { applicationId: id, to: 'under_review', userId: by.userId, reason: null }, now)
    await tx.update(aidApplications).set({ waitingSince: now }).where(eq(aidApplications.id, id))
    await tx.insert(paperRequests).values({ id: newId(), applicationId: id, userId: by.userId, text, createdAt: now })
    await recordAudit(
      tx,
      {
        by,
        action: 'application.papers_requested',
        subject: 'application',
        subjectId: id,
        before: auditFields(before),
        after: { status: 'under_review', waiting_for_applicant: true },
      },
      now,
    )
    await mailApplicant(core, tx, before, 'papers', now)
    return getReviewed(tx, by, id)
  })
}

/** Adds a note for the other administrators. @throws AppError `not_found`, `own_request` */
export async function addNote(core: Core, by: Administering, id: string, text: string) {
  const now = core.clock.now()
  return core.db.transaction(async (tx) => {
    const applicantId = await lockApplicantOf(tx, id)
    await lockForReview(tx, by, id, undefined)
    const note = { id: newId(), applicationId: id, userId: by.userId, text, createdAt: now }
    await insertNote(core, tx, applicantId, note)
    await recordAudit(tx, { by, action: 'application.note_added', subject: 'application', subjectId: id }, now)
    return { id: note.id, text, by: await readPerson(tx, by.userId), created_at: now }
  })
}

/** The database keeps a request approved while it has an open award (migration 0060). */
function refuseWithAward(error: unknown): never {
  throw codeOf(error) === 'TK004' ? new AppError('award_open', { cause: error }) : error
}

async function mailApplicant(core: Core, tx: Tx, { userId }: Application, news: RequestNews, now: Date): Promise<void> {
  const { email } = await readPerson(tx, userId)
  await mailNews(core, tx, { userId, email }, news, now)
}

function auditFields({ status, waitingSince }: Application) {
  return { status, waiting_for_applicant: waitingSince !== null }
}

/** Locks the request: of two reviewers the second waits here, then sees what the first one did. */
async function lockForReview(
  tx: Tx,
  by: Administering,
  id: string,
  expectedStatus: ApplicationStatus | undefined,
): Promise<Application> {
  const [found] = await tx.select().from(aidApplications).where(eq(aidApplications.id, id)).for('update')
  if (!found || found.erasedAt) throw new AppError('not_found', { detail: 'There is no such request.' })
  if (found.userId === by.userId) throw new AppError('own_request')
  if (expectedStatus !== undefined && found.status !== expectedStatus) throw await alreadyDecided(tx, found)
  return found
}

/** The refusal names who set the current status, and when. */
async function alreadyDecided(tx: Tx, { id, status }: Application): Promise<AppError> {
  const [last] = await tx
    .select({ userId: applicationEvents.userId, createdAt: applicationEvents.createdAt })
    .from(applicationEvents)
    .where(eq(applicationEvents.applicationId, id))
    .orderBy(desc(applicationEvents.createdAt), desc(applicationEvents.id))
    .limit(1)
  invariant(last, 'the history of a request starts with its submission')
  const actor = await readPerson(tx, last.userId)
  const decision: Decision = { status, by: actor.full_name || actor.email, at: last.createdAt.toISOString() }
  return new AppError('already_decided', { decision })
}

async function getReviewed(tx: Tx, { userId }: Administering, id: string): Promise<ReviewedApplication> {
  const row = await findReviewed(tx, userId, id)
  invariant(row, 'a locked request still exists')
  return row
}
