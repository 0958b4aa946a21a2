/** The tables of text messages on their way out, and of numbers that receive none. The migrations explain each column. */
import { boolean, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { bytea, moment } from '../db/columns.ts'

export const outgoingTextMessages = pgTable('outgoing_text_messages', {
  id: uuid().primaryKey(),
  recipient: text().notNull(),
  textSealed: bytea('text_sealed'),
  createdAt: moment('created_at').notNull(),
  expiresAt: moment('expires_at').notNull(),
  nextTryAt: moment('next_try_at'),
  claimedUntil: moment('claimed_until'),
  tries: integer().notNull().default(0),
  sentAt: moment('sent_at'),
  failedAt: moment('failed_at'),
  lastError: text('last_error'),
  signsIn: boolean('signs_in').notNull().default(false),
  providerId: text('provider_id'),
  deliveredAt: moment('delivered_at'),
  undeliveredAt: moment('undelivered_at'),
  report: text(),
})

export const stoppedNumbers = pgTable('stopped_numbers', {
  numberHash: bytea('number_hash').primaryKey(),
  stoppedAt: moment('stopped_at').notNull(),
})
