/** The table of published figures, and the view that reads it (migrations/0012_proof_log.sql). Amounts in kobo. */
import { bigint, integer, pgTable, pgView, smallint, text } from 'drizzle-orm/pg-core'
import { moment } from '../../platform/db/columns.ts'

const figures = {
  scope: text().notNull(),
  publishedAt: moment('published_at').notNull(),
  granted: bigint({ mode: 'bigint' }),
  promised: bigint({ mode: 'bigint' }),
  paidOut: bigint('paid_out', { mode: 'bigint' }),
  lost: bigint({ mode: 'bigint' }),
  alonePercent: smallint('alone_percent'),
  decisionDays: smallint('decision_days'),
  paymentDays: smallint('payment_days'),
  unanswered: integer(),
  grantedUntil: moment('granted_until'),
  handedUntil: moment('handed_until'),
  lostUntil: moment('lost_until'),
  shortFunds: text('short_funds').array(),
}

export const publishedOutflows = pgTable('published_outflows', {
  ...figures,
  households: integer().notNull(),
  /** 1 in rows of versions that wrote 0 for a part that was never published. */
  format: smallint().notNull().default(2),
})

/** Without the parts that were never published. */
export const outflowFigures = pgView('outflow_figures', figures).existing()
