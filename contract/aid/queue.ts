/**
 * The queue of the workbench: who works on which request, and when. The list itself is in admin.ts; its `view` and `sort=due` are the
 * queue. Every change of a request takes the version that the caller saw: `already_decided` says who changed it since, and when.
 */
import { z } from 'zod'
import { reviewedApplication } from './admin.ts'
import { actor, staffWith, byId, expectedVersion } from '../platform/administration.ts'
import { endpoint } from '../platform/endpoint.ts'
import { ok, timestamp } from '../platform/fields.ts'
import { countedTotal } from '../platform/lists.ts'
import { QUEUE_VIEWS, WAITS } from './queue-fields.ts'

export const waitUntil = z
  .discriminatedUnion('kind', [
    z.strictObject({ kind: z.enum(WAITS).exclude(['date']) }),
    z.strictObject({ kind: z.literal('date'), date: z.iso.date('Enter a date, such as 2026-11-30.') }),
  ])
  .nullable()

const lease = z.strictObject({ application: reviewedApplication, until: timestamp })

export const queueEndpoints = {
  'GET /api/admin/queue': endpoint({
    ...staffWith('see_requests'),
    summary: 'How many requests each view of the queue has for the caller. At most two seconds old.',
    reply: ok({ counts: z.record(z.enum(QUEUE_VIEWS), countedTotal) }),
  }),
  'GET /api/admin/queue/people': endpoint({
    ...staffWith('see_requests'),
    summary: 'Who requests can be assigned to, by name, with the number that each has now.',
    reply: ok({ items: z.array(z.strictObject({ ...actor.shape, assigned: z.number().int() })) }),
  }),
  'POST /api/admin/queue/next': endpoint({
    ...staffWith('decide_requests'),
    summary:
      'Takes the first request of the view Next that no other person holds, with a lease of five minutes: what the caller holds already comes first. Null when no request is left.',
    body: z.strictObject({
      /** Requests that the caller does not want now: the one on the screen, or those just passed over. */
      except: z.array(z.uuid()).max(50).default([]),
    }),
    reply: ok({ taken: lease.nullable() }),
  }),
  'GET /api/admin/applications/:id/lease': endpoint({
    ...staffWith('see_requests'),
    summary: 'The version of a request and who holds it. Compare the version with the one on the screen.',
    params: byId,
    reply: ok({ version: z.number().int(), held_by: reviewedApplication.shape.held_by }),
    errors: ['not_found'],
  }),
  'POST /api/admin/applications/:id/lease': endpoint({
    ...staffWith('decide_requests'),
    summary:
      'Takes one request, or renews the caller’s lease. `take_over` takes it from a colleague who holds it: that is audited, and the colleague is told.',
    params: byId,
    body: z.strictObject({ take_over: z.boolean().default(false) }),
    reply: { status: 200, schema: lease },
    errors: ['not_found', 'own_request', 'already_decided', 'held_by_another'],
  }),
  'DELETE /api/admin/applications/:id/lease': endpoint({
    ...staffWith('decide_requests'),
    summary: 'Ends the caller’s lease. Without one, nothing happens; the lease of another stays.',
    params: byId,
    reply: ok({ released: z.boolean() }),
  }),
  'POST /api/admin/applications/:id/undo': endpoint({
    ...staffWith('decide_requests'),
    summary:
      'Takes back the caller’s last decision or request for papers, within 60 seconds and while nothing else has changed. No letter is sent, and a proposed award is withdrawn with it.',
    params: byId,
    body: expectedVersion,
    reply: { status: 200, schema: reviewedApplication },
    errors: ['not_found', 'own_request', 'already_decided', 'undo_too_late', 'award_open'],
  }),
  'POST /api/admin/applications/:id/assignment': endpoint({
    ...staffWith('decide_requests'),
    summary:
      'Assigns an undecided request to an administrator, or takes it from its owner (`null`). At most 25 for each person. In the timeline and the audit.',
    params: byId,
    body: z.strictObject({ ...expectedVersion.shape, to: z.uuid().nullable() }),
    reply: { status: 200, schema: reviewedApplication },
    errors: ['not_found', 'own_request', 'already_decided', 'not_assignable', 'too_many_assigned'],
  }),
  'POST /api/admin/applications/:id/wait': endpoint({
    ...staffWith('decide_requests'),
    summary:
      'Lets an undecided request wait until 07:00 (Lagos) of a day, or until the applicant answers; null brings it back. It comes back earlier when it becomes late, or with an answer.',
    params: byId,
    body: z.strictObject({
      ...expectedVersion.shape,
      until: waitUntil,
    }),
    reply: { status: 200, schema: reviewedApplication },
    errors: ['not_found', 'own_request', 'already_decided', 'request_late'],
  }),
  'POST /api/admin/applications/:id/read': endpoint({
    ...staffWith('decide_requests'),
    summary: 'Marks the applicant’s answer as read: the request leaves the view Answered.',
    params: byId,
    body: expectedVersion,
    reply: { status: 200, schema: reviewedApplication },
    errors: ['not_found', 'own_request', 'already_decided'],
  }),
} as const
