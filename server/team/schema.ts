/** The table of invitations. migrations/0101_invitations.sql explains every column. */
import { pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { STAFF_ROLES } from '../../contract/staff-roles.ts'
import { bytea } from '../lib/db/columns.ts'

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
