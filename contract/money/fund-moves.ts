/** Moves the rest of a closed fund to another one. Two people decide it, as the decision `fund_move`. */
import { z } from 'zod'
import { proposal } from '../people/decisions.ts'
import { actor, staffWith } from '../platform/administration.ts'
import { endpoint } from '../platform/endpoint.ts'
import { naira, personText, timestamp } from '../platform/fields.ts'
import { donationType } from './donations.ts'
import { FUND_REASON_CHARACTERS_MAX } from './fund-limits.ts'

const move = { source: donationType, target: donationType, amount: naira }

const view = z.strictObject({
  /** The closed funds, in the order in which funds are shown. */
  closed: z.array(
    z.strictObject({
      fund: donationType,
      /** Balance less the fees of its gifts. */
      left: naira,
      /** Why it cannot be moved now, as a sentence. Null: it can. */
      blocked: z.string().nullable(),
      /** Target of earlier moves, which later ones follow. Null before the first. */
      follows: donationType.nullable(),
    }),
  ),
  /** One move at a time. */
  proposal: z.strictObject({ ...proposal.shape, move: z.strictObject(move) }).nullable(),
  /** Newest first, at most 20. */
  moves: z.array(
    z.strictObject({
      id: z.uuid(),
      ...move,
      moved_at: timestamp,
      /** A part of an earlier move that came back, because the closed fund lacked it. No one decided it. */
      taken_back: z.boolean(),
      reason: z.string().nullable(),
      proposed_by: actor.nullable(),
      confirmed_by: actor.nullable(),
    }),
  ),
})

export const fundMoveEndpoints = {
  'GET /api/admin/fund-moves': endpoint({
    ...staffWith('see_money'),
    summary: 'What is left of closed funds, a move that waits for a second person, and the moves so far.',
    reply: { status: 200, schema: view },
  }),
  'POST /api/admin/fund-moves': endpoint({
    ...staffWith('handle_money'),
    summary:
      'Proposes to move all that is left of a closed fund to an open one. An administrator who did not propose it must confirm it.',
    body: z.strictObject({
      ...move,
      /** It is kept permanently. No names. */
      reason: personText(FUND_REASON_CHARACTERS_MAX).trim().min(1, 'This field is required.'),
    }),
    reply: { status: 201, schema: view },
    errors: ['already_proposed', 'fund_cannot_move'],
  }),
} as const
