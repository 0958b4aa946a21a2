/**
 * Requests in the data export and when an account is closed. What remains identifies no person: type, amount, urgency, status and
 * dates. Payouts refer to approved requests, and reports count requests and their duration; neither needs the applicant.
 */
import { and, asc, eq, inArray, isNotNull } from 'drizzle-orm'
import { koboToNaira } from '../../contract/money.ts'
import type { AccountPart } from '../lib/account-part.ts'
import { findDocumentsByIds } from '../documents/evidence.ts'
import { readTimeline } from './applications.ts'
import {
  aidApplications,
  applicationDocuments,
  applicationEvents,
  applicationNotes,
  paperRequests,
  requestAddresses,
  requestAddressTokens,
} from './schema.ts'

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
  // Undecided requests are withdrawn: they keep a status of the spec, and `erased_at` hides them from reviewers.
  async erase(tx, userId, now) {
    await tx.delete(requestAddressTokens).where(eq(requestAddressTokens.userId, userId))
    // The time of the last mail stays for a day, so that a new account cannot send another mail there at once.
    await tx.update(requestAddresses).set({ provenAt: null, heldNews: null }).where(eq(requestAddresses.userId, userId))
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
    // A reason is text about the person. The database allows erasing it, and nothing else, once the request is erased.
    await tx
      .update(applicationEvents)
      .set({ reason: null })
      .where(and(inArray(applicationEvents.applicationId, ids), isNotNull(applicationEvents.reason)))
    // Before the documents themselves, which their own part deletes.
    await tx.delete(applicationDocuments).where(inArray(applicationDocuments.applicationId, ids))
    // Text about the person, including the reviewers' notes.
    await tx.delete(paperRequests).where(inArray(paperRequests.applicationId, ids))
    await tx.delete(applicationNotes).where(inArray(applicationNotes.applicationId, ids))
  },
}
