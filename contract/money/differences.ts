/** Differences of the books, from the payment provider and from themselves: who looks into each, and how it is closed. */
import { z } from 'zod'
import { actor, staffWith, byId } from '../platform/administration.ts'
import { proposal } from '../people/decisions.ts'
import { CLOSING_CHARACTERS_MAX, CLOSING_ENDINGS, CLOSING_OUTCOMES, DIFFERENCE_KINDS } from './differences-fields.ts'
import { endpoint } from '../platform/endpoint.ts'
import { ok, naira, personText, timestamp } from '../platform/fields.ts'

/** An open difference, of the match of the books, or of a fund. */
export const difference = z.strictObject({
  id: z.uuid(),
  kind: z.enum(DIFFERENCE_KINDS),
  /** The reference of a payment, the id of a settlement, NGN for the balance, or what was compared in the books. */
  subject: z.string(),
  /** The amount on each side of the match: money that comes to us is above zero. Null for the books. */
  ledger: naira.nullable(),
  provider: naira.nullable(),
  /** The expected and the actual value in the books, in words. Null for the match. */
  expected: z.string().nullable(),
  found: z.string().nullable(),
  /** How much money differs. Null where that is not an amount, such as a changed date. */
  amount: naira.nullable(),
  occurred_at: timestamp,
  /** Whole days since it happened. */
  age_days: z.number().int(),
  first_seen_at: timestamp,
  /** When a check last found it. */
  last_seen_at: timestamp,
  /** The way to close it. `close` books nothing, and needs one of the reasons. Null while the provider is asked about the transfer again. */
  closing: z.enum(CLOSING_OUTCOMES).nullable(),
  /** By when someone decides. Null where nothing is refused meanwhile. */
  due_at: timestamp.nullable(),
  /** The administrator who looks into it. */
  assigned_to: actor.nullable(),
  /** Waiting for a second administrator. */
  proposal: proposal.nullable(),
  /** Whether the caller may assign it and propose to close it, if their roles allow it: not who is tied to its request. */
  may_act: z.boolean(),
})

/** As JSON: amounts in naira, timestamps as text. */
export type DifferenceJson = z.input<typeof difference>

export const differenceEndpoints = {
  'GET /api/admin/books/assignees': endpoint({
    ...staffWith('see_money'),
    summary: 'The administrators, to whom a difference can be assigned.',
    reply: ok({ items: z.array(actor) }),
  }),
  'PATCH /api/admin/books/differences/:id': endpoint({
    ...staffWith('handle_money'),
    summary: 'Assigns a difference to an administrator, who looks into it, or to no one.',
    params: byId,
    body: z.strictObject({
      assigned_to: z.uuid().nullable(),
      /** The person to whom the caller saw it assigned. */
      expected_assignee: z.uuid().nullable(),
    }),
    reply: ok({ assigned_to: actor.nullable() }),
    errors: ['not_found', 'own_request', 'draft_changed'],
  }),
  'POST /api/admin/books/differences/:id/closing': endpoint({
    ...staffWith('handle_money'),
    summary:
      'Proposes to close a difference: `booked` where closing it books an entry, otherwise for one of the reasons. A second administrator must confirm it.',
    params: byId,
    body: z.strictObject({
      ending: z.enum(CLOSING_ENDINGS),
      reason: personText(CLOSING_CHARACTERS_MAX).trim().min(1, 'This field is required.'),
    }),
    reply: { status: 201, schema: proposal },
    errors: ['not_found', 'own_request', 'already_proposed', 'transfer_asked'],
  }),
} as const
