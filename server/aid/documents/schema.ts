/** The tables of documents: one row per version of a file, one per stored object, and one per resumable upload. */
import { bigint, boolean, integer, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { DOCUMENT_TYPES, SCANS } from '../../../contract/aid/document-limits.ts'
import { bytea } from '../../platform/db/columns.ts'

const moment = (name: string) => timestamp(name, { withTimezone: true })

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
  finishedAt: moment('finished_at'),
  createdAt: moment('created_at').notNull(),
})

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
