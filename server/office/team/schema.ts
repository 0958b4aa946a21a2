/** The tables of invitations and of the mail to staff. migrations/0013_office.sql explains every column. */
import { boolean, date, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { STAFF_ROLES } from '../../../contract/platform/staff-roles.ts'
import { bytea, moment } from '../../platform/db/columns.ts'

export const staffInvitations = pgTable('staff_invitations', {
  id: uuid().primaryKey(),
  email: text().notNull(),
  tokenHash: bytea('token_hash'),
  expiresAt: moment('expires_at'),
  roles: text({ enum: STAFF_ROLES }).array().notNull(),
  createdAt: moment('created_at').notNull(),
  mailId: uuid('mail_id'),
})
export type StaffInvitation = typeof staffInvitations.$inferSelect

export const staffDigests = pgTable('staff_digests', {
  userId: uuid('user_id').primaryKey(),
  wanted: boolean().notNull().default(true),
  doneOn: date('done_on'),
  lateWanted: boolean('late_wanted').notNull().default(true),
})
