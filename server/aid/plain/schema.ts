/** The table of requests that wait for the code by text (migrations/0045). */
import { integer, pgTable } from 'drizzle-orm/pg-core'
import { bytea, moment } from '../../platform/db/columns.ts'

export const plainRequests = pgTable('plain_requests', {
  id: bytea().primaryKey(),
  network: bytea().notNull(),
  sealed: bytea(),
  bytes: integer().notNull(),
  account: bytea(),
  answer: bytea(),
  createdAt: moment('created_at').notNull(),
  expiresAt: moment('expires_at').notNull(),
})
