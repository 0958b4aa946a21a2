/** Payments: what became of one, asked by reference; and what the provider tells us of its own accord. */
import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { naira, paymentReference } from './fields.ts'

/**
 * What a page may say about a payment.
 * - `success`: paid and booked.
 * - `pending`: begun, or not known yet; ask again.
 * - `abandoned`: the provider, asked just now, says that nothing was paid or begun. A late success still counts.
 * - `failed`: the provider refused it, or nobody paid within 72 hours. A late success still counts.
 * - `needs_review`: money came, but not as asked. People look at it.
 * - `reversed`: paid, and given back in full.
 */
export const PAYMENT_STATUSES = ['success', 'pending', 'abandoned', 'failed', 'needs_review', 'reversed'] as const
export type PaymentStatus = (typeof PAYMENT_STATUSES)[number]

/** What a payment can be for. */
export const PURPOSES = ['donation', 'top_up'] as const
export type Purpose = (typeof PURPOSES)[number]

export const paymentEndpoints = {
  'POST /functions/v1/verify': endpoint({
    summary: 'Asks the provider about a payment and settles it. `success` means paid.',
    guard: 'anyone',
    body: z.strictObject({ reference: paymentReference }),
    reply: { status: 200, schema: z.strictObject({ status: z.enum(PAYMENT_STATUSES) }) },
    errors: ['not_found'],
    limit: 'payments',
  }),
  'GET /api/payments/:reference': endpoint({
    summary: 'What we know of a payment, without asking the provider.',
    guard: 'anyone',
    params: z.strictObject({ reference: paymentReference }),
    reply: {
      status: 200,
      schema: z.strictObject({ status: z.enum(PAYMENT_STATUSES), amount: naira, purpose: z.enum(PURPOSES) }),
    },
    errors: ['not_found'],
    limit: 'payments',
  }),
  'POST /webhooks/paystack': endpoint({
    summary: 'A message from the provider. Stored, answered, and taken as a hint to ask the provider.',
    guard: 'provider',
    rawBody: true,
    bodyBytesMax: 256 * 1024,
    reply: { status: 200, schema: z.strictObject({ received: z.literal(true) }) },
    errors: ['invalid_signature'],
    limit: 'none',
  }),
} as const
