/** The ledger's tables (migrations/0005_money_ledger.sql holds the triggers that keep the balances). */
import { bigint, pgTable, smallint, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import type { POSTINGS } from './postings.ts'

export type TransferPurpose = (typeof POSTINGS)[number][0]

/** Append-only: the database refuses every update and delete, and a second transfer under one key. Amounts in kobo. */
export const transfers = pgTable('transfers', {
  id: uuid().primaryKey(),
  key: text().notNull(),
  debitAccount: bigint('debit_account', { mode: 'bigint' }).notNull(),
  creditAccount: bigint('credit_account', { mode: 'bigint' }).notNull(),
  amount: bigint({ mode: 'bigint' }).notNull(),
  purpose: text().$type<TransferPurpose>().notNull(),
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
