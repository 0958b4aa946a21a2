/** Giving: starting a gift, and its receipt. */
import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { timestamp, naira, payableNaira, paymentReference, personText } from './fields.ts'
import { DONATION_TYPE_DEFAULT, DONATION_TYPES, MESSAGE_CHARACTERS_MAX } from './funds.ts'

/** Which fund a gift is for. */
export const donationType = z.enum(DONATION_TYPES)

/** The spec's three, and `reversed` for a gift that was given back in full. */
export const DONATION_STATUSES = ['pending', 'success', 'failed', 'reversed'] as const

/** What a donor says, whichever way they pay. The amount is in naira. */
export const gift = z.strictObject({
  amount: payableNaira,
  donation_type: donationType.default(DONATION_TYPE_DEFAULT),
  message: personText(MESSAGE_CHARACTERS_MAX).optional(),
})

export const donationEndpoints = {
  'POST /api/donations': endpoint({
    summary: 'Starts a gift: records it, and asks the provider for a transaction that the browser can open.',
    guard: 'anyone',
    body: gift,
    reply: {
      status: 201,
      schema: z.strictObject({
        id: z.uuid(),
        reference: paymentReference,
        access_code: z.string(),
        amount: naira,
        donation_type: donationType,
        status: z.enum(DONATION_STATUSES),
        receipt_code: z.string(),
        created_at: timestamp,
      }),
    },
    errors: ['idempotency_key_reused', 'request_in_flight', 'payment_refused', 'provider_unavailable'],
    limit: 'gifts',
    idempotent: true,
    secret: true,
  }),
  'GET /api/receipts/:code': endpoint({
    summary: 'The receipt of a gift, for whoever holds its code.',
    guard: 'anyone',
    params: z.strictObject({ code: z.string().regex(/^[0-9a-z]{26}$/, 'A receipt code has 26 letters and digits.') }),
    reply: {
      status: 200,
      schema: z.strictObject({
        amount: naira,
        donation_type: donationType,
        status: z.enum(DONATION_STATUSES),
        reference: paymentReference,
        created_at: timestamp,
        paid_at: timestamp.nullable(),
      }),
    },
    errors: ['not_found'],
    limit: 'receipts',
    secret: true,
  }),
} as const
