/**
 * The tables of awards and disbursements (migrations/0011_aid_awards.sql explains the columns). Amounts in kobo.
 */
import { boolean, date, integer, pgTable, smallint, text, uuid } from 'drizzle-orm/pg-core'
import {
  AWARD_STATES,
  CASH_DIRECTIONS,
  CONFIRMATION_ANSWERS,
  CONFIRMATION_WAYS,
  PAYOUT_KINDS,
  PAYOUT_STATES,
  PAYOUT_ATTEMPT_STATES,
  RECIPIENT_WORDS_STATES,
  RECIPIENT_WORDS_WAYS,
} from '../../../contract/aid/payout-fields.ts'
import { bytea, kobo, moment } from '../../platform/db/columns.ts'

export const awards = pgTable('awards', {
  id: uuid().primaryKey(),
  applicationId: uuid('application_id').notNull(),
  amount: kobo('amount').notNull(),
  inPayouts: kobo('in_payouts').notNull().default(0n),
  state: text({ enum: AWARD_STATES }).notNull().default('proposed'),
  proposedBy: uuid('proposed_by').notNull(),
  proposedAt: moment('proposed_at').notNull(),
  grantedBy: uuid('granted_by'),
  grantedAt: moment('granted_at'),
  endedAt: moment('ended_at'),
  idempotencyKeyHash: bytea('idempotency_key_hash').notNull(),
  requestHash: bytea('request_hash').notNull(),
})
export type Award = typeof awards.$inferSelect

export const awardFunds = pgTable('award_funds', {
  awardId: uuid('award_id').notNull(),
  place: smallint().notNull(),
  fund: text().notNull(),
  amount: kobo('amount').notNull(),
  uncommitted: kobo('uncommitted').notNull().default(0n),
  uncommitSteps: smallint('uncommit_steps').notNull().default(0),
})

export const disbursements = pgTable('disbursements', {
  id: uuid().primaryKey(),
  awardId: uuid('award_id').notNull(),
  kind: text({ enum: PAYOUT_KINDS }).notNull(),
  amount: kobo('amount').notNull(),
  item: text(),
  payeeId: uuid('payee_id'),
  state: text({ enum: PAYOUT_STATES }).notNull().default('proposed'),
  proposedBy: uuid('proposed_by').notNull(),
  proposedAt: moment('proposed_at').notNull(),
  releasedBy: uuid('released_by'),
  releasedAt: moment('released_at'),
  slip: text(),
  codeHash: bytea('code_hash'),
  codeTries: smallint('code_tries').notNull().default(0),
  sentOn: date('sent_on', { mode: 'string' }),
  sentAt: moment('sent_at'),
  sentBy: uuid('sent_by'),
  remindedAt: moment('reminded_at'),
  holder: uuid(),
  returned: kobo('returned').notNull().default(0n),
  returnSteps: smallint('return_steps').notNull().default(0),
  lost: kobo('lost').notNull().default(0n),
  endedAt: moment('ended_at'),
  countersignedBy: uuid('countersigned_by'),
  countersignedAt: moment('countersigned_at'),
  idempotencyKeyHash: bytea('idempotency_key_hash').notNull(),
  requestHash: bytea('request_hash').notNull(),
})
export type Disbursement = typeof disbursements.$inferSelect

export const payoutAttempts = pgTable('payout_attempts', {
  id: uuid().primaryKey(),
  disbursementId: uuid('disbursement_id').notNull(),
  reference: text().notNull(),
  amount: kobo('amount').notNull(),
  recipientCode: text('recipient_code').notNull(),
  state: text({ enum: PAYOUT_ATTEMPT_STATES }).notNull().default('sending'),
  postedAt: moment('posted_at'),
  posts: integer().notNull().default(0),
  providerStatus: text('provider_status'),
  providerId: text('provider_id'),
  transferCode: text('transfer_code'),
  sessionId: text('session_id'),
  refusal: text(),
  reviewReason: text('review_reason'),
  bookedAt: moment('booked_at'),
  fee: kobo('fee').notNull().default(0n),
  feeFund: text('fee_fund'),
  feeReturned: kobo('fee_returned').notNull().default(0n),
  askedAt: moment('asked_at'),
  nextCheckAt: moment('next_check_at'),
  startedBy: uuid('started_by').notNull(),
  createdAt: moment('created_at').notNull(),
  endedAt: moment('ended_at'),
  /** The provider paid it after it was booked as failed (migrations/0011_aid_awards.sql). */
  paidLateAt: moment('paid_late_at'),
  /** The provider refused a repeat of it (migrations/0011_aid_awards.sql). */
  repeatRefusedAt: moment('repeat_refused_at'),
  /** How two people booked what the provider paid or returned late (migrations/0011_aid_awards.sql). */
  lateBooked: text('late_booked', { enum: ['paid', 'lost', 'back'] }),
})
export type PayoutAttempt = typeof payoutAttempts.$inferSelect
export type AttemptChange = Partial<typeof payoutAttempts.$inferInsert>

