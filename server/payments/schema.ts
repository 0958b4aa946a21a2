/** The tables of payments: intents, their attempts, and what the provider sent. */
import { bigint, integer, jsonb, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { PURPOSES } from '../../contract/payments.ts'
import { bytea } from '../lib/db/columns.ts'

const moment = (name: string) => timestamp(name, { withTimezone: true })

/** What every attempt of an intent tells the provider, beside the amount (spec section 3). */
export interface ProviderMetadata {
  [key: string]: string | readonly { display_name: string; variable_name: string; value: string }[]
}

/** What people meant to pay: a row for each Idempotency-Key, whose hash alone is kept. Amounts in kobo. */
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

/** How far a try is. `lost`: the provider's answer to its opening never came. It stays watched, and a repeat makes another. */
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

/** Not credited so far, and it may be paid: a success of one of these is credited. */
export const UNSETTLED = ['opening', 'open', 'lost', 'failed'] as const satisfies readonly AttemptStatus[]

/** The tries at an intent, each with a reference of its own. Amounts in kobo, as the provider says them. */
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

/** The provider's messages, stored before they are answered: named fields, and the body encrypted for 72 hours at most. */
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
