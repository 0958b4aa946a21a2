/** Documents in the data export and when an account is closed. */
import { asc, eq } from 'drizzle-orm'
import type { AccountPart } from '../../platform/account-part.ts'
import { deleteRows } from './documents.ts'
import { deleteUploads } from './resumable-uploads.ts'
import { documents, resumableUploads } from './schema.ts'

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
      .where(eq(documents.userId, userId))
      .orderBy(asc(documents.createdAt), asc(documents.id))
  },
  // Evidence too: medical and school papers are personal. References to them must be erased first.
  async erase(tx, userId, now) {
    const own = await tx.select().from(documents).where(eq(documents.userId, userId)).for('update')
    await deleteRows(tx, own, now)
    // Finished ones too: they have the names of files.
    await deleteUploads(tx, eq(resumableUploads.userId, userId), now)
  },
}
