/**
 * Requests' part in the data that a person takes along, and in what is erased when an account is closed. What stays of a
 * request is what no person can be told by: kind, amount, urgency, status and dates. The books pay out against approved
 * requests and point to them, and reports count how many there were and how long they took; neither needs to know who asked.
 */
import { and, asc, eq, inArray, isNotNull } from 'drizzle-orm'
import { koboToNaira } from '../../contract/money.ts'
import type { AccountPart } from '../lib/account-part.ts'
import { findDocumentsByIds } from '../documents/evidence.ts'
import { readTimeline } from './applications.ts'
import { aidApplications, applicationDocuments, applicationEvents, applicationNotes, paperRequests } from './schema.ts'

export const applicationPart: AccountPart = {
  name: 'applications',
  async collect(db, userId) {
    const own = await db
      .select()
      .from(aidApplications)
      .where(eq(aidApplications.userId, userId))
      .orderBy(asc(aidApplications.createdAt), asc(aidApplications.id))
    const links = await db
      .select()
      .from(applicationDocuments)
      .where(
        inArray(
          applicationDocuments.applicationId,
          own.map(({ id }) => id),
        ),
      )
      .orderBy(asc(applicationDocuments.place))
    const documents = await findDocumentsByIds(
      db,
      links.map(({ documentId }) => documentId),
    )
    const steps = await readTimeline(
      { db },
      own.map(({ id }) => id),
    )
    const asked = await db
      .select({
        applicationId: paperRequests.applicationId,
        text: paperRequests.text,
        message: paperRequests.message,
        createdAt: paperRequests.createdAt,
        answeredAt: paperRequests.answeredAt,
      })
      .from(paperRequests)
      .innerJoin(aidApplications, eq(aidApplications.id, paperRequests.applicationId))
      .where(eq(aidApplications.userId, userId))
      .orderBy(asc(paperRequests.createdAt), asc(paperRequests.id))
    return own.map((application) => ({
      id: application.id,
      application_type: application.applicationType,
      description: application.description,
      amount_requested: application.amountRequested === null ? null : koboToNaira(application.amountRequested),
      location: application.location,
      urgency: application.urgency,
      status: application.status,
      created_at: application.createdAt,
      documents: links.flatMap(({ applicationId, label }, index) =>
        applicationId === application.id ? [{ path: documents[index]?.path, label }] : [],
      ),
      timeline: steps
        .filter(({ applicationId }) => applicationId === application.id)
        .map(({ status, reason, createdAt }) => ({ status, reason, created_at: createdAt })),
      paper_requests: asked
        .filter(({ applicationId }) => applicationId === application.id)
        .map(({ text, message, createdAt, answeredAt }) => ({
          text,
          message,
          created_at: createdAt,
          answered_at: answeredAt,
        })),
    }))
  },
  // Undecided ones are withdrawn: the status stays as the spec has it, and `erased_at` keeps them from reviewers.
  async erase(tx, userId, now) {
    const erased = await tx
      .update(aidApplications)
      .set({
        beneficiaryId: null,
        description: '',
        location: '',
        requestHash: Buffer.alloc(0),
        erasedAt: now,
        waitingSince: null,
      })
      .where(eq(aidApplications.userId, userId))
      .returning({ id: aidApplications.id })
    const ids = erased.map(({ id }) => id)
    if (ids.length === 0) return
    // A reason is words about the person. The history lets go of it, and of nothing else, once the request is erased.
    await tx
      .update(applicationEvents)
      .set({ reason: null })
      .where(and(inArray(applicationEvents.applicationId, ids), isNotNull(applicationEvents.reason)))
    // Before the documents themselves go, which documents' own part sees to.
    await tx.delete(applicationDocuments).where(inArray(applicationDocuments.applicationId, ids))
    // Words about the person, the reviewers' own among them.
    await tx.delete(paperRequests).where(inArray(paperRequests.applicationId, ids))
    await tx.delete(applicationNotes).where(inArray(applicationNotes.applicationId, ids))
  },
}
