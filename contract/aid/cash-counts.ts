/** Counting the cash that a person holds for handing over: one records the count, a second one confirms it, then it is booked. */
import { z } from 'zod'
import { staffWith } from '../platform/administration.ts'
import { endpoint } from '../platform/endpoint.ts'
import { naira, personText } from '../platform/fields.ts'
import { AMOUNT_KOBO_MAX } from '../platform/money.ts'
import { LOSS_CHARACTERS_MAX } from './payout-fields.ts'
import { cashHolder } from './payout-shapes.ts'

/** Zero is a count too. */
const countedNaira = naira
  .check(
    z.refine((kobo) => typeof kobo !== 'bigint' || kobo >= 0n, 'The amount must be at least ₦0.'),
    z.refine((kobo) => typeof kobo !== 'bigint' || kobo <= AMOUNT_KOBO_MAX, 'The amount must be at most ₦10,000,000.'),
  )
  .meta({ id: 'CountedNaira', description: 'Naira, with at most two decimals.', minimum: 0, maximum: 10_000_000 })

export const cashCountEndpoints = {
  'POST /api/admin/cash/counts': endpoint({
    ...staffWith('handle_money'),
    summary:
      'Records what someone counted of the cash that a person holds. A second person confirms it. Where it differs from the books, with a reason.',
    body: z.strictObject({
      holder: z.uuid(),
      counted: countedNaira,
      reason: personText(LOSS_CHARACTERS_MAX).trim().optional(),
    }),
    reply: { status: 201, schema: cashHolder },
    errors: ['not_found', 'already_proposed', 'idempotency_key_reused'],
    idempotent: true,
  }),
} as const
