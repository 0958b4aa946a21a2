/** The match of the books with the payment provider, for administrators, and what everyone may know of it. */
import { z } from 'zod'
import { PROPOSAL_STATES } from './admin-fields.ts'
import { actor, administration, byId } from './administration.ts'
import { endpoint } from './endpoint.ts'
import { naira, personText, timestamp } from './fields.ts'
import { CLOSING_CHARACTERS_MAX, DIFFERENCE_KINDS, MATCH_STATES } from './matching-fields.ts'

const closing = z.strictObject({
  id: z.uuid(),
  difference: z.uuid(),
  reason: z.string(),
  state: z.enum(PROPOSAL_STATES),
  proposed_by: actor,
  proposed_at: timestamp,
  /** It can be confirmed until then, and only while its proposer is an administrator. */
  expires_at: timestamp,
  /** Whether the caller may confirm it: the proposer may not. */
  may_confirm: z.boolean(),
})

const difference = z.strictObject({
  id: z.uuid(),
  kind: z.enum(DIFFERENCE_KINDS),
  /** The reference of a payment, the id of a settlement, or NGN for the balance. */
  subject: z.string(),
  /** What each side says: money that comes to us is above zero. */
  ledger: naira,
  provider: naira,
  occurred_at: timestamp,
  /** Whole days since it happened. */
  age_days: z.number().int(),
  first_seen_at: timestamp,
  /** Waiting for a second administrator. */
  proposal: closing.nullable(),
})

/** As JSON: amounts in naira, timestamps as text. */
export type DifferenceJson = z.input<typeof difference>
export type ClosingJson = z.input<typeof closing>

export const matchingEndpoints = {
  'GET /api/transparency': endpoint({
    summary:
      'When the books were last compared in full with the payment provider, and the sum of the differences that are not explained.',
    guard: 'anyone',
    reply: {
      status: 200,
      schema: z.strictObject({
        /** Null on a new instance. */
        matched_at: timestamp.nullable(),
        /** The payments that the provider listed for that match. */
        payments: z.number().int(),
        /** All differences that are open now, each as its absolute amount. */
        unexplained: naira,
        differences: z.number().int(),
      }),
    },
    errors: [],
    limit: 'none',
  }),
  'GET /api/admin/books/match': endpoint({
    ...administration,
    summary: 'The last match with the payment provider, and what is on one side only, oldest first, at most 200.',
    reply: {
      status: 200,
      schema: z.strictObject({
        /** The newest match. Null before the first. */
        state: z.enum(MATCH_STATES).nullable(),
        /** The last complete one. `held`: what the ledger says that the provider holds; `provider_balance`: what the provider says. */
        complete: z
          .strictObject({
            finished_at: timestamp,
            compared_from: timestamp,
            payments: z.number().int(),
            settlements: z.number().int(),
            held: naira,
            provider_balance: naira,
          })
          .nullable(),
        differences: z.array(difference),
      }),
    },
    errors: [],
  }),
  'POST /api/admin/books/matches': endpoint({
    ...administration,
    summary: 'Starts a match with the payment provider within seconds. While one is waiting, nothing more is started.',
    reply: { status: 201, schema: z.strictObject({ state: z.enum(MATCH_STATES) }) },
    errors: [],
  }),
  'POST /api/admin/books/differences/:id/closing': endpoint({
    ...administration,
    summary: 'Proposes to close a difference with a reason. A second administrator must confirm it. Nothing is booked.',
    params: byId,
    body: z.strictObject({
      reason: personText(CLOSING_CHARACTERS_MAX).trim().min(1, 'This field is required.'),
    }),
    reply: { status: 201, schema: closing },
    errors: ['not_found', 'already_proposed'],
  }),
  'POST /api/admin/books/closings/:id/confirmation': endpoint({
    ...administration,
    summary: 'Confirms a closing that another administrator proposed.',
    params: byId,
    reply: { status: 200, schema: closing },
    errors: ['not_found', 'second_administrator_needed', 'proposal_lapsed'],
  }),
  'POST /api/admin/books/closings/:id/withdrawal': endpoint({
    ...administration,
    summary: 'Withdraws a proposed closing.',
    params: byId,
    reply: { status: 200, schema: closing },
    errors: ['not_found'],
  }),
} as const
