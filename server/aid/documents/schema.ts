/**
 * The tables of documents: one row per version of a file, one per stored object, one per resumable upload and one per part of it, one per
 * receipt and request.
 */
import { bigint, boolean, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { DOCUMENT_TYPES, SCANS } from '../../../contract/aid/document-limits.ts'
import { bytea, moment } from '../../platform/db/columns.ts'

export const storedFiles = pgTable('stored_files', {
  key: text().primaryKey(),
  /** The bytes may be deleted from then on. Null while a document uses them. */
  sweepAt: moment('sweep_at'),
  /** False for bytes that were stored before encryption existed. */
  encrypted: boolean().notNull().default(false),
  createdAt: moment('created_at').notNull(),
})

export const resumableUploads = pgTable('resumable_uploads', {
  id: uuid().primaryKey(),
  userId: uuid('user_id').notNull(),
  /** As announced, however much has arrived. */
  bytes: bigint({ mode: 'number' }).notNull(),
  metadata: jsonb().$type<Readonly<Record<string, string | null>>>(),
  /** Whether it replaces a document, so that it needs no extra place. */
  overwrite: boolean().notNull().default(false),
  /** Bytes stored in parts. */
  arrived: bigint({ mode: 'number' }).notNull().default(0),
  heardAt: moment('heard_at'),
  finishedAt: moment('finished_at'),
  createdAt: moment('created_at').notNull(),
})

export type ResumableUpload = typeof resumableUploads.$inferSelect

export const uploadParts = pgTable(
  'upload_parts',
  {
    uploadId: uuid('upload_id').notNull(),
    firstByte: bigint('first_byte', { mode: 'number' }).notNull(),
    bytes: bigint({ mode: 'number' }).notNull(),
    storageKey: text('storage_key').notNull(),
  },
  (part) => [primaryKey({ columns: [part.uploadId, part.firstByte] })],
)

export const documents = pgTable('documents', {
  id: uuid().primaryKey(),
  userId: uuid('user_id').notNull(),
  path: text().notNull(),
  version: integer().notNull(),
  filename: text().notNull(),
  contentType: text('content_type', { enum: DOCUMENT_TYPES }).notNull(),
  bytes: bigint({ mode: 'number' }).notNull(),
  sha256: bytea().notNull(),
  storageKey: text('storage_key').notNull(),
  scan: text({ enum: SCANS }).notNull(),
  evidenceAt: moment('evidence_at'),
  supersededAt: moment('superseded_at'),
  createdAt: moment('created_at').notNull(),
})

export type Document = typeof documents.$inferSelect

/** Receipts of hand-overs, with the requests that keep them. The database adds them with the evidence of a payout. */
export const keptReceipts = pgTable(
  'kept_receipts',
  { documentId: uuid('document_id').notNull(), applicationId: uuid('application_id').notNull() },
  (kept) => [primaryKey({ columns: [kept.documentId, kept.applicationId] })],
)
