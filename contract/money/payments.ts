/** Payments: their status by reference, and the provider's webhooks. */
import { z } from 'zod'
import { anyone, endpoint } from '../platform/endpoint.ts'
import { ok, naira, paymentReference } from '../platform/fields.ts'

/**
 * The status of a payment.
 * - `success`: paid and booked.
 * - `pending`: started, or not known yet; check again.
 * - `abandoned`: the provider just answered that nothing was paid or started. A late success still counts.
 * - `failed`: the provider refused it, or it was not paid within 72 hours. A late success still counts.
 * - `needs_review`: the payment did not match the request. Administrators decide about it.
 * - `reversed`: paid, and refunded in full.
 */
export const PAYMENT_STATUSES = ['success', 'pending', 'abandoned', 'failed', 'needs_review', 'reversed'] as const
export type PaymentStatus = (typeof PAYMENT_STATUSES)[number]

/** The purposes of a payment. `unexpected`: it was not started here. */
export const PURPOSES = ['donation', 'top_up', 'unexpected'] as const
export type Purpose = (typeof PURPOSES)[number]

export const paymentEndpoints = {
  'POST /functions/v1/verify': endpoint({
    ...anyone('payments'),
    summary: 'Verifies a payment with the provider and settles it. `success` means paid.',
    body: z.strictObject({ reference: paymentReference }),
    reply: ok({ status: z.enum(PAYMENT_STATUSES) }),
    errors: ['not_found'],
  }),
  'GET /api/payments/:reference': endpoint({
    ...anyone('payments'),
    summary: 'The stored status of a payment. Does not contact the provider.',
    params: z.strictObject({ reference: paymentReference }),
    reply: ok({ status: z.enum(PAYMENT_STATUSES), amount: naira, purpose: z.enum(PURPOSES) }),
    errors: ['not_found'],
  }),
  'POST /webhooks/paystack': endpoint({
    summary:
      'The provider’s webhook. The message is stored and acknowledged, then the payment is verified with the provider.',
    guard: 'provider',
    rawBody: true,
    bodyBytesMax: 256 * 1024,
    reply: ok({ received: z.literal(true) }),
    errors: ['invalid_signature', 'malformed_json'],
    limit: 'none',
  }),
} as const
