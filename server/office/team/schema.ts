/** The tables of invitations and of the mail to staff. migrations/0013_office.sql and 0009_aid_requests.sql explain every column. */
import { boolean, date, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { NOTICE_TIMES } from '../../../contract/office/team-fields.ts'
import { STAFF_ROLES } from '../../../contract/platform/staff-roles.ts'
import { bytea } from '../../platform/db/columns.ts'

const moment = (name: string) => timestamp(name, { withTimezone: true })

export const staffInvitations = pgTable('staff_invitations', {
  id: uuid().primaryKey(),
  email: text().notNull(),
  tokenHash: bytea('token_hash'),
  expiresAt: moment('expires_at'),
  roles: text({ enum: STAFF_ROLES }).array().notNull(),
  createdAt: moment('created_at').notNull(),
})
export type StaffInvitation = typeof staffInvitations.$inferSelect

export const staffDigests = pgTable('staff_digests', {
  userId: uuid('user_id').primaryKey(),
  wanted: boolean().notNull().default(true),
  doneOn: date('done_on'),
  noticesWhen: text('notices_when', { enum: NOTICE_TIMES }).notNull().default('at_once'),
  lateWanted: boolean('late_wanted').notNull().default(true),
})
