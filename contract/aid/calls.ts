/** Recipients to call: what was handed over some days ago, without an answer. */
import { z } from 'zod'
import { actor, byId, staffWith } from '../platform/administration.ts'
import { endpoint } from '../platform/endpoint.ts'
import { ok, created, personText, timestamp } from '../platform/fields.ts'
import { CALL_OUTCOMES } from './queue-fields.ts'

const recipientCall = z.strictObject({
  /** The disbursement's id: `POST /api/admin/disbursements/:id/confirmation` records the answer. */
  id: z.uuid(),
  slip: z.string(),
  full_name: z.string(),
  /** Empty if they gave none. */
  phone: z.string(),
  /** The day of the hand-over. */
  sent_on: z.iso.date(),
  /** They said that something is missing. */
  disputed: z.boolean(),
  /** The newest call since the hand-over; null if no one has called. */
  last_call: z.strictObject({ outcome: z.enum(CALL_OUTCOMES), at: timestamp, by: actor }).nullable(),
})

export const callEndpoints = {
  'GET /api/admin/calls': endpoint({
    ...staffWith('call_recipients'),
    summary:
      'The recipients to call, the longest waiting first, at most 200, without amounts: never of payments that the caller proposed or released, nor the caller. Reading is audited.',
    /** `search`: a name, a telephone number, or the number of a slip. */
    query: z.strictObject({ search: personText(100).optional() }),
    reply: ok({ items: z.array(recipientCall) }),
  }),
  'POST /api/admin/disbursements/:id/call-attempts': endpoint({
    ...staffWith('call_recipients'),
    summary:
      'Records a call to the recipient that brought no answer. It is in the timeline of the request, and the recipient stays on the list.',
    params: byId,
    body: z.strictObject({ outcome: z.enum(CALL_OUTCOMES).exclude(['reached']) }),
    reply: created({ id: z.uuid() }),
    errors: ['not_found', 'own_request', 'second_administrator_needed', 'already_decided'],
  }),
} as const
