/** Recipients' view of their awards, and their confirmation of each payout. */
import { z } from 'zod'
import { byId } from '../platform/administration.ts'
import { anyone, endpoint, signedIn } from '../platform/endpoint.ts'
import { ok, naira, timestamp } from '../platform/fields.ts'
import { AWARD_STATES, CONFIRMATION_ANSWERS } from './payout-fields.ts'
import { ownPayout, ownWords } from './payout-shapes.ts'

const answer = z.enum(CONFIRMATION_ANSWERS)

export const recipientEndpoints = {
  'GET /api/applications/:id/award': endpoint({
    ...signedIn('accounts'),
    summary: 'What was granted to one of the caller’s requests, and how it is paid out. Null before it is granted.',
    params: byId,
    reply: ok({
      award: z
        .strictObject({
          amount: naira,
          state: z.enum(AWARD_STATES),
          granted_at: timestamp,
          /** Until then nothing more of it is paid out. Null: nothing holds it. */
          held_until: timestamp.nullable(),
          payouts: z.array(ownPayout),
        })
        .nullable(),
    }),
    errors: ['not_found'],
  }),
  'POST /api/payouts/:id/confirmation': endpoint({
    ...signedIn('accounts'),
    summary:
      'The recipient says whether they received a payout. Repeating an answer changes nothing; the answer that all of it came can be changed for 24 hours.',
    params: byId,
    body: z.strictObject({ answer }),
    reply: { status: 200, schema: ownPayout },
    errors: ['not_found', 'already_confirmed'],
  }),
  'POST /api/confirmations': endpoint({
    ...anyone('confirmations'),
    summary:
      'The recipient says whether they received a payout, with the number and the code of its slip. Five wrong codes use the slip up; the code is valid for 30 days after the hand-over.',
    body: z.strictObject({
      slip: z.string().max(20),
      code: z.string().max(20),
      answer,
    }),
    reply: ok({ slip: z.string(), answer, answered_at: timestamp, words: ownWords.nullable() }),
    errors: ['code_not_accepted', 'already_confirmed'],
    secret: true,
  }),
} as const
