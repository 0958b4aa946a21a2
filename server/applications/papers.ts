/** More papers that reviewers ask for: what the applicant sees of that, and the answer. */
import { and, asc, eq, isNull } from 'drizzle-orm'
import { DOCUMENTS_PER_APPLICATION_MAX } from '../../contract/admin-fields.ts'
import { nameDocuments } from '../documents/naming.ts'
import type { Core } from '../lib/core.ts'
import type { Tx } from '../lib/db/db.ts'
import { AppError, invariant } from '../lib/errors.ts'
import { lockApplicant } from './applications.ts'
import { aidApplications, applicationDocuments, paperRequests, type PaperRequest } from './schema.ts'

export interface PapersAnswer {
  /** Addresses of the applicant's own documents, or their paths. */
  readonly urls: readonly string[]
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

/**
 * Answers what is asked for: the documents become evidence of the request, and nothing is waited for any more.
 * @throws AppError `not_found` (none of this person's), `no_papers_requested`, `invalid_input` (not a document of theirs, or one
 *   that the request has already)
 */
export function answerPapers(
  { db, clock }: Core,
  userId: string,
  id: string,
  answer: PapersAnswer,
): Promise<PaperRequest> {
  const now = clock.now()
  return db.transaction(async (tx) => {
    await lockApplicant(tx, userId)
    const [application] = await tx
      .select({ id: aidApplications.id })
      .from(aidApplications)
      .where(and(eq(aidApplications.id, id), eq(aidApplications.userId, userId)))
      .for('update')
    if (!application) throw new AppError('not_found', { detail: 'There is no such request.' })
    const [answered] = await tx
      .update(paperRequests)
      .set({ answeredAt: now, message: answer.message })
      .where(and(eq(paperRequests.applicationId, id), isNull(paperRequests.answeredAt), isNull(paperRequests.closedAt)))
      .returning()
    if (!answered) throw new AppError('no_papers_requested')
    await addPapers(tx, answered, userId, answer, now)
    await tx.update(aidApplications).set({ waitingSince: null }).where(eq(aidApplications.id, id))
    return answered
  })
}

async function addPapers(
  tx: Tx,
  { id: paperRequestId, applicationId }: PaperRequest,
  userId: string,
  { urls, origins }: PapersAnswer,
  now: Date,
): Promise<void> {
  if (urls.length === 0) return
  const ids = await nameDocuments(tx, { userId, urls, origins, now, field: 'documents' })
  const there = await tx
    .select({ documentId: applicationDocuments.documentId, place: applicationDocuments.place })
    .from(applicationDocuments)
    .where(eq(applicationDocuments.applicationId, applicationId))
  if (ids.length < urls.length || there.some(({ documentId }) => ids.includes(documentId))) {
    throw refused('Please name each document once, and none that came with the request before.')
  }
  if (there.length + ids.length > DOCUMENTS_PER_APPLICATION_MAX) {
    throw refused(`A request can have ${DOCUMENTS_PER_APPLICATION_MAX} documents at most.`)
  }
  const next = Math.max(-1, ...there.map(({ place }) => place)) + 1
  invariant(next + ids.length <= DOCUMENTS_PER_APPLICATION_MAX, 'places are taken one after the other')
  await tx
    .insert(applicationDocuments)
    .values(ids.map((documentId, index) => ({ applicationId, place: next + index, documentId, paperRequestId })))
}

function refused(message: string): AppError {
  return new AppError('invalid_input', { fields: [{ field: 'documents', message }] })
}
