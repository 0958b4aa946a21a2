/** The table of claim codes. migrations/0009_aid_requests.sql explains every column. */
import { pgTable, smallint, uuid } from 'drizzle-orm/pg-core'
import { bytea, moment } from '../../platform/db/columns.ts'

export const claimCodes = pgTable('claim_codes', {
  id: uuid().primaryKey(),
  profileId: uuid('profile_id').notNull(),
  codeHash: bytea('code_hash').notNull(),
  tries: smallint().notNull().default(0),
  sentBy: uuid('sent_by'),
  askedBy: uuid('asked_by'),
  createdAt: moment('created_at').notNull(),
})
