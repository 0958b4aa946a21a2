/** Documents for other features: marking them as evidence, and reading them. */
import { and, asc, eq, inArray, isNull } from 'drizzle-orm'
import { DOCUMENTS_MAX } from '../../../contract/aid/document-limits.ts'
import type { FieldError } from '../../../contract/platform/errors.ts'
import type { Db, Tx } from '../../platform/db/db.ts'
import { AppError } from '../../platform/errors.ts'
import { pathOfUrl } from './paths.ts'
import { documents, type Document } from './schema.ts'

export interface EvidenceInput {
  /** The required owner of the documents. */
  readonly userId: string
  /** URLs or paths of documents. */
  readonly urls: readonly string[]
  /** The origins of this instance's URLs: that of PUBLIC_URL, and the request's own. */
  readonly origins: readonly string[]
  readonly now: Date
  /** The field of the request, for errors. */
  readonly field?: string
}

/**
 * Marks documents as evidence: from now on they can be neither overwritten nor deleted.
 * @returns the ids of their current versions in the order of the URLs, without duplicates
 * @throws AppError `invalid_input` with a field for each document that is not this person's
 */
export async function markAsEvidence(tx: Tx, naming: EvidenceInput): Promise<string[]> {
  const { userId, urls, origins, now, field = 'documents_provided' } = naming
  if (urls.length > DOCUMENTS_MAX) throw refused([{ field, message: `At most ${DOCUMENTS_MAX} documents.` }])
  if (urls.length === 0) return []
  const paths = urls.map((url) => pathOfUrl(url, origins)?.path ?? null)
  const own = await tx
    .select({ id: documents.id, path: documents.path })
    .from(documents)
    .where(
      and(
        eq(documents.userId, userId),
        isNull(documents.supersededAt),
        inArray(
          documents.path,
          paths.filter((path) => path !== null),
        ),
      ),
    )
    // Locked in id order: overwriting or deleting the same document comes before or after.
    .orderBy(asc(documents.id))
    .for('update')
  const found = paths.map((path) => own.find((document) => document.path === path)?.id)
  const missing = found.flatMap((id, index): FieldError[] =>
    id === undefined ? [{ field: `${field}.${index}`, message: 'This is not one of your documents.' }] : [],
  )
  if (missing.length > 0) throw refused(missing)
  const ids = [...new Set(found.filter((id) => id !== undefined))]
  await tx
    .update(documents)
    .set({ evidenceAt: now })
    .where(and(inArray(documents.id, ids), isNull(documents.evidenceAt)))
  return ids
}

function refused(fields: FieldError[]): AppError {
  return new AppError('invalid_input', { fields })
}

/**
 * Documents in the order of the ids; unknown ids are left out. To open one, sign its `path` with its id as `versionId`: this opens
 * that version even if a newer one has superseded it.
 */
export async function findDocumentsByIds(db: Db | Tx, ids: readonly string[]): Promise<Document[]> {
  if (ids.length === 0) return []
  const found = await db
    .select()
    .from(documents)
    .where(inArray(documents.id, [...ids]))
  return ids.map((id) => found.find((document) => document.id === id)).filter((document) => document !== undefined)
}
