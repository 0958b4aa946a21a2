/** The match of the books with the payment provider, for administrators, and what everyone may know of it. */
import { z } from 'zod'
import { staffWith } from '../platform/administration.ts'
import { difference } from './differences.ts'
import { endpoint } from '../platform/endpoint.ts'
import { ok, created, naira, timestamp } from '../platform/fields.ts'
import { MATCH_STATES } from './matching-fields.ts'

export const matchingEndpoints = {
  'GET /api/admin/books/match': endpoint({
    ...staffWith('see_money'),
    summary: 'The last match with the payment provider, and what is on one side only, oldest first, at most 200.',
    reply: ok({
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
  }),
  'POST /api/admin/books/matches': endpoint({
    ...staffWith('handle_money'),
    summary: 'Starts a match with the payment provider within seconds. While one is waiting, nothing more is started.',
    reply: created({ state: z.enum(MATCH_STATES) }),
  }),
} as const
