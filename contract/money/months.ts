/** The statement of a month, by the days in Lagos on which its entries were booked, and closing it: from then on its figures never change. */
import { z } from 'zod'
import { proposal } from '../people/decisions.ts'
import { actor, staffWith } from '../platform/administration.ts'
import { endpoint } from '../platform/endpoint.ts'
import { ok, naira, personText, timestamp } from '../platform/fields.ts'
import { DIFFERENCE_KINDS } from './differences-fields.ts'
import { donationType } from './donations.ts'
import { MONTH, MONTH_BLOCKERS, MONTH_CHARACTERS_MAX, MONTH_STATES } from './months-fields.ts'

export const month = z.string().regex(MONTH, 'Enter a month such as 2026-10.')
/** Without it, the running month. */
export const monthFilter = { month: month.optional() }

const account = z.strictObject({
  /** As in the posting table. All wallets are `wallets`, the cash of all people is `cash`. */
  account: z.string(),
  /** At the beginning and at the end: credits less debits, as everywhere in the ledger. */
  opening: naira,
  debits: naira,
  credits: naira,
  closing: naira,
})

export const monthStatement = z.strictObject({
  month,
  /** Each fund: what came in, and what went out or was promised less what came back. */
  funds: z.array(
    z.strictObject({
      fund: donationType,
      given: naira,
      /** Refunds and chargebacks, less those that were undone. */
      refunded: naira,
      /** Put in by the organisation. */
      covered: naira,
      /** Left of closed funds: what came from them, less what went. Months closed before there were moves have none. */
      moved: naira.default(0n),
      /** The change of the sum that is promised, from the beginning to the end of the month. */
      promised: naira,
      paid_out: naira,
      lost: naira,
    }),
  ),
  wallets: z.strictObject({ topped_up: naira, given: naira, taken_back: naira }),
  /** Costs by account of fees, less what the provider returned. */
  fees: z.array(z.strictObject({ account: z.string(), amount: naira })),
  /** The number of payments whose fee is not known yet and is missing above. */
  fees_unknown: z.number().int(),
  /** Transfers between our own places: the provider, our bank, cash in hand, and money in transit. */
  moves: z.array(z.strictObject({ from: z.string(), to: z.string(), entries: z.number().int(), amount: naira })),
  /** The trial balance: every account with a balance or an entry. */
  accounts: z.array(account),
  entries: z.number().int(),
  /** Differences that began before the end of the month and were open when it was read or closed. */
  differences: z.array(
    z.strictObject({
      kind: z.enum(DIFFERENCE_KINDS),
      subject: z.string(),
      /** Null where it is not an amount. */
      amount: naira.nullable(),
      occurred_at: timestamp,
    }),
  ),
})
export type MonthStatement = z.output<typeof monthStatement>

export const monthEndpoints = {
  'GET /api/admin/books/months': endpoint({
    ...staffWith('see_money'),
    summary: 'The months from the first entry on, newest first.',
    reply: ok({ items: z.array(z.strictObject({ month, state: z.enum(MONTH_STATES) })) }),
  }),
  'GET /api/admin/books/month': endpoint({
    ...staffWith('see_money'),
    summary: 'The statement of a month: as it was closed, or of what is booked so far.',
    query: z.strictObject(monthFilter),
    reply: ok({
      state: z.enum(MONTH_STATES),
      statement: monthStatement,
      /** The SHA-256 of the statement, in hexadecimal. */
      digest: z.string(),
      blocked_by: z.array(z.enum(MONTH_BLOCKERS)),
      closed: z.strictObject({ at: timestamp, proposed_by: actor, confirmed_by: actor }).nullable(),
      /** Waiting for a second person. */
      proposal: proposal.nullable(),
    }),
    errors: ['not_found'],
  }),
  'POST /api/admin/books/month-closings': endpoint({
    ...staffWith('handle_money'),
    summary: 'Proposes to close a month with the statement that was read. A second person must confirm it.',
    body: z.strictObject({
      month,
      /** The digest of the statement that the proposer read. */
      digest: z.string().regex(/^[0-9a-f]{64}$/),
      reason: personText(MONTH_CHARACTERS_MAX).trim().min(1, 'This field is required.'),
    }),
    reply: { status: 201, schema: proposal },
    errors: ['not_found', 'already_proposed', 'month_cannot_close', 'month_changed'],
  }),
} as const
