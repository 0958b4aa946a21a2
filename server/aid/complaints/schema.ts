/** The tables of complaints. */
import { pgTable, text, uuid } from 'drizzle-orm/pg-core'
import {
  COMPLAINT_ABOUT,
  COMPLAINT_CHANNELS,
  COMPLAINT_KINDS,
  COMPLAINT_STATES,
} from '../../../contract/aid/complaint-fields.ts'
import { bytea, moment } from '../../platform/db/columns.ts'

export const complaints = pgTable('complaints', {
  id: uuid().primaryKey(),
  /** Hash of the code, which only the person has. */
  codeHash: bytea('code_hash').notNull(),
  kind: text({ enum: COMPLAINT_KINDS }).notNull(),
  about: text({ enum: COMPLAINT_ABOUT }).notNull(),
  /** The focal person when it came. */
  focalId: uuid('focal_id'),
  text: text().notNull(),
  contact: text(),
  channel: text({ enum: COMPLAINT_CHANNELS }).notNull(),
  enteredBy: uuid('entered_by'),
  state: text({ enum: COMPLAINT_STATES }).notNull().default('received'),
  createdAt: moment('created_at').notNull(),
  acknowledgedAt: moment('acknowledged_at'),
  answeredAt: moment('answered_at'),
  /** The request that it is about, where that is known. */
  applicationId: uuid('application_id'),
  answer: text(),
  lateToldAt: moment('late_told_at'),
  erasedAt: moment('erased_at'),
})
export type Complaint = typeof complaints.$inferSelect

export const complaintActs = pgTable('complaint_acts', {
  complaintId: uuid('complaint_id').notNull(),
  userId: uuid('user_id').notNull(),
  act: text({ enum: ['read', 'acknowledged', 'answered'] }).notNull(),
  createdAt: moment('created_at').notNull(),
})

export const payoutHolds = pgTable('payout_holds', {
  complaintId: uuid('complaint_id').primaryKey(),
  applicationId: uuid('application_id').notNull(),
  /** Null: its recipient complained. */
  heldBy: uuid('held_by'),
  reason: text(),
  createdAt: moment('created_at').notNull(),
  until: moment('until').notNull(),
  renewedAt: moment('renewed_at'),
  endedAt: moment('ended_at'),
})
export type PayoutHold = typeof payoutHolds.$inferSelect
