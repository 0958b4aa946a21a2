/** The tables of payments: intents, their attempts, and the provider's webhooks. */
import { bigint, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { PURPOSES } from '../../../contract/money/payments.ts'
import { bytea, moment } from '../../platform/db/columns.ts'

/** Sent to the provider with every attempt of an intent, apart from the amount (spec section 3). */
export interface ProviderMetadata {
  [key: string]: string | readonly { display_name: string; variable_name: string; value: string }[]
}

/** Payments that people want to make: one row for each Idempotency-Key, of which only the hash is kept. Amounts in kobo. */
export const paymentIntents = pgTable('payment_intents', {
  id: uuid().primaryKey(),
  purpose: text({ enum: PURPOSES }).notNull(),
  amount: bigint({ mode: 'bigint' }).notNull(),
  status: text({ enum: ['pending', 'paid', 'failed', 'needs_review', 'reversed'] })
    .notNull()
    .default('pending'),
  idempotencyKeyHash: bytea('idempotency_key_hash').notNull(),
  requestHash: bytea('request_hash').notNull(),
  refusal: text(),
  providerEmail: text('provider_email').notNull(),
  providerMetadata: jsonb('provider_metadata').$type<ProviderMetadata>().notNull(),
  createdAt: moment('created_at').notNull(),
  updatedAt: moment('updated_at').notNull(),
  paidAt: moment('paid_at'),
})

/** The state of an attempt. `lost`: the provider never answered when it was opened. We keep checking it; a retry creates another attempt. */
export const ATTEMPT_STATUSES = [
  'opening',
  'open',
  'lost',
  'refused',
  'paid',
  'failed',
  'needs_review',
  'reversed',
  'returned',
] as const

export type AttemptStatus = (typeof ATTEMPT_STATUSES)[number]

/** An attempt with one of these statuses is credited when the provider reports a success. */
export const UNSETTLED = ['opening', 'open', 'lost', 'failed'] as const satisfies readonly AttemptStatus[]
export const isUnsettled = (status: AttemptStatus): boolean => UNSETTLED.some((unsettled) => unsettled === status)

/** The attempts to pay an intent, each with its own reference. Amounts in kobo, as the provider reports them. */
export const paymentAttempts = pgTable('payment_attempts', {
  id: uuid().primaryKey(),
  intentId: uuid('intent_id').notNull(),
  reference: text().notNull(),
  status: text({ enum: ATTEMPT_STATUSES }).notNull(),
  openingUntil: moment('opening_until'),
  accessCode: text('access_code'),
  providerStatus: text('provider_status'),
  providerTransactionId: bigint('provider_transaction_id', { mode: 'bigint' }),
  amountPaid: bigint('amount_paid', { mode: 'bigint' }),
  fees: bigint({ mode: 'bigint' }),
  amountRefunded: bigint('amount_refunded', { mode: 'bigint' }).notNull().default(0n),
  amountChargedBack: bigint('amount_charged_back', { mode: 'bigint' }).notNull().default(0n),
  amountSuspended: bigint('amount_suspended', { mode: 'bigint' }).notNull().default(0n),
  reversals: integer().notNull().default(0),
  reviewReason: text('review_reason'),
  askedAt: moment('asked_at'),
  answeredAt: moment('answered_at'),
  checks: integer().notNull().default(0),
  nextCheckAt: moment('next_check_at'),
  createdAt: moment('created_at').notNull(),
  updatedAt: moment('updated_at').notNull(),
  paidAt: moment('paid_at'),
})

export type Intent = typeof paymentIntents.$inferSelect
export type Attempt = typeof paymentAttempts.$inferSelect

/** The disputes about our payments, as the provider last told them. Amounts in kobo. */
export const disputes = pgTable('disputes', {
  id: text().primaryKey(),
  attemptId: uuid('attempt_id').notNull(),
  status: text().notNull(),
  resolution: text(),
  category: text(),
  amount: bigint({ mode: 'bigint' }),
  dueAt: moment('due_at'),
  openedAt: moment('opened_at'),
  readAt: moment('read_at').notNull(),
})

/** The provider's webhooks, stored before they are acknowledged: named fields, and the encrypted body for 72 hours at most. */
export const webhookEvents = pgTable('webhook_events', {
  id: uuid().primaryKey(),
  event: text().notNull(),
  reference: text(),
  providerId: text('provider_id'),
  bodySha256: bytea('body_sha256').notNull(),
  body: bytea(),
  deliveries: integer().notNull().default(1),
  receivedAt: moment('received_at').notNull(),
  handledAt: moment('handled_at'),
  outcome: text(),
})
