/**
 * Requests in the data export and when an account is closed. What remains identifies no person: case number, type, amount, urgency, status and
 * dates. Payouts refer to approved requests, and reports count requests and their duration; neither needs the applicant.
 */
import { and, asc, eq, inArray, isNull } from 'drizzle-orm'
import { koboToNaira } from '../../../contract/platform/money.ts'
import type { AccountPart } from '../../platform/account-part.ts'
import { findDocumentsByIds } from '../documents/evidence.ts'
import { collectAppeals } from './appeals.ts'
import { detachDocuments } from './application-documents.ts'
import { readTimeline } from './applications.ts'
import { collectTexts } from './owed-calls.ts'
import { collectOwnActs } from './own-acts.ts'
import { caseNumber } from './case-number.ts'
import { eraseRequests } from './erase-requests.ts'
import { NOTHING_HELD } from './request-mail.ts'
import {
  aidApplications,
  applicationDocuments,
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
      .where(and(eq(aidApplications.userId, userId), isNull(aidApplications.erasedAt)))
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
    const ids = links.map(({ documentId }) => documentId)
    const documents = await findDocumentsByIds(db, ids)
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
      .where(and(eq(aidApplications.userId, userId), isNull(paperRequests.takenBackAt)))
      .orderBy(asc(paperRequests.createdAt), asc(paperRequests.id))
    const appealOf = await collectAppeals(db, userId)
    const actsOf = await collectOwnActs(db, userId)
    const textsOf = await collectTexts(db, userId)
    return own.map((application) => ({
      id: application.id,
      case_number: caseNumber(application.number),
      application_type: application.applicationType,
      description: application.description,
      amount_requested: application.amountRequested === null ? null : koboToNaira(application.amountRequested),
      location: application.location,
      urgency: application.urgency,
      status: application.status,
      created_at: application.createdAt,
      privacy_version: application.privacyVersion,
      terms_version: application.termsVersion,
      language: application.language,
      appeal: appealOf(application.id),
      own_acts: actsOf(application.id),
      own_texts: textsOf(application.id),
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
    await tx
      .update(requestAddresses)
      .set({ provenAt: null, ...NOTHING_HELD })
      .where(eq(requestAddresses.userId, userId))
    await eraseRequests(tx, eq(aidApplications.userId, userId), now)
    // A claim of theirs was undone before this was done then.
    await detachDocuments(tx, userId, now)
  },
}
