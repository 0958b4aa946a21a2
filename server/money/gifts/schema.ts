/** The table of gifts. */
import { bigint, boolean, pgTable, smallint, text, uuid } from 'drizzle-orm/pg-core'
import { DONATION_STATUSES } from '../../../contract/money/donations.ts'
import { bytea, moment } from '../../platform/db/columns.ts'

export const donations = pgTable('donations', {
  id: uuid().primaryKey(),
  intentId: uuid('intent_id'),
  amount: bigint({ mode: 'bigint' }).notNull(),
  amountReversed: bigint('amount_reversed', { mode: 'bigint' }).notNull().default(0n),
  status: text({ enum: DONATION_STATUSES }).notNull().default('pending'),
  donationType: text('donation_type').notNull(),
  isAnonymous: boolean('is_anonymous').notNull().default(true),
  message: text(),
  termsVersion: text('terms_version'),
  customerEmail: text('customer_email'),
  transactionReference: text('transaction_reference'),
  receiptCodeHash: bytea('receipt_code_hash').notNull(),
  createdAt: moment('created_at').notNull(),
  updatedAt: moment('updated_at').notNull(),
  paidAt: moment('paid_at'),
  receiptMails: smallint('receipt_mails').notNull().default(0),
})
