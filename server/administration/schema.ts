/** The table of decisions about payments that need review. */
import { pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { PAYMENT_ACTIONS, PAYMENT_DECISION_STATES } from '../../contract/admin-reports-fields.ts'

const moment = (name: string) => timestamp(name, { withTimezone: true })

export const paymentDecisions = pgTable('payment_decisions', {
  id: uuid().primaryKey(),
  attemptId: uuid('attempt_id').notNull(),
  action: text({ enum: PAYMENT_ACTIONS }).notNull(),
  reason: text().notNull(),
  state: text({ enum: PAYMENT_DECISION_STATES }).notNull().default('proposed'),
  proposedBy: uuid('proposed_by').notNull(),
  proposedAt: moment('proposed_at').notNull(),
  decidedBy: uuid('decided_by'),
  decidedAt: moment('decided_at'),
})

export type PaymentDecision = typeof paymentDecisions.$inferSelect
