/** The months that two people closed. migrations/0016_closed_months.sql explains every column. */
import { date, json, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'

export const closedMonths = pgTable('closed_months', {
  month: date().primaryKey(),
  statement: json().notNull(),
  digest: text().notNull(),
  proposalId: uuid('proposal_id').notNull(),
  closedAt: timestamp('closed_at', { withTimezone: true }).notNull(),
})
