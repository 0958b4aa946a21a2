/** Short labels that staff add to requests. Applicants never see them. */
import { z } from 'zod'
import { reviewedApplication } from './admin.ts'
import { byId, expectedVersion, staffWith } from '../platform/administration.ts'
import { endpoint } from '../platform/endpoint.ts'
import { ok, nameText } from '../platform/fields.ts'
import { TAG_CHARACTERS_MAX } from './queue-fields.ts'

/** The tag's name, in any case; it is made with its first request. */
export const tagName = nameText(TAG_CHARACTERS_MAX).min(1, 'This field is required.')

export const tagEndpoints = {
  'GET /api/admin/tags': endpoint({
    ...staffWith('see_requests'),
    summary: 'The tags that requests have, by name, at most 500.',
    reply: ok({ items: z.array(z.strictObject({ id: z.uuid(), name: z.string() })) }),
  }),
  'POST /api/admin/applications/:id/tags': endpoint({
    ...staffWith('decide_requests'),
    summary:
      'Adds a tag to a request, or with `on: false` removes it. A request has at most 10. Staff see it in the timeline and the audit; the applicant never does.',
    params: byId,
    body: z.strictObject({ ...expectedVersion.shape, tag: tagName, on: z.boolean() }),
    reply: { status: 200, schema: reviewedApplication },
    errors: ['not_found', 'own_request', 'already_decided', 'nothing_to_change', 'too_many_tags'],
  }),
} as const
