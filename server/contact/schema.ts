/** The table of what people write on the contact page. */
import { pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'
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
})

export type ContactMessage = typeof contactMessages.$inferSelect
/** What the person filled in. */
export type ContactContent = Pick<ContactMessage, 'firstName' | 'lastName' | 'email' | 'subject' | 'message'>
