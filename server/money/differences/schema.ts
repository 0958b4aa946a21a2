/** The table of differences. migrations/0007_money_bank.sql explains every column. Amounts in kobo. */
import { pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { CLOSING_ENDINGS, DIFFERENCE_KINDS } from '../../../contract/money/differences-fields.ts'
import { kobo, moment } from '../../platform/db/columns.ts'

export const differences = pgTable('differences', {
  id: uuid().primaryKey(),
  kind: text({ enum: DIFFERENCE_KINDS }).notNull(),
  subject: text().notNull(),
  ledger: kobo('ledger'),
  provider: kobo('provider'),
  expected: text(),
  found: text(),
  amount: kobo('amount'),
  occurredAt: moment('occurred_at').notNull(),
  firstSeenAt: moment('first_seen_at').notNull(),
  lastSeenAt: moment('last_seen_at').notNull(),
  state: text({ enum: ['open', 'gone', 'closed'] }).notNull(),
  endedAt: moment('ended_at'),
  assignedTo: uuid('assigned_to'),
  /** For a closed one: whether an entry was booked, or why none was. Null before this was asked. */
  ending: text({ enum: CLOSING_ENDINGS }),
  /** The key of that entry. */
  entry: text(),
  /** For a fund below zero: when its overdue mail was sent. */
  lateMailedAt: moment('late_mailed_at'),
})
export type OpenDifference = typeof differences.$inferSelect
