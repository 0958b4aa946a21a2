/** The table of data keys: one for each person whose documents, notes or bank details are stored. */
import { pgTable, uuid } from 'drizzle-orm/pg-core'
import { bytea, moment } from '../db/columns.ts'

export const dataKeys = pgTable('data_keys', {
  userId: uuid('user_id').primaryKey(),
  wrapped: bytea().notNull(),
  createdAt: moment('created_at').notNull(),
})
