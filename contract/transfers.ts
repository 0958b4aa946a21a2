/** Bank payments that the provider sends: what people do when one failed, and the provider's own question before it sends. */
import { z } from 'zod'
import { staffWith, byId } from './administration.ts'
import { endpoint } from './endpoint.ts'
import { award } from './payout-shapes.ts'

export const transferEndpoints = {
  'POST /api/admin/disbursements/:id/retry': endpoint({
    ...staffWith('handle_money'),
    summary: 'Sends a failed bank payment again, under a new reference.',
    params: byId,
    body: z.strictObject({ expected_state: z.literal('failed') }),
    reply: { status: 200, schema: award },
    errors: ['not_found', 'own_request', 'already_decided', 'award_not_granted', 'award_paused', 'payee_not_usable'],
  }),
  'POST /api/admin/disbursements/:id/recheck': endpoint({
    ...staffWith('handle_money'),
    summary:
      'Ends the review of a bank payment: the provider is asked again and, if it does not know it, gets it again under the same reference.',
    params: byId,
    reply: { status: 200, schema: award },
    errors: ['not_found', 'own_request', 'already_decided'],
  }),
  'POST /webhooks/paystack/transfer-approval': endpoint({
    summary:
      'The provider asks before it sends money. 200 only for a transfer that we are sending now, with its amount and recipient.',
    // The provider does not sign this question. A signature that is there must be right.
    guard: 'anyone',
    rawBody: true,
    reply: { status: 200, schema: z.strictObject({ approved: z.literal(true) }) },
    errors: ['invalid_signature', 'transfer_not_ours'],
    limit: 'none',
  }),
} as const
