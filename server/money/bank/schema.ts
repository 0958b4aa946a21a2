/** The tables of bank statements (migrations/0007_money_bank.sql explains the columns). Amounts in kobo. */
import { boolean, date, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { DATE_ORDERS, STATEMENT_FORMATS } from '../../../contract/money/bank-fields.ts'
import type { ColumnNames } from './statement-file.ts'
import { kobo, moment } from '../../platform/db/columns.ts'

export const banks = pgTable('banks', {
  name: text().primaryKey(),
  /** Older files lack the columns that are known since. */
  columns: jsonb().$type<Partial<ColumnNames>>(),
  dateOrder: text('date_order', { enum: DATE_ORDERS }),
  account: text(),
  createdAt: moment('created_at').notNull(),
})

export const bankStatements = pgTable('bank_statements', {
  id: uuid().primaryKey(),
  bank: text().notNull(),
  format: text({ enum: STATEMENT_FORMATS }).notNull(),
  uploadedBy: uuid('uploaded_by').notNull(),
  uploadedAt: moment('uploaded_at').notNull(),
  firstDay: date('first_day').notNull(),
  lastDay: date('last_day').notNull(),
  lines: integer().notNull(),
  linesAdded: integer('lines_added').notNull(),
  closingBalance: kobo('closing_balance'),
  closingDay: date('closing_day'),
  account: text(),
  fileHash: text('file_hash'),
  /** Unused since removals are decisions (removals.ts), as the two below. */
  removalAskedBy: uuid('removal_asked_by'),
  removalAskedAt: moment('removal_asked_at'),
  removalConfirmedBy: uuid('removal_confirmed_by'),
})

export const bankLines = pgTable('bank_lines', {
  id: uuid().primaryKey(),
  number: kobo('number').generatedByDefaultAsIdentity(),
  bank: text().notNull(),
  day: date().notNull(),
  amount: kobo('amount').notNull(),
  description: text().notNull(),
  reference: text(),
  bankId: text('bank_id'),
  /** It could not be read: the balances tell its amount, and its text is kept as it was written. */
  unread: boolean().notNull().default(false),
  createdAt: moment('created_at').notNull(),
})
export type BankLine = typeof bankLines.$inferSelect

export const bankStatementLines = pgTable('bank_statement_lines', {
  statementId: uuid('statement_id').notNull(),
  lineId: uuid('line_id').notNull(),
})

/** migrations/0007_money_bank.sql explains the columns. */
export const balanceTopUps = pgTable('balance_top_ups', {
  id: uuid().primaryKey(),
  movement: text().notNull(),
  bankLine: text('bank_line').notNull(),
  amount: kobo('amount').notNull(),
  occurredAt: moment('occurred_at').notNull(),
  bookedAt: moment('booked_at').notNull(),
})

export const bankMatches = pgTable('bank_matches', {
  id: uuid().primaryKey(),
  lineId: uuid('line_id').notNull(),
  transferKey: text('transfer_key').notNull(),
  matchedBy: uuid('matched_by'),
  matchedAt: moment('matched_at').notNull(),
  undoneBy: uuid('undone_by'),
  undoneAt: moment('undone_at'),
})
