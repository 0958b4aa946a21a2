/** The months that two people closed. migrations/0016_closed_months.sql explains every column. */
import { date, json, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { moment } from '../../platform/db/columns.ts'

export const closedMonths = pgTable('closed_months', {
  month: date().primaryKey(),
  statement: json().notNull(),
  digest: text().notNull(),
  proposalId: uuid('proposal_id').notNull(),
  closedAt: moment('closed_at').notNull(),
})

/** The statement that was read when closing it was proposed. The id is that of the proposal. */
export const monthClosings = pgTable('month_closings', {
  id: uuid().primaryKey(),
  digest: text().notNull(),
})
