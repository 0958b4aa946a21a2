/** The table of requests that wait for the code by text (migrations/0045). */
import { integer, pgTable, timestamp } from 'drizzle-orm/pg-core'
import { bytea } from '../../platform/db/columns.ts'

export const plainRequests = pgTable('plain_requests', {
  id: bytea().primaryKey(),
  network: bytea().notNull(),
  sealed: bytea(),
  bytes: integer().notNull(),
  account: bytea(),
  answer: bytea(),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
  expiresAt: timestamp('expires_at', { withTimezone: true }).notNull(),
})
