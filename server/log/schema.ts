/** The table of published figures (migrations/0080_published_outflows.sql explains it). Amounts in kobo. */
import { bigint, integer, pgTable, smallint, text, timestamp } from 'drizzle-orm/pg-core'
import { DONATION_TYPES } from '../../contract/funds.ts'

/** A fund, or all of them together. */
export const OUTFLOW_SCOPES = [...DONATION_TYPES, 'all'] as const

export const publishedOutflows = pgTable('published_outflows', {
  scope: text({ enum: OUTFLOW_SCOPES }).notNull(),
  publishedAt: timestamp('published_at', { withTimezone: true }).notNull(),
  promised: bigint({ mode: 'bigint' }).notNull(),
  paidOut: bigint('paid_out', { mode: 'bigint' }).notNull(),
  lost: bigint({ mode: 'bigint' }).notNull(),
  alonePercent: smallint('alone_percent'),
  decisionDays: smallint('decision_days'),
  paymentDays: smallint('payment_days'),
  unanswered: integer(),
  households: integer().notNull(),
  grantedUntil: timestamp('granted_until', { withTimezone: true }),
  handedUntil: timestamp('handed_until', { withTimezone: true }),
  lostUntil: timestamp('lost_until', { withTimezone: true }),
})
