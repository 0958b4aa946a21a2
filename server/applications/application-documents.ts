/** The documents that requests for aid name: evidence from that moment on, each with what the applicant says it is. */
import { asc, inArray } from 'drizzle-orm'
import { DOCUMENTS_PER_APPLICATION_MAX } from '../../contract/admin-fields.ts'
import { findDocumentsByIds, markAsEvidence } from '../documents/evidence.ts'
import { documentUrl } from '../documents/paths.ts'
import type { Document } from '../documents/schema.ts'
import type { Core } from '../lib/core.ts'
import type { Db, Tx } from '../lib/db/db.ts'
import { AppError } from '../lib/errors.ts'
import { applicationDocuments } from './schema.ts'

export interface SubmittedDocument {
  /** Its address, or its path. */
  readonly url: string
  readonly label: string | null
}

/** What documents are attached to, and where they were named. */
export interface Attachment {
  readonly applicationId: string
  readonly userId: string
  /** The request for more papers that they answer; null where they come with the application. */
  readonly paperRequestId: string | null
  /** The documents that the application has already. */
  readonly there: readonly string[]
  /** The field of the body that names them. */
  readonly field: string
  /** Where addresses of this instance can point. */
  readonly origins: readonly string[]
  readonly now: Date
}

/**
 * Makes documents evidence of an application, behind those that it has.
 * @throws AppError `invalid_input`: one is not this person's, or named twice, or one too many
 */
export async function attachDocuments(
  tx: Tx,
  { applicationId, userId, paperRequestId, there, field, origins, now }: Attachment,
  offered: readonly SubmittedDocument[],
): Promise<void> {
  if (offered.length === 0) return
  const refused = (message: string) => new AppError('invalid_input', { fields: [{ field, message }] })
  const ids = await markAsEvidence(tx, { userId, urls: offered.map(({ url }) => url), origins, now, field })
  // Each stands there once, so fewer ids would put the labels to other documents.
  if (ids.length < offered.length) throw refused('Please name each document once.')
  if (ids.some((id) => there.includes(id))) throw refused('Please name none that the request has already.')
  if (there.length + ids.length > DOCUMENTS_PER_APPLICATION_MAX) {
    throw refused(`A request can have ${DOCUMENTS_PER_APPLICATION_MAX} documents at most.`)
  }
  await tx.insert(applicationDocuments).values(
    ids.map((documentId, index) => ({
      applicationId,
      place: there.length + index,
      documentId,
      label: offered[index]?.label ?? null,
      paperRequestId,
    })),
  )
}

/** A document as one request names it. */
export interface AttachedDocument extends Pick<Document, 'id' | 'path' | 'contentType' | 'bytes'> {
  readonly applicationId: string
  readonly url: string
  readonly name: string
  readonly label: string | null
  /** The request for more papers that it answers; null where it came with the application. */
  readonly paperRequestId: string | null
}

/** As the contract has it. */
export function toDocumentRow({ id, path, url, name, contentType, bytes, label, paperRequestId }: AttachedDocument) {
  return { id, path, url, name, content_type: contentType, bytes, label, paper_request_id: paperRequestId }
}

/** The documents of some requests, each request's in the order in which they were sent. */
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
  // Found for each link: the database does not let go of a document that a request names.
  return links.flatMap(({ applicationId, label, paperRequestId }, index): AttachedDocument[] => {
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
      },
    ]
  })
}
