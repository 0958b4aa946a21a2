/** More papers that reviewers ask for: what the applicant sees of that, and the answer. */
import { and, asc, eq, inArray, isNull } from 'drizzle-orm'
import { pathOfUrl } from '../documents/paths.ts'
import type { Core } from '../lib/core.ts'
import type { Tx } from '../lib/db/db.ts'
import { AppError } from '../lib/errors.ts'
import { attachDocuments, readDocuments, type SubmittedDocument } from './application-documents.ts'
import { lockApplicant } from './applications.ts'
import { aidApplications, applicationDocuments, paperRequests, type Application, type PaperRequest } from './schema.ts'

export interface PapersAnswer {
  /** What is answered. */
  readonly paperRequestId: string
  /** The applicant's own documents, by their addresses or their paths. */
  readonly documents: readonly SubmittedDocument[]
  readonly message: string | null
  /** Where addresses of this instance can point. */
  readonly origins: readonly string[]
}

/** What was asked for, oldest first. */
export function readPaperRequests({ db }: Pick<Core, 'db'>, applicationId: string): Promise<PaperRequest[]> {
  return db
    .select()
    .from(paperRequests)
    .where(eq(paperRequests.applicationId, applicationId))
    .orderBy(asc(paperRequests.createdAt), asc(paperRequests.id))
}

/** What is waited for, of those applications that wait: one each at most. The others cost no question. */
export async function readOpenPaperRequests(
  { db }: Pick<Core, 'db'>,
  applications: readonly Application[],
): Promise<PaperRequest[]> {
  const waiting = applications.filter(({ waitingSince }) => waitingSince !== null).map(({ id }) => id)
  if (waiting.length === 0) return []
  return db
    .select()
    .from(paperRequests)
    .where(
      and(
        inArray(paperRequests.applicationId, waiting),
        isNull(paperRequests.answeredAt),
        isNull(paperRequests.closedAt),
      ),
    )
}

/**
 * Answers what is asked for: the documents become evidence of the request, and nothing is waited for any more. A request for
 * papers has one answer, so the same one again finds it: a press whose answer was lost may be repeated.
 * @throws AppError `not_found` (none of this person's), `no_papers_requested` (answered otherwise, or not waited for any more),
 *   `invalid_input` (not a document of theirs, or one that the request has already)
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
    const asked = await lockPaperRequest(tx, userId, applicationId, paperRequestId)
    if (asked.answeredAt && (await isSameAnswer(core, tx, asked, answer))) return asked
    if (asked.answeredAt || asked.closedAt) throw new AppError('no_papers_requested')
    const there = await tx
      .select({ documentId: applicationDocuments.documentId })
      .from(applicationDocuments)
      .where(eq(applicationDocuments.applicationId, applicationId))
    await attachDocuments(
      tx,
      {
        applicationId,
        userId,
        paperRequestId,
        there: there.map(({ documentId }) => documentId),
        field: 'documents',
        origins,
        now,
      },
      answer.documents,
    )
    await tx.update(aidApplications).set({ waitingSince: null }).where(eq(aidApplications.id, applicationId))
    await tx.update(paperRequests).set({ answeredAt: now, message }).where(eq(paperRequests.id, paperRequestId))
    return { ...asked, answeredAt: now, message }
  })
}

/** With its application held where it is: a decision, or another press, comes before or after. */
async function lockPaperRequest(tx: Tx, userId: string, applicationId: string, id: string): Promise<PaperRequest> {
  const notFound = () => new AppError('not_found', { detail: 'There is no such request.' })
  const [application] = await tx
    .select({ id: aidApplications.id })
    .from(aidApplications)
    .where(and(eq(aidApplications.id, applicationId), eq(aidApplications.userId, userId)))
    .for('update')
  if (!application) throw notFound()
  const [asked] = await tx
    .select()
    .from(paperRequests)
    .where(and(eq(paperRequests.id, id), eq(paperRequests.applicationId, applicationId)))
  if (!asked) throw notFound()
  return asked
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
