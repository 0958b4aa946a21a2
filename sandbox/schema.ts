/** The tables of the stand-in provider. Only this folder reads or writes them. */
import { bigint, boolean, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import { kobo, moment } from '../server/platform/db/columns.ts'

const id = () => bigint('id', { mode: 'number' }).primaryKey().generatedByDefaultAsIdentity()
const key = (name: string) => bigint(name, { mode: 'number' })

export const TRANSACTION_STATUSES = [
  'abandoned',
  'ongoing',
  'pending',
  'success',
  'failed',
  'reversal-pending',
  'reversed',
] as const
export const REFUND_OUTCOMES = ['processed', 'failed', 'needs-attention'] as const
export type RefundOutcome = (typeof REFUND_OUTCOMES)[number]
export const TRANSFER_OUTCOMES = ['success', 'failed', 'reversed'] as const
/** The outcome of a queued transfer. `pending`: it never ends. */
export const QUEUE_OUTCOMES = [...TRANSFER_OUTCOMES, 'pending'] as const
/** After these the amount is back in the balance. */
export const UNPAID_STATUSES = ['failed', 'reversed', 'abandoned', 'blocked', 'rejected'] as const
export const TRANSFER_STATUSES = ['otp', 'received', 'pending', 'success', ...UNPAID_STATUSES] as const

/** The fields of `authorization`: the named ones differ between a card and a bank account. */
export type AuthorizationDetails = Record<string, string | boolean | null>

export const customers = pgTable('sandbox_customers', {
  id: id(),
  email: text('email').notNull(),
  customerCode: text('customer_code').notNull(),
  firstName: text('first_name'),
  lastName: text('last_name'),
  phone: text('phone'),
  metadata: jsonb('metadata'),
  createdAt: moment('created_at').notNull(),
})
export type Customer = typeof customers.$inferSelect

export const transactions = pgTable('sandbox_transactions', {
  id: id(),
  reference: text('reference').notNull(),
  accessCode: text('access_code').notNull(),
  domain: text('domain').notNull(),
  status: text('status', { enum: TRANSACTION_STATUSES }).notNull(),
  ongoingUntil: moment('ongoing_until'),
  requestedAmount: kobo('requested_amount').notNull(),
  amount: kobo('amount').notNull(),
  currency: text('currency').notNull(),
  fees: kobo('fees'),
  customerId: key('customer_id').notNull(),
  label: text('label'),
  channels: jsonb('channels').$type<string[]>(),
  callbackUrl: text('callback_url'),
  metadata: jsonb('metadata'),
  channel: text('channel'),
  gatewayResponse: text('gateway_response'),
  authorization: jsonb('authorization').$type<AuthorizationDetails>(),
  refundOutcome: text('refund_outcome', { enum: REFUND_OUTCOMES }).notNull().default('processed'),
  attempts: integer('attempts').notNull().default(0),
  landsAt: moment('lands_at'),
  createdAt: moment('created_at').notNull(),
  paidAt: moment('paid_at'),
  settlementId: key('settlement_id'),
})
export type Transaction = typeof transactions.$inferSelect

export const refunds = pgTable('sandbox_refunds', {
  id: id(),
  transactionId: key('transaction_id').notNull(),
  amount: kobo('amount').notNull(),
  currency: text('currency').notNull(),
  status: text('status', { enum: ['pending', 'processing', ...REFUND_OUTCOMES] }).notNull(),
  outcome: text('outcome', { enum: REFUND_OUTCOMES }).notNull(),
  refundReference: text('refund_reference'),
  customerNote: text('customer_note'),
  merchantNote: text('merchant_note'),
  nextStepAt: moment('next_step_at'),
  expectedAt: moment('expected_at').notNull(),
  createdAt: moment('created_at').notNull(),
  updatedAt: moment('updated_at').notNull(),
  settlementId: key('settlement_id'),
  /** The dispute that made it: the same money. */
  disputeId: key('dispute_id'),
})
export type Refund = typeof refunds.$inferSelect

export const disputes = pgTable('sandbox_disputes', {
  id: id(),
  transactionId: key('transaction_id').notNull(),
  status: text('status', { enum: ['awaiting-merchant-feedback', 'resolved'] }).notNull(),
  resolution: text('resolution'),
  /** In kobo; null for the whole payment. */
  amount: kobo('amount'),
  dueAt: moment('due_at').notNull(),
  resolvedAt: moment('resolved_at'),
  createdAt: moment('created_at').notNull(),
  updatedAt: moment('updated_at').notNull(),
  reminders: integer('reminders').notNull().default(0),
  deducted: kobo('deducted').notNull().default(0n),
})
export type Dispute = typeof disputes.$inferSelect

export const webhooks = pgTable('sandbox_webhooks', {
  id: id(),
  event: text('event').notNull(),
  reference: text('reference').notNull(),
  body: text('body').notNull(),
  attempts: integer('attempts').notNull().default(0),
  nextAttemptAt: moment('next_attempt_at'),
  claimedUntil: moment('claimed_until'),
  deliveredAt: moment('delivered_at'),
  lastStatus: integer('last_status'),
  createdAt: moment('created_at').notNull(),
})
export type Webhook = typeof webhooks.$inferSelect

export const recipients = pgTable('sandbox_recipients', {
  id: id(),
  recipientCode: text('recipient_code').notNull(),
  name: text('name').notNull(),
  accountNumber: text('account_number').notNull(),
  accountName: text('account_name').notNull(),
  bankCode: text('bank_code').notNull(),
  metadata: jsonb('metadata'),
  createdAt: moment('created_at').notNull(),
  deletedAt: moment('deleted_at'),
})
export type Recipient = typeof recipients.$inferSelect

export const transfers = pgTable('sandbox_transfers', {
  id: id(),
  transferCode: text('transfer_code').notNull(),
  reference: text('reference').notNull(),
  recipientId: key('recipient_id').notNull(),
  amount: kobo('amount').notNull(),
  fee: kobo('fee').notNull(),
  reason: text('reason'),
  status: text('status', { enum: TRANSFER_STATUSES }).notNull(),
  outcome: text('outcome', { enum: QUEUE_OUTCOMES }).notNull(),
  feeKept: boolean('fee_kept').notNull().default(false),
  nextStepAt: moment('next_step_at'),
  createdAt: moment('created_at').notNull(),
  updatedAt: moment('updated_at').notNull(),
  transferredAt: moment('transferred_at'),
})
export type Transfer = typeof transfers.$inferSelect

/** In kobo. Below zero when another person spent it. */
export const topUps = pgTable('sandbox_top_ups', {
  id: id(),
  amount: kobo('amount').notNull(),
  createdAt: moment('created_at').notNull(),
})

/** Amounts in kobo. Deductions are below zero when a chargeback that was deducted before was won after all. */
export const settlements = pgTable('sandbox_settlements', {
  id: id(),
  domain: text('domain').notNull(),
  totalProcessed: kobo('total_processed').notNull(),
  totalFees: kobo('total_fees').notNull(),
  deductions: kobo('deductions').notNull().default(0n),
  settlementDate: moment('settlement_date').notNull(),
  settlesAt: moment('settles_at').notNull(),
  createdAt: moment('created_at').notNull(),
})
export type Settlement = typeof settlements.$inferSelect
