/** Erases what identifies a person in requests for aid: when an account is closed, and after the retention period. */
import { and, eq, exists, inArray, isNotNull, notExists, type SQL } from 'drizzle-orm'
import { deleteRows } from '../documents/documents.ts'
import { documents, keptReceipts } from '../documents/schema.ts'
import { isOpenAccount } from '../../people/sign-in/open-account.ts'
import { eraseDataKey } from '../../platform/encryption/data-keys.ts'
import type { Tx } from '../../platform/db/db.ts'
import { cancelTexts } from '../../platform/sms/cancel-texts.ts'
import { outgoingTextMessages } from '../../platform/sms/schema.ts'
import {
  aidApplications,
  applicantActs,
  applicationDocuments,
  applicationEvents,
  applicationNotes,
  owedCalls,
  paperRequests,
  requestActs,
  requestLetters,
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
  const theirs = tx
    .select({ id: requestLetters.textId })
    .from(requestLetters)
    .where(and(inArray(requestLetters.applicationId, ids), isNotNull(requestLetters.textId)))
  await cancelTexts(tx, inArray(outgoingTextMessages.id, theirs), now)
  await tx.delete(requestTags).where(inArray(requestTags.applicationId, ids))
  await tx
    .update(requestActs)
    .set({ tag: null })
    .where(and(inArray(requestActs.applicationId, ids), isNotNull(requestActs.tag)))
  await tx.delete(owedCalls).where(inArray(owedCalls.applicationId, ids))
  await tx.delete(applicantActs).where(inArray(applicantActs.applicationId, ids))
  await tx.delete(paperRequests).where(inArray(paperRequests.applicationId, ids))
  await tx.delete(applicationNotes).where(inArray(applicationNotes.applicationId, ids))
  await eraseReceipts(tx, ids, now)
  return links.map(({ documentId }) => documentId)
}

/** Deletes the receipts of their payouts, but those that prove a payout of another request. */
async function eraseReceipts(tx: Tx, ids: readonly string[], now: Date): Promise<void> {
  const ofRequests = inArray(keptReceipts.applicationId, [...ids])
  const isKept = (which?: SQL) =>
    tx
      .select()
      .from(keptReceipts)
      .where(and(eq(keptReceipts.documentId, documents.id), which))
  // Locked first: another request of the same receipt may be erased at the same time.
  const found = await tx
    .select()
    .from(documents)
    .where(exists(isKept(ofRequests)))
    .orderBy(documents.id)
    .for('update')
  if (found.length === 0) return
  await tx.delete(keptReceipts).where(ofRequests)
  const named = tx.select().from(applicationDocuments).where(eq(applicationDocuments.documentId, documents.id))
  const left = await tx
    .select()
    .from(documents)
    .where(
      and(
        inArray(
          documents.id,
          found.map(({ id }) => id),
        ),
        notExists(isKept()),
        notExists(named),
      ),
    )
  await deleteRows(tx, left, now)
  for (const userId of new Set(left.map((document) => document.userId))) {
    const others = await tx.$count(documents, eq(documents.userId, userId))
    if (others === 0 && !(await isOpenAccount(tx, userId))) await eraseDataKey(tx, userId)
  }
}
