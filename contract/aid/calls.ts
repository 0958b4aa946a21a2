/** Recipients to call: what was handed over some days ago, without an answer. */
import { z } from 'zod'
import { staffWith } from '../platform/administration.ts'
import { endpoint } from '../platform/endpoint.ts'

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
})

export const callEndpoints = {
  'GET /api/admin/calls': endpoint({
    ...staffWith('call_recipients'),
    summary:
      'The recipients to call, the longest waiting first, at most 200, without amounts: never of payments that the caller proposed or released, nor the caller. Reading is audited.',
    reply: { status: 200, schema: z.strictObject({ items: z.array(recipientCall) }) },
    errors: [],
  }),
} as const
