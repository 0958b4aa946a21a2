/** The documents of requests: evidence from the moment they are attached, each with the applicant's label. */
import { and, asc, eq, inArray, isNull, max, sql } from 'drizzle-orm'
import { z } from 'zod'
import { DOCUMENTS_PER_APPLICATION_MAX } from '../../../contract/platform/admin-fields.ts'
import { deleteRows } from '../documents/documents.ts'
import { findDocumentsByIds, markAsEvidence } from '../documents/evidence.ts'
import { documentUrl } from '../documents/paths.ts'
import { documents, type Document } from '../documents/schema.ts'
import type { Core } from '../../platform/core.ts'
import { rows, type Db, type Tx } from '../../platform/db/db.ts'
import { refusedField } from '../../platform/errors.ts'
import { applicationDocuments } from './schema.ts'

export interface SubmittedDocument {
  /** The document's URL or its path. */
  readonly url: string
  readonly label: string | null
}

/** The request that documents are attached to. */
export interface Attachment {
  readonly applicationId: string
  readonly userId: string
  /** The request for papers that they answer; null when they come with the application. */
  readonly paperRequestId: string | null
  /** The act that they came with, unasked. */
  readonly actId?: string
  /** The ids of documents that are attached already. */
  readonly attached: readonly string[]
  /** The field of the body, for errors. */
  readonly field: string
  /** The origins of this instance's URLs. */
  readonly origins: readonly string[]
  readonly now: Date
}

/**
 * Attaches documents to a request, after those it has, and makes them evidence.
 * @throws AppError `invalid_input`: not the applicant's document, a duplicate, or too many
 */
export async function attachDocuments(
  tx: Tx,
  { applicationId, userId, paperRequestId, actId, attached, field, origins, now }: Attachment,
  offered: readonly SubmittedDocument[],
): Promise<void> {
  if (offered.length === 0) return
  const ids = await markAsEvidence(tx, { userId, urls: offered.map(({ url }) => url), origins, now, field })
  // A duplicate has only one id, which would shift the labels.
  if (ids.length < offered.length) throw refusedField(field, 'Add each document only once.')
  if (ids.some((id) => attached.includes(id))) throw refusedField(field, 'The request already has this document.')
  if (attached.length + ids.length > DOCUMENTS_PER_APPLICATION_MAX) {
    throw refusedField(field, `A request can have at most ${DOCUMENTS_PER_APPLICATION_MAX} documents.`)
  }
  const [last] = await tx
    .select({ place: max(applicationDocuments.place) })
    .from(applicationDocuments)
    .where(eq(applicationDocuments.applicationId, applicationId))
  // Not their number: some may have been taken away.
  const first = (last?.place ?? -1) + 1
  await tx.insert(applicationDocuments).values(
    ids.map((documentId, index) => ({
      applicationId,
      place: first + index,
      documentId,
      label: offered[index]?.label ?? null,
      paperRequestId,
      actId: actId ?? null,
    })),
  )
}

/**
 * The condition that no request names a row of `documents`, and none keeps it as the receipt of a hand-over: who recorded it may have named it
 * in a request of their own.
 */
export const isUnnamed = sql`not exists (select from application_documents where document_id = documents.id)
  and not exists (select from kept_receipts where document_id = documents.id)`

/**
 * Takes a person's papers from requests that are not theirs any more. What no request names then is no evidence: its owner may delete it, and
 * it goes like papers that were never sent.
 */
export async function detachDocuments(tx: Tx, userId: string, now: Date): Promise<void> {
  const detached = await rows(
    tx,
    sql`delete from application_documents using documents, aid_applications
         where documents.id = document_id and aid_applications.id = application_id
           and documents.user_id = ${userId}::uuid and aid_applications.user_id <> ${userId}::uuid
        returning document_id::text as id`,
    z.object({ id: z.string() }),
  )
  const ids = [...new Set(detached.map(({ id }) => id))]
  const unnamed = and(inArray(documents.id, ids), isUnnamed)
  const left = await tx.select().from(documents).where(unnamed).orderBy(documents.id).for('update')
  const old = left.filter(({ supersededAt }) => supersededAt !== null)
  await deleteRows(tx, old, now)
  await tx
    .update(documents)
    .set({ evidenceAt: null })
    .where(and(unnamed, isNull(documents.supersededAt)))
}

/** A document of a request. */
export interface AttachedDocument extends Pick<Document, 'id' | 'path' | 'contentType' | 'bytes'> {
  readonly applicationId: string
  readonly url: string
  readonly name: string
  readonly label: string | null
  /** The request for papers that it answers; null when it came with the application. */
  readonly paperRequestId: string | null
  /** The act that it came with, unasked. */
  readonly actId: string | null
}

/** The contract's form. */
export function toDocumentRow(document: AttachedDocument) {
  const { id, path, url, name, contentType, bytes, label, paperRequestId, actId } = document
  const came = { paper_request_id: paperRequestId, added_later: actId !== null }
  return { id, path, url, name, content_type: contentType, bytes, label, ...came }
}

/** The documents of several requests; each request's in the order they were sent. */
export async function readDocuments(
  { db, env }: { db: Db | Tx; env: Core['env'] },
  applicationIds: readonly string[],
): Promise<AttachedDocument[]> {
  const links = await db
    .select()
    .from(applicationDocuments)
    .where(inArray(applicationDocuments.applicationId, [...applicationIds]))
    .orderBy(asc(applicationDocuments.applicationId), asc(applicationDocuments.place))
  const named = await findDocumentsByIds(
    db,
    links.map(({ documentId }) => documentId),
  )
  // Always found: the database refuses to delete an attached document.
  return links.flatMap(({ applicationId, label, paperRequestId, actId }, index): AttachedDocument[] => {
    const document = named[index]
    if (!document) return []
    const { id, path, contentType, bytes, filename } = document
    return [
      {
        applicationId,
        id,
        path,
        url: documentUrl(env, path),
        name: filename,
        contentType,
        bytes,
        label,
        paperRequestId,
        actId,
      },
    ]
  })
}
