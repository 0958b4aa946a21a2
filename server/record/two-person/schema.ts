/** The tables of proposals. migrations/0004_record.sql explains every column. */
import { pgTable, smallint, text, uuid } from 'drizzle-orm/pg-core'
import { PROPOSAL_STATES } from '../../../contract/platform/admin-fields.ts'
import { DECISION_NAMES } from '../../../contract/record/decision-fields.ts'
import { moment } from '../../platform/db/columns.ts'

export const proposals = pgTable('proposals', {
  id: uuid().primaryKey(),
  kind: text({ enum: DECISION_NAMES }).notNull(),
  subjectId: uuid('subject_id').notNull(),
  choice: text().notNull(),
  reason: text().notNull(),
  state: text({ enum: PROPOSAL_STATES }).notNull().default('proposed'),
  proposedBy: uuid('proposed_by').notNull(),
  proposedAt: moment('proposed_at').notNull(),
  expiresAt: moment('expires_at').notNull(),
  signers: smallint().notNull().default(2),
  decidedBy: uuid('decided_by'),
  decidedAt: moment('decided_at'),
})

export const proposalApprovals = pgTable('proposal_approvals', {
  proposalId: uuid('proposal_id').notNull(),
  approvedBy: uuid('approved_by').notNull(),
  approvedAt: moment('approved_at').notNull(),
})

export type ProposalRow = typeof proposals.$inferSelect
