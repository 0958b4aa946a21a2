/** What staff keep about a request: notes, calls and prints. Applicants never see them. */
import { z } from 'zod'
import { MENTIONS_MAX } from './admin-fields.ts'
import { actor, byId, expectedVersion, reviewText, staffWith } from './administration.ts'
import { endpoint } from './endpoint.ts'
import { timestamp } from './fields.ts'

export const note = z.strictObject({ id: z.uuid(), text: z.string(), by: actor, created_at: timestamp })

export const noteEndpoints = {
  'POST /api/admin/applications/:id/notes': endpoint({
    ...staffWith('decide_requests'),
    summary:
      'Adds a note for the staff. Whom it mentions, by user id, gets a mail with the case number, at most one a quarter of an hour for each request.',
    params: byId,
    body: z.strictObject({
      text: reviewText,
      mentions: z.array(z.uuid()).max(MENTIONS_MAX).optional(),
      ...expectedVersion.partial().shape,
    }),
    reply: { status: 201, schema: note },
    errors: ['not_found', 'own_request', 'already_decided', 'not_mentionable'],
  }),
  'GET /api/admin/applications/:id/colleagues': endpoint({
    ...staffWith('decide_requests'),
    summary:
      'Whom a note about this request can mention, by name: the other staff who see requests, except the applicant.',
    params: byId,
    reply: { status: 200, schema: z.strictObject({ items: z.array(actor) }) },
    errors: ['not_found'],
  }),
  'POST /api/admin/applications/:id/calls': endpoint({
    ...staffWith('decide_requests'),
    summary: 'Records that the caller telephoned the applicant just now, with a note of what was said.',
    params: byId,
    body: z.strictObject({ answered: z.boolean(), text: reviewText.optional(), ...expectedVersion.partial().shape }),
    reply: { status: 201, schema: z.strictObject({ id: z.uuid() }) },
    errors: ['not_found', 'own_request', 'already_decided'],
  }),
  'POST /api/admin/applications/:id/prints': endpoint({
    ...staffWith('see_requests'),
    summary: 'Records that the caller prints the case. Pages call it before they print.',
    params: byId,
    reply: { status: 201, schema: z.strictObject({ id: z.uuid() }) },
    errors: ['not_found'],
  }),
} as const
