/** The tables of wallets and their transactions. The ledger has the balances. */
import { bigint, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { WALLET_TRANSACTION_STATUSES, WALLET_TRANSACTION_TYPES } from '../../../contract/money/wallet-amounts.ts'
import { bytea, moment } from '../../platform/db/columns.ts'

/** The balance is in the ledger, under `accountId`. */
export const wallets = pgTable('wallets', {
  id: uuid().primaryKey(),
  userId: uuid('user_id').notNull(),
  accountId: bigint('account_id', { mode: 'bigint' }).notNull(),
  frozenAt: moment('frozen_at'),
  closedAt: moment('closed_at'),
  createdAt: moment('created_at').notNull(),
})

export type Wallet = typeof wallets.$inferSelect

/** The transactions as the owner sees them. Amounts in kobo, always above zero: `type` is the direction. */
export const walletTransactions = pgTable('wallet_transactions', {
  id: uuid().primaryKey(),
  walletId: uuid('wallet_id').notNull(),
  kind: text({ enum: ['top_up', 'gift', 'refund', 'chargeback', 'reinstatement'] }).notNull(),
  type: text({ enum: WALLET_TRANSACTION_TYPES }).notNull(),
  amount: bigint({ mode: 'bigint' }).notNull(),
  description: text().notNull(),
  reference: text().notNull(),
  status: text({ enum: WALLET_TRANSACTION_STATUSES }).notNull(),
  paystackReference: text('paystack_reference'),
  intentId: uuid('intent_id'),
  amountReversed: bigint('amount_reversed', { mode: 'bigint' }).notNull().default(0n),
  amountLost: bigint('amount_lost', { mode: 'bigint' }).notNull().default(0n),
  amountCovered: bigint('amount_covered', { mode: 'bigint' }).notNull().default(0n),
  amountRepaid: bigint('amount_repaid', { mode: 'bigint' }).notNull().default(0n),
  topUpId: uuid('top_up_id'),
  idempotencyKeyHash: bytea('idempotency_key_hash'),
  requestHash: bytea('request_hash'),
  createdAt: moment('created_at').notNull(),
  completedAt: moment('completed_at'),
  canceledAt: moment('canceled_at'),
})

export type WalletTransaction = typeof walletTransactions.$inferSelect

/** The proposed part of a wallet's loss, in kobo; booked once the proposal is confirmed. */
export const lossSettlements = pgTable('loss_settlements', {
  proposalId: uuid('proposal_id').primaryKey(),
  walletId: uuid('wallet_id').notNull(),
  choice: text({ enum: ['cover', 'repaid'] }).notNull(),
  amount: bigint({ mode: 'bigint' }).notNull(),
  bookedAt: moment('booked_at'),
})
