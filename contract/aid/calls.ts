/** Recipients to call: what was handed over some days ago, without an answer. */
import { z } from 'zod'
import { actor, byId, staffWith } from '../platform/administration.ts'
import { endpoint } from '../platform/endpoint.ts'
import { ok, created, personText, timestamp } from '../platform/fields.ts'
import { PHONE_DOUBTS } from '../people/number-doubt.ts'
import { reviewText } from './notes.ts'
import { CALL_OUTCOMES, CALL_REASONS } from './queue-fields.ts'

const recipientCall = z.strictObject({
  /** The payout's id: `POST /api/admin/payouts/:id/confirmation` records the answer. */
  id: z.uuid(),
  slip: z.string(),
  full_name: z.string(),
  /** Empty if they gave none. */
  phone: z.string(),
  /** Why the number may have a new owner; null: nothing says so. */
  number_doubt: z.enum(PHONE_DOUBTS).nullable(),
  /** The day of the hand-over. */
  sent_on: z.iso.date(),
  /** They said that something is missing. */
  disputed: z.boolean(),
  /** The newest call since the hand-over; null if no one has called. */
  last_call: z.strictObject({ outcome: z.enum(CALL_OUTCOMES), at: timestamp, by: actor }).nullable(),
})

/** A person to call about their request. */
const owedCall = z.strictObject({
  /** The request's id: `POST /api/admin/applications/:id/owed-call` records the call. */
  id: z.uuid(),
  case_number: z.string(),
  full_name: z.string(),
  phone: z.string(),
  number_doubt: recipientCall.shape.number_doubt,
  /** The longest owed first. */
  reasons: z.array(z.enum(['asked', ...CALL_REASONS])),
  since: timestamp,
  /** Text of their reply; null without one. */
  words: z.string().nullable(),
  /** The newest call since then, which they did not answer. */
  last_call: recipientCall.shape.last_call,
})

export const callEndpoints = {
  'GET /api/admin/calls': endpoint({
    ...staffWith('call_recipients'),
    summary:
      'Whom to call, without amounts, first the one whom no one has called for the longest, at most 200 of each: those who asked for a call about their request or whom a letter about it did not reach, and recipients; never of payments that the caller proposed or released, nor the caller. Reading is audited.',
    /** `search`: a name, a telephone number, or the number of a slip. */
    query: z.strictObject({ search: personText(100).optional() }),
    reply: ok({ owed: z.array(owedCall), items: z.array(recipientCall) }),
  }),
  'POST /api/admin/applications/:id/owed-call': endpoint({
    ...staffWith('call_recipients'),
    summary:
      'Records a call that is owed to the applicant, with a note of what was said. It is in the timeline of the request. Without an answer, they stay on the list.',
    params: byId,
    body: z.strictObject({ outcome: z.enum(CALL_OUTCOMES), text: reviewText.optional() }),
    reply: created({ id: z.uuid() }),
    errors: ['not_found', 'own_request'],
  }),
  'POST /api/admin/payouts/:id/call-attempts': endpoint({
    ...staffWith('call_recipients'),
    summary:
      'Records a call to the recipient that brought no answer. It is in the timeline of the request, and the recipient stays on the list.',
    params: byId,
    body: z.strictObject({ outcome: z.enum(CALL_OUTCOMES).exclude(['reached']) }),
    reply: created({ id: z.uuid() }),
    errors: ['not_found', 'own_request', 'second_administrator_needed', 'already_decided'],
  }),
} as const
