/** The tables of settlements (migrations/0007_money_bank.sql explains the columns). Amounts in kobo. */
import { pgTable, text } from 'drizzle-orm/pg-core'
import { kobo, moment } from '../../platform/db/columns.ts'

export const settlements = pgTable('settlements', {
  id: kobo('id').primaryKey(),
  status: text().notNull(),
  totalProcessed: kobo('total_processed').notNull(),
  totalFees: kobo('total_fees').notNull(),
  effectiveAmount: kobo('effective_amount').notNull(),
  settlementDate: moment('settlement_date').notNull(),
  readAt: moment('read_at').notNull(),
  bookedAmount: kobo('booked_amount'),
  bookedAt: moment('booked_at'),
  paymentsReadAt: moment('payments_read_at'),
})
export type Settlement = typeof settlements.$inferSelect

export const settledPayments = pgTable('settled_payments', {
  settlementId: kobo('settlement_id').notNull(),
  transactionId: kobo('transaction_id').notNull(),
  reference: text(),
  amount: kobo('amount').notNull(),
  fees: kobo('fees').notNull(),
})
