/** The table of matches with the provider (migrations/0007_money_bank.sql explains the columns). Amounts in kobo. */
import { integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { MATCH_STATES } from '../../../contract/money/matching-fields.ts'
import { kobo, moment } from '../../platform/db/columns.ts'

export const matches = pgTable('matches', {
  id: uuid().primaryKey(),
  state: text({ enum: MATCH_STATES }).notNull(),
  createdAt: moment('created_at').notNull(),
  requestedBy: uuid('requested_by'),
  startedAt: moment('started_at'),
  finishedAt: moment('finished_at'),
  comparedFrom: moment('compared_from'),
  payments: integer().notNull().default(0),
  settlements: integer().notNull().default(0),
  held: kobo('held'),
  providerBalance: kobo('provider_balance'),
})
export type Match = typeof matches.$inferSelect
