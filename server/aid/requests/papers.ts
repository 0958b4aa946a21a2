/** Requests for more papers: what the applicant sees, and the answer. */
import { and, asc, eq, inArray, isNull } from 'drizzle-orm'
import { pathOfUrl } from '../documents/paths.ts'
import type { Core } from '../../platform/core.ts'
import type { Tx } from '../../platform/db/db.ts'
import { AppError } from '../../platform/errors.ts'
import { attachDocuments, readDocuments, type SubmittedDocument } from './application-documents.ts'
import { lockApplicant } from './applications.ts'
import {
  aidApplications,
  applicationDocuments,
  paperRequests,
  requestLetters,
  type Application,
  type PaperRequest,
} from './schema.ts'
import { dueAgain } from './statuses.ts'
import { lockRequest, noSuchRequest } from './wake.ts'
import { withdrawLetterTexts } from './withdraw-letter-texts.ts'

export interface PapersAnswer {
  /** The request for papers that it answers. */
  readonly paperRequestId: string
  /** The applicant's own documents, by URL or path. */
  readonly documents: readonly SubmittedDocument[]
  readonly message: string | null
  /** The origins of this instance's URLs. */
  readonly origins: readonly string[]
}

/** Oldest first. */
export function readPaperRequests({ db }: Pick<Core, 'db'>, applicationId: string): Promise<PaperRequest[]> {
  return db
    .select()
    .from(paperRequests)
    .where(and(eq(paperRequests.applicationId, applicationId), isNull(paperRequests.takenBackAt)))
    .orderBy(asc(paperRequests.createdAt), asc(paperRequests.id))
}

/** The requests for papers of those of these applications that are undecided, oldest first. */
export async function readUndecidedPaperRequests(
  { db }: Pick<Core, 'db'>,
  applications: readonly Application[],
): Promise<PaperRequest[]> {
  const undecided = applications.filter(({ decidedAt }) => decidedAt === null).map(({ id }) => id)
  if (undecided.length === 0) return []
  return db
    .select()
    .from(paperRequests)
    .where(and(inArray(paperRequests.applicationId, undecided), isNull(paperRequests.takenBackAt)))
    .orderBy(asc(paperRequests.createdAt), asc(paperRequests.id))
}

/**
 * Answers a request for papers. Its documents become evidence. Sending the same answer again returns it, so that a client can retry.
 * @throws AppError `not_found` (not this person's), `no_papers_requested` (answered differently, or closed), `invalid_input` (not
 *   the applicant's document, or attached already)
 */
export function answerPapers(
  core: Core,
  userId: string,
  applicationId: string,
  answer: PapersAnswer,
): Promise<PaperRequest> {
  const { paperRequestId, message, origins } = answer
  const now = core.clock.now()
  return core.db.transaction(async (tx) => {
    await lockApplicant(tx, userId)
    const { application, asked } = await lockPaperRequest(tx, userId, applicationId, paperRequestId)
    if (asked.answeredAt && (await isSameAnswer(core, tx, asked, answer))) return asked
    if (asked.answeredAt || asked.closedAt) throw new AppError('no_papers_requested')
    const attached = await tx
      .select({ documentId: applicationDocuments.documentId })
      .from(applicationDocuments)
      .where(eq(applicationDocuments.applicationId, applicationId))
    await attachDocuments(
      tx,
      {
        applicationId,
        userId,
        paperRequestId,
        attached: attached.map(({ documentId }) => documentId),
        field: 'documents',
        origins,
        now,
      },
      answer.documents,
    )
    await tx
      .update(aidApplications)
      .set({
        waitingSince: null,
        answeredAt: now,
        dueAt: dueAgain(application, now),
        // An answer wakes a request that was set aside.
        snoozedUntil: null,
        snoozedUntilAnswered: false,
        changedBy: userId,
        changedAt: now,
      })
      .where(eq(aidApplications.id, applicationId))
    await tx.update(paperRequests).set({ answeredAt: now, message }).where(eq(paperRequests.id, paperRequestId))
    await withdrawLetterTexts(tx, eq(requestLetters.paperRequestId, paperRequestId), now)
    return { ...asked, answeredAt: now, message }
  })
}

/** Locks the application too, so that decisions and other answers wait. */
async function lockPaperRequest(
  tx: Tx,
  userId: string,
  applicationId: string,
  id: string,
): Promise<{ application: Application; asked: PaperRequest }> {
  const application = await lockRequest(tx, applicationId)
  if (application?.userId !== userId) throw noSuchRequest()
  const [asked] = await tx
    .select()
    .from(paperRequests)
    .where(and(eq(paperRequests.id, id), eq(paperRequests.applicationId, applicationId)))
  if (!asked) throw noSuchRequest()
  return { application, asked }
}

async function isSameAnswer(core: Core, tx: Tx, asked: PaperRequest, answer: PapersAnswer): Promise<boolean> {
  const attached = await readDocuments({ db: tx, env: core.env }, [asked.applicationId])
  const given = attached.filter(({ paperRequestId }) => paperRequestId === asked.id)
  return (
    asked.message === answer.message &&
    given.length === answer.documents.length &&
    given.every(({ path, label }, index) => {
      const again = answer.documents[index]
      return again?.label === label && pathOfUrl(again.url, answer.origins)?.path === path
    })
  )
}
