/** Threads of the inbox: what people write on the contact page, what staff write to applicants, and the replies to both. */
import { sql } from 'drizzle-orm'
import { bigint, boolean, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import {
  CONTACT_MESSAGE_STATES,
  REPLY_CHANNELS,
  THREAD_ORIGINS,
} from '../../../contract/office/admin-reports-fields.ts'
import { bytea, moment } from '../../platform/db/columns.ts'

export const contactMessages = pgTable('contact_messages', {
  id: uuid().primaryKey(),
  idempotencyKeyHash: bytea('idempotency_key_hash').notNull(),
  firstName: text('first_name').notNull(),
  lastName: text('last_name').notNull(),
  email: text().notNull(),
  subject: text().notNull(),
  message: text().notNull(),
  state: text({ enum: CONTACT_MESSAGE_STATES }).notNull().default('new'),
  createdAt: moment('created_at').notNull(),
  privacyVersion: text('privacy_version'),
  origin: text({ enum: THREAD_ORIGINS }).notNull().default('contact'),
  applicationId: uuid('application_id'),
  /** Whose page shows the thread; null for the contact page, where anyone can type any address. */
  userId: uuid('user_id'),
  /** The person who answers it: owners.ts. */
  assignedTo: uuid('assigned_to'),
  /** The time of the newest message. */
  lastAt: moment('last_at').notNull(),
  /** The order of the inbox: unanswered first, then newest first. */
  inboxKey: bigint('inbox_key', { mode: 'bigint' })
    .notNull()
    .generatedAlwaysAs(
      sql.raw(
        "(((EXTRACT(epoch FROM (last_at AT TIME ZONE 'UTC'::text)) * (1000000)::numeric))::bigint + (((state <> 'answered'::text))::integer * '100000000000000000'::bigint))",
      ),
    ),
})

/** The messages of a thread after the first, of both sides. */
export const contactReplies = pgTable('contact_replies', {
  id: uuid().primaryKey(),
  messageId: uuid('message_id').notNull(),
  /** The member of staff; null for the person. */
  userId: uuid('user_id'),
  text: text().notNull(),
  isFromUs: boolean('is_from_us').notNull().default(true),
  channel: text({ enum: [...REPLY_CHANNELS, 'page'] })
    .notNull()
    .default('mail'),
  /** Whether the applicant wrote it beyond doubt; null for what staff wrote. */
  verified: boolean(),
  /** By which a repeated message of the person is found. */
  keyHash: bytea('key_hash'),
  /** Until then it can be taken back (waiting-replies.ts). */
  sendAt: moment('send_at'),
  /** The earlier state of its thread. */
  stateBefore: text('state_before', { enum: CONTACT_MESSAGE_STATES }),
  toldAt: moment('told_at'),
  mailId: uuid('mail_id'),
  textId: uuid('text_id'),
  /** When its mail was given up (failed-replies.ts). */
  failedAt: moment('failed_at'),
  createdAt: moment('created_at').notNull(),
})

export type ContactMessage = typeof contactMessages.$inferSelect
/** The person's entries. */
export type ContactContent = Pick<ContactMessage, 'firstName' | 'lastName' | 'email' | 'subject' | 'message'>
