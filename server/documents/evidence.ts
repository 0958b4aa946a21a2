/** What other features do with documents: name them as evidence, and read what they named. */
import { and, asc, eq, inArray, isNull } from 'drizzle-orm'
import { DOCUMENTS_MAX } from '../../contract/document-limits.ts'
import type { FieldError } from '../../contract/errors.ts'
import type { Db, Tx } from '../lib/db/db.ts'
import { AppError } from '../lib/errors.ts'
import { pathOfUrl } from './paths.ts'
import { documents, type Document } from './schema.ts'

export interface EvidenceInput {
  /** Whose documents they have to be. */
  readonly userId: string
  /** Addresses of documents, or their paths. */
  readonly urls: readonly string[]
  /** Where addresses of this instance can point: the origin of PUBLIC_URL, and the request's own. */
  readonly origins: readonly string[]
  readonly now: Date
  /** The field of the request that they stand in. */
  readonly field?: string
}

/**
 * Makes documents evidence of the application that names them: from here on they can be neither overwritten nor deleted.
 * @returns the ids of their current versions, in the order of the addresses; one that is named twice stands there once
 * @throws AppError `invalid_input`, with a field for each that is not a document of this person
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
    // In one order, and locked: an overwrite or a delete of the same document comes before or after, never between.
    .orderBy(asc(documents.id))
    .for('update')
  const found = paths.map((path) => own.find((document) => document.path === path)?.id)
  const missing = found.flatMap((id, index): FieldError[] =>
    id === undefined ? [{ field: `${field}.${index}`, message: 'This is not a document of yours.' }] : [],
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
 * The documents behind ids, in the order of the ids; ids of none are left out. To open one, ask to sign its `path`, with its
 * id as `versionId`: that is the very version, also when a newer one has taken its place.
 */
export async function findDocumentsByIds(db: Db | Tx, ids: readonly string[]): Promise<Document[]> {
  if (ids.length === 0) return []
  const found = await db
    .select()
    .from(documents)
    .where(inArray(documents.id, [...ids]))
  return ids.map((id) => found.find((document) => document.id === id)).filter((document) => document !== undefined)
}
