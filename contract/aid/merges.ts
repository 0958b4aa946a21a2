/** Two profiles of one person become one: a reviewer proposes it, an administrator confirms it. */
import { z } from 'zod'
import { MERGE_CHARACTERS_MAX } from '../platform/admin-fields.ts'
import { actor, byId, staffWith } from '../platform/administration.ts'
import { endpoint } from '../platform/endpoint.ts'
import { personText, timestamp } from '../platform/fields.ts'

const profile = z.strictObject({
  id: z.uuid(),
  full_name: z.string(),
  /** Of its requests, newest first, at most 5: two profiles of one person often have the same name. */
  case_numbers: z.array(z.string()),
})

const merge = z.strictObject({
  id: z.uuid(),
  /** The profile that ends, and the one that stays. */
  merged: profile,
  kept: profile,
  /** How many requests were moved; 0 until it is confirmed. */
  requests: z.number().int(),
  reason: z.string(),
  proposed_by: actor,
  created_at: timestamp,
  /** It can be confirmed until then. */
  expires_at: timestamp,
  /** Whether the caller may confirm it. The proposer may not. */
  may_confirm: z.boolean(),
  merged_by: actor.nullable(),
  merged_at: timestamp.nullable(),
  /** It can be undone until then; null unless it is in force. */
  undo_until: timestamp.nullable(),
})
export type MergeJson = z.input<typeof merge>

export const mergeEndpoints = {
  'GET /api/admin/merges': endpoint({
    ...staffWith('see_requests'),
    summary:
      'Merges of profiles: those that wait for a second person, newest first, and then those that can still be undone.',
    reply: { status: 200, schema: z.strictObject({ items: z.array(merge) }) },
    errors: [],
  }),
  'POST /api/admin/beneficiaries/:id/merge': endpoint({
    ...staffWith('decide_requests'),
    summary:
      'Proposes that this profile ends and its requests go to another profile of the same person. Both have no sign-in, no award, no bank account and no wallet. An administrator must confirm it.',
    params: byId,
    body: z.strictObject({
      /** The id of the profile that stays. */
      into: z.uuid(),
      reason: personText(MERGE_CHARACTERS_MAX).trim().min(1, 'Please fill this in.'),
    }),
    reply: { status: 201, schema: merge },
    errors: ['not_found', 'already_proposed', 'merge_refused'],
  }),
  'POST /api/admin/merges/:id/confirmation': endpoint({
    ...staffWith('administer'),
    summary:
      'Confirms a merge that another person proposed: the requests move, and the profile is in no list any more.',
    params: byId,
    reply: { status: 200, schema: merge },
    errors: ['not_found', 'second_administrator_needed', 'proposal_lapsed', 'merge_refused'],
  }),
  'POST /api/admin/merges/:id/withdrawal': endpoint({
    ...staffWith('decide_requests'),
    summary: 'Withdraws a proposed merge.',
    params: byId,
    reply: { status: 200, schema: z.strictObject({ id: z.uuid() }) },
    errors: ['not_found'],
  }),
  'POST /api/admin/merges/:id/undoing': endpoint({
    ...staffWith('administer'),
    summary: 'Undoes a merge within 30 days: the moved requests go back, unless one of them has got an award.',
    params: byId,
    reply: { status: 200, schema: merge },
    errors: ['not_found', 'merge_refused'],
  }),
} as const
