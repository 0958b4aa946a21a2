/** The team: who is staff, and handing open work over. Their roles change as in role-changes.ts. */
import { z } from 'zod'
import { actor, byId, staffWith } from '../platform/administration.ts'
import { endpoint } from '../platform/endpoint.ts'
import { ok, timestamp } from '../platform/fields.ts'
import { STAFF_ROLES, TEAM_GAPS, type Duty } from '../platform/staff-roles.ts'
import { DRAFT_HOURS } from './team-fields.ts'

const member = z.strictObject({
  ...actor.shape,
  roles: z.array(z.enum(STAFF_ROLES)),
  has_second_step: z.boolean(),
  /** When one of their sessions was last used, to the minute; null while they are signed out. */
  last_seen_at: timestamp.nullable(),
  last_sign_in_at: timestamp.nullable(),
  /** Undecided requests that are assigned to them. */
  open_requests: z.int(),
  /** Unanswered messages that are theirs. */
  open_messages: z.int(),
  /** Open differences that are assigned to them. */
  open_differences: z.int(),
})

const mailWish = z.strictObject({ wanted: z.boolean() })

const readsWish = (duty: Duty, summary: string) =>
  endpoint({ ...staffWith(duty), summary, reply: { status: 200, schema: mailWish } })
const changesWish = (duty: Duty) =>
  endpoint({
    ...staffWith(duty),
    summary: 'Turns that mail on or off for the caller.',
    body: mailWish,
    reply: { status: 200, schema: mailWish },
  })

export type TeamMemberJson = z.input<typeof member>

export const teamEndpoints = {
  'GET /api/admin/team': endpoint({
    ...staffWith('see_audit'),
    summary: 'The staff by name, with what each has open, and the acts that have no possible second person.',
    reply: ok({ items: z.array(member), gaps: z.array(z.enum(TEAM_GAPS)) }),
  }),
  'POST /api/admin/team/:id/hand-over': endpoint({
    ...staffWith('administer'),
    summary:
      'Hands the open work of a member of staff, by user id, to a colleague, or with `null` back to the queue. What the colleague must not decide, because it is their own request, goes back to the queue. All of it, or nothing.',
    params: byId,
    body: z.strictObject({ to: z.uuid().nullable() }),
    reply: ok({ requests: z.int(), messages: z.int(), differences: z.int() }),
    errors: ['not_found', 'not_assignable', 'too_many_assigned'],
  }),
  'GET /api/admin/digest': readsWish(
    'decide_requests',
    'Whether the caller gets the mail at 07:30 in Lagos about the requests that wait.',
  ),
  'PUT /api/admin/digest': changesWish('decide_requests'),
  'GET /api/admin/late-requests-mail': readsWish(
    'administer',
    'Whether the caller gets mails about requests that have become late: critical ones in working hours, others at 07:30 in Lagos.',
  ),
  'PUT /api/admin/late-requests-mail': changesWish('administer'),
  'GET /api/admin/draft-keys': endpoint({
    ...staffWith('see_requests'),
    summary:
      'Keys by which the caller’s browser encrypts what they type and have not sent: one of 32 bytes in base64 for this hour and for each of the 12 before it, the newest first. Only the same account in the same roles gets them again.',
    reply: ok({ keys: z.array(z.base64()).length(DRAFT_HOURS + 1) }),
  }),
} as const
