/** The table of claim codes. migrations/0170_profile_claims.sql explains every column. */
import { pgTable, smallint, timestamp, uuid } from 'drizzle-orm/pg-core'
import { bytea } from '../lib/db/columns.ts'

export const claimCodes = pgTable('claim_codes', {
  id: uuid().primaryKey(),
  profileId: uuid('profile_id').notNull(),
  codeHash: bytea('code_hash').notNull(),
  tries: smallint().notNull().default(0),
  sentBy: uuid('sent_by'),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
})
