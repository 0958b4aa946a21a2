/** Staff's records about a request: notes and calls. Applicants never see them. */
import { z } from 'zod'
import { actor, byId, expectedVersion, staffWith } from '../platform/administration.ts'
import { endpoint } from '../platform/endpoint.ts'
import { created, personText, timestamp } from '../platform/fields.ts'
import { REVIEW_CHARACTERS_MAX } from './application-fields.ts'
import { CALL_OUTCOMES } from './queue-fields.ts'

/** A reviewer's text. */
export const reviewText = personText(REVIEW_CHARACTERS_MAX).trim().min(1, 'This field is required.')

export const note = z.strictObject({ id: z.uuid(), text: z.string(), by: actor, created_at: timestamp })

export const noteEndpoints = {
  'POST /api/admin/applications/:id/notes': endpoint({
    ...staffWith('decide_requests'),
    summary: 'Adds a note for the staff.',
    params: byId,
    body: z.strictObject({
      text: reviewText,
      ...expectedVersion.partial().shape,
    }),
    reply: { status: 201, schema: note },
    errors: ['not_found', 'own_request', 'already_decided'],
  }),
  'POST /api/admin/applications/:id/calls': endpoint({
    ...staffWith('decide_requests'),
    summary:
      'Records that the caller telephoned the applicant just now, and how it ended, with a note of what was said. With a day to call again, an undecided request is set aside until 07:00 (Lagos) of that day.',
    params: byId,
    body: z.strictObject({
      outcome: z.enum(CALL_OUTCOMES),
      call_again_on: z.iso.date('Enter a date, such as 2026-11-30.').optional(),
      text: reviewText.optional(),
      ...expectedVersion.partial().shape,
    }),
    reply: created({ id: z.uuid() }),
    errors: ['not_found', 'own_request', 'already_decided', 'request_late', 'request_waits'],
  }),
} as const
