/** What people write on the contact page, and what staff replied. */
import { sql } from 'drizzle-orm'
import { bigint, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { CONTACT_MESSAGE_STATES } from '../../contract/admin-reports-fields.ts'
import { bytea } from '../lib/db/columns.ts'

export const contactMessages = pgTable('contact_messages', {
  id: uuid().primaryKey(),
  idempotencyKeyHash: bytea('idempotency_key_hash').notNull(),
  firstName: text('first_name').notNull(),
  lastName: text('last_name').notNull(),
  email: text().notNull(),
  subject: text().notNull(),
  message: text().notNull(),
  state: text({ enum: CONTACT_MESSAGE_STATES }).notNull().default('new'),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
  privacyVersion: text('privacy_version'),
  /** The order of the inbox: unanswered first, then newest first. */
  inboxKey: bigint('inbox_key', { mode: 'bigint' })
    .notNull()
    .generatedAlwaysAs(
      sql.raw(
        "(((EXTRACT(epoch FROM (created_at AT TIME ZONE 'UTC'::text)) * (1000000)::numeric))::bigint + (((state <> 'answered'::text))::integer * '100000000000000000'::bigint))",
      ),
    ),
})

/** What staff replied, by mail. */
export const contactReplies = pgTable('contact_replies', {
  id: uuid().primaryKey(),
  messageId: uuid('message_id').notNull(),
  userId: uuid('user_id').notNull(),
  text: text().notNull(),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
})

export type ContactMessage = typeof contactMessages.$inferSelect
/** What the person filled in. */
export type ContactContent = Pick<ContactMessage, 'firstName' | 'lastName' | 'email' | 'subject' | 'message'>
