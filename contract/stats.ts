/** The public headline figures. */
import { z } from 'zod'
import { donationType } from './donations.ts'
import { endpoint } from './endpoint.ts'
import { naira } from './fields.ts'

/** The lives impacted before the first gift (spec section 9). */
export const LIVES_IMPACTED_BASE = 10_000n
/** The naira that count as one more life (spec section 9). */
export const NAIRA_PER_LIFE = 25n

const fundFigures = z.strictObject({ gifts: z.number(), amount: naira })

export const statsEndpoints = {
  'GET /api/stats': endpoint({
    summary: 'The headline figures, and the total of each fund.',
    guard: 'anyone',
    reply: {
      status: 200,
      schema: z.strictObject({
        lives_impacted: z.number(),
        active_donors: z.number(),
        funds_raised: naira,
        funds: z.record(donationType, fundFigures),
      }),
    },
    errors: [],
    limit: 'none',
  }),
} as const
