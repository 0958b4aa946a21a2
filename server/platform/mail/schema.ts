/** The tables of mail on its way out, and of addresses that want none. */
import { boolean, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { bytea, moment } from '../db/columns.ts'

export const outgoingMail = pgTable('outgoing_mail', {
  id: uuid().primaryKey(),
  recipient: text().notNull(),
  replyTo: text('reply_to'),
  subject: text(),
  text: text(),
  html: text(),
  createdAt: moment('created_at').notNull(),
  nextTryAt: moment('next_try_at'),
  claimedUntil: moment('claimed_until'),
  tries: integer().notNull().default(0),
  sentAt: moment('sent_at'),
  failedAt: moment('failed_at'),
  lastError: text('last_error'),
  kept: boolean().notNull().default(true),
})

export const stoppedAddresses = pgTable('stopped_addresses', {
  addressHash: bytea('address_hash').primaryKey(),
  stoppedAt: moment('stopped_at').notNull(),
  /** Whether the hash has its key: those of before get it at the start (key-address-hashes.ts). */
  keyed: boolean().notNull().default(false),
})
