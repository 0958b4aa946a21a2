/** Erases what identifies a person in requests for aid: when an account is closed, and after the retention period. */
import { and, inArray, isNotNull, type SQL } from 'drizzle-orm'
import type { Tx } from '../../platform/db/db.ts'
import {
  aidApplications,
  applicantActs,
  applicationDocuments,
  applicationEvents,
  applicationNotes,
  owedCalls,
  paperRequests,
  requestActs,
  requestTags,
  waitingLetters,
} from './schema.ts'

/**
 * Type, amount, urgency, status and dates stay.
 * @returns the ids of the documents that these requests named; deleting them is left to the caller
 */
export async function eraseRequests(tx: Tx, which: SQL | undefined, now: Date): Promise<string[]> {
  const erased = await tx
    .update(aidApplications)
    .set({
      beneficiaryId: null,
      description: '',
      location: '',
      language: null,
      requestHash: Buffer.alloc(0),
      erasedAt: now,
      waitingSince: null,
    })
    .where(which)
    .returning({ id: aidApplications.id })
  const ids = erased.map(({ id }) => id)
  if (ids.length === 0) return []
  // A reason is text about the person. The database allows erasing it, and nothing else, once the request is erased.
  await tx
    .update(applicationEvents)
    .set({ reason: null })
    .where(and(inArray(applicationEvents.applicationId, ids), isNotNull(applicationEvents.reason)))
  // Before the documents themselves, which their own part deletes.
  const links = await tx
    .delete(applicationDocuments)
    .where(inArray(applicationDocuments.applicationId, ids))
    .returning({ documentId: applicationDocuments.documentId })
  // Text about the person, including the notes and tags of reviewers.
  await tx.delete(waitingLetters).where(inArray(waitingLetters.applicationId, ids))
  await tx.delete(requestTags).where(inArray(requestTags.applicationId, ids))
  await tx
    .update(requestActs)
    .set({ tag: null })
    .where(and(inArray(requestActs.applicationId, ids), isNotNull(requestActs.tag)))
  await tx.delete(owedCalls).where(inArray(owedCalls.applicationId, ids))
  await tx.delete(applicantActs).where(inArray(applicantActs.applicationId, ids))
  await tx.delete(paperRequests).where(inArray(paperRequests.applicationId, ids))
  await tx.delete(applicationNotes).where(inArray(applicationNotes.applicationId, ids))
  return links.map(({ documentId }) => documentId)
}
