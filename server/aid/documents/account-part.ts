/** Documents in the data export and when an account is closed. */
import { and, asc, eq, inArray } from 'drizzle-orm'
import type { AccountPart } from '../../platform/account-part.ts'
import { deleteRows, isOwn } from './documents.ts'
import { deleteUploads } from './resumable-uploads.ts'
import { documents, keptReceipts, resumableUploads } from './schema.ts'

export const documentsPart: AccountPart = {
  name: 'documents',
  async collect(db, userId) {
    return db
      .select({
        id: documents.id,
        path: documents.path,
        filename: documents.filename,
        version: documents.version,
        content_type: documents.contentType,
        bytes: documents.bytes,
        scan: documents.scan,
        named_at: documents.evidenceAt,
        superseded_at: documents.supersededAt,
        created_at: documents.createdAt,
      })
      .from(documents)
      .where(and(eq(documents.userId, userId), isOwn(db)))
      .orderBy(asc(documents.createdAt), asc(documents.id))
  },
  // Evidence too: medical and school papers are personal. References to them must be erased first. Receipts prove what others received.
  async erase(tx, userId, now) {
    const own = await tx
      .select()
      .from(documents)
      .where(eq(documents.userId, userId))
      .orderBy(documents.id)
      .for('update')
    const ids = own.map(({ id }) => id)
    const kept = await tx.select().from(keptReceipts).where(inArray(keptReceipts.documentId, ids))
    const keptIds = new Set(kept.map(({ documentId }) => documentId))
    await deleteRows(
      tx,
      own.filter(({ id }) => !keptIds.has(id)),
      now,
    )
    // Finished ones too: they have the names of files.
    await deleteUploads(tx, eq(resumableUploads.userId, userId), now)
  },
  async keepsKey(tx, userId) {
    return (await tx.$count(documents, eq(documents.userId, userId))) > 0
  },
}