export const disbursementFunds = pgTable('disbursement_funds', {
  disbursementId: uuid('disbursement_id').notNull(),
  fund: text().notNull(),
  amount: kobo('amount').notNull(),
  returned: kobo('returned').notNull().default(0n),
  lost: kobo('lost').notNull().default(0n),
  /** Counted in the public log. */
  counted: kobo('counted').notNull().default(0n),
})

export const disbursementEvidence = pgTable('disbursement_evidence', {
  disbursementId: uuid('disbursement_id').notNull(),
  sha256: bytea().notNull(),
  documentId: uuid('document_id'),
  createdAt: moment('created_at').notNull(),
})

export const confirmations = pgTable('confirmations', {
  id: uuid().primaryKey(),
  disbursementId: uuid('disbursement_id').notNull(),
  answer: text({ enum: CONFIRMATION_ANSWERS }).notNull(),
  how: text({ enum: CONFIRMATION_WAYS }).notNull(),
  recordedBy: uuid('recorded_by'),
  createdAt: moment('created_at').notNull(),
})

export const recipientWords = pgTable('recipient_words', {
  disbursementId: uuid('disbursement_id').primaryKey(),
  words: text(),
  mayShow: boolean('may_show').notNull(),
  how: text({ enum: RECIPIENT_WORDS_WAYS }).notNull(),
  state: text({ enum: RECIPIENT_WORDS_STATES }).notNull().default('waiting'),
  saidAt: moment('said_at').notNull(),
  readBy: uuid('read_by'),
  storyId: uuid('story_id'),
})
export type RecipientWords = typeof recipientWords.$inferSelect

export const textReplies = pgTable('text_replies', {
  id: uuid().primaryKey(),
  providerId: text('provider_id').notNull(),
  disbursementId: uuid('disbursement_id').notNull(),
  answer: text({ enum: CONFIRMATION_ANSWERS }),
  counted: boolean().notNull().default(false),
  helped: boolean().notNull().default(false),
  createdAt: moment('created_at').notNull(),
})

/** Migration 0191 explains it. */
export const slipReads = pgTable('slip_reads', {
  disbursementId: uuid('disbursement_id').notNull(),
  readBy: uuid('read_by').notNull(),
  readAt: moment('read_at').notNull(),
})

export const cashMovements = pgTable('cash_movements', {
  id: uuid().primaryKey(),
  holder: uuid().notNull(),
  direction: text({ enum: CASH_DIRECTIONS }).notNull(),
  amount: kobo('amount').notNull(),
  movedOn: date('moved_on', { mode: 'string' }).notNull(),
  recordedBy: uuid('recorded_by').notNull(),
  createdAt: moment('created_at').notNull(),
  idempotencyKeyHash: bytea('idempotency_key_hash').notNull(),
  requestHash: bytea('request_hash').notNull(),
})

export const cashCounts = pgTable('cash_counts', {
  id: uuid().primaryKey(),
  holder: uuid().notNull(),
  counted: kobo('counted').notNull(),
  booked: kobo('booked').notNull(),
  createdAt: moment('created_at').notNull(),
  idempotencyKeyHash: bytea('idempotency_key_hash').notNull(),
  requestHash: bytea('request_hash').notNull(),
  recordedBy: uuid('recorded_by').notNull(),
})

/** One row. */
export const transferBalance = pgTable('transfer_balance', {
  id: boolean().primaryKey().default(true),
  held: kobo('held').notNull(),
  checkedAt: moment('checked_at').notNull(),
  shortSince: moment('short_since'),
})

/** A move of what is left of a fund, as it was proposed (migrations/0054_fund_moves.sql). */
export const fundMoveProposals = pgTable('fund_move_proposals', {
  id: uuid().primaryKey(),
  source: text().notNull(),
  target: text().notNull(),
  amount: kobo('amount').notNull(),
})
