/** HTTP for decisions about frozen wallets. The rules are in wallet-decisions.ts. */
import { walletDecisionEndpoints } from '../../../contract/money/wallet-decisions.ts'
import { administering } from '../../record/audit/audit.ts'
import type { Core } from '../../platform/core.ts'
import { serveEndpoints } from '../../platform/http/endpoints.ts'
import { confirmWalletDecision, proposeWalletDecision, withdrawWalletDecision } from './wallet-decisions.ts'

export function walletDecisionRoutes(core: Core) {
  return serveEndpoints(core, walletDecisionEndpoints, {
    'POST /api/admin/books/wallet-decisions': (call) => proposeWalletDecision(core, administering(call), call.body),
    'POST /api/admin/books/wallet-decisions/:id/confirmation': (call) =>
      confirmWalletDecision(core, administering(call), call.params.id),
    'POST /api/admin/books/wallet-decisions/:id/withdrawal': (call) =>
      withdrawWalletDecision(core, administering(call), call.params.id),
  })
}
