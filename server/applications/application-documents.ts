/** The documents that requests for aid name: evidence from that moment on, each with what the applicant says it is. */
import { asc, inArray } from 'drizzle-orm'
import { documentsOf, nameDocuments } from '../documents/naming.ts'
import { documentUrl } from '../documents/paths.ts'
import type { Document } from '../documents/schema.ts'
import type { Core } from '../lib/core.ts'
import type { Db, Tx } from '../lib/db/db.ts'
import { AppError } from '../lib/errors.ts'
import { applicationDocuments, type Application } from './schema.ts'

export interface OfferedDocument {
  /** Its address, or its path. */
  readonly url: string
  readonly label: string | null
}

/** @throws AppError `invalid_input`: one is not this person's, or named twice */
export async function attachDocuments(
  tx: Tx,
  { id: applicationId, userId, createdAt: now }: Application,
  offered: readonly OfferedDocument[],
  origins: readonly string[],
): Promise<void> {
  if (offered.length === 0) return
  const ids = await nameDocuments(tx, { userId, urls: offered.map(({ url }) => url), origins, now })
  // Each stands there once, so fewer ids would put the labels to other documents.
  if (ids.length < offered.length) {
    throw new AppError('invalid_input', {
      fields: [{ field: 'documents_provided', message: 'Please name each document once.' }],
    })
  }
  await tx
    .insert(applicationDocuments)
    .values(
      ids.map((documentId, place) => ({ applicationId, place, documentId, label: offered[place]?.label ?? null })),
    )
}

/** A document as one request names it. */
export interface NamedDocument extends Pick<Document, 'id' | 'path' | 'contentType' | 'bytes'> {
  readonly applicationId: string
  readonly url: string
  readonly name: string
  readonly label: string | null
  /** The request for more papers that it answers; null where it came with the application. */
  readonly paperRequestId: string | null
}

/** The documents of some requests, each request's in the order in which they were sent. */
export async function readDocuments(
  { db, env }: { db: Db | Tx; env: Core['env'] },
  applicationIds: readonly string[],
): Promise<NamedDocument[]> {
  const links = await db
    .select()
    .from(applicationDocuments)
    .where(inArray(applicationDocuments.applicationId, [...applicationIds]))
    .orderBy(asc(applicationDocuments.applicationId), asc(applicationDocuments.place))
  const named = await documentsOf(
    db,
    links.map(({ documentId }) => documentId),
  )
  // Found for each link: the database does not let go of a document that a request names.
  return links.flatMap(({ applicationId, label, paperRequestId }, index): NamedDocument[] => {
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

/** A document as it travels. */
export function documentRow({ id, path, url, name, contentType, bytes, label }: NamedDocument) {
  return { id, path, url, name, content_type: contentType, bytes, label }
}
