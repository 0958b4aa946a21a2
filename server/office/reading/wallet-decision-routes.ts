/** HTTP for decisions about frozen wallets. The rules are in wallet-decisions.ts. */
import { walletDecisionEndpoints } from '../../../contract/money/wallet-decisions.ts'
import { administering } from '../../record/audit/audit.ts'
import type { Core } from '../../platform/core.ts'
import { serveEndpoints } from '../../platform/http/endpoints.ts'
import { proposeWalletDecision } from './wallet-decisions.ts'

export function walletDecisionRoutes(core: Core) {
  return serveEndpoints(core, walletDecisionEndpoints, {
    'POST /api/admin/books/wallet-decisions': (call) => proposeWalletDecision(core, administering(call), call.body),
  })
}
