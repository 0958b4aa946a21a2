/** HTTP for bank payments: trying again, ending a review, and the provider's question before it sends. */
import { transferEndpoints } from '../../contract/transfers.ts'
import { administering } from '../audit/audit.ts'
import type { Core } from '../lib/core.ts'
import { serveEndpoints } from '../lib/http/endpoints.ts'
import { recheckDisbursement, retryDisbursement } from './attempts.ts'
import { viewAwardById } from './award-views.ts'
import { approveTransfer } from './transfer-approval.ts'

/** @param webhookKey the key that the provider signs its messages with: its secret key */
export function transferRoutes(core: Core, webhookKey: string) {
  return serveEndpoints(core, transferEndpoints, {
    'POST /api/admin/disbursements/:id/retry': async (call) =>
      viewAwardById(core, call.caller.userId, await retryDisbursement(core, administering(call), call.params.id)),
    'POST /api/admin/disbursements/:id/recheck': async (call) =>
      viewAwardById(core, call.caller.userId, await recheckDisbursement(core, administering(call), call.params.id)),
    'POST /webhooks/paystack/transfer-approval': async ({ bytes, header }) => {
      await approveTransfer(core, webhookKey, bytes, header('x-paystack-signature'))
      return { approved: true as const }
    },
  })
}
