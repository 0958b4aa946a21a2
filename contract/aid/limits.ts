/** The limits of paying out: what they are, and changing them by two people. The public reads them with the funds (stats.ts). */
import { z } from 'zod'
import { actor, staffWith } from '../platform/administration.ts'
import { proposal } from '../people/decisions.ts'
import { endpoint } from '../platform/endpoint.ts'
import { naira, personText, timestamp } from '../platform/fields.ts'
import { CHANGED_ACCOUNT_HOURS_MAX, LIMIT_KOBO_MAX, LIMIT_REASON_CHARACTERS_MAX } from './limits-fields.ts'

const limitNaira = naira
  .check(
    z.refine((kobo) => typeof kobo !== 'bigint' || kobo >= 0n, 'The amount must be at least ₦0.'),
    z.refine(
      (kobo) => typeof kobo !== 'bigint' || kobo <= LIMIT_KOBO_MAX,
      'The amount must be at most ₦1,000,000,000.',
    ),
  )
  .meta({ id: 'LimitNaira', description: 'Naira, with at most two decimals.', minimum: 0, maximum: 1_000_000_000 })

const limits = {
  /** Above this total of an award, who approves passes a second step of at most ten minutes ago. */
  second_step_above: limitNaira,
  /** Above this total of an award, three people are needed. */
  three_people_above: limitNaira,
  /** The most one person may release in 24 hours. */
  released_a_day_max: limitNaira,
  /** How long an account waits that its applicant changed. */
  changed_account_hours: z
    .int('Enter whole hours.')
    .min(1, 'The wait is at least 1 hour.')
    .max(CHANGED_ACCOUNT_HOURS_MAX, `The wait is at most ${CHANGED_ACCOUNT_HOURS_MAX} hours.`),
}

const view = z.strictObject({
  limits: z.strictObject(limits),
  proposal: z.strictObject({ ...proposal.shape, limits: z.strictObject(limits) }).nullable(),
  /** The changes, newest first, at most 20. The first one is in force; without any, the limits are those of a new instance. */
  changes: z.array(
    z.strictObject({
      id: z.uuid(),
      limits: z.strictObject(limits),
      reason: z.string(),
      proposed_by: actor,
      confirmed_by: actor,
      since: timestamp,
    }),
  ),
})

export const limitEndpoints = {
  'GET /api/admin/limits': endpoint({
    ...staffWith('see_money'),
    summary: 'The limits of paying out, a change that waits for a second person, and the changes so far.',
    reply: { status: 200, schema: view },
  }),
  'POST /api/admin/limits': endpoint({
    ...staffWith('handle_money'),
    summary: 'Proposes other limits of paying out. An administrator who did not propose them must confirm them.',
    body: z.strictObject({
      ...limits,
      /** It is kept permanently. No names. */
      reason: personText(LIMIT_REASON_CHARACTERS_MAX).trim().min(1, 'This field is required.'),
    }),
    reply: { status: 201, schema: view },
    errors: ['already_proposed'],
  }),
} as const
