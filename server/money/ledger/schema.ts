/** The ledger's tables (migrations/0005_money_ledger.sql holds the triggers that keep the balances). */
import { bigint, pgTable, smallint, text, timestamp, uuid } from 'drizzle-orm/pg-core'

/** Purposes of a transfer: the events of docs/posting-table.md. */
export const TRANSFER_PURPOSES = [
  'gift',
  'top_up',
  'wallet_gift',
  'fee',
  'mismatch',
  'refund',
  'chargeback',
  'reinstatement',
  'disbursement',
  'loss',
  'settlement',
  'cover',
  'repayment',
  'commit',
  'uncommit',
  'handover',
  'return',
  'lost',
  'float',
  'payout',
  'disburse',
  'unsent',
  'reversal',
  'fee_back',
  'count',
  'balance_top_up',
  'late',
  'late_loss',
] as const
export type TransferPurpose = (typeof TRANSFER_PURPOSES)[number]

/** Append-only: the database refuses every update and delete, and a second transfer under one key. Amounts in kobo. */
export const transfers = pgTable('transfers', {
  id: uuid().primaryKey(),
  key: text().notNull(),
  debitAccount: bigint('debit_account', { mode: 'bigint' }).notNull(),
  creditAccount: bigint('credit_account', { mode: 'bigint' }).notNull(),
  amount: bigint({ mode: 'bigint' }).notNull(),
  purpose: text({ enum: TRANSFER_PURPOSES }).notNull(),
  gifts: smallint().notNull().default(0),
  occurredAt: timestamp('occurred_at', { withTimezone: true }).notNull(),
  recordedAt: timestamp('recorded_at', { withTimezone: true }).notNull(),
})

/** Kept by a trigger of the database alone, in kobo. A busy account has several rows: its balance is their sum (decision 0003). */
export const ledgerBalances = pgTable('ledger_balances', {
  accountId: bigint('account_id', { mode: 'bigint' }).notNull(),
  shard: smallint().notNull(),
  balance: bigint({ mode: 'bigint' }).notNull().default(0n),
  gifts: bigint({ mode: 'bigint' }).notNull().default(0n),
})
