/** HTTP for bank payments: trying again, ending a review, and the provider's question before it sends. */
import { transferEndpoints } from '../../../../contract/aid/transfers.ts'
import { administering } from '../../../record/audit/audit.ts'
import { serveEndpoints } from '../../../platform/http/endpoints.ts'
import { askAboutAccount, recheckDisbursement, retryDisbursement } from './attempts.ts'
import { viewAwardById } from '../award-views.ts'
import type { Sending } from './sending.ts'
import { enterCode, resendCode } from './transfer-codes.ts'
import { approveTransfer } from './transfer-approval.ts'

/** @param webhookKey the key that the provider signs its messages with: its secret key */
export function transferRoutes(core: Sending, webhookKey: string) {
  return serveEndpoints(core, transferEndpoints, {
    'POST /api/admin/payouts/:id/retry': async (call) => {
      await askAboutAccount(core, call.params.id)
      return viewAwardById(core, call.caller.userId, await retryDisbursement(core, administering(call), call.params.id))
    },
    'POST /api/admin/payouts/:id/recheck': async (call) =>
      viewAwardById(core, call.caller.userId, await recheckDisbursement(core, administering(call), call.params.id)),
    'POST /api/admin/payouts/:id/code': async (call) => {
      const awardId = await enterCode(core, administering(call), call.params.id, call.body.code)
      return viewAwardById(core, call.caller.userId, awardId)
    },
    'POST /api/admin/payouts/:id/new-code': async (call) =>
      viewAwardById(core, call.caller.userId, await resendCode(core, administering(call), call.params.id)),
    'POST /webhooks/paystack/transfer-approval': async ({ bytes, header }) => {
      await approveTransfer(core, webhookKey, bytes, header('x-paystack-signature'))
      return { approved: true as const }
    },
  })
}
