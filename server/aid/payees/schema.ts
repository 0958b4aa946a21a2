/** The tables of payees and wishes (migrations/0010_aid_payees.sql explains the columns). */
import { boolean, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { NAME_MATCHES, PAYEE_DOUBTS, PAYEE_KINDS, RELATIONS } from '../../../contract/aid/payee-fields.ts'
import { bytea, moment } from '../../platform/db/columns.ts'

export const payees = pgTable('payees', {
  id: uuid().primaryKey(),
  kind: text({ enum: PAYEE_KINDS }).notNull(),
  applicationId: uuid('application_id'),
  name: text(),
  relation: text({ enum: RELATIONS }),
  bankCode: text('bank_code').notNull(),
  bankName: text('bank_name').notNull(),
  accountEncrypted: bytea('account_encrypted'),
  accountHmac: bytea('account_hmac'),
  accountEnding: text('account_ending').notNull(),
  resolvedName: text('resolved_name'),
  match: text({ enum: NAME_MATCHES }).notNull(),
  shared: boolean().notNull(),
  recipientCode: text('recipient_code').notNull(),
  usableFrom: moment('usable_from').notNull(),
  proposedBy: uuid('proposed_by').notNull(),
  createdAt: moment('created_at').notNull(),
  confirmedBy: uuid('confirmed_by'),
  confirmedAt: moment('confirmed_at'),
  replacedAt: moment('replaced_at'),
  /** When the bank last gave this name; null: when it was named. */
  resolvedAt: moment('resolved_at'),
  doubt: text({ enum: PAYEE_DOUBTS }),
  comparedWith: text('compared_with'),
})
export type Payee = typeof payees.$inferSelect

export const receivingWishes = pgTable('receiving_wishes', {
  applicationId: uuid('application_id').primaryKey(),
  way: text({ enum: ['cash', 'vendor'] }).notNull(),
  payeeId: uuid('payee_id'),
  updatedAt: moment('updated_at').notNull(),
})
