/** Funds as staff see them: opening, changing and closing one takes two people. The public reads them with their figures (stats.ts). */
import { z } from 'zod'
import { APPLICATION_TYPES } from '../aid/offered-types.ts'
import { applicationType } from '../aid/application-type.ts'
import { proposal } from '../people/decisions.ts'
import { actor, staffWith } from '../platform/administration.ts'
import { endpoint } from '../platform/endpoint.ts'
import { personText, timestamp } from '../platform/fields.ts'
import { namedRow } from '../platform/named-rows.ts'
import { donationType } from './donations.ts'
import {
  FUND_PLACE_MAX,
  FUND_REASON_CHARACTERS_MAX,
  PAYS_CHARACTERS_MAX,
  PAYS_FOR_MAX,
  PAYS_NAIRA_MAX,
} from './fund-limits.ts'
import { OWN_KINDS_MAX } from '../platform/named-row-limits.ts'

const REQUIRED = 'This field is required.'

/** Example of what an amount in naira buys: `a school uniform`. */
export const paysFor = z
  .strictObject({
    from: z.int('Enter whole naira.').min(1, 'Enter at least ₦1.').max(PAYS_NAIRA_MAX, 'This amount is too large.'),
    pays: personText(PAYS_CHARACTERS_MAX).trim().min(1, REQUIRED),
  })
  .meta({ id: 'PaysFor' })

/** The public reads all of it. Nothing of it names or describes one person. */
const told = {
  ...namedRow,
  /** Funds are shown by it, the smallest first. */
  place: z.int('Enter a whole number.').min(1, 'Enter at least 1.').max(FUND_PLACE_MAX),
  /** The kinds of requests that draw on it first. All of them draw on `general` after that. */
  kinds: z.array(applicationType).max(APPLICATION_TYPES.length + OWN_KINDS_MAX),
  /** Whether critical requests of any kind draw on it last. */
  for_critical: z.boolean(),
  /** The smallest amount first. Empty: nothing is said. */
  pays_for: z
    .array(paysFor)
    .max(PAYS_FOR_MAX, `Enter at most ${PAYS_FOR_MAX} lines.`)
    .refine((lines) => lines.every(({ from }, place) => place === 0 || from > (lines[place - 1]?.from ?? 0)), {
      message: 'Start with the smallest amount, and name each once.',
    }),
  /** False: closed for new gifts. Its balance is still paid out. */
  open: z.boolean(),
}

const fund = z.strictObject({ key: donationType, ...told })

const view = z.strictObject({
  /** In the order in which they are shown, closed ones too. */
  funds: z.array(fund),
  /** Those whose rest was moved: they stay closed. */
  moved: z.array(donationType),
  /** One change at a time. `fund` is as it is proposed. */
  proposal: z.strictObject({ ...proposal.shape, fund }).nullable(),
  /** The changes, newest first, at most 20. */
  changes: z.array(
    z.strictObject({
      id: z.uuid(),
      fund,
      reason: z.string(),
      proposed_by: actor,
      confirmed_by: actor,
      since: timestamp,
    }),
  ),
})

export const fundEndpoints = {
  'GET /api/admin/funds': endpoint({
    ...staffWith('see_money'),
    summary: 'The funds, a change that waits for a second person, and the changes so far.',
    reply: { status: 200, schema: view },
  }),
  'POST /api/admin/funds': endpoint({
    ...staffWith('handle_money'),
    summary:
      'Proposes a new fund, or one as it should be from now on: its texts, its place, what draws on it, and whether it takes gifts. An administrator who did not propose it must confirm it.',
    body: z.strictObject({
      ...fund.shape,
      /** Whether no fund has this key yet. It never changes. */
      new: z.boolean(),
      /** It is kept permanently. No names. */
      reason: personText(FUND_REASON_CHARACTERS_MAX).trim().min(1, REQUIRED),
    }),
    reply: { status: 201, schema: view },
    errors: ['already_proposed', 'not_found'],
  }),
} as const
