/** Gifts: starting one, and its receipt. */
import { z } from 'zod'
import { anyone, endpoint } from '../platform/endpoint.ts'
import {
  ok,
  created,
  emailAddress,
  timestamp,
  naira,
  payableNaira,
  paymentReference,
  personText,
  termsVersion,
} from '../platform/fields.ts'
import { ROW_KEY } from '../platform/named-row-limits.ts'
import { DONATION_TYPE_DEFAULT, MESSAGE_CHARACTERS_MAX } from './funds.ts'

/** The key of a fund. The server refuses one that does not exist, and a closed one for a new gift. */
export const donationType = z
  .string()
  .regex(ROW_KEY, 'There is no such fund.')
  .meta({
    id: 'DonationType',
    description: 'The fund that a gift is for: `general`, or any that `GET /api/funds` lists as open.',
    examples: ['school'],
  })

/** The spec's three, and `reversed` for a gift that was refunded in full. */
export const DONATION_STATUSES = ['pending', 'success', 'failed', 'reversed'] as const

/** A donor's entries, for any way of paying. The amount is in naira. */
export const gift = z
  .strictObject({
    amount: payableNaira,
    donation_type: donationType.default(DONATION_TYPE_DEFAULT),
    message: personText(MESSAGE_CHARACTERS_MAX)
      .optional()
      .meta({ examples: ['For the school in Kano'] }),
    terms_version: termsVersion.optional(),
  })
  .meta({ id: 'NewGift' })

/** 128 bits, as `base32` writes them. */
export const receiptCode = z.string().regex(/^[0-9a-z]{26}$/, 'A receipt code has 26 letters and digits.')

/** Only the calls that start gifts send the secret of the browser, to which Idempotency-Keys belong. */
const BROWSER_PATH = '/api/donations'

export const donationEndpoints = {
  'GET /api/donations/browser': endpoint({
    ...anyone('none'),
    summary:
      'Gives the browser a secret in a cookie, until it is closed. A retry of a gift finds the same gift only from the same browser.',
    reply: ok({ known: z.literal(true) }),
    knowsBrowser: BROWSER_PATH,
    secret: true,
  }),
  'POST /api/donations': endpoint({
    ...anyone('gifts'),
    summary:
      'Starts a gift: records it and initializes a transaction at the provider. The browser pays with the access code.',
    body: gift,
    reply: created({
      id: z.uuid(),
      reference: paymentReference,
      access_code: z.string(),
      amount: naira,
      donation_type: donationType,
      status: z.enum(DONATION_STATUSES),
      receipt_code: z.string(),
      created_at: timestamp,
    }),
    errors: ['idempotency_key_reused', 'request_in_flight', 'payment_refused', 'provider_unavailable'],
    idempotent: true,
    knowsBrowser: BROWSER_PATH,
    secret: true,
  }),
  'GET /api/receipts/:code': endpoint({
    ...anyone('receipts'),
    summary: 'The receipt of a gift, by its receipt code.',
    params: z.strictObject({ code: receiptCode }),
    reply: ok({
      amount: naira,
      donation_type: donationType,
      /** Title of its fund on the day of the gift. */
      fund_title: z.string(),
      status: z.enum(DONATION_STATUSES),
      /** The part of the amount that was refunded or charged back later. */
      given_back: naira,
      reference: paymentReference,
      created_at: timestamp,
      paid_at: timestamp.nullable(),
    }),
    errors: ['not_found'],
    secret: true,
  }),
  'POST /api/receipts/:code/mails': endpoint({
    ...anyone('receipt_mails'),
    summary: 'Mails the receipt of a paid gift once, at most three times in all. The address is not kept.',
    params: z.strictObject({ code: receiptCode }),
    body: z.strictObject({ email: emailAddress }),
    reply: ok({ queued: z.literal(true) }),
    errors: ['not_found', 'receipt_not_mailed'],
    secret: true,
  }),
} as const
