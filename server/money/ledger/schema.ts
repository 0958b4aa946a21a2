/** The ledger's tables (migrations/0005_money_ledger.sql holds the triggers that keep the balances). */
import { sql } from 'drizzle-orm'
import { bigint, boolean, jsonb, pgTable, smallint, text, uuid } from 'drizzle-orm/pg-core'
import type { ApplicationType } from '../../../contract/aid/application-fields.ts'
import type { RowIcon } from '../../../contract/platform/named-row-limits.ts'
import type { POSTINGS } from './postings.ts'
import { moment } from '../../platform/db/columns.ts'

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
  occurredAt: moment('occurred_at').notNull(),
  recordedAt: moment('recorded_at').notNull(),
})

/** Kept by a trigger of the database alone, in kobo. A busy account has several rows: its balance is their sum (decision 0003). */
export const ledgerBalances = pgTable('ledger_balances', {
  accountId: bigint('account_id', { mode: 'bigint' }).notNull(),
  shard: smallint().notNull(),
  balance: bigint({ mode: 'bigint' }).notNull().default(0n),
  gifts: bigint({ mode: 'bigint' }).notNull().default(0n),
})

/** The purpose of an amount. */
export interface PaysFor {
  /** In naira. */
  readonly from: number
  readonly pays: string
}

/** The funds, each with its accounts (migrations/0025_funds_as_rows.sql). */
export const funds = pgTable('funds', {
  name: text().primaryKey(),
  title: text().notNull(),
  purpose: text().notNull(),
  icon: text().$type<RowIcon>().notNull(),
  place: smallint().notNull(),
  kinds: text()
    .array()
    .$type<ApplicationType[]>()
    .notNull()
    .default(sql`'{}'::text[]`),
  forCritical: boolean('for_critical').notNull().default(false),
  paysFor: jsonb('pays_for').$type<readonly PaysFor[]>().notNull().default([]),
  closedAt: moment('closed_at'),
})

/** Amounts that moved between funds, in kobo (migrations/0054_fund_moves.sql). */
export const fundMoves = pgTable('fund_moves', {
  id: uuid().primaryKey(),
  source: text().notNull(),
  target: text().notNull(),
  amount: bigint({ mode: 'bigint' }).notNull(),
  movedAt: moment('moved_at').notNull(),
  /** The move of which it is a part that came back. */
  takenBackOf: uuid('taken_back_of'),
})
