/** Bank payments that the provider sends: what people do when one failed, and the provider's own question before it sends. */
import { z } from 'zod'
import { staffWith, byId } from '../platform/administration.ts'
import { anyone, endpoint } from '../platform/endpoint.ts'
import { ok } from '../platform/fields.ts'
import { ASKED_AGAIN, TRANSFER_CODE } from './payout-fields.ts'
import { award } from './payout-shapes.ts'

const CODE_ERRORS = [
  'not_found',
  'own_request',
  'already_decided',
  'code_not_accepted',
  'payee_not_usable',
  'provider_unavailable',
  'payout_held',
] as const

export const transferEndpoints = {
  'POST /api/admin/payouts/:id/retry': endpoint({
    ...staffWith('handle_money'),
    summary: 'Sends a failed bank payment again, under a new reference.',
    params: byId,
    body: z.strictObject({ expected_state: z.literal('failed') }),
    reply: { status: 200, schema: award },
    errors: [
      'not_found',
      'own_request',
      'already_decided',
      'award_not_granted',
      'award_paused',
      'payout_held',
      'fund_below_zero',
      'payee_not_usable',
      ...ASKED_AGAIN,
    ],
  }),
  'POST /api/admin/payouts/:id/recheck': endpoint({
    ...staffWith('handle_money'),
    summary:
      'Ends the review of a bank payment: the provider is asked again and, if it does not know it, gets it again under the same reference.',
    params: byId,
    reply: { status: 200, schema: award },
    errors: ['not_found', 'own_request', 'already_decided', 'payout_held'],
  }),
  'POST /api/admin/payouts/:id/code': endpoint({
    ...staffWith('handle_money'),
    summary:
      'Enters the code that the provider asks for before it sends a bank payment. A wrong code ends the transfer as failed.',
    params: byId,
    body: z.strictObject({ code: z.string().regex(TRANSFER_CODE, 'Enter the code. It has 4 to 8 digits.') }),
    reply: { status: 200, schema: award },
    errors: CODE_ERRORS,
  }),
  'POST /api/admin/payouts/:id/new-code': endpoint({
    ...staffWith('handle_money'),
    summary: 'Asks the provider for a new code for a bank payment that waits for one.',
    params: byId,
    reply: { status: 200, schema: award },
    errors: CODE_ERRORS,
  }),
  'POST /webhooks/paystack/transfer-approval': endpoint({
    ...anyone('none'),
    summary:
      'The provider asks before it sends money. 200 only for a transfer that we are sending now, with its amount and recipient.',
    // The provider does not sign this question. A signature that is there must be right.
    rawBody: true,
    reply: ok({ approved: z.literal(true) }),
    errors: ['invalid_signature', 'transfer_not_ours'],
  }),
} as const
