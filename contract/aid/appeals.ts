/** Appeals: an applicant asks for a second look at a refusal. One for each request, decided by someone who had no part in it. */
import { z } from 'zod'
import { actor, byId, staffWith } from '../platform/administration.ts'
import { endpoint, signedIn } from '../platform/endpoint.ts'
import { personText, timestamp } from '../platform/fields.ts'
import { REVIEW_CHARACTERS_MAX } from './application-fields.ts'
import { APPEAL_CHANNELS, APPEAL_STATES } from './request-ways.ts'

export const ownAppeal = z.strictObject({
  created_at: timestamp,
  /** The applicant's words; null without any. */
  text: z.string().nullable(),
  /** `upheld`: the refusal stands. `changed`: the request was approved. */
  state: z.enum(APPEAL_STATES),
  /** False: the appeal is open, and every reviewer had a part in the refusal. */
  has_reviewer: z.boolean(),
})

/** As staff see it. */
export const reviewedAppeal = z.strictObject({
  text: z.string().nullable(),
  channel: z.enum(APPEAL_CHANNELS),
  /** The member of staff who entered it; null when the applicant sent it. */
  entered_by: actor.nullable(),
  state: z.enum(APPEAL_STATES),
  created_at: timestamp,
})

const words = personText(REVIEW_CHARACTERS_MAX).trim()
const ERRORS = ['not_found', 'request_not_rejected', 'already_appealed', 'appeal_too_late'] as const
const RULE =
  'The request is under review again and due in 14 days; who decided it before can no longer act on it. Once for each request, within 30 days of the refusal.'

export const ownAppealEndpoints = {
  'POST /api/applications/:id/appeal': endpoint({
    ...signedIn('applications'),
    summary: `Appeals against the refusal of one of the caller’s requests. ${RULE}`,
    params: z.strictObject({ id: z.uuid() }),
    body: z.strictObject({ text: words.nullish() }),
    reply: { status: 201, schema: ownAppeal },
    errors: [...ERRORS],
  }),
} as const

export const enteredAppealEndpoints = {
  'POST /api/admin/applications/:id/appeal': endpoint({
    ...staffWith('decide_requests'),
    summary: `Enters the appeal of an applicant who called, came or replied. ${RULE} The caller cannot decide it.`,
    params: byId,
    body: z.strictObject({
      channel: z.enum(APPEAL_CHANNELS).exclude(['self']),
      text: words.min(1, 'This field is required.'),
    }),
    reply: { status: 201, schema: reviewedAppeal },
    errors: [...ERRORS],
  }),
} as const
