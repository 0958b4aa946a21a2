/** The table of data keys: one for each person whose documents, notes or bank details are stored. */
import { pgTable, timestamp, uuid } from 'drizzle-orm/pg-core'
import { bytea } from '../db/columns.ts'

export const dataKeys = pgTable('data_keys', {
  userId: uuid('user_id').primaryKey(),
  wrapped: bytea().notNull(),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
})
